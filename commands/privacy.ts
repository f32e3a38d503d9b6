import { ApplicationCommandOptionType } from 'discord.js';
import { withinTime } from '../src/async.ts';
import type { MessagesErased, PersonSummary } from '../src/captions/captions-api.ts';
import { optIn } from '../src/discord/captions/opt-in.ts';
import { buttonRow } from '../src/discord/interactions/buttons.ts';
import {
  ANYWHERE,
  type Command,
  type CommandDefinition,
  type ComponentContext,
} from '../src/discord/interactions/command.ts';
import { OPT_IN_LIMIT, type RateLimit } from '../src/discord/interactions/rate-limits.ts';
import { ephemeral, type Reply, sanitize } from '../src/discord/interactions/replies.ts';
import type { Services } from '../src/discord/services.ts';
import type { Messages } from '../src/messages/messages.ts';
import type { PersonEntries } from '../src/pronunciations/pronunciations-ports.ts';
import type { ReadingSummary } from '../src/reading/reading-ports.ts';
import type { PersonVoices } from '../src/voice-models/voice-models-api.ts';

const SUBCOMMAND = ApplicationCommandOptionType.Subcommand;
const NAME = 'privacy';

const define = ({ privacy: { command: texts } }: Messages): CommandDefinition => ({
  name: NAME,
  description: texts.description,
  ...ANYWHERE,
  options: [
    { type: SUBCOMMAND, name: 'show', description: texts.show },
    { type: SUBCOMMAND, name: 'opt-out', description: texts.optOut },
    { type: SUBCOMMAND, name: 'opt-in', description: texts.optIn },
    { type: SUBCOMMAND, name: 'erase', description: texts.erase },
  ],
});

/** An erasure reads and deletes in every store, and at the speech service. */
const ERASE_LIMIT: RateLimit = { name: 'privacy-erase', uses: 4, withinS: 60 };
const ERASED_LIMIT: RateLimit = { ...ERASE_LIMIT, name: 'privacy-erased' };

type Parts = Pick<
  Services,
  'captions' | 'autoCaptions' | 'voices' | 'pronunciations' | 'reading' | 'directory' | 'lateAnswers'
>;

/** Everything that is stored about a person. */
interface Stored {
  readonly captions: PersonSummary;
  readonly voices: PersonVoices;
  readonly reading: ReadingSummary;
  readonly pronunciations: PersonEntries;
  /** Voice channels whose automatic captions they set up. */
  readonly autoCaptions: number;
}

/** Nobody has to wait to take an opt-in back: limiting it to this server opts out elsewhere. */
function componentLimitOf(argument: string): RateLimit | 'unlimited' | undefined {
  switch (argument) {
    case 'erase':
    case 'erase-all':
      return ERASED_LIMIT;
    case 'opt-in':
      return OPT_IN_LIMIT;
    case 'only-here:opted-out':
    case 'only-here:undecided':
      return 'unlimited';
    default:
      return undefined;
  }
}

/** How long the answer waits for messages at Discord to be deleted, two a second. */
const MESSAGES_PATIENCE_MS = 10_000;

/** `/privacy`: shows, changes and deletes what is stored about the person who uses it. It works everywhere. */
export function createPrivacy(parts: Parts): Command {
  const { captions, autoCaptions, voices, pronunciations, reading, directory } = parts;
  const storedAbout = async (userId: string): Promise<Stored> => {
    const [spoken, made, words, read, setUp] = await Promise.all([
      captions.personSummary(userId),
      voices.personSummary(userId),
      pronunciations.personSummary(userId),
      reading.summary(userId),
      autoCaptions.countOf(userId),
    ]);
    return { captions: spoken, voices: made, pronunciations: words, reading: read, autoCaptions: setUp };
  };
  return {
    name: NAME,
    define,
    // Nobody has to wait to opt out, or to see what is stored.
    runLimit: ({ subcommand }) => ({ erase: ERASE_LIMIT, 'opt-in': OPT_IN_LIMIT })[subcommand ?? ''],
    componentLimit: componentLimitOf,
    run: async (context) => {
      const { userId, messages } = context;
      switch (context.options.subcommand) {
        case 'opt-out':
          await captions.setConsent(userId, 'opted-out');
          return context.answer(ephemeral(messages.privacy.optedOut));
        case 'opt-in':
          return context.answer(await optIn(captions, context, { kind: 'everywhere' }));
        case 'erase':
          return context.answer(eraseQuestion(await storedAbout(userId), messages));
        default: {
          const stored = await storedAbout(userId);
          const { consent, decidedAtMs, optedInGuilds, oldestAtMs: oldestCaptionAtMs } = stored.captions;
          const names = optedInGuilds.map(({ guildId }) => directory.guildName(guildId));
          const known = names.flatMap((name) => (name === undefined ? [] : [sanitize(name)]));
          const servers = { optedInServers: known, otherServers: names.length - known.length };
          const { mutedIn } = stored.reading;
          const decision = { consent, decidedAtMs, ...servers, oldestCaptionAtMs, mutedIn };
          return context.answer(ephemeral(messages.privacy.stored({ ...countsOf(stored), ...decision })));
        }
      }
    },
    component: async (context) => {
      switch (context.argument) {
        case 'erase':
          return erase(context, false, parts);
        case 'erase-all':
          return erase(context, true, parts);
        case 'opt-in':
          return context.update(await optIn(captions, context, { kind: 'everywhere' }));
        case 'only-here:opted-out':
          return context.update(await optIn(captions, context, { kind: 'only-here', elsewhere: 'opted-out' }));
        case 'only-here:undecided':
          return context.update(await optIn(captions, context, { kind: 'only-here', elsewhere: 'undecided' }));
        default:
          return context.update(ephemeral(context.messages.privacy.kept));
      }
    },
  };
}

