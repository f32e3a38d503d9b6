import { bold, inlineCode, TimestampStyles, time } from '@discordjs/formatters';
import { createFormat } from '../format.ts';

const format = createFormat('en');

const optIn = inlineCode('/privacy opt-in');
const optOut = inlineCode('/privacy opt-out');
const erase = inlineCode('/privacy erase');

/** What is stored about a person, counted. */
interface Counts {
  readonly captions: number;
  /** Audio that isn't transcribed yet. */
  readonly recordings: number;
  readonly voices: number;
  /** That the person has the rights to the voice in a recording. */
  readonly confirmations: number;
  /** Of a voice for `/say`. */
  readonly choices: number;
}

const captionCount = (count: number): string => format.plural(count, { one: '# caption', other: '# captions' });
const voiceCount = (count: number): string => format.plural(count, { one: '# voice', other: '# voices' });
const confirmationCount = (count: number): string =>
  format.plural(count, { one: '# rights confirmation', other: '# rights confirmations' });

/** `2 captions, 1 voice, and 1 voice choice`, without zeros. */
function listOf({ captions, recordings, voices, confirmations, choices }: Counts): string {
  return format.list([
    ...(captions === 0 ? [] : [captionCount(captions)]),
    ...(recordings === 0
      ? []
      : [format.plural(recordings, { one: '# pending recording', other: '# pending recordings' })]),
    ...(voices === 0 ? [] : [voiceCount(voices)]),
    ...(confirmations === 0 ? [] : [confirmationCount(confirmations)]),
    ...(choices === 0 ? [] : [format.plural(choices, { one: '# voice choice', other: '# voice choices' })]),
  ]);
}

const lostVoices = {
  one: 'Anyone who uses this voice loses it.',
  other: 'Anyone who uses these voices loses them.',
};

/** The commands that change each decision. */
const decisionCommands = { 'opted-in': [optOut], 'opted-out': [optIn], undecided: [optOut, optIn] } as const;

/** What the question about deleting names. */
function belongingsOf(counts: Counts): string {
  const { captions, recordings, voices, confirmations, choices } = counts;
  if (captions + recordings + choices > 0 || voices === 0 || confirmations === 0) return listOf(counts);
  if (voices > 1) return `${voiceCount(voices)} and their ${confirmationCount(confirmations)}`;
  const theirs = format.plural(confirmations, { one: 'rights confirmation', other: '# rights confirmations' });
  return `${voiceCount(voices)} and its ${theirs}`;
}

/** Most servers named in one list. */
const MAX_SERVERS = 10;

/** `**One**, **Two**, and 3 other servers`; empty for none. */
function listServers(names: readonly string[], others: number): string {
  const named = names.slice(0, MAX_SERVERS);
  const rest = others + names.length - named.length;
  const forms =
    named.length === 0 ? { one: '# server', other: '# servers' } : { one: '# other server', other: '# other servers' };
  return format.list([...named.map((name) => bold(name)), ...(rest === 0 ? [] : [format.plural(rest, forms)])]);
}

function moment(atMs: number): string {
  return time(Math.floor(atMs / 1_000), TimestampStyles.ShortDateTime);
}

