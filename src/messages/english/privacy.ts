import { bold, TimestampStyles, time } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import { command } from './names.ts';

const format = createFormat('en');

const optIn = command('privacy opt-in');
const optOut = command('privacy opt-out');
const erase = command('privacy erase');

/** What is stored about a person, counted. */
interface Counts {
  readonly captions: number;
  /** Audio that isn't transcribed yet. */
  readonly recordings: number;
  readonly voices: number;
  /** That the person has the rights to the voice in a recording. */
  readonly confirmations: number;
  /** Of a voice, with its speed and volume, and of the one last named in `/say`; by place. */
  readonly choices: number;
  /** Said before messages that are read aloud. */
  readonly nicknames: number;
  /** In the person's own dictionary. */
  readonly pronunciations: number;
  /** That the person added to servers. They stay, without the name. */
  readonly serverPronunciations: number;
  /** Voice channels whose automatic captions the person set up. */
  readonly autoCaptions: number;
}

/** The result for the messages at Discord that show a person's captions. */
type CaptionMessages =
  | { readonly kind: 'none' }
  /** They stay, because the person wants it so. */
  | { readonly kind: 'kept'; readonly count: number }
  | { readonly kind: 'under-way'; readonly count: number }
  | ({ readonly kind: 'over' } & DeletedMessages);

/** `refused`: out of reach for good. `remaining`: Discord could not be reached; they are deleted later. */
interface DeletedMessages {
  readonly deleted: number;
  readonly refused: number;
  readonly remaining: number;
}

const messageCount = (count: number): string =>
  format.plural(count, { one: '# caption message', other: '# caption messages' });
const captionCount = (count: number): string => format.plural(count, { one: '# caption', other: '# captions' });
const voiceCount = (count: number): string => format.plural(count, { one: '# voice', other: '# voices' });
const confirmationCount = (count: number): string =>
  format.plural(count, { one: '# rights confirmation', other: '# rights confirmations' });

/** `2 captions, 1 voice, and 1 voice choice`, without zeros. */
function listOf(counts: Counts, messages = 0): string {
  const { captions, recordings, voices, confirmations, choices, nicknames, autoCaptions } = counts;
  const { pronunciations, serverPronunciations } = counts;
  const names = {
    one: 'name at the automatic captions of # voice channel',
    other: 'name at the automatic captions of # voice channels',
  };
  return format.list([
    ...(captions === 0 ? [] : [captionCount(captions)]),
    ...(messages === 0 ? [] : [messageCount(messages)]),
    ...(recordings === 0
      ? []
      : [format.plural(recordings, { one: '# pending recording', other: '# pending recordings' })]),
    ...(voices === 0 ? [] : [voiceCount(voices)]),
    ...(confirmations === 0 ? [] : [confirmationCount(confirmations)]),
    ...(choices === 0 ? [] : [format.plural(choices, { one: '# voice choice', other: '# voice choices' })]),
    ...(nicknames === 0 ? [] : [format.plural(nicknames, { one: '# spoken name', other: '# spoken names' })]),
    ...(pronunciations === 0 ? [] : [pronunciationCount(pronunciations)]),
    ...(serverPronunciations === 0 ? [] : [format.plural(serverPronunciations, namesInServers)]),
    ...(autoCaptions === 0 ? [] : [format.plural(autoCaptions, names)]),
  ]);
}

const pronunciationCount = (count: number): string =>
  format.plural(count, { one: '# pronunciation', other: '# pronunciations' });
const namesInServers = {
  one: 'name on # pronunciation of a server',
  other: 'name on # pronunciations of servers',
};

const lostVoices = {
  one: 'Anyone who uses this voice loses it.',
  other: 'Anyone who uses these voices loses them.',
};

/** The commands that change each decision. */
const decisionCommands = { 'opted-in': [optOut], 'opted-out': [optIn], undecided: [optOut, optIn] } as const;

/** What the question about deleting names. */
function belongingsOf(counts: Counts): string {
  const { voices, confirmations, ...rest } = counts;
  const others = Object.values(rest).reduce((sum, count) => sum + count, 0);
  if (others > 0 || voices === 0 || confirmations === 0) return listOf(counts);
  if (voices > 1) return `${voiceCount(voices)} and their ${confirmationCount(confirmations)}`;
  const theirs = format.plural(confirmations, { one: 'rights confirmation', other: '# rights confirmations' });
  return `${voiceCount(voices)} and its ${theirs}`;
}

