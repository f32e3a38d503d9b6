import { errors } from 'undici';
import { ProxyError } from '../../proxy/proxy-error.ts';
import { SpeechError } from '../speech-error.ts';

/** Codes of failed name resolution and connecting: the request was never written. */
const UNSENT_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * Converts a failure of undici, ws or the network to a SpeechError by its class and code: silence is SPEECH_TIMEOUT, a
 * response that is too long or not HTTP is SPEECH_MALFORMED_ANSWER, all else SPEECH_CONNECTION. A SpeechError is returned
 * unchanged.
 */
export function connectionError(error: unknown): SpeechError {
  if (error instanceof SpeechError) return error;
  if (error instanceof ProxyError)
    return new SpeechError('SPEECH_CONNECTION', error.message, { cause: error, unsent: true });
  const code = codeOf(error);
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') {
    return new SpeechError('SPEECH_TIMEOUT', 'the speech service was silent for too long', { cause: error });
  }
  if (error instanceof errors.HTTPParserError || code === 'UND_ERR_HEADERS_OVERFLOW') {
    return new SpeechError('SPEECH_MALFORMED_ANSWER', 'the speech service did not answer in HTTP', { cause: error });
  }
  const unsent = UNSENT_CODES.has(code);
  return new SpeechError(
    'SPEECH_CONNECTION',
    unsent ? 'the speech service cannot be reached' : 'the connection to the speech service broke',
    { cause: error, unsent },
  );
}

/** The code of the system, of TLS or of undici under a failure, such as ENOTFOUND; `undefined` where there is none. */
export function networkCodeOf(error: unknown): string | undefined {
  return error instanceof SpeechError ? codeOf(error.cause) || undefined : undefined;
}

/** The stable code of a library's error; for an AggregateError of several attempts at one host, that of the first. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error instanceof AggregateError ? codeOf(error.errors[0]) : '';
}
