import { endianness } from 'node:os';
import { expect, test } from 'vitest';
import { parseDrainedPackets } from '../../../../bench/meter/drained-packets.ts';

const IS_LITTLE = endianness() === 'LE';
const SECOND = 1_800_000_000;

interface Packet {
  readonly ssrc: number;
  readonly sequence: number;
  readonly seconds: number;
  readonly nanoseconds: number;
}

function outputOf(packets: readonly Packet[], summary: Readonly<Record<string, number>> = {}): Buffer {
  const records = packets.map(({ ssrc, sequence, seconds, nanoseconds }) => {
    const view = new DataView(new ArrayBuffer(16));
    view.setUint32(0, ssrc, IS_LITTLE);
    view.setUint32(4, seconds, IS_LITTLE);
    view.setUint32(8, nanoseconds, IS_LITTLE);
    view.setUint16(12, sequence, IS_LITTLE);
    return Buffer.from(view.buffer);
  });
  const counts = { packets: packets.length, dropped: 0, beyondCapacity: 0, unstamped: 0, receiveBufferBytes: 4_096 };
  return Buffer.concat([Buffer.from(`${JSON.stringify({ ...counts, ...summary })}\n`), ...records]);
}

const PACKET: Packet = { ssrc: 7, sequence: 65_535, seconds: SECOND, nanoseconds: 0 };

test('packets have SSRC, sequence number and the time since the earliest, to the microsecond', () => {
  const { notes } = parseDrainedPackets(
    outputOf([
      { ssrc: 4_000_000_000, sequence: 65_535, seconds: SECOND, nanoseconds: 999_000_000 },
      { ssrc: 4_000_000_000, sequence: 0, seconds: SECOND + 1, nanoseconds: 19_001_000 },
      // Of another socket: read later, arrived earlier.
      { ssrc: 7, sequence: 3, seconds: SECOND, nanoseconds: 989_000_000 },
    ]),
  );
  expect(notes.count).toBe(3);
  expect([...notes.ssrcs]).toEqual([4_000_000_000, 4_000_000_000, 7]);
  expect([...notes.sequences]).toEqual([65_535, 0, 3]);
  for (const [index, ms] of [10, 30.001, 0].entries()) expect(notes.times[index]).toBeCloseTo(ms, 6);
});

test('drops and the granted buffer are read', () => {
  expect(parseDrainedPackets(outputOf([PACKET], { dropped: 12 }))).toMatchObject({
    dropped: 12,
    receiveBufferBytes: 4_096,
  });
});

test('nothing at all arrived', () => {
  expect(parseDrainedPackets(outputOf([])).notes.count).toBe(0);
});

test.each([
  ['without a result', Buffer.from('')],
  ['announced 2 packets', outputOf([PACKET], { packets: 2 })],
  ['3 packets more than expected', outputOf([PACKET], { beyondCapacity: 3 })],
  ['no time on 1 packets', outputOf([PACKET], { unstamped: 1 })],
])('output is refused: %s', (why, output) => {
  expect(() => parseDrainedPackets(output)).toThrow(why);
});
