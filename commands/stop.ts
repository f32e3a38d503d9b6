import type { Command } from '../src/discord/interactions/command.ts';
import { createPlaybackCommand, type PlaybackServices } from '../src/discord/playback/playback-command.ts';
import { english } from '../src/messages/english.ts';

/** `/stop`: drops the text that is being spoken and the whole queue. */
export function createStop(services: PlaybackServices): Command {
  const { engine } = services;
  return createPlaybackCommand(services, {
    name: 'stop',
    ...english.playback.commands.stop,
    act: (guildId) => engine.stop(guildId),
    reply: ({ interrupted, removed }, { playback }) => {
      if (removed > 0) return playback.stoppedAndRemoved({ texts: removed });
      return interrupted ? playback.stopped : playback.nothingToStop;
    },
  });
}
