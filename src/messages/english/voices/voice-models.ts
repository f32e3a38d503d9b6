import { bold, inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../../format.ts';
import { errorMessages } from '../errors.ts';
import { command, option } from '../names.ts';
import { COVER_FORMATS, voiceCommandMessages } from './voice-command.ts';
import { countVoices, listMessages } from './voice-list.ts';
import { serviceMessages } from './voice-service.ts';
import { named, soundMessage, useMessages } from './voice-use.ts';

const format = createFormat('en');

const OPEN_FORM = 'Open the form';
const SAMPLE = 'Sample';
const USE = 'Use';

/** English: custom voices. Titles, ids and names come free of formatting and mentions; an empty title is none. */
export const voiceModelMessages = {
  command: voiceCommandMessages,
  /** The suggestion that goes back to the default voice. */
  defaultVoice: 'Default voice',
  /** The suggestion of the voice that the person has chosen. */
  presentVoice: ({ title }: Titled): string => `${title === '' ? 'Untitled' : title} · your voice now`,
  buttons: {
    confirm: 'Confirm',
    cancel: 'Cancel',
    delete: 'Delete',
    keep: 'Keep it',
    info: 'Info',
    use: USE,
    useEverywhere: 'Use everywhere',
    useOnlyHere: 'Use only here',
    resetHere: 'Reset here',
    resetEverywhere: 'Reset everywhere',
    sample: SAMPLE,
    edit: 'Edit',
    openForm: OPEN_FORM,
    previous: 'Previous',
    next: 'Next',
  },

  /** How a voice is doing, in lists. */
  statusLabels: {
    ready: 'ready',
    training: 'in training',
    failed: 'training failed',
    'taken-down': 'taken down',
    'not-for-speech': 'not for speech',
    gone: 'deleted',
  },
  /** How a voice is doing, and what to do about it. */
  status: {
    ready: ({ title }: Titled) => `${named(title)} is ready.`,
    training: ({ title }: Titled) =>
      `${named(title)} is still in training. Check again in a few minutes with ${command('voice info')}.`,
    failed: ({ title }: Titled) =>
      `The training of ${named(title)} failed, so I can't speak with it. Create it again with better recordings.`,
    'taken-down': ({ title }: Titled) => `${named(title)} was taken down by the speech service.`,
    'not-for-speech': ({ title }: Titled) => `${named(title)} isn't made for speech, so I can't speak with it.`,
    gone: ({ title }: Titled) => `${named(title)} was deleted from the speech service.`,
  },
  /** Whose a voice is, in lists; of a public one, where its author has no name. */
  owners: { mine: 'yours', guild: "this server's", operator: "the bot operator's", public: 'public' },

  unknown: ({ entered }: { entered: string }) =>
    `I can't find the voice “${entered}” here. Choose one from the suggestions, or see ${command('voice list')}.`,
  several: ({ entered }: { entered: string }) =>
    `Several voices are called “${entered}”. Choose one from the suggestions, or paste its ID.`,
  /** Why somebody can't edit or delete a voice: whose it is. */
  notYours: {
    public: ({ title }: Titled) => `${named(title)} is a public voice, so you can't change or delete it.`,
    operator: ({ title }: Titled) => `${named(title)} belongs to the bot's operator, so you can't change or delete it.`,
    guild: ({ title }: Titled) =>
      `You can't change or delete ${named(title)}. Only its creator and members with Manage Server can.`,
    someoneElse: ({ title }: Titled) => `${named(title)} belongs to someone else, so you can't change or delete it.`,
    /** Where the voice isn't known any more. */
    unknown: "You can't change or delete this voice. Only its creator and members with Manage Server can.",
  },

  create: {
    /** What somebody confirms. */
    offer: (offer: Offer) =>
      [
        `Create the voice ${named(offer.title)}?`,
        `${bold('Sent to the speech service:')} ${sentParts(offer)}.`,
        `${bold('Who can find it:')} ${WHO_CAN_FIND[offer.visibleTo]}.`,
        "By confirming, you say that you have the right to use this voice: it's your own, or its owner has allowed it. I keep your confirmation with the time and a fingerprint of the recordings.",
        offer.wasSent
          ? `No voice has been created yet. You can confirm until ${shortTime(offer.expiresAtMs)}.`
          : `Nothing has been sent yet. You can confirm until ${shortTime(offer.expiresAtMs)}.`,
      ].join('\n'),
    cancelled: 'Canceled. Nothing was sent.',
    /** Where the service may have the recordings. */
    cancelledSent: 'Canceled. No voice was created.',
    /** Where it isn't known what was sent or created: the bot has restarted, or the question is too old. */
    expired: `This question has expired. Use ${command('voice create')} again.`,
    expiredUnsent: `This question has expired, and nothing was sent. Use ${command('voice create')} again.`,
    /** Where the service may have the recordings. */
    expiredSent: `This question has expired, and no voice was created. Use ${command('voice create')} again.`,
    alreadyAnswered: `You've already answered this. Use ${command('voice list')} to see your voices.`,
    sending: ({ title }: Titled) => `Sending the recordings of ${named(title)} to the speech service…`,
    waitingForTraining: ({ title }: Titled) => `Created ${named(title)}. Waiting for its training to start…`,
    training: ({ title }: Titled) => `Created ${named(title)}. It's in training…`,
    ready: ({ title, id }: Identified) =>
      `${named(title)} is ready. Press ${bold(SAMPLE)} to hear it or ${bold(USE)} to make it your voice. Its ID is ${inlineCode(id)}.`,
    trainingFailed: ({ title, id, recordings }: Identified & { readonly recordings: readonly string[] }) =>
      [
        `The training of ${named(title)} failed, so it can't be used.`,
        ...recordings,
        `Delete it with ${command('voice delete')}, then try again with better recordings. Its ID is ${inlineCode(id)}.`,
      ].join('\n'),
    stillTraining: ({ title, id, afterMs }: Identified & { readonly afterMs: number }) =>
      `${named(title)} is still in training after ${format.duration(afterMs)}. Check again with ${command('voice info')}. Its ID is ${inlineCode(id)}.`,
    notFollowed: ({ title, id }: Identified) =>
      `Created ${named(title)}, but I can't follow its training now. Check it with ${command('voice info')}. Its ID is ${inlineCode(id)}.`,
    unsure: ({ title }: Titled) =>
      `I don't know whether ${named(title)} was created: the speech service didn't answer. Check ${command('voice list')} in half an hour. If it was created, it's there and it's yours.`,
    busy: "I'm busy with other people's voices. Try again in a minute.",
    noRecording: `Attach at least one recording of the voice as ${option('audio')}.`,
    needsCover: `A public voice needs a cover image. Attach a ${COVER_FORMATS} as ${option('cover')}, or choose another visibility.`,
    limits: {
      none: `Nobody can create voices in this server. A server manager can allow it in ${command('settings')}.`,
      person: ({ max }: { max: number }) =>
        `You've reached this server's limit of ${countVoices(max)} per person. Delete one with ${command('voice delete')}, or ask a server manager to raise the limit in ${command('settings')}.`,
      guild: ({ max }: { max: number }) =>
        `This server has reached its limit of ${countVoices(max)}. Delete one with ${command('voice delete')}, or ask a server manager to raise the limit in ${command('settings')}.`,
      /** The operator's limit: its number would tell what other servers have. */
      account: "I can't keep more voices. Ask the bot's operator to make room.",
      /** Outside of servers. */
      direct: ({ max }: { max: number }) =>
        `You've reached the limit of ${countVoices(max)} per person. Delete one with ${command('voice delete')}.`,
    },
  },

  /** What is wrong with a recording of a voice. `name` is the file's. */
  recordings: {
    empty: ({ name }: Named) => `“${name}” is empty. Upload it again.`,
    tooLarge: ({ name, maxBytes }: Named & { readonly maxBytes: number }) =>
      `“${name}” is too large. The limit is ${format.sizeLimit(maxBytes)}.`,
    tooShort: ({ name, minMs }: Named & { readonly minMs: number }) =>
      `“${name}” is too short. It must be at least ${format.plural(minMs / 1_000, { one: '# second', other: '# seconds' })} long.`,
    tooLong: ({ name, maxMs }: Named & { readonly maxMs: number }) =>
      `“${name}” is too long. The limit is ${format.plural(maxMs / 60_000, { one: '# minute', other: '# minutes' })}.`,
    notAudio: ({ name, formats }: Named & { readonly formats: readonly string[] }) =>
      `“${name}” doesn't contain audio that I can read. ${errorMessages.readableFormats({ formats })}`,
    noSound: ({ name }: Named) => `“${name}” has no sound. Attach a recording, or a video with sound.`,
    damaged: ({ name }: Named) => `“${name}” is damaged, so I can't read its sound. Export or record it again.`,
    protected: ({ name }: Named) =>
      `“${name}” is copy-protected (DRM), so only its own player can open it. Attach an unprotected file.`,
    unreadableSound: ({ name, formats }: Named & { readonly formats: readonly string[] }) =>
      `I can't read the kind of sound in “${name}”. Convert the file to mp3 or wav first. ${errorMessages.readableFormats({ formats })}`,
    cutOff: ({ name }: Named) => `“${name}” is cut off before its end. Upload it again.`,
    changed: ({ name }: Named) => `“${name}” has changed since I checked it. Use ${command('voice create')} again.`,
    hasGaps: ({ name }: Named) => `“${name}” has long gaps in its sound. Upload only the sound, as wav or mp3.`,
  },

  /** What is wrong with what somebody entered about a voice. */
  fields: {
    titleMissing: 'A voice needs a title.',
    titleTooLong: ({ length, max }: TooLong) =>
      `The title has ${format.number(length)} characters. The limit is ${format.number(max)}.`,
    descriptionTooLong: ({ length, max }: TooLong) =>
      `The description has ${format.number(length)} characters. The limit is ${format.number(max)}.`,
    tagTooLong: ({ tag, max }: { tag: string; max: number }) =>
      `The tag “${tag}” is longer than ${format.number(max)} characters. Put commas between tags.`,
    tooManyTags: ({ count, max }: { count: number; max: number }) =>
      `You entered ${format.number(count)} tags. The limit is ${format.number(max)}.`,
    invalidVisibility: 'Choose `public`, `unlisted`, or `private` as the visibility.',
    /** Both at least 0; `recordings` at least 2. */
    transcriptCount: ({ recordings, transcripts }: { recordings: number; transcripts: number }) =>
      format.plural(transcripts, {
        one: `You attached ${format.number(recordings)} recordings, but only wrote # transcript. Put \`|\` between the transcripts, or leave out ${option('transcript')}.`,
        other: `You attached ${format.number(recordings)} recordings, but wrote # transcripts. Put \`|\` between the transcripts, or leave out ${option('transcript')}.`,
      }),
    coverTooLarge: ({ maxBytes }: { maxBytes: number }) =>
      `The cover image is too large. The limit is ${format.sizeLimit(maxBytes)}.`,
    coverNotAnImage: `The ${option('cover')} isn't an image that I can use. Attach a ${COVER_FORMATS}.`,
  },

  list: listMessages,
  service: serviceMessages,

  info: {
    /** The fields' names. */
    id: 'ID',
    status: 'Status',
    visibility: 'Visibility',
    languages: 'Languages',
    tags: 'Tags',
    owner: 'Owner',
    created: 'Created',
    updated: 'Updated',
    likes: 'Likes',
    uses: 'Uses',
    samples: 'Samples',
    defaultText: 'Default text',
    recordings: 'Recordings',
    /** Their values. */
    none: 'none',
    /** The owner, to themselves. */
    you: 'you',
    createdBy: ({ owner, userId }: { owner: string; userId: string }) => `${owner}, created by ${userMention(userId)}`,
    visibilities: {
      public: "public: in the speech service's list",
      unlist: 'unlisted: for anyone who has its ID',
      private: 'private',
    },
    /** The same of a voice whose visibility can't be changed. */
    lockedVisibilities: {
      public: "public: in the speech service's list (locked)",
      unlist: 'unlisted: for anyone who has its ID (locked)',
      private: 'private (locked)',
    },
    count: ({ count }: { count: number }) => format.number(count),
    sample: ({ title, text }: { title: string; text: string }) => (title === '' ? `“${text}”` : `${title}: “${text}”`),
    more: ({ count }: { count: number }) => format.plural(count, { one: 'and # more', other: 'and # more' }),
    /** What the service says of a recording. `language` and `problem` are empty where it says nothing of them. */
    recording: ({ name, durationMs, language, passed, problem }: RecordingQuality) =>
      [
        name,
        ...(durationMs === undefined ? [] : [seconds(durationMs)]),
        language === '' ? 'language unknown' : language,
        passed ? '✅ passed' : `⚠️ ${problem === '' ? 'not good enough' : problem}`,
      ].join(' · '),
  },
  /** Above a file in which a voice speaks. */
  sampleReply: ({ title }: Titled) => `This is ${named(title)}:`,
  /** What a voice says in its sample when it has no text of its own. */
  sampleText: 'Hello! This is how I sound.',

  edit: {
    formTitle: 'Edit a voice',
    formFields: {
      title: 'Title',
      description: 'Description',
      tags: 'Tags, separated by commas',
      /** `choices`: at least two names that may be typed. At most 45 characters. */
      visibility: ({ choices }: { choices: readonly string[] }) => `Visibility: ${format.alternatives(choices)}`,
    },
    /** What a person types as the visibility. */
    visibilityNames: { public: 'public', unlist: 'unlisted', private: 'private' },
    edited: ({ title, description, visibleTo, tags, hasNewCover }: Edited) =>
      [
        `Updated ${named(title)}.`,
        ...(description === undefined ? [] : [`${bold('Description:')} ${description === '' ? 'none' : description}`]),
        ...(visibleTo === undefined ? [] : [`${bold('Who can find it:')} ${WHO_CAN_FIND[visibleTo]}`]),
        ...(tags === undefined ? [] : [`${bold('Tags:')} ${tags.length === 0 ? 'none' : tags.join(', ')}`]),
        ...(hasNewCover ? [`${bold('Cover image:')} new`] : []),
      ].join('\n'),
    nothingDifferent: ({ title }: Titled) => `Nothing to change: ${named(title)} is already like this.`,
    needsCover: ({ title }: Titled) =>
      `A public voice needs a cover image, and ${named(title)} has none. Use ${command('voice edit')} with ${option('visibility')} and ${option('cover')} together.`,
    makersChoice: ({ title }: Titled) =>
      `Only the person who made ${named(title)} can make it visible to more people. You can make it less visible, or delete it.`,
    openForm: ({ title }: Titled) => `Press ${bold(OPEN_FORM)} to edit ${named(title)}.`,
  },

  delete: {
    /** `users`: how many people have chosen the voice. */
    question: ({ title, id, users }: Identified & { readonly users: number }) =>
      `Delete ${named(title)} (${inlineCode(id)})? ${chosenBy(users)} This can't be undone.`,
    deleted: ({ title }: Titled) => `Deleted ${named(title)}.`,
    alreadyDeleted: 'This voice was already deleted.',
    kept: ({ title }: Titled) => `Kept ${named(title)}.`,
  },

  sound: soundMessage,
  use: useMessages,
};

/** Who can find a voice, after a label. */
const WHO_CAN_FIND = {
  everyone: "anyone, also outside Discord (it's in the speech service's public list)",
  'with-id': 'anyone who has its ID',
  guild: 'only people in this server',
  'its-guild': 'only people in the server that it was created in',
  maker: 'only you',
} as const;

interface Titled {
  readonly title: string;
}

interface Identified extends Titled {
  readonly id: string;
}

interface Named {
  readonly name: string;
}

interface TooLong {
  readonly length: number;
  readonly max: number;
}

interface Offer extends Titled {
  readonly recordings: readonly { readonly name: string; readonly durationMs: number }[];
  readonly hasTranscripts: boolean;
  readonly hasDescription: boolean;
  readonly tags: readonly string[];
  readonly hasCover: boolean;
  readonly visibleTo: keyof typeof WHO_CAN_FIND;
  /** Whether the service may have the recordings, from an attempt that failed. */
  readonly wasSent: boolean;
  readonly expiresAtMs: number;
}

interface RecordingQuality extends Named {
  readonly durationMs: number | undefined;
  readonly language: string;
  readonly passed: boolean;
  readonly problem: string;
}

interface Edited extends Titled {
  /** What was changed; `undefined` where it wasn't. */
  readonly description: string | undefined;
  readonly visibleTo: keyof typeof WHO_CAN_FIND | undefined;
  readonly tags: readonly string[] | undefined;
  readonly hasNewCover: boolean;
}

function chosenBy(users: number): string {
  if (users === 0) return 'Nobody uses it.';
  return format.plural(users, {
    one: '# person uses it; without it they get the voice they chose elsewhere, or the default voice.',
    other: '# people use it; without it they get the voice they chose elsewhere, or the default voice.',
  });
}

function seconds(durationMs: number): string {
  return `${format.number(durationMs / 1_000)} s`;
}

const shortTime = (timeMs: number): string => time(Math.floor(timeMs / 1_000), TimestampStyles.ShortTime);

function sentParts({ recordings, hasTranscripts, hasDescription, tags, hasCover }: Offer): string {
  return format.list([
    ...recordings.map(({ name, durationMs }) => `the recording “${name}” (${seconds(durationMs)})`),
    ...(hasTranscripts ? [format.plural(recordings.length, { one: 'the transcript', other: 'the transcripts' })] : []),
    'the title',
    ...(hasDescription ? ['the description'] : []),
    ...(tags.length === 0 ? [] : [`the tags ${format.list(tags.map((tag) => `“${tag}”`))}`]),
    ...(hasCover ? ['the cover image'] : []),
  ]);
}
