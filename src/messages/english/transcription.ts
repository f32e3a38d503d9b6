import { bold, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import { command, menu, option } from './names.ts';

const format = createFormat('en');

/** Each of these permissions lets a member cancel what others began. */
const MAY_CANCEL = [bold('Manage Server'), bold('Move Members'), bold('Mute Members')];

/** English: transcripts of recordings. Attachments' `name`s come free of formatting and mentions. */
export const transcriptionMessages = {
  /** `/transcribe`. */
  command: {
    description: 'Transcribe a recording or video',
    options: {
      file: ({ formats }: { formats: readonly string[] }) => `The recording or video: ${format.alternatives(formats)}`,
      language: 'The language spoken (default: detected automatically)',
      format: 'Plain text, subtitles, or data (default: short text in the message, long text as txt)',
    },
  },
  cancelButton: 'Cancel',
  /** The name of an attachment that Discord recorded. */
  voiceMessage: 'Voice message',

  noFile: `Attach a recording or video as ${option('file')}.`,
  nothingAttached: 'This message has no recording or video attached.',
  senderOptedOut: "I can't transcribe this voice message: its sender opted out.",
  forwardedVoiceMessage: `I can't tell whose voice message was forwarded. Use ${menu('Transcribe')} on the original message instead.`,
  /** Shown when Discord is about to take no more answers to the command. */
  postedLater: "This is taking a while. I'll post the transcript here as a new message.",
  cancelled: 'Canceled. Nothing was transcribed.',
  nothingTranscribed: 'Nothing was transcribed.',
  alreadyEnded: `This transcription has already ended. If there's no transcript, use ${command('transcribe')} again.`,
  notYoursToCancel: ({ userId }: { userId: string }) =>
    `Only ${userMention(userId)} or someone with ${format.alternatives(MAY_CANCEL)} can cancel this.`,
  undeliverable:
    "The transcript is ready, but I can't post it here or message you. Allow direct messages from this server, then try again.",

  tooLarge: ({ maxBytes }: { maxBytes: number }) =>
    `This file is too large. The limit is ${format.sizeLimit(maxBytes)}.`,
  tooLong: ({ maxMs }: { maxMs: number }) => `This recording is too long. The limit is ${format.duration(maxMs)}.`,
  /** A line about one of several attachments that have no transcript. */
  failedAttachment: ({ name, reason }: { name: string; reason: string }) => `${bold(name)}: ${reason}`,

  /** How far an attachment is. `bar` is a drawing; `share` is 0 to 1. */
  progress: {
    waiting: 'Waiting…',
    queued: ({ ahead }: { ahead: number }) =>
      ahead === 0
        ? 'Next in line…'
        : format.plural(ahead, { one: 'Waiting. # is ahead…', other: 'Waiting. # are ahead…' }),
    downloading: ({ bar, bytes, totalBytes }: { bar: string; bytes: number; totalBytes: number }) =>
      `${bar} Downloading: ${format.bytes(bytes)} of ${format.bytes(totalBytes)}`,
    reading: ({ bar }: { bar: string }) => `${bar} Reading the file…`,
    transcribing: ({ bar, share, piecesDone, pieces, leftMs }: Transcribing) =>
      [
        `${bar} ${format.percent(share)}`,
        ...(pieces === 1 ? [] : [`${format.number(piecesDone)} of ${format.number(pieces)} pieces`]),
        ...(leftMs === undefined ? [] : [timeLeft(leftMs)]),
      ].join(' · '),
    done: ({ bar }: { bar: string }) => `${bar} Done`,
    failed: 'Failed. The reason follows with the other results.',
  },

  /** Above a transcript. `length` is a time such as `1:02`. */
  heading: ({ name, length, language }: { name: string; length: string; language: string | undefined }) =>
    [bold(name), length, ...(language === undefined ? [] : [language])].join(' · '),
  /** Above the reason why an attachment has no transcript, where others have one. */
  failedHeading: ({ name }: { name: string }) => bold(name),
  noSpeech: 'No speech found.',
  endsEarly: '⚠ The file is cut off, so its transcript ends early.',
  /**
   * What of a recording has no text: `from` and `to` are times such as `1:02`, the same if the length is unknown; `more`
   * further stretches are not named.
   */
  missing: ({ stretches, more, reason }: Missing) => {
    const named = stretches.map(({ from, to }) => (from === to ? `at ${from}` : `from ${from} to ${to}`));
    const rest =
      stretches.length === 0
        ? format.plural(more, { one: 'in # place', other: 'in # places' })
        : format.plural(more, { one: 'in # more place', other: 'in # more places' });
    const places = format.list([...named, ...(more === 0 ? [] : [rest])]);
    return `⚠ Not transcribed ${places}.${reason === undefined ? '' : ` ${reason}`}`;
  },
  tooLargeToAttach: 'The full transcript is too large to upload here. Transcribe the recording in parts.',
  /** Where another format than txt was asked for. */
  tooLargeToAttachTryTxt: 'The full transcript is too large to upload here. Try the `txt` format, the smallest one.',
};

interface Transcribing {
  readonly bar: string;
  readonly share: number;
  readonly piecesDone: number;
  readonly pieces: number;
  /** `undefined` where nothing is known of it. */
  readonly leftMs: number | undefined;
}

interface Missing {
  readonly stretches: readonly { readonly from: string; readonly to: string }[];
  readonly more: number;
  /** `undefined` where there is no room for it. */
  readonly reason: string | undefined;
}

/** Rounded, so that an estimate does not look like a measurement. */
function timeLeft(leftMs: number): string {
  const seconds = Math.max(0, leftMs) / 1_000;
  if (seconds < 10) return 'a few seconds left';
  const stepS = seconds < 55 ? 10 : 60;
  return `about ${format.duration(Math.round(seconds / stepS) * stepS * 1_000)} left`;
}
