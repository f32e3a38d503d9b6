import type { Command } from '../src/discord/interactions/command.ts';
import { type ControlServices, createPlaybackCommand } from '../src/discord/playback/playback-command.ts';

/** `/resume`: continues where `/pause` interrupted the speech. */
export function createResume(services: ControlServices): Command {
  const { engine } = services;
  return createPlaybackCommand(services, {
    name: 'resume',
    description: ({ playback }) => playback.commands.resume.description,
    act: (guildId) => engine.resume(guildId),
    reply: ({ kind }, { playback }) => (kind === 'resumed' ? playback.resumed : playback.notPaused),
  });
}
