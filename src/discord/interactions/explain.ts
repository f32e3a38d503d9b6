import { randomBytes } from 'node:crypto';
import type { RecordingErrorCode } from '../../audio/recording/recording-error.ts';
import { UserError } from '../../errors.ts';
import type { Logger } from '../../log.ts';
import type { SpeechErrorCode } from '../../speech/speech-error.ts';
import type { AttachmentErrorCode } from '../client/attachment-download.ts';
import { clip, sanitize } from './replies.ts';

/** The service's own words are quoted up to this length, in characters. */
const MAX_QUOTE_LENGTH = 200;

/** A failure as an error or as plain data, with the service's own words where it said something. */
interface Problem {
  readonly code: string;
  readonly serviceMessage: string | undefined;
}

const OPERATOR = 'Please tell whoever runs me';
const UNREADABLE_AUDIO = 'The speech service sent audio that I cannot read. Try again in a moment.';
const UNREADABLE_ANSWER = 'The speech service sent something that I do not understand. Try again in a moment.';

const READABLE_KINDS = 'I can read wav, mp3, m4a, aac, mp4, mov, ogg, opus, webm and flac.';

/** Codes that people can be told something about; every code of the speech service is one. */
type KnownCode =
  | SpeechErrorCode
  | AudioErrorCode
  | StoreErrorCode
  | AttachmentErrorCode
  | FileErrorCode
  | RecordingErrorCode
  | VoiceErrorCode;
type AudioErrorCode = 'OGG_MALFORMED' | 'OPUS_MALFORMED' | 'AUDIO_MALFORMED' | 'AUDIO_UNSUPPORTED' | 'VOICE_NO_AUDIO';
type FileErrorCode =
  | 'FILES_BUSY'
  | 'FILES_TOO_LARGE'
  | 'FILES_TOO_LONG'
  | 'FILES_DISK_FULL'
  | 'FILES_DISK_FAILED'
  | 'FILES_PIECE_FAILED'
  | 'FILES_REFUSED';
type VoiceErrorCode = 'VOICE_THREAD_LOST' | 'VOICE_CLOSED';
type StoreErrorCode = 'STORE_UNAVAILABLE' | 'STORE_FAILED';

/** What people read. `{quote}` becomes a sentence with the service's own words, or nothing; `{words}` the bare words. */
const WORDS: Readonly<Record<KnownCode, string>> = {
  SPEECH_BAD_REQUEST:
    'The speech service does not accept this request.{quote} The voice may be unknown or gone: choose one from the suggestions of `voice`, or leave `voice` out.',
  SPEECH_UNAUTHORIZED: `The speech service refuses my key, so I can neither speak nor listen. ${OPERATOR}: SPEECH_API_KEY is wrong or has expired.`,
  SPEECH_OUT_OF_CREDITS: `The speech service account is out of credits. ${OPERATOR}: it has to be topped up.`,
  SPEECH_FORBIDDEN: `The speech service does not let my account do this.{quote} Try another voice.`,
  SPEECH_NOT_FOUND: 'The speech service does not know this voice any more. Choose another one, or leave `voice` out.',
  SPEECH_TOO_LARGE: 'This is too large for the speech service. Try a shorter one.',
  SPEECH_INVALID: 'The speech service finds a fault in this request.{quote}',
  SPEECH_REJECTED: 'The speech service refused this request.{quote}',
  SPEECH_RATE_LIMITED: 'The speech service is busy: too many requests at once. Try again in a moment.',
  SPEECH_BUSY: 'I have more to do than I can take on right now. Try again in a moment.',
  SPEECH_UNAVAILABLE: 'The speech service has a problem of its own right now. Try again in a minute.',
  SPEECH_TIMEOUT: 'The speech service took too long to answer. Try again in a moment.',
  SPEECH_CONNECTION: `I cannot reach the speech service. Try again in a minute; if it stays so, tell whoever runs me.`,
  SPEECH_LIVE_STALLED: 'The speech service stopped in the middle of the text. Try again in a moment.',
  SPEECH_LIVE_CLOSED: 'The speech service broke off in the middle of the text. Try again in a moment.',
  SPEECH_LIVE_FINISH_ERROR: 'The speech service gave up on this text.{quote} Try again in a moment.',
  SPEECH_LIVE_ERROR_EVENT: 'The speech service gave up on this text.{quote} Try again in a moment.',
  SPEECH_LIVE_GARBAGE: UNREADABLE_ANSWER,
  SPEECH_MALFORMED_ANSWER: UNREADABLE_ANSWER,
  SPEECH_LIMIT: 'This goes beyond what the speech service takes: {words}.',
  SPEECH_CLOSED: 'I am restarting. Try again in a moment.',
  OGG_MALFORMED: UNREADABLE_AUDIO,
  OPUS_MALFORMED: UNREADABLE_AUDIO,
  AUDIO_MALFORMED: UNREADABLE_AUDIO,
  AUDIO_UNSUPPORTED: `The speech service sent a kind of audio that I cannot read. ${OPERATOR}: SPEECH_TTS_FORMAT may help.`,
  AUDIO_EMPTY: 'This file is empty. Perhaps its upload broke off: attach it again.',
  AUDIO_NOT_AUDIO: `I find no sound in this file. ${READABLE_KINDS}`,
  AUDIO_NO_TRACK: 'There is no sound in this file: it is {words}. Attach a recording, or a video with sound.',
  AUDIO_BROKEN:
    'This file is damaged or incomplete, so I cannot read its sound. Export or record it again, and attach that.',
  AUDIO_PROTECTED:
    'This file is copy-protected (DRM): only its own player can open it. Attach a recording without protection.',
  AUDIO_CODEC: `I cannot work with this kind of sound: {words}. Convert it to mp3 or wav first. ${READABLE_KINDS}`,
  AUDIO_TOO_SHORT: 'This recording is too short: at least one second is needed. Attach a longer one.',
  STORE_UNAVAILABLE: `I cannot reach my database, so nothing was changed. Try again in a minute; if it stays so, tell whoever runs me.`,
  STORE_FAILED: `My database refused this. ${OPERATOR}: the log says why.`,
  ATTACHMENT_FOREIGN: 'This file is not at Discord, and I take files from Discord only. Upload it here.',
  ATTACHMENT_EXPIRED: 'Discord no longer gives me this file: it was deleted, or its link has expired. Upload it again.',
  ATTACHMENT_TOO_LARGE: 'This file is too large for me. Try a smaller one.',
  ATTACHMENT_BROKE_OFF: 'Discord broke off while it gave me this file. Try again in a moment.',
  ATTACHMENT_REFUSED: `Discord does not give me this file. Upload it again; if that does not help, tell whoever runs me.`,
  FILES_BUSY: 'I have as many recordings to transcribe as I take on. Try again when some of them are done.',
  FILES_TOO_LARGE: 'This file is larger than I take.',
  FILES_TOO_LONG: 'This recording is longer than I take. Cut it, and give me the parts.',
  FILES_DISK_FULL: 'I have no room left for this file while I work on others. Try again in a few minutes.',
  FILES_DISK_FAILED: `I cannot keep this file while I work on it. ${OPERATOR}: the log says why.`,
  FILES_PIECE_FAILED:
    'I cannot cut this recording. It may be broken: save it anew with another program, and try again.',
  FILES_REFUSED: 'The speech service does not accept this recording.{quote}',
  VOICE_THREAD_LOST: 'My voice broke down and is being started again. Try again in a moment.',
  VOICE_CLOSED: 'I am restarting. Try again in a moment.',
  VOICE_NO_AUDIO: 'The speech service made no sound of this text. Try other words.',
};

