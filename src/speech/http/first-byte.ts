import type { LinkedSignal } from '../../async.ts';
import { SpeechError } from '../speech-error.ts';

/**
 * Makes a signal that aborts with SPEECH_TIMEOUT so long after somebody began to wait: at once, or when `awaited` aborts.
 * Without `ms` it never does. It must be disposed of when the first byte is there, or the request is over.
 */
export function firstByteDeadline(ms: number | undefined, awaited: AbortSignal | undefined): LinkedSignal {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const begin = (): void => {
    timer = setTimeout(
      () =>
        controller.abort(new SpeechError('SPEECH_TIMEOUT', 'the speech service took too long to begin its response')),
      ms,
    );
  };
  if (ms !== undefined) {
    if (awaited?.aborted !== false) begin();
    else awaited.addEventListener('abort', begin, { once: true });
  }
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      awaited?.removeEventListener('abort', begin);
    },
  };
}
