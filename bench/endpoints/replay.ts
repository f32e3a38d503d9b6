import { mock } from 'node:test';
import type { ClipTimings } from '../../src/audio/endpointer.ts';
import { createHeardSpeaker } from '../../src/voice/receive/heard-speaker.ts';
import type { SpokenStream } from './stream.ts';

/** What the bot made of a stream, in milliseconds of the stream. */
export interface Heard {
  /** When the end of an utterance was found. */
  readonly endsAtMs: readonly number[];
  /** Voice of utterances that became clips: from the arrival of the first packet to that of the last. */
  readonly voice: readonly { readonly fromMs: number; readonly toMs: number }[];
}

/** Time after the last packet, for the last end. */
const REST_MS = 2_000;

/** Lets the bot hear a stream at its own pace of time, on a clock that passes as quickly as the machine can. */
export function replay({ packets, lengthMs }: SpokenStream, timings: ClipTimings): Heard {
  const endsAtMs: number[] = [];
  const voice: { fromMs: number; toMs: number }[] = [];
  let startedAtMs = 0;
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 0 });
  const clock = mock.method(performance, 'now', () => Date.now());
  try {
    const speaker = createHeardSpeaker(timings, {
      newUtteranceId: () => String(endsAtMs.length),
      onStart: () => {
        startedAtMs = Date.now();
      },
      mayGrow: () => false,
      onGrown: () => undefined,
      onClip: ({ lastVoiceAtMs }) => voice.push({ fromMs: startedAtMs, toMs: lastVoiceAtMs }),
      onEnd: () => endsAtMs.push(Date.now()),
      onLost: () => undefined,
    });
    for (const packet of packets) {
      passUntil(packet.receivedAtMs);
      speaker.receive(packet);
    }
    passUntil(lengthMs + REST_MS);
  } finally {
    clock.mock.restore();
    mock.timers.reset();
  }
  return { endsAtMs, voice };
}

/** Millisecond by millisecond: timers must see the time at which they are due. */
function passUntil(atMs: number): void {
  while (Date.now() < atMs) mock.timers.tick(1);
}
