import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSpeakerClock } from '../../../src/audio/speaker-clock.ts';

const MS = 48;

interface Sent {
  readonly timestamp: number;
  readonly samples: number;
  readonly waitMs: number;
}

/** The positions of packets that arrive one after the other, each after its wait. */
function positionsOf(sent: readonly Sent[]): (number | undefined)[] {
  const clock = createSpeakerClock();
  let receivedAtMs = 1_000;
  return sent.map(({ timestamp, samples, waitMs }) => {
    receivedAtMs += waitMs;
    return clock.next({ timestamp, samples, receivedAtMs });
  });
}

/** Packets of 20 ms as an honest client sends them, after pauses of so many milliseconds, all delayed at random. */
function honest(pausesMs: readonly number[], first: number): Sent[] {
  let timestamp = first;
  return pausesMs.map((pauseMs) => {
    timestamp = (timestamp + pauseMs * MS) % 2 ** 32;
    const packet = { timestamp, samples: 20 * MS, waitMs: pauseMs + 20 };
    timestamp = (timestamp + 20 * MS) % 2 ** 32;
    return packet;
  });
}

test('an honest clock keeps its pauses, across its wrap-around', () => {
  const pauses = fc.array(fc.oneof(fc.constant(0), fc.nat(5_000)), { minLength: 1, maxLength: 100 });
  fc.assert(
    fc.property(pauses, fc.nat(2 ** 32 - 1), (pausesMs, first) => {
      let end = 0;
      const expected = pausesMs.map((pauseMs, index) => {
        const position = end + (index === 0 ? 0 : pauseMs * MS);
        end = position + 20 * MS;
        return position;
      });
      expect(positionsOf(honest(pausesMs, first))).toEqual(expected);
    }),
  );
});

test('a burst after a stalled network keeps its pauses', () => {
  const speech = honest([0, 0, 300, 0, 400, 0], 7);
  const burst = speech.map((packet, index) => ({ ...packet, waitMs: index === 0 ? 2_000 : 0 }));
  const onTime = { timestamp: 7 - 960, samples: 960, waitMs: 0 };
  expect(positionsOf([onTime, ...burst])).toEqual([0, ...positionsOf(speech).map((at) => (at ?? 0) + 960)]);
});

test('packets that overtake each other make no time', () => {
  const clock = createSpeakerClock();
  let kept = 0;
  for (let pair = 0; pair < 200; pair += 1) {
    // In order by number: the second one arrived 90 ms before the first. 120 ms of sound each, in 100 ms.
    for (const receivedAtMs of [pair * 100 + 90, pair * 100]) {
      const position = clock.next({
        timestamp: pair * 11_520 + (receivedAtMs % 100 === 0 ? 5_760 : 0),
        samples: 5_760,
        receivedAtMs,
      });
      if (position !== undefined) kept += 120;
    }
  }
  expect(kept).toBeLessThanOrEqual(200 * 100 + 5_000);
});

test('whatever timestamps say, positions never overlap and never run more than 5 s ahead of real time', () => {
  const packet = fc.record({
    timestamp: fc.oneof(fc.constant(0), fc.nat(2 ** 32 - 1)),
    samples: fc.constantFrom(120, 960, 2_880, 5_760),
    waitMs: fc.oneof(fc.constant(0), fc.constant(20), fc.nat(2_000)),
  });
  fc.assert(
    fc.property(fc.array(packet, { maxLength: 400 }), (sent) => {
      let end = 0;
      let passedMs = 0;
      for (const [index, position] of positionsOf(sent).entries()) {
        const { samples, waitMs } = sent[index] ?? { samples: 0, waitMs: 0 };
        if (index > 0) passedMs += waitMs;
        if (position === undefined) continue;
        expect(position).toBeGreaterThanOrEqual(end);
        end = position + samples;
        expect(end).toBeLessThanOrEqual((passedMs + 5_000) * MS);
      }
    }),
  );
});
