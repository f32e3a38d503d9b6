import type { Command } from '../src/discord/interactions/command.ts';
import { createPlaybackCommand, type PlaybackServices } from '../src/discord/playback/playback-command.ts';
import { english } from '../src/messages/english.ts';

/** `/pause`: interrupts the speech where it is; the queue stays. */
export function createPause(services: PlaybackServices): Command {
  const { engine } = services;
  return createPlaybackCommand(services, {
    name: 'pause',
    ...english.playback.commands.pause,
    act: (guildId) => engine.pause(guildId),
    reply: ({ kind }, { playback }) => (kind === 'paused' ? playback.paused : playback.alreadyPaused),
  });
}
