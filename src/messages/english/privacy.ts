import { createFormat } from '../format.ts';
import { command } from './names.ts';

const format = createFormat('en');

const optOut = command('privacy opt-out');
const erase = command('privacy erase');

interface Count {
  readonly count: number;
}

/** A list that is never empty, such as `1 voice` and `2 captions`. */
interface Items {
  readonly items: readonly string[];
}

/** A time in Discord's markup, at which the person decided. */
interface DecidedAt {
  readonly at: string;
}

/** Where people opted in to captions in these servers only: names, and perhaps how many others there are. */
interface Servers {
  readonly servers: readonly string[];
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
  /** By what the person decided for other servers. */
  optedInHere: {
    'opted-out': `You're opted in for this server only, and opted out in all others. Use ${optOut} to opt out here too.`,
    undecided: `You're opted in for this server only. Other servers follow their own settings. Use ${optOut} to opt out everywhere.`,
  },

  /** What is deleted, as items of the lists in `eraseQuestion.ask` and `erased.items`. */
  items: {
    captions: ({ count }: Count): string => format.plural(count, { one: '# caption', other: '# captions' }),
    /** At Discord, with captions of this person. */
    messages: ({ count }: Count): string =>
      format.plural(count, { one: '# caption message', other: '# caption messages' }),
    /** Audio that isn't transcribed yet. */
    recordings: ({ count }: Count): string =>
      format.plural(count, { one: '# pending recording', other: '# pending recordings' }),
    voices: ({ count }: Count): string => format.plural(count, { one: '# voice', other: '# voices' }),
    /** That the person has the rights to the voice in a recording. */
    confirmations: ({ count }: Count): string =>
      format.plural(count, { one: '# rights confirmation', other: '# rights confirmations' }),
    /** Of a voice, with its speed and volume, and of the one last named in `/say`; by place. */
    choices: ({ count }: Count): string => format.plural(count, { one: '# voice choice', other: '# voice choices' }),
    /** Texts that are being spoken, or wait to be. */
    queuedTexts: ({ count }: Count): string =>
      format.plural(count, { one: '# text in a queue', other: '# texts in queues' }),
    /** Said before messages that are read aloud. */
    nicknames: ({ count }: Count): string => format.plural(count, { one: '# spoken name', other: '# spoken names' }),
    identities: ({ count }: Count): string =>
      format.plural(count, { one: '# name of a proxy', other: '# names of proxies' }),
    /** In the person's own dictionary. */
    pronunciations: ({ count }: Count): string =>
      format.plural(count, { one: '# pronunciation', other: '# pronunciations' }),
    /** That the person added to servers. They stay, without the name. */
    serverPronunciations: ({ count }: Count): string =>
      format.plural(count, {
        one: 'name on # pronunciation of a server',
        other: 'name on # pronunciations of servers',
      }),
    /** Voice channels whose automatic captions the person set up. */
    autoCaptions: ({ count }: Count): string =>
      format.plural(count, {
        one: 'name at the automatic captions of # voice channel',
        other: 'name at the automatic captions of # voice channels',
      }),
    /** In place of `voices` and `confirmations` where there is nothing else. */
    voicesWithConfirmations: ({
      voices,
      confirmations,
    }: {
      readonly voices: number;
      readonly confirmations: number;
    }): string => {
      const theirs = format.plural(confirmations, { one: 'rights confirmation', other: '# rights confirmations' });
      const all = format.plural(confirmations, { one: '# rights confirmation', other: '# rights confirmations' });
      return format.plural(voices, { one: `# voice and its ${theirs}`, other: `# voices and their ${all}` });
    },
  },

  /** What the person decided, in every server that isn't among `servers`. */
  decision: {
    optedIn: ({ at }: DecidedAt): string => `You opted in to captions in every server on ${at}.`,
    optedOut: ({ at }: DecidedAt): string => `You opted out of captions on ${at}: you aren't captioned in any server.`,
    optedOutExcept: ({ at, servers }: DecidedAt & Servers): string =>
      `You opted out of captions on ${at}, in every server except ${format.list(servers)}, where you opted in.`,
    optedInOnly: ({ servers }: Servers): string =>
      `You opted in to captions in ${format.list(servers)} only. In other servers, you're captioned unless a server asks people to opt in.`,
    undecided: "You haven't opted in or out: you're captioned unless a server asks people to opt in.",
  },
  /** Items of the lists in `decision`. */
  servers: {
    unnamed: ({ count }: Count): string => format.plural(count, { one: '# server', other: '# servers' }),
    /** After names. */
    others: ({ count }: Count): string => format.plural(count, { one: '# other server', other: '# other servers' }),
  },

