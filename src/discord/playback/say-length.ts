import { UserError } from '../../errors.ts';
import type { InteractionContext } from '../interactions/command.ts';
import type { PlaybackServices } from './playback-services.ts';

/**
 * Holds a text to the server's longest, in characters as it was typed.
 * @throws {UserError} with the limit when it is longer.
 */
export async function requireFittingText(
  { settings }: Pick<PlaybackServices, 'settings'>,
  { place, messages }: Pick<InteractionContext, 'place' | 'messages'>,
  text: string,
): Promise<void> {
  if (place.kind !== 'guild') return;
  const { say: max } = (await settings.of(place.guildId)).lengths;
  const length = Array.from(text).length;
  if (length > max) throw new UserError(messages.settings.refusals.tooLong({ length, max }));
}
