import type { Invocation } from '@mynah/local-discord/people/invocation';
import type { Person } from '@mynah/local-discord/people/person';
import { PersonError } from '@mynah/local-discord/people/person-error';
import type { SeenMessage } from '@mynah/local-discord/people/seen-message';
import { interactiveParts } from '@mynah/local-discord/rules/component-rules';
import { fieldsOf } from '@mynah/local-discord/rules/modal-rules';
import { ComponentType } from 'discord-api-types/v10';
import { splitValues, unknownMark } from './command-line.ts';
import { type FoundPart, type MessageList, normalized } from './message-list.ts';
import { hintAt } from './nearest.ts';

type Clicker = Pick<Person, 'click' | 'select'>;

/** What was done in a menu. */
export interface Choice {
  readonly invocation: Invocation;
  /** The message of the menu. */
  readonly message: SeenMessage;
}

/** A message's number with `#`, if there is one, and the rest of what was typed. */
interface Address {
  readonly number: number | undefined;
  readonly rest: string;
}

/**
 * Presses a button: `Opt out`, in any case, is the latest of that label that is not disabled; `2` is the second button or menu of the
 * latest message where that is a button; `#5 Opt out` and `#5 2` are those of message 5.
 * @throws {PersonError} when there is none, or it is gone or disabled.
 */
export async function press(messages: MessageList, person: Clicker, typed: string): Promise<Invocation> {
  const { number, rest } = addressOf(messages, typed);
  const buttons = /^\d+$/.test(rest)
    ? messages.partsAt(Number(rest), number).filter(isButton)
    : messages.parts(number).filter((found) => isButton(found) && normalized(labelOf(found)) === normalized(rest));
  const button = buttons.find(({ part }) => part.disabled !== true);
  if (button !== undefined) return await person.click(button.message, button.part.custom_id ?? '');
  if (buttons.length > 0) throw new PersonError('That button is disabled.');
  if (messages.hadButton(rest)) throw new PersonError('That button is gone.');
  throw new PersonError(
    `There’s no button “${rest}”.${hintAt(rest, messages.parts(number).filter(isButton).map(labelOf))}`,
  );
}

/**
 * Chooses from a menu, and marks it: `2` is the second option of the latest menu; `3.2` of the third button or menu of the latest message
 * where that is a menu; `Deutsch` the latest option of that label; `#5 2`, `#5 3.2` and `#5 Deutsch` are those of message 5. Several of
 * one menu are separated by commas; `3.0` chooses none of it.
 * @throws {PersonError} when there is none.
 */
export async function choose(messages: MessageList, person: Clicker, typed: string): Promise<Choice> {
  const { number, rest } = addressOf(messages, typed);
  const whole = findOption(messages, number, rest);
  const found =
    whole === undefined ? rest.split(',').map((part) => findOption(messages, number, part.trim())) : [whole];
  const [first] = found;
  if (first === undefined || found.some((each) => each?.part !== first.part || each.message !== first.message)) {
    const labels = messages.parts(number).flatMap(optionsOf);
    const hint = /^[\d.,\s]*$/.test(rest)
      ? ''
      : hintAt(
          rest,
          labels.map(({ label }) => label),
        );
    throw new PersonError(`There’s no such choice.${hint}`);
  }
  const values = found.flatMap((each) => each?.value ?? []);
  return await select(messages, person, first, values);
}

/**
 * Chooses these ids, or none, in the menu of people, roles or channels with this number, from 1, in the latest message where that is one,
 * or in the message of the number before: `#5 2`.
 * @throws {PersonError} when there is none.
 */
export async function pick(
  messages: MessageList,
  person: Clicker,
  typed: string,
  ids: readonly string[],
): Promise<Choice> {
  const { number, rest } = addressOf(messages, typed);
  const found = messages.partsAt(Number(rest), number).find((candidate) => !isButton(candidate));
  if (found === undefined) throw new PersonError('There’s no such menu.');
  return await select(messages, person, found, ids);
}

/**
 * Presses the button with this label, in any case.
 * @throws {PersonError} when the message has no such button.
 */
