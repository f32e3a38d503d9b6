import type { Logger } from '../log.ts';
import { SpeechError } from '../speech/speech-error.ts';
import type { SpeechService } from '../speech/speech-service.ts';

/** The start waits this long for the answer. */
const TIMEOUT_MS = 3_000;

/**
 * Lists one voice of the speech service's account, and warns in one line when it refuses or does not answer: the
 * bot starts without it, but members could neither hear nor be captioned. Never rejects.
 */
export async function checkSpeech(
  { voices }: Pick<SpeechService, 'voices'>,
  { origin, signal, log }: { readonly origin: string; readonly signal: AbortSignal; readonly log: Logger },
): Promise<void> {
  const context = {
    tenant: 'operator',
    priority: 'listings',
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  } as const;
  try {
    await voices.list({ self: true, pageSize: 1 }, context);
  } catch (error) {
    if (signal.aborted) return;
    // Not the error itself: it quotes the service's own words.
    const code = error instanceof SpeechError ? error.code : 'SPEECH_TIMEOUT';
    log.warn({ code, speech: origin }, adviceOn(code));
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
