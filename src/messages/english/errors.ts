import { createFormat } from '../format.ts';
import { option } from './names.ts';

const format = createFormat('en');

/** What a sentence about a failure can mention besides the failure itself. */
interface FailureDetails {
  /** The service's own explanation, a limit's code, or the kind of file or sound; sanitized. `undefined` where there is none. */
  readonly detail: string | undefined;
  /** File name extensions of the recordings that can be read. */
  readonly readableFormats: readonly string[];
}

type Failure = (details: FailureDetails) => string;

const RESTARTING = "I'm restarting. Try again in a moment.";
const UNREADABLE_AUDIO = "The speech service sent audio that I can't read. Try again in a moment.";
const UNREADABLE_ANSWER = "The speech service sent an answer that I can't read. Try again in a moment.";

const readableFormats = ({ formats }: { readonly formats: readonly string[] }): string =>
  `I can read ${format.list(formats)}.`;

const gaveUp: Failure = ({ detail }) =>
  detail === undefined
    ? 'The speech service failed to speak this text. Try again in a moment.'
    : `The speech service failed to speak this text. It says: “${detail}”. Try again in a moment.`;

/** What is wrong with a request that breaks a limit of the speech service, by the limit's code. */
const LIMIT_MESSAGES: ReadonlyMap<string, string> = new Map([
  ['text-empty', "There's nothing to speak in this text. Try another one."],
  ['control-tokens', "I can't speak a text that has `<|` or `|>` in it. Remove them, then try again."],
  ['recording-empty', 'A recording is empty. Attach it again.'],
  ['recording-too-large', 'The speech service takes recordings of at most 20 MB. Attach a smaller one.'],
  ['recording-too-short', 'This recording is too short. It must be at least 1 second long.'],
  ['recording-too-long', 'The speech service takes recordings of at most 60 minutes. Attach a shorter one.'],
  ['voice-recordings', 'A voice is made from 1 to 20 recordings.'],
  ['voice-transcripts', 'A voice takes at most 20 transcripts.'],
  ['voice-cover', 'A public voice needs a cover picture.'],
  ['voice-title', 'A voice needs a title.'],
  ['voice-id', "This isn't the ID of a voice. Choose one from the suggestions."],
  ['update-empty', 'Nothing was changed. Change something, then save again.'],
  ['tags-and-cover', 'Remove the tags and set the cover picture one after the other.'],
  ['page-size', 'A page of the list has 1 to 100 voices.'],
  ['page-number', 'The first page of the list is page 1.'],
]);

const UNKNOWN_CODEC = 'unknown-codec';
const SILENT_VIDEO = 'silent-video';

/** Kinds of files and sound that can't be read, by their code. Other kinds have only their own name. */
const RECORDING_KINDS: ReadonlyMap<string, string> = new Map([
  ['png-picture', 'a PNG picture'],
  ['jpeg-picture', 'a JPEG picture'],
  ['gif-picture', 'a GIF picture'],
  ['webp-picture', 'a WebP picture'],
  ['bmp-picture', 'a BMP picture'],
  ['ogg-other', 'Ogg with neither Opus nor Vorbis'],
  ['wma-or-wmv', 'WMA or WMV'],
  ['wav-adpcm', 'WAV with ADPCM'],
  ['wav-ima-adpcm', 'WAV with IMA ADPCM'],
  ['wav-gsm', 'WAV with GSM'],
  ['wav-mp3', 'WAV with MP3'],
  ['AC-3', 'Dolby Digital (AC-3)'],
  ['E-AC-3', 'Dolby Digital Plus (E-AC-3)'],
  [UNKNOWN_CODEC, 'an unknown codec'],
]);

function kindOf(code: string): string {
  const wavFormat = /^wav-format-(\d+)$/.exec(code)?.[1];
  return wavFormat === undefined ? (RECORDING_KINDS.get(code) ?? code) : `WAV format ${wavFormat}`;
}

