import { ComponentType } from 'discord-api-types/v10';
import type { Person } from '../discord/people/person.ts';
import { PersonError } from '../discord/people/person-error.ts';
import type { SeenMessage } from '../discord/people/seen-message.ts';
import { interactiveParts } from '../discord/rules/component-rules.ts';

/**
 * Presses the button with this label, whatever its case.
 * @throws {PersonError} when the message has none
 */
export async function pressButton(person: Person, message: SeenMessage | undefined, label: string): Promise<void> {
  const button = interactiveParts(message?.components ?? []).find(
    (part) => part.type === ComponentType.Button && part.label?.toLowerCase() === label.toLowerCase(),
  );
  if (message === undefined || button?.custom_id === undefined) throw new PersonError(`There is no button ${label}.`);
  await (await person.click(message, button.custom_id)).acknowledged();
}

/**
 * Chooses the `number`th option, from 1, of the message's first select menu.
 * @throws {PersonError} when there is none
 */
export async function chooseOption(person: Person, message: SeenMessage | undefined, number: number): Promise<void> {
  const select = interactiveParts(message?.components ?? []).find((part) => part.type === ComponentType.StringSelect);
  const option = select?.type === ComponentType.StringSelect ? select.options[number - 1] : undefined;
  if (message === undefined || select?.custom_id === undefined || option === undefined) {
    throw new PersonError('There is nothing like that to choose.');
  }
  await (await person.select(message, select.custom_id, [option.value])).acknowledged();
}