export async function pressButton(person: Clicker, message: SeenMessage, label: string): Promise<Invocation> {
  const parts = interactiveParts(message.components).map((part) => ({ message, part }));
  const button = parts.find((found) => isButton(found) && normalized(labelOf(found)) === normalized(label));
  if (button === undefined) throw new PersonError(`There’s no button “${label}”.`);
  return await person.click(message, button.part.custom_id ?? '');
}

/**
 * Fills in an open form and submits it. `typed` is `field:value other:value`; all other fields keep their values. Of a
 * field named `topic.field`, the last part is enough.
 * @throws {PersonError} when no form is open, it has no such field, or Discord's client would not submit it.
 */
export async function fillForm(
  person: Pick<Person, 'submitModal'>,
  opener: Invocation | undefined,
  typed: string,
): Promise<Invocation> {
  if (opener?.modal === undefined) throw new PersonError('No form is open.');
  const fields = opener.modal.components.flatMap(fieldsOf);
  const ids = new Map(fields.map(({ custom_id: id }) => [id, id]));
  for (const { custom_id: id } of fields) ids.set(id.split('.').at(-1) ?? id, id);
  const names = fields.map(({ custom_id: id }) => id.split('.').at(-1) ?? id);
  const unknown = unknownMark(typed, [...ids.keys()]);
  if (unknown !== undefined) throw new PersonError(`The form has no field “${unknown}”.${hintAt(unknown, names)}`);
  const values = splitValues(typed, [...ids.keys()]).map(([name, value]) => [ids.get(name) ?? name, value] as const);
  const isText = (id: string) =>
    fields.some((field) => field.custom_id === id && field.type === ComponentType.TextInput);
  return await person.submitModal(
    opener,
    Object.fromEntries(values.map(([id, value]) => [id, isText(id) ? value : value.split(',')])),
  );
}

async function select(
  messages: MessageList,
  person: Clicker,
  found: FoundPart,
  values: readonly string[],
): Promise<Choice> {
  const { message, part } = found;
  const invocation = await person.select(message, part.custom_id ?? '', values);
  messages.mark(found, values);
  return { invocation, message };
}

/** @throws {PersonError} when no message has the number. */
function addressOf(messages: MessageList, typed: string): Address {
  const [, number, rest] = /^#(\d+)\s+(.*)$/.exec(typed.trim()) ?? [];
  if (number === undefined || rest === undefined) return { number: undefined, rest: typed.trim() };
  if (messages.latestFirst(Number(number)).length === 0) {
    throw new PersonError(`Message #${number} has nothing to press or choose any more.`);
  }
  return { number: Number(number), rest: rest.trim() };
}

/** An option of a menu; without a value, none of them. */
interface FoundOption extends FoundPart {
  readonly label: string;
  readonly value: string | undefined;
}

function findOption(messages: MessageList, number: number | undefined, typed: string): FoundOption | undefined {
  const [, menu, option] = /^(?:(\d+)\.)?(\d+)$/.exec(typed) ?? [];
  if (option === undefined) {
    const options = messages.parts(number).flatMap(optionsOf);
    return options.find(({ label }) => normalized(label) === normalized(typed));
  }
  const menus = menu === undefined ? messages.parts(number) : messages.partsAt(Number(menu), number);
  const selects = menus.filter(({ part }) => part.type === ComponentType.StringSelect);
  const [latest] = selects;
  if (menu !== undefined && Number(option) === 0 && latest !== undefined)
    return { ...latest, label: '', value: undefined };
  if (menu === undefined) return latest === undefined ? undefined : optionsOf(latest)[Number(option) - 1];
  return selects.flatMap((found) => optionsOf(found)[Number(option) - 1] ?? [])[0];
}

function optionsOf({ message, part }: FoundPart): FoundOption[] {
  if (part.type !== ComponentType.StringSelect) return [];
  return part.options.map(({ label, value }) => ({ message, part, label, value }));
}

function isButton({ part }: FoundPart): boolean {
  return part.type === ComponentType.Button && part.custom_id !== undefined;
}

function labelOf({ part }: FoundPart): string {
  return part.type === ComponentType.Button ? (part.label ?? '') : '';
}