/** What Mynah could not delete of the messages, and what it does about that. */
function unreachedMessages({ refused, remaining }: DeletedMessages): string[] {
  const outOfReach = {
    one: "# caption message is out of reach: I left its server or can't use its channel.",
    other: "# caption messages are out of reach: I left their servers or can't use their channels.",
  };
  const later = {
    one: "Discord didn't respond for # caption message. I'll keep trying.",
    other: "Discord didn't respond for # caption messages. I'll keep trying.",
  };
  return [
    ...(refused === 0 ? [] : [format.plural(refused, outOfReach)]),
    ...(remaining === 0 ? [] : [format.plural(remaining, later)]),
  ];
}

function messageSentences(messages: CaptionMessages): string[] {
  switch (messages.kind) {
    case 'none':
      return [];
    case 'kept':
      return [
        format.plural(messages.count, {
          one: `# caption message in Discord stayed. Use ${erase} again to delete it.`,
          other: `# caption messages in Discord stayed. Use ${erase} again to delete them.`,
        }),
      ];
    case 'under-way':
      return [`Deleting ${messageCount(messages.count)} in Discord. I'll tell you when that's done.`];
    case 'over':
      return unreachedMessages(messages);
  }
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
    eraseWithMessages: 'Delete, messages too',
    eraseOnly: 'Delete, leave messages',
    keep: 'Keep',
    optInEverywhere: 'Opt in for every server',
    optInOnlyHere: 'Only this server',
  },

  optedOut: `You're opted out: you won't be captioned in any server. Use ${erase} to delete your stored captions.`,
  optedIn: `You're opted in for every server: you're captioned wherever captions are on. Use ${optOut} to opt out.`,
  /** `elsewhere`: what the person decided for other servers. */
  optedInHere: ({ elsewhere }: { readonly elsewhere: 'opted-out' | 'undecided' }): string =>
    elsewhere === 'opted-out'
      ? `You're opted in for this server only, and opted out in all others. Use ${optOut} to opt out here too.`
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
    nicknames,
    pronunciations,
    serverPronunciations,
    autoCaptions,
    messages,
    mutedIn,
  }: Counts & {
    /** In how many servers the person's messages are not read aloud, because they chose so. */
    readonly mutedIn: number;
    /** At Discord, with captions of this person. */
    readonly messages: number;
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
    const words = pronunciations + serverPronunciations + nicknames;
    const isAnythingStored =
      captions + recordings + voices + confirmations + choices + words + autoCaptions + messages > 0;
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
    const shownMessages = {
      one: '# message in Discord shows captions of yours.',
      other: '# messages in Discord show captions of yours.',
    };
    const givenConfirmations = {
      one: '# rights confirmation is stored.',
      other: '# rights confirmations are stored.',
    };
    const addedToServers = {
      one: 'You added # pronunciation to a server.',
      other: 'You added # pronunciations to servers.',
    };
    const setUp = {
      one: 'You set up automatic captions of # voice channel.',
      other: 'You set up automatic captions of # voice channels.',
    };
    const voiceChoices = {
      one: '# choice of a voice is stored.',
      other: '# choices of voices are stored.',
    };
    const spokenNames = {
      one: 'You chose a name for messages that are read aloud in # server.',
      other: 'You chose a name for messages that are read aloud in # servers.',
    };
    const mutes = {
      one: "Your messages aren't read aloud in # server, because you chose so.",
      other: "Your messages aren't read aloud in # servers, because you chose so.",
    };
    return [
      decision,
      [
        captions === 0 ? 'No captions of yours are stored.' : format.plural(captions, storedCaptions),
        ...(recordings === 0 ? [] : [format.plural(recordings, pending)]),
        ...(messages === 0 ? [] : [format.plural(messages, shownMessages)]),
        ...(autoCaptions === 0 ? [] : [format.plural(autoCaptions, setUp)]),
      ].join(' '),
      [
        voices === 0 ? 'You have no voices.' : `You made ${voiceCount(voices)}.`,
        ...(confirmations === 0 ? [] : [format.plural(confirmations, givenConfirmations)]),
        ...(choices === 0 ? [] : [format.plural(choices, voiceChoices)]),
        ...(pronunciations === 0 ? [] : [`You have ${pronunciationCount(pronunciations)}.`]),
        ...(serverPronunciations === 0 ? [] : [format.plural(serverPronunciations, addedToServers)]),
        `${command('usage')} shows what you used today.`,
      ].join(' '),
      ...(nicknames + mutedIn === 0
        ? []
        : [
            [
              ...(nicknames === 0 ? [] : [format.plural(nicknames, spokenNames)]),
              ...(mutedIn === 0 ? [] : [format.plural(mutedIn, mutes)]),
            ].join(' '),
          ]),
      `Use ${format.alternatives([...(servers === '' ? decisionCommands[consent] : [optOut, optIn]), ...(isAnythingStored ? [erase] : [])])} to change this.`,
    ].join('\n');
  },

  /** Asks before anything is deleted; `messages`: at Discord, with captions of this person. */
  eraseQuestion: ({ messages, ...counts }: Counts & { readonly messages: number }): string => {
    const isAnythingStored = Object.values(counts).some((count) => count > 0);
    const shown = {
      one: '# message in Discord shows captions of yours: I can delete it too.',
      other: '# messages in Discord show captions of yours: I can delete them too.',
    };
    return [
      `Delete your ${isAnythingStored ? belongingsOf(counts) : messageCount(messages)}?`,
      ...(counts.captions === 0 ? [] : ["This removes your captions from every server's transcripts."]),
      ...(counts.voices === 0 ? [] : [format.plural(counts.voices, lostVoices)]),
      ...(counts.serverPronunciations === 0
        ? []
        : ['Pronunciations that you added to servers stay, without your name.']),
      ...(messages === 0 || !isAnythingStored ? [] : [format.plural(messages, shown)]),
      "This can't be undone.",
    ].join(' ');
  },
  nothingToErase: 'I have nothing of yours to delete.',
  kept: 'Nothing was deleted.',

  /** `remaining`: voices that the speech service did not delete. `decision` is kept; it can differ between servers. */
  erased: ({
    remaining,
    decision,
    messages,
    mutedIn,
    ...counts
  }: Counts & {
    /** In how many servers the person's messages are not read aloud, which stays so. */
    readonly mutedIn: number;
    readonly remaining: number;
    readonly decision: 'opted-in' | 'opted-out' | 'both' | 'undecided';
    readonly messages: CaptionMessages;
  }): string => {
    const kept = {
      'opted-in': ['I keep your opt-in, so that I can honor it.'],
      'opted-out': ['I keep your opt-out, so that I can honor it.'],
      both: ['I keep your opt-out and your opt-ins, so that I can honor them.'],
      undecided: [],
    }[decision];
    const deleted = messages.kind === 'over' ? messages.deleted : 0;
    const total = Object.values(counts).reduce((sum, count) => sum + count, deleted);
    const left = {
      one: `The speech service couldn't delete # voice. Use ${erase} again in a few minutes.`,
      other: `The speech service couldn't delete # voices. Use ${erase} again in a few minutes.`,
    };
    return [
      ...(total === 0
        ? messages.kind === 'under-way'
          ? []
          : ['Nothing was deleted.']
        : [`Deleted your ${listOf(counts, deleted)}.`]),
      ...messageSentences(messages),
      ...(remaining === 0 ? [] : [format.plural(remaining, left)]),
      ...kept,
      ...(mutedIn === 0 ? [] : ['I still leave your messages out when I read aloud, as you chose.']),
      "I can't delete transcript files that were posted or downloaded.",
    ].join(' ');
  },
  /** Follows once a deletion of messages that took longer is over. */
  messagesErased: (outcome: DeletedMessages): string =>
    [
      ...(outcome.deleted === 0 ? [] : [`Deleted your ${messageCount(outcome.deleted)} in Discord.`]),
      ...unreachedMessages(outcome),
    ].join(' ') || 'No caption messages were left to delete.',
};
