import { setTimeout as delay } from 'node:timers/promises';
import type { Fault, LocalSpeech } from '@mynah/local-speech/local-speech-api';
import type { Tally } from './tally.ts';

const EVERY_MS = 6_000;

/** Used in rotation. Each affects one request; two together leave no fallback. */
const FAULTS: readonly (readonly Fault[])[] = [
  [{ endpoint: 'live', dropAfterBytes: 6_000 }],
  [{ endpoint: 'asr', status: 500 }],
  [{ endpoint: 'live', silenceMs: 8_000, afterBytes: 4_000 }],
  [{ endpoint: 'asr', dropAfterBytes: 0 }],
  [{ endpoint: 'live', malformed: true, afterBytes: 3_000 }],
  [
    { endpoint: 'live', status: 500 },
    { endpoint: 'tts', status: 500 },
  ],
  [{ endpoint: 'asr', status: 429, retryAfterS: 1 }],
  [{ endpoint: 'live', finishError: 'engine lost', afterBytes: 6_000 }],
  [{ endpoint: 'live', errorEvent: 'Concurrency limit exceeded' }],
  [{ endpoint: 'asr', delayMs: 5_000 }],
];

/** Makes the speech service fail every six seconds, in rotation, until the signal. */
export async function injectFaults(speech: LocalSpeech, tally: Tally, signal: AbortSignal): Promise<void> {
  for (let index = 0; !signal.aborted; index += 1) {
    for (const fault of FAULTS[index % FAULTS.length] ?? []) speech.faults.add({ ...fault, times: 1 });
    tally.count('faults of the speech service');
    await delay(EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
  speech.faults.clear();
}
