import type { Services } from '../../src/discord/services.ts';
import type { Messages } from '../../src/messages/messages.ts';
import type { ReadingChoice } from '../../src/reading/reading-ports.ts';

/** The command's name, before each of its custom ids. */
export const NAME = 'autoread';

/** In custom ids, before what is about one of the person's names at a proxy bot. */
export const IDENTITY = 'identity';

/** What `/autoread` works with. */
export type AutoreadParts = Pick<
  Services,
  | 'reading'
  | 'readingPlaces'
  | 'receivesMessages'
  | 'directory'
  | 'engine'
  | 'publicMessages'
  | 'voices'
  | 'memberNames'
  | 'settings'
>;

/** The button that stops or starts reading a person's messages. */
export function muteButton({ isMuted }: ReadingChoice, { reading: { buttons } }: Messages) {
  return isMuted ? ([`${NAME}:unmute`, buttons.unmute] as const) : ([`${NAME}:mute`, buttons.mute] as const);
}
