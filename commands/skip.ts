import type { Command } from '../src/discord/interactions/command.ts';
import { createPlaybackCommand } from '../src/discord/playback/playback-command.ts';
import type { Services } from '../src/discord/services.ts';
import { english } from '../src/messages/english.ts';

/** `/skip`: drops the text that is being spoken. The member who asked for it may always do so. */
export function createSkip({ engine }: Pick<Services, 'engine'>): Command {
  return createPlaybackCommand(engine, {
    name: 'skip',
    ...english.playback.commands.skip,
    isAllowed: ({ items }, userId) => items[0]?.userId === userId,
    act: (guildId) => engine.skip(guildId),
    reply: (outcome, { playback }) =>
      outcome.kind === 'skipped' ? playback.skipped(outcome.item) : playback.nothingToSkip,
  });
}
