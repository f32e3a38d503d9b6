import type { Command } from '../src/discord/interactions/command.ts';
import { createPlaybackCommand } from '../src/discord/playback/playback-command.ts';
import type { Services } from '../src/discord/services.ts';
import { english } from '../src/messages/english.ts';

/** `/resume`: continues where `/pause` interrupted the speech. */
export function createResume({ engine }: Pick<Services, 'engine'>): Command {
  return createPlaybackCommand(engine, {
    name: 'resume',
    ...english.playback.commands.resume,
    act: (guildId) => engine.resume(guildId),
    reply: ({ kind }, { playback }) => (kind === 'resumed' ? playback.resumed : playback.notPaused),
  });
}
