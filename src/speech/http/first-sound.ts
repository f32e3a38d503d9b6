import type { LinkedSignal } from '../../concurrency/async.ts';
import type { CallContext } from '../call-context.ts';
import { SpeechError } from '../speech-error.ts';

/** The wait for the first sound of a response. It must be disposed of when the request is over. */
export interface FirstSoundDeadline extends LinkedSignal {
  /** The first bytes are there. They end the wait unless the reader says itself when sound has begun. */
  arrived(): void;
}

/**
 * Makes a signal that aborts with SPEECH_TIMEOUT so long after somebody began to wait: at once, or when `awaited` aborts;
 * but not once `begun` has. Without `ms` it never does.
 */
export function firstSoundDeadline(
  ms: number | undefined,
  { awaited, begun }: Pick<CallContext, 'awaited' | 'begun'>,
): FirstSoundDeadline {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const begin = (): void => {
    timer = setTimeout(
      () =>
        controller.abort(new SpeechError('SPEECH_TIMEOUT', 'the speech service took too long to begin its response')),
      ms,
    );
  };
  const end = (): void => {
    clearTimeout(timer);
    awaited?.removeEventListener('abort', begin);
    begun?.removeEventListener('abort', end);
  };
  if (ms !== undefined && begun?.aborted !== true) {
    if (awaited?.aborted !== false) begin();
    else awaited.addEventListener('abort', begin, { once: true });
    begun?.addEventListener('abort', end, { once: true });
  }
  return {
    signal: controller.signal,
    arrived: () => {
      if (begun === undefined) end();
    },
    [Symbol.dispose]: end,
  };
}
