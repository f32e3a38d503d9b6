import { ComponentType } from 'discord-api-types/v10';
import type { Invocation } from '../discord/people/invocation.ts';
import type { Person } from '../discord/people/person.ts';
import { PersonError } from '../discord/people/person-error.ts';
import type { SeenMessage } from '../discord/people/seen-message.ts';
import { type InteractiveComponent, interactiveParts } from '../discord/rules/component-rules.ts';
import { fieldsOf } from '../discord/rules/modal-rules.ts';
import { splitValues } from './command-line.ts';

type Clicker = Pick<Person, 'click' | 'select'>;

/** The messages with buttons and menus that a person has seen. */
export interface ComponentHistory {
  /** Adds a message, or what has become of it. */
  add(message: SeenMessage): void;
  /**
   * Presses the button with this label, in any case, of the latest message that has it; or with this number, of the latest
   * message.
   * @throws {PersonError} when there is none, or it is gone or disabled.
   */
  press(person: Clicker, label: string): Promise<Invocation>;
  /**
   * Chooses an option of the latest message by its number, from 1: `2` is of the first select menu, `3.2` of the third
   * button or menu.
   * @throws {PersonError} when there is none.
   */
  choose(person: Clicker, number: string): Promise<Invocation>;
  /**
   * Chooses these ids, or none, in the menu of people, roles or channels with this number of the latest message.
   * @throws {PersonError} when there is none.
   */
  pick(person: Clicker, number: number, ids: readonly string[]): Promise<Invocation>;
}

/** Creates an empty history. */
export function createComponentHistory(): ComponentHistory {
  /** By id, in the order of their last change. */
  const messages = new Map<string, SeenMessage>();
  const labels = new Set<string>();
  const latestFirst = (): SeenMessage[] => [...messages.values()].reverse();
  return {
    add(message) {
      messages.delete(message.id);
      if (message.deleted || message.components.length === 0) return;
      messages.set(message.id, message);
      for (const { label } of buttonsOf(message)) labels.add(normalized(label));
    },
    async press(person, label) {
      const numbered = partAt(latestFirst()[0], Number(label));
      if (numbered?.part.type === ComponentType.Button && numbered.part.custom_id !== undefined) {
        return await person.click(numbered.message, numbered.part.custom_id);
      }
      const found = latestFirst().flatMap((message) => buttonsNamed(message, label));
      const button = found.find(({ isDisabled }) => !isDisabled);
      if (button !== undefined) return await person.click(button.message, button.customId);
      if (found.length > 0) throw new PersonError('That button is disabled.');
      throw new PersonError(labels.has(normalized(label)) ? 'That button is gone.' : `There’s no button “${label}”.`);
    },
    async choose(person, number) {
      const [menu, option] = number.split('.').map(Number);
      if (option !== undefined) {
        const found = partAt(latestFirst()[0], menu ?? 0);
        const value =
          found?.part.type === ComponentType.StringSelect ? found.part.options[option - 1]?.value : undefined;
        if (found === undefined || value === undefined) throw new PersonError('There’s no such choice.');
        return await person.select(found.message, found.part.custom_id ?? '', [value]);
      }
      for (const message of latestFirst()) {
        const select = interactiveParts(message.components).find((part) => part.type === ComponentType.StringSelect);
        if (select?.type !== ComponentType.StringSelect) continue;
        const chosen = select.options[(menu ?? 0) - 1];
        if (chosen !== undefined) return await person.select(message, select.custom_id, [chosen.value]);
        break;
      }
      throw new PersonError('There’s no such choice.');
    },
    async pick(person, number, ids) {
      const found = partAt(latestFirst()[0], number);
      if (found === undefined || found.part.type === ComponentType.Button)
        throw new PersonError('There’s no such menu.');
      return await person.select(found.message, found.part.custom_id ?? '', ids);
    },
  };
}

/**
 * Presses the button with this label, in any case.
 * @throws {PersonError} when the message has no such button.
 */
export async function pressButton(person: Clicker, message: SeenMessage, label: string): Promise<Invocation> {
  const [button] = buttonsNamed(message, label);
  if (button === undefined) throw new PersonError(`There’s no button “${label}”.`);
  return await person.click(message, button.customId);
}

/** The button or menu of a message by its number, from 1. */
function partAt(
  message: SeenMessage | undefined,
  number: number,
): { readonly message: SeenMessage; readonly part: InteractiveComponent } | undefined {
  const part = message === undefined ? undefined : interactiveParts(message.components)[number - 1];
  return message === undefined || part === undefined ? undefined : { message, part };
}

interface FoundButton {
  readonly message: SeenMessage;
  readonly label: string;
  readonly customId: string;
  readonly isDisabled: boolean;
}

function buttonsOf(message: SeenMessage): FoundButton[] {
  return interactiveParts(message.components).flatMap((part) => {
    if (part.type !== ComponentType.Button || part.custom_id === undefined) return [];
    return [{ message, label: part.label ?? '', customId: part.custom_id, isDisabled: part.disabled === true }];
  });
}

function buttonsNamed(message: SeenMessage, label: string): FoundButton[] {
  return buttonsOf(message).filter((button) => normalized(button.label) === normalized(label));
}

function normalized(label: string): string {
  return label.trim().toLowerCase();
}

/**
 * Fills in an open form and submits it. `typed` is `field:value other:value`; all other fields keep their values. Of a
 * field named `topic.field`, the last part is enough.
 * @throws {PersonError} when no form is open, or Discord's client would not submit it.
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
  const values = splitValues(typed, [...ids.keys()]).map(([name, value]) => [ids.get(name) ?? name, value] as const);
  const isText = (id: string) =>
    fields.some((field) => field.custom_id === id && field.type === ComponentType.TextInput);
  return await person.submitModal(
    opener,
    Object.fromEntries(values.map(([id, value]) => [id, isText(id) ? value : value.split(',')])),
  );
}