  /** Everything that is stored about a person. The same things as in `items`, each in a sentence. */
  stored: {
    noCaptions: 'No captions of yours are stored.',
    /** `oldest`: a time in Discord's markup. */
    captions: ({ count, oldest }: Count & { readonly oldest: string }): string =>
      format.plural(
        count,
        {
          one: '# caption of yours is stored, from {oldest}.',
          other: '# captions of yours are stored, the oldest from {oldest}.',
        },
        { oldest },
      ),
    recordings: ({ count }: Count): string =>
      format.plural(count, {
        one: 'A recording of your speech is still to be transcribed.',
        other: '# recordings of your speech are still to be transcribed.',
      }),
    messages: ({ count }: Count): string =>
      format.plural(count, {
        one: '# message in Discord shows captions of yours.',
        other: '# messages in Discord show captions of yours.',
      }),
    autoCaptions: ({ count }: Count): string =>
      format.plural(count, {
        one: 'You set up automatic captions of # voice channel.',
        other: 'You set up automatic captions of # voice channels.',
      }),
    noVoices: 'You have no voices.',
    voices: ({ count }: Count): string =>
      format.plural(count, { one: 'You made # voice.', other: 'You made # voices.' }),
    confirmations: ({ count }: Count): string =>
      format.plural(count, {
        one: '# rights confirmation is stored.',
        other: '# rights confirmations are stored.',
      }),
    choices: ({ count }: Count): string =>
      format.plural(count, { one: '# choice of a voice is stored.', other: '# choices of voices are stored.' }),
    pronunciations: ({ count }: Count): string =>
      format.plural(count, { one: 'You have # pronunciation.', other: 'You have # pronunciations.' }),
    serverPronunciations: ({ count }: Count): string =>
      format.plural(count, {
        one: 'You added # pronunciation to a server.',
        other: 'You added # pronunciations to servers.',
      }),
    usage: `${command('usage')} shows what you used today.`,
    /** Texts that are being spoken, or wait to be. */
    queuedTexts: ({ count }: Count): string =>
      format.plural(count, {
        one: '# text of yours is in the queue to be spoken.',
        other: '# texts of yours are in the queue to be spoken.',
      }),
    /** In `count` servers. */
    nicknames: ({ count }: Count): string =>
      format.plural(count, {
        one: 'You chose a name for messages that are read aloud in # server.',
        other: 'You chose a name for messages that are read aloud in # servers.',
      }),
    identities: ({ count }: Count): string =>
      format.plural(count, {
        one: 'PluralKit or Tupperbox posts for you under # name that I know.',
        other: 'PluralKit or Tupperbox posts for you under # names that I know.',
      }),
    /** In `count` servers. */
    mutes: ({ count }: Count): string =>
      format.plural(count, {
        one: "Your messages aren't read aloud in # server, because you chose so.",
        other: "Your messages aren't read aloud in # servers, because you chose so.",
      }),
    /** `commands`: as `/privacy erase`, in code font. */
    change: ({ commands }: { readonly commands: readonly string[] }): string =>
      `Use ${format.alternatives(commands)} to change this.`,
  },

  /** Asks before anything is deleted. */
  eraseQuestion: {
    ask: ({ items }: Items): string => `Delete your ${format.list(items)}?`,
    captions: "This removes your captions from every server's transcripts.",
    voices: ({ count }: Count): string =>
      format.plural(count, {
        one: 'Anyone who uses this voice loses it.',
        other: 'Anyone who uses these voices loses them.',
      }),
    serverPronunciations: 'Pronunciations that you added to servers stay, without your name.',
    /** At Discord, with captions of this person, which a button of its own deletes. */
    messages: ({ count }: Count): string =>
      format.plural(count, {
        one: '# message in Discord shows captions of yours: I can delete it too.',
        other: '# messages in Discord show captions of yours: I can delete them too.',
      }),
    final: "This can't be undone.",
  },
  nothingToErase: 'I have nothing of yours to delete.',
  kept: 'Nothing was deleted.',

  /** After an erasure. */
  erased: {
    nothing: 'Nothing was deleted.',
    items: ({ items }: Items): string => `Deleted your ${format.list(items)}.`,
    /** Voices that the speech service did not delete. */
    voicesLeft: ({ count }: Count): string =>
      format.plural(count, {
        one: `The speech service couldn't delete # voice. Use ${erase} again in a few minutes.`,
        other: `The speech service couldn't delete # voices. Use ${erase} again in a few minutes.`,
      }),
    /** A decision is kept; it can differ between servers. */
    decision: {
      'opted-in': 'I keep your opt-in, so that I can honor it.',
      'opted-out': 'I keep your opt-out, so that I can honor it.',
      both: 'I keep your opt-out and your opt-ins, so that I can honor them.',
    },
    mutes: 'I still leave your messages out when I read aloud, as you chose.',
    files: "I can't delete transcript files that were posted or downloaded.",
  },
  /** What happens to the messages at Discord that show a person's captions. */
  erasedMessages: {
    /** They stay, because the person wants it so. */
    kept: ({ count }: Count): string =>
      format.plural(count, {
        one: `# caption message in Discord stayed. Use ${erase} again to delete it.`,
        other: `# caption messages in Discord stayed. Use ${erase} again to delete them.`,
      }),
    underWay: ({ count }: Count): string =>
      format.plural(count, {
        one: "Deleting # caption message in Discord. I'll tell you when that's done.",
        other: "Deleting # caption messages in Discord. I'll tell you when that's done.",
      }),
    /** Follows once a deletion that took longer is over. */
    deleted: ({ count }: Count): string =>
      format.plural(count, {
        one: 'Deleted your # caption message in Discord.',
        other: 'Deleted your # caption messages in Discord.',
      }),
    /** Instead of it. */
    nothing: 'No caption messages were left to delete.',
    /** Out of reach for good. */
    refused: ({ count }: Count): string =>
      format.plural(count, {
        one: "# caption message is out of reach: I left its server or can't use its channel.",
        other: "# caption messages are out of reach: I left their servers or can't use their channels.",
      }),
    /** Discord could not be reached; they are deleted later. */
    remaining: ({ count }: Count): string =>
      format.plural(count, {
        one: "Discord didn't respond for # caption message. I'll keep trying.",
        other: "Discord didn't respond for # caption messages. I'll keep trying.",
      }),
  },
};
