import type { Command } from '../src/discord/interactions/command.ts';
import { type ControlServices, createPlaybackCommand } from '../src/discord/playback/playback-command.ts';

/** `/pause`: interrupts the speech where it is; the queue stays. */
export function createPause(services: ControlServices): Command {
  const { engine } = services;
  return createPlaybackCommand(services, {
    name: 'pause',
    description: ({ playback }) => playback.commands.pause.description,
    act: (guildId) => engine.pause(guildId),
    reply: ({ kind }, { playback }) => (kind === 'paused' ? playback.paused : playback.alreadyPaused),
  });
}
