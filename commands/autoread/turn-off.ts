import { ephemeral, type Reply } from '../../src/discord/client/replies.ts';
import type { CommandContext } from '../../src/discord/interactions/command.ts';
import { requireGuild } from '../../src/discord/interactions/member-rights.ts';
import { requireManagedChannel } from './managed-channel.ts';
import type { AutoreadParts } from './parts.ts';

/** `/autoread off`. */
export async function turnOff(parts: AutoreadParts, context: CommandContext): Promise<void> {
  const { messages } = context;
  const place = requireGuild(context);
  const channelId = await requireManagedChannel(parts, context, place);
  const wasOn = await parts.reading.unbind(place.guildId, channelId);
  const { turnedOff, notOn } = messages.reading;
  if (!wasOn) return context.answer(ephemeral(notOn({ channelId })));
  const texts = (await parts.publicMessages(place.guildId)).reading;
  // The notice that it is read stands in the channel.
  const notice: Reply = { content: texts.turnedOff({ channelId }), visibility: 'public' };
  await parts.directory.postReply(channelId, notice).catch(() => false);
  await context.answer(ephemeral(turnedOff({ channelId })));
}
