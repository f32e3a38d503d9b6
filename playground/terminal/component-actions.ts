import { ComponentType } from 'discord-api-types/v10';
import type { Invocation } from '../discord/people/invocation.ts';
import type { Person } from '../discord/people/person.ts';
import { PersonError } from '../discord/people/person-error.ts';
import type { SeenMessage } from '../discord/people/seen-message.ts';
import { interactiveParts } from '../discord/rules/component-rules.ts';
import { fieldsOf } from '../discord/rules/modal-rules.ts';
import { splitValues } from './command-line.ts';

/**
 * Presses the button with this label, in any case.
 * @throws {PersonError} when the message has no such button.
 */
export async function pressButton(
  person: Person,
  message: SeenMessage | undefined,
  label: string,
): Promise<Invocation> {
  const button = interactiveParts(message?.components ?? []).find(
    (part) => part.type === ComponentType.Button && part.label?.toLowerCase() === label.toLowerCase(),
  );
  if (message === undefined || button?.custom_id === undefined) throw new PersonError(`There’s no button “${label}”.`);
  return await person.click(message, button.custom_id);
}

/**
 * Chooses the `number`th option, from 1, of the message's first select menu.
 * @throws {PersonError} when there is none.
 */
export async function chooseOption(
  person: Person,
  message: SeenMessage | undefined,
  number: number,
): Promise<Invocation> {
  const select = interactiveParts(message?.components ?? []).find((part) => part.type === ComponentType.StringSelect);
  const option = select?.type === ComponentType.StringSelect ? select.options[number - 1] : undefined;
  if (message === undefined || select?.custom_id === undefined || option === undefined) {
    throw new PersonError('There’s no such choice.');
  }
  return await person.select(message, select.custom_id, [option.value]);
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