const ABOUT_SPEAKING: ReadonlySet<string> = new Set<SpeechErrorCode>([
  'SPEECH_BAD_REQUEST',
  'SPEECH_FORBIDDEN',
  'SPEECH_NOT_FOUND',
]);

/** Whether a code's words are of speaking with a voice: whoever does something else needs other words for it. */
export function isAboutSpeaking(code: string): boolean {
  return ABOUT_SPEAKING.has(code);
}

/** Turns whatever went wrong into what a person reads. */
export type Explain = (problem: unknown) => string;

/**
 * Makes the one place that turns failures (errors, and voice events' plain failures) into what people read. What
 * nobody foresaw gets a reference that stands in the log as well; all but UserErrors are logged.
 */
export function createExplainer(log: Logger): Explain {
  return (problem) => {
    if (problem instanceof UserError) return problem.message;
    const err = problem instanceof Error ? problem : undefined;
    const known = toProblem(problem);
    if (known !== undefined && isKnown(known.code)) {
      log.warn({ code: known.code, err }, 'a request failed');
      return fill(WORDS[known.code], known.serviceMessage ?? '');
    }
    const reference = randomBytes(4).toString('hex');
    log.error({ reference, code: known?.code, err }, 'a request failed in a way nobody foresaw');
    return `Something went wrong on my side. If it happens again, tell whoever runs me this reference: \`${reference}\`.`;
  };
}

function isKnown(code: string): code is KnownCode {
  return Object.hasOwn(WORDS, code);
}

function fill(words: string, serviceMessage: string): string {
  const said = sanitize(clip(serviceMessage, MAX_QUOTE_LENGTH));
  return words
    .replace('{quote}', () => (said === '' ? '' : ` It says: “${said}”.`))
    .replace('{words}', () => (said === '' ? 'no reason is given' : said));
}

function toProblem(problem: unknown): Problem | undefined {
  if (typeof problem !== 'object' || problem === null || !('code' in problem)) return undefined;
  if (typeof problem.code !== 'string') return undefined;
  return { code: problem.code, serviceMessage: wordsOf(problem) };
}

/** An error's message is meant for operators; a plain failure's is what the service said. */
function wordsOf(problem: object): string | undefined {
  const words = problem instanceof Error ? Reflect.get(problem, 'serviceMessage') : Reflect.get(problem, 'message');
  return typeof words === 'string' ? words : undefined;
}
