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
 * Asks the speech service for one voice of the account. Resolves with a problem when it refuses or does not answer: the bot
 * starts without it, but members could neither hear nor be captioned. Never rejects; resolves with `undefined` when the
 * signal aborts or the service's client is closed.
 */
export async function checkSpeech(
  { voices }: Pick<SpeechService, 'voices'>,
  signal: AbortSignal,
): Promise<SpeechProblem | undefined> {
  const context = {
    tenant: 'operator',
    priority: 'listings',
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
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

function adviceOn(code: string): string {
  switch (code) {
    case 'SPEECH_UNAUTHORIZED':
    case 'SPEECH_FORBIDDEN':
      return 'the speech service rejected the key: check SPEECH_API_KEY';
    case 'SPEECH_OUT_OF_CREDITS':
      return 'the speech service account is out of credits';
    case 'SPEECH_CONNECTION':
    case 'SPEECH_TIMEOUT':
      return 'cannot reach the speech service: check SPEECH_API_URL and that it runs';
    default:
      return 'the speech service does not answer as expected: check SPEECH_API_URL';
  }
}