/** Deletes what is stored here first: deleting voices depends on the speech service, messages on Discord. */
async function erase(
  context: ComponentContext,
  withMessages: boolean,
  { captions, autoCaptions, voices, pronunciations, reading, lateAnswers }: Omit<Parts, 'directory'>,
): Promise<void> {
  const { userId, tenant, signal, messages } = context;
  const { consent, optedInGuilds, messages: count } = await captions.personSummary(userId);
  const decision = optedInGuilds.length === 0 ? consent : consent === 'opted-out' ? 'both' : 'opted-in';
  const setUp = await autoCaptions.erasePerson(userId);
  const { lines, clips, messages: deleting } = await captions.erasePerson(userId, { messages: withMessages });
  const { mutedIn } = await reading.summary(userId);
  const nicknames = await reading.erase(userId);
  const words = wordCounts(await pronunciations.erasePerson(userId));
  const { remaining, ...made } = await voices.erasePerson(userId, { tenant, priority: 'files', signal });
  const erased = deleting && (await withinTime(deleting, MESSAGES_PATIENCE_MS, undefined));
  const answer = messages.privacy.erased({
    ...{ captions: lines, recordings: clips, autoCaptions: setUp, ...words, ...made, nicknames },
    ...{ remaining, decision, mutedIn },
    messages: messagesAfter(count, deleting !== undefined, erased),
  });
  await context.update(ephemeral(answer));
  if (deleting === undefined || erased !== undefined) return;
  // The deletion may take hours, and goes on without this interaction.
  void deleting.then(async (outcome) => {
    const report = ephemeral(messages.privacy.messagesErased(outcome));
    const isTaken = await context.tryAnswer(report).catch(() => false);
    if (!isTaken) await lateAnswers.post(context, report);
  });
}

function messagesAfter(count: number, isDeleting: boolean, erased: MessagesErased | undefined) {
  if (erased !== undefined) return { kind: 'over', ...erased } as const;
  if (count === 0) return { kind: 'none' } as const;
  return { kind: isDeleting ? 'under-way' : 'kept', count } as const;
}

function eraseQuestion(stored: Stored, { privacy }: Messages): Reply {
  const { messages, ...counts } = countsOf(stored);
  const { eraseWithMessages, eraseOnly, erase: eraseLabel, keep } = privacy.buttons;
  const isAnythingStored = Object.values(counts).some((count) => count > 0);
  if (!isAnythingStored && messages === 0) return ephemeral(privacy.nothingToErase);
  const all = ['privacy:erase-all', isAnythingStored ? eraseWithMessages : eraseLabel, 'danger'] as const;
  const only = ['privacy:erase', messages > 0 ? eraseOnly : eraseLabel, 'danger'] as const;
  return {
    ...ephemeral(privacy.eraseQuestion({ ...counts, messages })),
    components: [
      buttonRow([...(messages > 0 ? [all] : []), ...(isAnythingStored ? [only] : []), ['privacy:keep', keep]]),
    ],
  };
}

function countsOf({ captions, voices: made, pronunciations, reading, autoCaptions }: Stored) {
  const { voices, confirmations, choices } = made;
  const { lines, clips, messages } = captions;
  return {
    captions: lines,
    recordings: clips,
    voices,
    confirmations,
    choices,
    ...wordCounts(pronunciations),
    nicknames: reading.nicknames,
    autoCaptions,
    messages,
  };
}

function wordCounts({ own, inServers }: PersonEntries) {
  return { pronunciations: own, serverPronunciations: inServers };
}
