import type { RecordingErrorCode } from '../../audio/recording/recording-error.ts';
import { READABLE_FORMATS } from '../../audio/recording/recording-formats.ts';
import { BudgetError } from '../../budgets/budgets-api.ts';
import { type Severity, severityOf, UserError } from '../../errors.ts';
import { type Logger, logWithReference } from '../../log/log.ts';
import { CATALOGUES } from '../../messages/catalogues.ts';
import type { Messages } from '../../messages/messages.ts';
import type { SpeechErrorCode } from '../../speech/speech-error.ts';
import type { AttachmentErrorCode } from '../client/attachment-download.ts';
import { sanitize, truncate } from '../client/replies.ts';
import type { DiscordErrorCode } from './answer-port.ts';

/** Every catalogue has a sentence for each of the same codes. */
const CODES: Readonly<Record<KnownCode, ErrorMessage>> = CATALOGUES['en-US'].errors.byCode;

/** What the service says is quoted up to this length, in UTF-16 units. */
const MAX_QUOTE_LENGTH = 200;

/** pino's level for each severity: only faults are errors. */
const LEVELS = { expected: 'info', degraded: 'warn', fault: 'error' } as const satisfies Record<Severity, string>;

/** Codes with sentences of their own in the catalogue. A code without one does not compile. */
type KnownCode =
  | SpeechErrorCode
  | AudioErrorCode
  | StoreErrorCode
  | AttachmentErrorCode
  | FileErrorCode
  | RecordingErrorCode
  | VoiceErrorCode
  | VoiceModelErrorCode
  | DiscordErrorCode
  | SpeechFileErrorCode;
type AudioErrorCode = 'OGG_MALFORMED' | 'OPUS_MALFORMED' | 'AUDIO_MALFORMED' | 'AUDIO_UNSUPPORTED' | 'VOICE_NO_AUDIO';
type FileErrorCode =
  | 'FILES_BUSY'
  | 'FILES_TOO_LARGE'
  | 'FILES_TOO_LONG'
  | 'FILES_DISK_FULL'
  | 'FILES_DISK_FAILED'
  | 'FILES_PIECE_FAILED'
  | 'FILES_REFUSED';
type VoiceErrorCode = 'VOICE_THREAD_LOST' | 'VOICE_CLOSED' | 'VOICE_TOO_MUCH_AUDIO';
type VoiceModelErrorCode = 'VOICE_MODEL_REJECTED' | 'VOICE_MODEL_FORBIDDEN';
/** A file of speech is larger than Discord takes. */
export type SpeechFileErrorCode = 'SPEECH_FILE_TOO_LARGE';
type StoreErrorCode = 'STORE_UNAVAILABLE' | 'STORE_FAILED';

/** A sentence of the catalogue, or a function that writes it. */
type ErrorMessage =
  | string
  | ((details: { readonly detail: string | undefined; readonly readableFormats: readonly string[] }) => string);

/** A failure as an error or as plain data, with the service's own explanation where it gave one. */
interface Problem {
  readonly code: string;
  readonly serviceMessage: string | undefined;
  /** The reference under which the stack was logged where the failure became plain data. */
  readonly reference: string | undefined;
  /** The speech service's reference for the request. */
  readonly requestId: string | undefined;
}

const ABOUT_SPEAKING: ReadonlySet<string> = new Set<SpeechErrorCode>([
  'SPEECH_BAD_REQUEST',
  'SPEECH_FORBIDDEN',
  'SPEECH_NOT_FOUND',
]);

/** Whether the message for a code is about speaking with a voice, so that other work needs another message for it. */
export function isAboutSpeaking(code: string): boolean {
  return ABOUT_SPEAKING.has(code);
}

/** What went wrong, as it is written with a catalogue. */
export type Explanation = (messages: Messages) => string;

/** Turns whatever went wrong into what people read, and logs it once, however often that is written. */
export type Explain = (problem: unknown) => Explanation;

/**
 * Makes the one place that turns failures (errors, and the plain failures of voice events) into what members read. All
 * but UserErrors and used-up budgets are logged, at the level of their severity. An unexpected failure has a reference: the member reads it,
 * and exactly one log line with a stack has it, of whichever thread that is. A failure of the speech service is followed by
 * the service's own reference for the request, where it gave one.
 */
export function createExplainer({ log }: { readonly log: Logger }): Explain {
  return (problem) => {
    if (problem instanceof UserError) return () => problem.message;
    if (problem instanceof BudgetError) return ({ budgets }) => budgets.usedUp(problem.usedUp);
    const level = LEVELS[severityOf(problem)];
    const { code, serviceMessage, requestId, reference: loggedAs } = toProblem(problem) ?? {};
    const err = problem instanceof Error && loggedAs === undefined ? problem : undefined;
    if (code !== undefined && isKnown(code)) {
      log[level]({ reference: loggedAs, code, requestId, err }, 'a request failed');
      return ({ errors }) => {
        const byCode: Readonly<Record<KnownCode, ErrorMessage>> = errors.byCode;
        const message = write(byCode[code], serviceMessage);
        return requestId === undefined ? message : errors.withRequestId({ message, requestId });
      };
    }
    const reference = loggedAs ?? logWithReference(log, { code, err }, 'a request failed unexpectedly');
    if (loggedAs !== undefined) log.error({ reference, code, err }, 'a request failed unexpectedly');
    return ({ errors }) => errors.unexpected({ reference });
  };
}

function isKnown(code: string): code is KnownCode {
  return Object.hasOwn(CODES, code);
}

function write(message: ErrorMessage, serviceMessage: string | undefined): string {
  if (typeof message === 'string') return message;
  const detail = sanitize(truncate(serviceMessage ?? '', MAX_QUOTE_LENGTH));
  return message({ detail: detail === '' ? undefined : detail, readableFormats: READABLE_FORMATS });
}

function toProblem(problem: unknown): Problem | undefined {
  if (typeof problem !== 'object' || problem === null || !('code' in problem)) return undefined;
  if (typeof problem.code !== 'string') return undefined;
  // An error's own message is for operators; the one of a plain failure is what the service said.
  const serviceMessage = stringAt(problem, problem instanceof Error ? 'serviceMessage' : 'message');
  const [reference, requestId] = [stringAt(problem, 'reference'), stringAt(problem, 'requestId')];
  return { code: problem.code, serviceMessage, reference, requestId };
}

function stringAt(problem: object, field: string): string | undefined {
  const value: unknown = Reflect.get(problem, field);
  return typeof value === 'string' ? value : undefined;
}
