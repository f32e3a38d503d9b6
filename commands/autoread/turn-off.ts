import type { CommandContext } from '../../src/discord/interactions/command.ts';
import { ephemeral } from '../../src/discord/interactions/replies.ts';
import { requireGuild } from '../../src/discord/playback/session-control.ts';
import { requireManagedChannel } from './managed-channel.ts';
import type { AutoreadParts } from './parts.ts';

/** `/autoread off`. */
export async function turnOff(parts: AutoreadParts, context: CommandContext): Promise<void> {
  const { messages } = context;
  const place = requireGuild(context);
  const channelId = await requireManagedChannel(parts, context, place);
  const wasOn = await parts.reading.unbind(place.guildId, channelId);
  const { turnedOff, notOn } = messages.reading;
  await context.answer(ephemeral(wasOn ? turnedOff({ channelId }) : notOn({ channelId })));
}
