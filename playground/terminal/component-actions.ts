import { ComponentType } from 'discord-api-types/v10';
import type { Invocation } from '../discord/people/invocation.ts';
import type { Person } from '../discord/people/person.ts';
import { PersonError } from '../discord/people/person-error.ts';
import type { SeenMessage } from '../discord/people/seen-message.ts';
import { interactiveParts } from '../discord/rules/component-rules.ts';
import { fieldsOf } from '../discord/rules/modal-rules.ts';
import { splitValues } from './command-line.ts';

type Clicker = Pick<Person, 'click' | 'select'>;

/** The messages with buttons and menus that a person has seen. */
export interface ComponentHistory {
  /** Adds a message, or what has become of it. */
  add(message: SeenMessage): void;
  /**
   * Presses the button with this label, in any case, of the latest message that has it.
   * @throws {PersonError} when there is none, or it is gone or disabled.
   */
  press(person: Clicker, label: string): Promise<Invocation>;
  /**
   * Chooses the `number`th option, from 1, of the latest select menu.
   * @throws {PersonError} when there is none.
   */
  choose(person: Clicker, number: number): Promise<Invocation>;
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
      const found = latestFirst().flatMap((message) => buttonsNamed(message, label));
      const button = found.find(({ isDisabled }) => !isDisabled);
      if (button !== undefined) return await person.click(button.message, button.customId);
      if (found.length > 0) throw new PersonError('That button is disabled.');
      throw new PersonError(labels.has(normalized(label)) ? 'That button is gone.' : `There’s no button “${label}”.`);
    },
    async choose(person, number) {
      for (const message of latestFirst()) {
        const select = interactiveParts(message.components).find((part) => part.type === ComponentType.StringSelect);
        if (select?.type !== ComponentType.StringSelect) continue;
        const option = select.options[number - 1];
        if (option !== undefined) return await person.select(message, select.custom_id, [option.value]);
        break;
      }
      throw new PersonError('There’s no such choice.');
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
 * Fills in an open form and submits it. `typed` is `field:value other:value`; all other fields keep their values.
 * @throws {PersonError} when no form is open, or Discord's client would not submit it.
 */
export async function fillForm(person: Person, opener: Invocation | undefined, typed: string): Promise<Invocation> {
  if (opener?.modal === undefined) throw new PersonError('No form is open.');
  const fields = opener.modal.components.flatMap(fieldsOf);
  const values = splitValues(
    typed,
    fields.map((field) => field.custom_id),
  );
  const isText = (id: string) =>
    fields.some((field) => field.custom_id === id && field.type === ComponentType.TextInput);
  return await person.submitModal(
    opener,
    Object.fromEntries(values.map(([id, value]) => [id, isText(id) ? value : value.split(',')])),
  );
}