/** English: failures, by code. */
export const errorMessages = {
  /** One sentence or two for each code that a person can do something about, or pass on. */
  byCode: {
    SPEECH_BAD_REQUEST: ({ detail }: FailureDetails): string =>
      detail === undefined
        ? `The speech service doesn't accept this request. Choose a voice from the suggestions of ${option('voice')}, or leave ${option('voice')} out.`
        : `The speech service doesn't accept this request. It says: “${detail}”. Choose a voice from the suggestions of ${option('voice')}, or leave ${option('voice')} out.`,
    SPEECH_UNAUTHORIZED:
      "The speech service rejected my API key, so I can't speak or caption. Ask the bot's operator to check `SPEECH_API_KEY`.",
    SPEECH_OUT_OF_CREDITS:
      "The speech service account is out of credits. Ask the bot's operator to top up its API credit, which is separate from the platform's credit.",
    SPEECH_FORBIDDEN: ({ detail }: FailureDetails): string =>
      detail === undefined
        ? "My speech service account isn't allowed to do this. Try another voice."
        : `My speech service account isn't allowed to do this. The service says: “${detail}”. Try another voice.`,
    SPEECH_NOT_FOUND: `The speech service no longer has this voice. Choose another one, or leave ${option('voice')} out.`,
    SPEECH_TOO_LARGE: 'This is too large for the speech service. Try something shorter.',
    SPEECH_INVALID: ({ detail }: FailureDetails): string =>
      detail === undefined
        ? 'The speech service found a mistake in this request.'
        : `The speech service found a mistake in this request. It says: “${detail}”.`,
    SPEECH_REJECTED: ({ detail }: FailureDetails): string =>
      detail === undefined
        ? 'The speech service rejected this request.'
        : `The speech service rejected this request. It says: “${detail}”.`,
    SPEECH_RATE_LIMITED: 'The speech service is busy: too many requests at the same time. Try again in a moment.',
    SPEECH_BUSY: 'I have too much to do right now. Try again in a moment.',
    SPEECH_UNAVAILABLE: 'The speech service is having problems right now. Try again in a minute.',
    SPEECH_TIMEOUT: 'The speech service took too long to answer. Try again in a moment.',
    SPEECH_CONNECTION:
      "I can't reach the speech service. Try again in a minute. If it keeps happening, tell the bot's operator.",
    SPEECH_LIVE_STALLED: 'The speech service stopped in the middle of the text. Try again in a moment.',
    SPEECH_LIVE_CLOSED: 'The speech service disconnected in the middle of the text. Try again in a moment.',
    SPEECH_LIVE_FINISH_ERROR: gaveUp,
    SPEECH_LIVE_ERROR_EVENT: gaveUp,
    SPEECH_LIVE_GARBAGE: UNREADABLE_ANSWER,
    SPEECH_MALFORMED_ANSWER: UNREADABLE_ANSWER,
    SPEECH_LIMIT: ({ detail }: FailureDetails): string =>
      LIMIT_MESSAGES.get(detail ?? '') ?? 'This exceeds a limit of the speech service. Try something shorter.',
    SPEECH_CLOSED: RESTARTING,
    SPEECH_FILE_TOO_LARGE: 'The audio is larger than Discord allows here. Try a shorter text.',

    OGG_MALFORMED: UNREADABLE_AUDIO,
    OPUS_MALFORMED: UNREADABLE_AUDIO,
    AUDIO_MALFORMED: UNREADABLE_AUDIO,
    AUDIO_UNSUPPORTED:
      "The speech service sent a kind of audio that I can't read. Ask the bot's operator to check `SPEECH_TTS_FORMAT`.",

    AUDIO_EMPTY: 'This file is empty. Its upload may have been interrupted: attach it again.',
    AUDIO_NOT_AUDIO: ({ readableFormats: formats }: FailureDetails): string =>
      `This file doesn't contain audio that I can read. ${readableFormats({ formats })}`,
    AUDIO_NO_TRACK: ({ detail }: FailureDetails): string => {
      if (detail === SILENT_VIDEO) return 'This video has no sound. Attach a recording, or a video with sound.';
      return detail === undefined
        ? 'This file has no sound. Attach a recording, or a video with sound.'
        : `This file has no sound: it's ${kindOf(detail)}. Attach a recording, or a video with sound.`;
    },
    AUDIO_BROKEN: "This file is damaged or incomplete, so I can't read its sound. Export or record it again.",
    AUDIO_PROTECTED:
      'This file is copy-protected (DRM), so only its own player can open it. Attach an unprotected file.',
    AUDIO_CODEC: ({ detail, readableFormats: formats }: FailureDetails): string =>
      detail === undefined
        ? `I can't read this kind of sound. Convert the file to mp3 or wav first. ${readableFormats({ formats })}`
        : `I can't read this kind of sound: ${kindOf(detail)}. Convert the file to mp3 or wav first. ${readableFormats({ formats })}`,
    AUDIO_TOO_SHORT: 'This recording is too short. It must be at least 1 second long.',
    AUDIO_PART_BROKEN: 'This part of the file is damaged.',
    AUDIO_PART_CODEC: ({ detail }: FailureDetails): string =>
      detail === undefined || detail === UNKNOWN_CODEC
        ? "This part uses a codec I can't read. Convert the file to mp3 or wav first."
        : `This part uses a codec I can't read: ${kindOf(detail)}. Convert the file to mp3 or wav first.`,
    AUDIO_PART_TOO_SHORT: 'This part of the file is shorter than 1 second, too short to be read on its own.',
    AUDIO_PART_TOO_MANY: 'The file goes on, but has too many parts. Split it, and attach the files.',

    VOICE_MODEL_REJECTED: ({ detail }: FailureDetails): string =>
      detail === undefined
        ? "The speech service rejected this request. Try again in a minute. If it keeps happening, tell the bot's operator."
        : `The speech service rejected this request. It says: “${detail}”.`,
    VOICE_MODEL_FORBIDDEN: ({ detail }: FailureDetails): string =>
      detail === undefined
        ? "My speech service account isn't allowed to do this. Ask the bot's operator to check the account."
        : `My speech service account isn't allowed to do this. The service says: “${detail}”. Ask the bot's operator to check the account.`,

    STORE_UNAVAILABLE:
      "I can't reach my database, so nothing was changed. Try again in a minute. If it keeps happening, tell the bot's operator.",
    STORE_FAILED: "My database rejected this. Ask the bot's operator to look at the log.",

    ATTACHMENT_FOREIGN: 'I only take files from Discord. Upload this one here.',
    ATTACHMENT_EXPIRED: 'Discord no longer has this file: it was deleted, or its link has expired. Upload it again.',
    ATTACHMENT_TOO_LARGE: 'This file is too large for me. Try a smaller one.',
    ATTACHMENT_BROKE_OFF: 'The download of this file from Discord was interrupted. Try again in a moment.',
    ATTACHMENT_REFUSED:
      "Discord doesn't let me download this file. Upload it again. If that doesn't help, tell the bot's operator.",

    FILES_BUSY: "I'm transcribing as many recordings as I can. Try again when some of them are done.",
    FILES_TOO_LARGE: 'This file is larger than I can take. Try a smaller one.',
    FILES_TOO_LONG: 'This recording is longer than I can take. Cut it, and attach the parts.',
    FILES_DISK_FULL: "I have no room for this file while I'm working on others. Try again in a few minutes.",
    FILES_DISK_FAILED: "I can't store this file while I work on it. Ask the bot's operator to look at the log.",
    FILES_PIECE_FAILED: "I can't split this recording. It may be damaged: export or record it again.",
    FILES_REFUSED: ({ detail }: FailureDetails): string =>
      detail === undefined
        ? "The speech service doesn't accept this recording."
        : `The speech service doesn't accept this recording. It says: “${detail}”.`,

    VOICE_THREAD_LOST: 'My voice connection crashed and is being restarted. Try again in a moment.',
    VOICE_CLOSED: RESTARTING,
    VOICE_NO_AUDIO: 'The speech service made no sound from this text. Try other words.',
    VOICE_TOO_MUCH_AUDIO: 'The speech service sent much more audio than this text needs. Try again in a moment.',

    DISCORD_ANSWER_TOO_LARGE: 'My answer has a file that is too large for Discord here. Ask for less.',
  },

  unexpected: ({ reference }: { readonly reference: string }): string =>
    `Something went wrong on my side. If it happens again, give the bot's operator this reference: \`${reference}\`.`,

  /** A failure of the speech service, which named the request; `requestId` has no backticks. */
  withRequestId: ({ message, requestId }: { readonly message: string; readonly requestId: string }): string =>
    `${message} The service's reference: \`${requestId}\`.`,

  /** Which recordings can be read; `formats` are file name extensions. */
  readableFormats,
};
