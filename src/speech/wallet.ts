import { creditSchema, PATHS } from '@mynah/speech-wire/wire';
import type { CallContext } from './call-context.ts';
import type { HttpClient } from './http/http.ts';
import { SpeechError } from './speech-error.ts';
import type { SpeechTimings } from './speech-timings.ts';

/** GET /wallet/self/api-credit: a decimal string; `undefined` if the service has no wallet (404). */
export type ReadCredit = (context: CallContext) => Promise<string | undefined>;

/** Creates the client of the wallet. */
export function createReadCredit(http: HttpClient, timings: SpeechTimings): ReadCredit {
  return async (context) => {
    const request = {
      method: 'GET',
      path: PATHS.credit,
      headersTimeoutMs: timings.modelHeadersTimeoutMs,
      retryDeadlineMs: timings.modelRetryDeadlineMs,
      repeatable: true,
    } as const;
    try {
      return (await http.json(request, creditSchema, context)).credit;
    } catch (error) {
      if (error instanceof SpeechError && error.code === 'SPEECH_NOT_FOUND') return undefined;
      throw error;
    }
  };
}
