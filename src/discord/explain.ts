import { randomBytes } from 'node:crypto';
import { UserError } from '../errors.ts';
import type { Logger } from '../log.ts';
import type { SpeechErrorCode } from '../speech/errors.ts';
import { clip, harmless } from './replies.ts';

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

/** Codes that people can be told something about; every code of the speech service is one. */
type KnownCode = SpeechErrorCode | AudioErrorCode | StoreErrorCode | VoiceErrorCode;
type AudioErrorCode = 'OGG_MALFORMED' | 'OPUS_MALFORMED' | 'AUDIO_MALFORMED' | 'AUDIO_UNSUPPORTED' | 'VOICE_NO_AUDIO';
type VoiceErrorCode = 'VOICE_THREAD_LOST' | 'VOICE_CLOSED';
type StoreErrorCode = 'STORE_UNAVAILABLE' | 'STORE_FAILED';

/** What people read. `{quote}` becomes a sentence with the service's own words, or nothing; `{words}` the bare words. */
const WORDS: Readonly<Record<KnownCode, string>> = {
  SPEECH_BAD_REQUEST:
    'The speech service does not accept this request.{quote} The voice may be unknown or gone: choose one from the suggestions of `voice`, or leave `voice` out.',
  SPEECH_UNAUTHORIZED: `The speech service refuses my key, so I cannot speak. ${OPERATOR}: SPEECH_API_KEY is wrong or has expired.`,
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
  STORE_UNAVAILABLE: `I cannot reach my database, so nothing was changed. Try again in a minute; if it stays so, tell whoever runs me.`,
  STORE_FAILED: `My database refused this. ${OPERATOR}: the log says why.`,
  VOICE_THREAD_LOST: 'My voice broke down and is being started again. Try again in a moment.',
  VOICE_CLOSED: 'I am restarting. Try again in a moment.',
  VOICE_NO_AUDIO: 'The speech service made no sound of this text. Try other words.',
};

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
  const said = harmless(clip(serviceMessage, MAX_QUOTE_LENGTH));
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
