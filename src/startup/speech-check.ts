import { linkSignals } from '../async.ts';
import { SpeechError } from '../speech/speech-error.ts';
import type { SpeechService } from '../speech/speech-service.ts';

/** The start waits this long for the answer. */
const TIMEOUT_MS = 3_000;

/** Why the speech service cannot be used now, and what to check. */
export interface SpeechProblem {
  readonly code: string;
  readonly advice: string;
}

/**
 * Lists one voice of the speech service's account. Resolves with a problem when it refuses or does not answer: the bot
 * starts without it, but members could neither hear nor be captioned. Never rejects; resolves with `undefined` when the
 * signal aborts or the service's client is closed.
 */
export async function checkSpeech(
  { voices }: Pick<SpeechService, 'voices'>,
  signal: AbortSignal,
): Promise<SpeechProblem | undefined> {
  using limited = linkSignals([signal], { afterMs: TIMEOUT_MS, reason: () => new Error('the check took too long') });
  const context = {
    tenant: 'operator',
    priority: 'listings',
    retries: false,
    signal: limited.signal,
  } as const;
  try {
    await voices.list({ self: true, pageSize: 1 }, context);
    return undefined;
  } catch (error) {
    // Not the error itself: it quotes the service's own words.
    const code = error instanceof SpeechError ? error.code : 'SPEECH_TIMEOUT';
    return signal.aborted || code === 'SPEECH_CLOSED' ? undefined : { code, advice: adviceOn(code) };
  }
}

/** What to check after a failure of the speech service with this code. */
export function adviceOn(code: string): string {
  switch (code) {
    case 'SPEECH_UNAUTHORIZED':
    case 'SPEECH_FORBIDDEN':
      return 'the speech service rejected the key: check SPEECH_API_KEY';
    case 'SPEECH_OUT_OF_CREDITS':
      return 'the speech service account is out of credits';
    case 'SPEECH_RATE_LIMITED':
    case 'SPEECH_UNAVAILABLE':
      return 'the speech service is busy or has problems: members read errors until that ends';
    case 'SPEECH_CONNECTION':
    case 'SPEECH_TIMEOUT':
      return 'cannot reach the speech service: check SPEECH_API_URL and that it runs';
    default:
      return 'the speech service does not answer as expected: check SPEECH_API_URL';
  }
}
