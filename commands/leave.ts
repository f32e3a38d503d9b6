import type { Command } from '../src/discord/interactions/command.ts';
import { createPlaybackCommand } from '../src/discord/playback/playback-command.ts';
import type { Services } from '../src/discord/services.ts';
import { english } from '../src/messages/english.ts';

/** `/leave`: ends the guild's session. Where nobody listens, every member may use it. */
export function createLeave({ engine, directory }: Pick<Services, 'engine' | 'directory'>): Command {
  return createPlaybackCommand(engine, {
    name: 'leave',
    ...english.playback.commands.leave,
    isAllowed: ({ guildId, channelId }) => directory.listenerCount(guildId, channelId) === 0,
    act: async (guildId) => ({ kind: (await engine.leave(guildId)) ? 'left' : 'no-session' }),
    reply: (_outcome, { playback }, session) => playback.left(session),
  });
}
