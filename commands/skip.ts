import type { Command } from '../src/discord/interactions/command.ts';
import { type ControlServices, createPlaybackCommand } from '../src/discord/playback/playback-command.ts';

/** `/skip`: drops the text that is being spoken. The member who asked for it may always do so. */
export function createSkip(services: ControlServices): Command {
  const { engine } = services;
  return createPlaybackCommand(services, {
    name: 'skip',
    description: ({ playback }) => playback.commands.skip.description,
    isAllowed: ({ items }, userId) => items[0]?.userId === userId,
    act: (guildId) => engine.skip(guildId),
    reply: (outcome, { playback }, { userId }) => {
      if (outcome.kind !== 'skipped') return playback.nothingToSkip;
      return outcome.item.userId === userId ? playback.skippedOwn : playback.skipped(outcome.item);
    },
  });
}
