import { expect, test } from 'vitest';
import { createPacketArena } from '../../../src/audio/packet-arena.ts';

test('copies do not change when the packets do', () => {
  const keep = createPacketArena();
  const packet = Uint8Array.of(1, 2, 3);
  const first = keep(packet);
  packet.fill(9);
  const second = keep(packet);
  expect([first, second]).toEqual([Uint8Array.of(1, 2, 3), Uint8Array.of(9, 9, 9)]);
});

test('packets of any size are kept across many blocks', () => {
  const keep = createPacketArena();
  const sizes = [0, 1, 8191, 5, 20_000, 3, ...Array<number>(500).fill(161)];
  const kept = sizes.map((size, index) => keep(new Uint8Array(size).fill(index)));
  expect(kept).toEqual(sizes.map((size, index) => new Uint8Array(size).fill(index)));
});