/** English: what is stored about a person. */
export const privacyMessages = {
  command: {
    description: 'Opt out of captions, and see or delete your data',
    show: 'Show what I store about you',
    optOut: 'Stop captions of what you say, in every server',
    optIn: 'Allow captions of what you say, in every server',
    erase: 'Delete what I store about you',
  },
  buttons: {
    erase: 'Delete',
    keep: 'Keep',
    optInEverywhere: 'Opt in for every server',
    optInOnlyHere: 'Only this server',
  },

  optedOut: `You're opted out: you won't be captioned in any server. Use ${erase} to delete your stored captions.`,
  optedIn: `You're opted in for every server: you're captioned wherever captions are on. Use ${optOut} to opt out.`,
  /** `elsewhere`: what the person decided for other servers. */
  optedInHere: ({ elsewhere }: { readonly elsewhere: 'opted-out' | 'undecided' }): string =>
    elsewhere === 'opted-out'
      ? `You're opted in for this server only. You stay opted out of captions in other servers. Use ${optOut} to opt out here too.`
      : `You're opted in for this server only. Other servers follow their own settings. Use ${optOut} to opt out everywhere.`,

  /** Everything that is stored about a person. */
  stored: ({
    consent,
    decidedAtMs,
    optedInServers,
    otherServers,
    oldestCaptionAtMs,
    captions,
    recordings,
    voices,
    confirmations,
    choices,
  }: Counts & {
    /** In every server that isn't among the opted-in ones. */
    readonly consent: 'opted-in' | 'opted-out' | 'undecided';
    readonly decidedAtMs: number | undefined;
    /** Names of servers, sanitized, where an opt-in holds for that server only. */
    readonly optedInServers: readonly string[];
    /** How many more of them there are, whose names aren't known. */
    readonly otherServers: number;
    readonly oldestCaptionAtMs: number | undefined;
  }): string => {
    const on = decidedAtMs === undefined ? '' : ` on ${moment(decidedAtMs)}`;
    const servers = listServers(optedInServers, otherServers);
    const decision = {
      'opted-in': `You opted in to captions in every server${on}.`,
      'opted-out':
        servers === ''
          ? `You opted out of captions${on}: you aren't captioned in any server.`
          : `You opted out of captions${on}, in every server except ${servers}, where you opted in.`,
      undecided:
        servers === ''
          ? "You haven't opted in or out: you're captioned unless a server asks people to opt in."
          : `You opted in to captions in ${servers} only. In other servers, you're captioned unless a server asks people to opt in.`,
    }[consent];
    const isAnythingStored = captions + recordings + voices + confirmations + choices > 0;
    const storedCaptions =
      oldestCaptionAtMs === undefined
        ? { one: '# caption of yours is stored.', other: '# captions of yours are stored.' }
        : {
            one: `# caption of yours is stored, from ${moment(oldestCaptionAtMs)}.`,
            other: `# captions of yours are stored, the oldest from ${moment(oldestCaptionAtMs)}.`,
          };
    const pending = {
      one: 'A recording of your speech is still to be transcribed.',
      other: '# recordings of your speech are still to be transcribed.',
    };
    const givenConfirmations = {
      one: '# rights confirmation is stored.',
      other: '# rights confirmations are stored.',
    };
    const places = {
      one: 'You chose a voice for `/say` in # place.',
      other: 'You chose a voice for `/say` in # places.',
    };
    return [
      decision,
      [
        captions === 0 ? 'No captions of yours are stored.' : format.plural(captions, storedCaptions),
        ...(recordings === 0 ? [] : [format.plural(recordings, pending)]),
      ].join(' '),
      [
        voices === 0 ? 'You have no voices.' : `You made ${voiceCount(voices)}.`,
        ...(confirmations === 0 ? [] : [format.plural(confirmations, givenConfirmations)]),
        ...(choices === 0 ? [] : [format.plural(choices, places)]),
      ].join(' '),
      `Use ${format.alternatives([...(servers === '' ? decisionCommands[consent] : [optOut, optIn]), ...(isAnythingStored ? [erase] : [])])} to change this.`,
    ].join('\n');
  },

  /** Asks before anything is deleted. */
  eraseQuestion: (counts: Counts): string =>
    [
      `Delete your ${belongingsOf(counts)}?`,
      ...(counts.captions === 0 ? [] : ["This removes your captions from every server's transcripts."]),
      ...(counts.voices === 0 ? [] : [format.plural(counts.voices, lostVoices)]),
      "This can't be undone.",
    ].join(' '),
  nothingToErase: 'Nothing is stored that I could delete.',
  kept: 'Nothing was deleted.',

  /** `remaining`: voices that the speech service did not delete. `decision` is kept; it can differ between servers. */
  erased: ({
    remaining,
    decision,
    ...counts
  }: Counts & {
    readonly remaining: number;
    readonly decision: 'opted-in' | 'opted-out' | 'both' | 'undecided';
  }): string => {
    const kept = {
      'opted-in': ['I keep your opt-in, so that I can honor it.'],
      'opted-out': ['I keep your opt-out, so that I can honor it.'],
      both: ['I keep your opt-out and your opt-ins, so that I can honor them.'],
      undecided: [],
    }[decision];
    const total = counts.captions + counts.recordings + counts.voices + counts.confirmations + counts.choices;
    const left = {
      one: `The speech service couldn't delete # voice. Use ${erase} again in a few minutes.`,
      other: `The speech service couldn't delete # voices. Use ${erase} again in a few minutes.`,
    };
    return [
      total === 0 ? 'Nothing was deleted.' : `Deleted your ${listOf(counts)}.`,
      ...(remaining === 0 ? [] : [format.plural(remaining, left)]),
      ...kept,
      'Messages already posted stay. Delete them in Discord.',
    ].join(' ');
  },
};
