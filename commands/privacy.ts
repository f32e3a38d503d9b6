import { ApplicationCommandOptionType, TimestampStyles, time } from 'discord.js';
import type { PersonSummary } from '../src/captions/captions-api.ts';
import { buttonRow } from '../src/discord/interactions/buttons.ts';
import {
  ANYWHERE,
  type Command,
  type CommandDefinition,
  type InteractionContext,
} from '../src/discord/interactions/command.ts';
import { ephemeral, type Reply } from '../src/discord/interactions/replies.ts';
import type { Services } from '../src/discord/services.ts';
import type { PersonVoices, VoicesErasure } from '../src/voice-models/voice-models-api.ts';

const SUBCOMMAND = ApplicationCommandOptionType.Subcommand;

const definition: CommandDefinition = {
  name: 'privacy',
  description: 'Decide whether what you say is captioned, and what is kept of you',
  ...ANYWHERE,
  options: [
    { type: SUBCOMMAND, name: 'show', description: 'Show what I have stored about you' },
    { type: SUBCOMMAND, name: 'opt-out', description: 'Never caption me, in any server' },
    { type: SUBCOMMAND, name: 'opt-in', description: 'Caption me where captions are on' },
    { type: SUBCOMMAND, name: 'erase', description: 'Delete what I have stored about you' },
  ],
};

type Parts = Pick<Services, 'captions' | 'voices'>;

/** All that is stored about somebody. */
interface Stored {
  readonly captions: PersonSummary;
  readonly voices: PersonVoices;
}

/** `/privacy`: shows, changes and erases what is stored about the person who asks. It works everywhere. */
export function createPrivacy({ captions, voices }: Parts): Command {
  const storedAbout = async (userId: string): Promise<Stored> => {
    const [said, made] = await Promise.all([captions.personSummary(userId), voices.personSummary(userId)]);
    return { captions: said, voices: made };
  };
  return {
    definition,
    run: async (context) => {
      const { userId } = context;
      switch (context.options.subcommand) {
        case 'opt-out':
          await captions.setConsent(userId, 'opted-out');
          return context.answer(
            ephemeral('You are not captioned any more, in no server. `/privacy erase` deletes what was written down.'),
          );
        case 'opt-in':
          await captions.setConsent(userId, 'opted-in');
          return context.answer(
            ephemeral('You are captioned where captions are on. `/privacy opt-out` takes it back.'),
          );
        case 'erase':
          return context.answer(askToErase(await storedAbout(userId)));
        default: {
          const stored = await storedAbout(userId);
          return context.answer(ephemeral(`${summaryWords(stored.captions)}\n${voicesWords(stored.voices)}\n${WAYS}`));
        }
      }
    },
    component: async (context) => {
      if (context.argument !== 'erase') return context.update(ephemeral('Nothing was deleted.'));
      await context.update(ephemeral(await erase(context, { captions, voices })));
    },
  };
}

const WAYS = '`/privacy opt-out`, `/privacy opt-in` and `/privacy erase` change that.';

/** Erases what is stored here first: deleting voices hangs on the speech service. */
async function erase({ userId, tenant, signal }: InteractionContext, { captions, voices }: Parts): Promise<string> {
  const said = await captions.erasePerson(userId);
  const made = await voices.erasePerson(userId, { tenant, priority: 'files', signal });
  const parts = [count(said.lines, 'line'), count(said.clips, 'recording'), ...countsOf(made)];
  const deleted = `Deleted: ${listed(parts)} of you.${remainingWords(made)}`;
  return `${deleted} What you decided about being captioned stays, so that I can keep to it. Messages that stand in channels are Discord’s: ask there to have them deleted.`;
}

function remainingWords({ remaining }: VoicesErasure): string {
  if (remaining === 0) return '';
  return ` The speech service did not delete ${count(remaining, 'voice')} now, so I still have ${remaining === 1 ? 'it' : 'them'}: use \`/privacy erase\` again in a few minutes.`;
}

function askToErase({ captions: { lines, clips }, voices }: Stored): Reply {
  const parts = countsOf(voices);
  if (lines + clips + parts.length === 0) {
    return ephemeral('There is nothing to delete: I have stored no captions and no voices of you.');
  }
  const all = listed([count(lines, 'line'), count(clips, 'recording'), ...parts]);
  const voiceWords =
    voices.voices === 0 ? '' : ' The voices that you made go for everybody, at the speech service too.';
  return {
    ...ephemeral(`This deletes ${all} of you, from every transcript and every server, for good.${voiceWords} Shall I?`),
    components: [
      buttonRow([
        ['privacy:erase', 'Delete for good', 'danger'],
        ['privacy:keep', 'Keep'],
      ]),
    ],
  };
}

/** What of a person's voices is not nothing, in words. */
function countsOf({ voices, confirmations, choices }: PersonVoices | VoicesErasure): string[] {
  return [
    ...(voices === 0 ? [] : [count(voices, 'voice')]),
    ...(confirmations === 0 ? [] : [count(confirmations, 'confirmation')]),
    ...(choices === 0 ? [] : [count(choices, 'choice')]),
  ];
}

function voicesWords(stored: PersonVoices): string {
  const parts = countsOf(stored);
  if (parts.length === 0) return 'You made no voices, and chose none.';
  const { voices, confirmations, choices } = stored;
  return [
    ...(voices === 0 ? [] : [`You made ${count(voices, 'voice')}.`]),
    ...(confirmations === 0
      ? []
      : [`Kept: ${count(confirmations, 'confirmation')} of yours that you may use the voice in a recording.`]),
    ...(choices === 0 ? [] : [`You chose your own voice for \`/say\` in ${count(choices, 'place')}.`]),
  ].join(' ');
}

function listed(parts: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(parts);
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
  return `${decision}\n${stored}${waiting}`;
}

function moment(atMs: number): string {
  return time(Math.floor(atMs / 1_000), TimestampStyles.ShortDateTime);
}

function count(number: number, thing: string): string {
  return number === 1 ? `1 ${thing}` : `${number} ${thing}s`;
}
