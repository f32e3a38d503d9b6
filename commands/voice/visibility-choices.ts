import { VISIBILITIES } from '@mynah/speech-wire/wire';
import type { Choice } from '../../src/discord/interactions/command.ts';
import type { Messages } from '../../src/messages/messages.ts';

/** The choices of an option for a voice's visibility. */
export function visibilityChoices({ voiceModels: { command } }: Messages): Choice[] {
  return VISIBILITIES.map((value) => ({ name: command.visibilityChoices[value], value }));
}
