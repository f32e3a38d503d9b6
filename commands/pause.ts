import type { Command } from '../src/discord/interactions/command.ts';
import { createPlaybackCommand } from '../src/discord/playback/playback-command.ts';
import type { Services } from '../src/discord/services.ts';
import { english } from '../src/messages/english.ts';

/** `/pause`: interrupts the speech where it is; the queue stays. */
export function createPause({ engine }: Pick<Services, 'engine'>): Command {
  return createPlaybackCommand(engine, {
    name: 'pause',
    ...english.playback.commands.pause,
    act: (guildId) => engine.pause(guildId),
    reply: ({ kind }, { playback }) => (kind === 'paused' ? playback.paused : playback.alreadyPaused),
  });
}
