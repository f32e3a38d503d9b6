import type { Command } from '../src/discord/interactions/command.ts';
import { type ControlServices, createPlaybackCommand } from '../src/discord/playback/playback-command.ts';

/** `/leave`: ends the guild's session. Where nobody listens, every member may use it. */
export function createLeave(services: ControlServices): Command {
  const { engine, directory } = services;
  return createPlaybackCommand(services, {
    name: 'leave',
    description: ({ playback }) => playback.commands.leave.description,
    isAllowed: ({ guildId, channelId }) => directory.listenerCount(guildId, channelId) === 0,
    act: async (guildId) => ({ kind: (await engine.leave(guildId)) ? 'left' : 'no-session' }),
    reply: (_outcome, { playback }, { session }) =>
      session.joining ? playback.joinCancelled(session) : playback.left(session),
  });
}
