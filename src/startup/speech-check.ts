import { linkSignals } from '../concurrency/async.ts';
import { type NetworkProblem, networkProblemOf } from '../network-code.ts';
import { type ProxyError, proxyErrorIn } from '../proxy/proxy-error.ts';
import { networkCodeOf } from '../speech/http/connection-error.ts';
import { checkKey, freeModelBeside, problemKindOf } from '../speech/service-checks.ts';
import { SpeechError } from '../speech/speech-error.ts';
import type { SpeechService } from '../speech/speech-service.ts';

/** The start waits this long for the answer. */
const TIMEOUT_MS = 3_000;

/** Why the speech service cannot be used now, and what to check. */
export interface SpeechProblem {
  readonly code: string;
  /** The network's own code, such as ENOTFOUND, where there is one. */
  readonly cause: string | undefined;
  readonly advice: string;
  /** Where a proxy on the way did not connect: it knows more. */
  readonly proxy?: ProxyError | undefined;
}

/** The most reported confusion of the service's users is about the two kinds of credit. */
const OUT_OF_CREDITS =
  "the speech service account is out of credits: top up its API credit, which is separate from the platform's credit";
const PROXY_ADVICE = 'the proxy does not connect to the speech service: check HTTPS_PROXY and NO_PROXY';
const CONNECTION_ADVICE: Readonly<Record<NetworkProblem, string>> = {
  name: 'the name in SPEECH_API_URL cannot be looked up: check it, and DNS',
  certificate:
    'the certificate of the speech service is not trusted: check SPEECH_API_URL and the clock; for an authority of your own, set NODE_EXTRA_CA_CERTS',
  'no-tls': 'the speech service does not use TLS there: begin SPEECH_API_URL with http://, or correct its port',
  other: 'cannot reach the speech service: check SPEECH_API_URL and that it runs',
};

/**
 * Lists one voice of the speech service's account. Resolves with a problem when it refuses or does not answer: the bot
 * starts without it, but members could neither hear nor be captioned. Never rejects; resolves with `undefined` when the
 * signal aborts or the service's client is closed. `model` speaks.
 */
export async function checkSpeech(
  speech: Pick<SpeechService, 'voices'>,
  signal: AbortSignal,
  model: string,
): Promise<SpeechProblem | undefined> {
  using limited = linkSignals([signal], { afterMs: TIMEOUT_MS, reason: () => new Error('the check took too long') });
  try {
    await checkKey(speech, limited.signal);
    return undefined;
  } catch (error) {
    const problem = speechProblemOf(error, model);
    return signal.aborted || problem.code === 'SPEECH_CLOSED' ? undefined : problem;
  }
}

/** What an operator who uses this speech model may read of a failure: not the error itself, which quotes the service's own words. */
export function speechProblemOf(error: unknown, model: string): SpeechProblem {
  const code = error instanceof SpeechError ? error.code : 'SPEECH_TIMEOUT';
  const cause = networkCodeOf(error);
  const proxy = proxyErrorIn(error);
  return { code, cause, advice: proxy === undefined ? adviceOn(code, model, cause) : PROXY_ADVICE, proxy };
}

function adviceOn(code: string, model: string, cause = ''): string {
  const freeModel = freeModelBeside(model);
  switch (problemKindOf(code)) {
    case 'key-rejected':
      return 'the speech service rejected the key: check SPEECH_API_KEY';
    case 'out-of-credits':
      return freeModel === undefined
        ? OUT_OF_CREDITS
        : `${OUT_OF_CREDITS}, or speak without it with SPEECH_MODEL=${freeModel}`;
    case 'busy':
    case 'down':
      return 'the speech service is busy or has problems: members read errors until that ends';
    case 'unreachable':
      return CONNECTION_ADVICE[networkProblemOf(cause)];
    case 'odd':
      return 'the speech service does not answer as expected: check SPEECH_API_URL';
  }
}
