import type { Messages } from '../../messages/messages.ts';
import type { InteractionContext } from './command.ts';

/** The catalogue for a reply that everyone in the channel reads: the server's; the person's own where there is none. */
export async function readersOf(
  { messages, place }: Pick<InteractionContext, 'messages' | 'place'>,
  publicMessages: (guildId: string) => Promise<Messages>,
): Promise<Messages> {
  return place.kind === 'guild' ? await publicMessages(place.guildId) : messages;
}
