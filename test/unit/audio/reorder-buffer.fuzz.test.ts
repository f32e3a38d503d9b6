import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createReorderBuffer } from '../../../src/audio/reorder-buffer.ts';
import { fuzzRuns } from '../../support/fuzz-runs.ts';

/** How far each packet is ahead of the one that was sent before it, and how long after that one it comes. */
const packet = fc.record({
  ahead: fc.oneof({ weight: 6, arbitrary: fc.constant(1) }, fc.integer({ min: -40, max: 40 })),
  afterMs: fc.oneof(fc.constantFrom(0, 20), fc.integer({ min: 0, max: 300 })),
});

test('whatever arrives: once, in order, nothing waits 100 ms or behind 32 others, and all of it comes', () => {
  fc.assert(
    fc.property(fc.nat(0xffff), fc.array(packet, { maxLength: 300 }), (first, packets) => {
      const delivered: number[] = [];
      const arrivals = new Map<number, number>();
      let missing = 0;
      const buffer = createReorderBuffer<{ sequence: number; receivedAtMs: number; number: number }>(
        ({ number }, lost) => {
          delivered.push(number);
          missing += lost;
        },
      );
      let number = 0;
      let nowMs = 0;
      const taken = new Set<number>();
      for (const { ahead, afterMs } of packets) {
        number += ahead;
        nowMs += afterMs;
        const sequence = (((first + number) % 65_536) + 65_536) % 65_536;
        const arrival = buffer.push({ sequence, receivedAtMs: nowMs, number });
        if (arrival === 'duplicate') expect(taken).toContain(number);
        // Nothing is released for a packet that is dropped.
        if (arrival === 'duplicate' || arrival === 'late') continue;
        expect(taken).not.toContain(number);
        taken.add(number);
        arrivals.set(number, nowMs);
        for (const each of delivered) arrivals.delete(each);
        expect(arrivals.size).toBeLessThanOrEqual(32);
        for (const arrivedAtMs of arrivals.values()) expect(nowMs - arrivedAtMs).toBeLessThan(100);
      }
      buffer.flush();
      expect(delivered).toHaveLength(taken.size);
      expect(new Set(delivered)).toEqual(taken);
      const back = delivered.slice(1).map((each, index) => (delivered[index] ?? 0) - each);
      // Only a packet more than 100 behind restarts the stream.
      for (const packetsBack of back) if (packetsBack >= 0) expect(packetsBack).toBeGreaterThanOrEqual(100);
      if (delivered.length > 0 && back.every((packetsBack) => packetsBack < 0)) {
        expect(missing).toBe((delivered.at(-1) ?? 0) - (delivered[0] ?? 0) + 1 - delivered.length);
      }
    }),
    { numRuns: fuzzRuns(300) },
  );
});
