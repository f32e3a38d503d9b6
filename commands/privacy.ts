import { ApplicationCommandOptionType, TimestampStyles, time } from 'discord.js';
import type { PersonSummary } from '../src/captions/contract.ts';
import { buttonRow } from '../src/discord/caption-words.ts';
import { ANYWHERE, type Command, type CommandDefinition } from '../src/discord/command.ts';
import { type Reply, whisper } from '../src/discord/replies.ts';
import type { Services } from '../src/discord/services.ts';

const SUBCOMMAND = ApplicationCommandOptionType.Subcommand;

const definition: CommandDefinition = {
  name: 'privacy',
  description: 'Decide whether what you say is captioned, and what is kept of it',
  ...ANYWHERE,
  options: [
    { type: SUBCOMMAND, name: 'show', description: 'Show what I have stored about you' },
    { type: SUBCOMMAND, name: 'opt-out', description: 'Never caption me, in any server' },
    { type: SUBCOMMAND, name: 'opt-in', description: 'Caption me where captions are on' },
    { type: SUBCOMMAND, name: 'erase', description: 'Delete what I have stored about you' },
  ],
};

/** `/privacy`: shows, changes and erases what is stored about the person who asks. It works everywhere. */
export function createPrivacy({ captions }: Pick<Services, 'captions'>): Command {
  return {
    definition,
    run: async (context) => {
      const { userId } = context;
      switch (context.options.subcommand) {
        case 'opt-out':
          await captions.setConsent(userId, 'opted-out');
          return context.answer(
            whisper('You are not captioned any more, in no server. `/privacy erase` deletes what was written down.'),
          );
        case 'opt-in':
          await captions.setConsent(userId, 'opted-in');
          return context.answer(whisper('You are captioned where captions are on. `/privacy opt-out` takes it back.'));
        case 'erase':
          return context.answer(askToErase(await captions.personSummary(userId)));
        default:
          return context.answer(whisper(summaryWords(await captions.personSummary(userId))));
      }
    },
    component: async (context) => {
      if (context.argument !== 'erase') return context.update(whisper('Nothing was deleted.'));
      const { lines, clips } = await captions.erasePerson(context.userId);
      await context.update(
        whisper(
          `Deleted: ${count(lines, 'line')} and ${count(clips, 'recording')} of you. What you decided about being captioned stays, so that I can keep to it. Messages that stand in channels are Discord’s: ask there to have them deleted.`,
        ),
      );
    },
  };
}

function askToErase({ lines, clips }: PersonSummary): Reply {
  if (lines + clips === 0) return whisper('There is nothing to delete: I have stored no captions of you.');
  return {
    ...whisper(
      `This deletes ${count(lines, 'line')} and ${count(clips, 'recording')} of you from every transcript, for good. Shall I?`,
    ),
    components: [
      buttonRow([
        ['privacy:erase', 'Delete for good', true],
        ['privacy:keep', 'Keep'],
      ]),
    ],
  };
}

function summaryWords({ consent, decidedAtMs, lines, oldestAtMs, clips }: PersonSummary): string {
  const decided = decidedAtMs === undefined ? '' : ` (since ${moment(decidedAtMs)})`;
  const decision = {
    'opted-in': `You opted in to captions${decided}.`,
    'opted-out': `You opted out of captions${decided}: nothing that you say is written down, in no server.`,
    undecided:
      'You have decided nothing about captions: you are captioned where they are on, unless that server asks people to opt in.',
  }[consent];
  const oldest = oldestAtMs === undefined ? '' : `, the oldest from ${moment(oldestAtMs)}`;
  const waiting = clips === 0 ? '' : ` ${count(clips, 'recording')} of you still waits to become text.`;
  const stored = lines === 0 ? 'No line of you is stored.' : `Stored: ${count(lines, 'line')} of you${oldest}.`;
  return `${decision}\n${stored}${waiting}\n\`/privacy opt-out\`, \`/privacy opt-in\` and \`/privacy erase\` change that.`;
}

function moment(atMs: number): string {
  return time(Math.floor(atMs / 1_000), TimestampStyles.ShortDateTime);
}

function count(number: number, thing: string): string {
  return number === 1 ? `1 ${thing}` : `${number} ${thing}s`;
}
