import { beforeEach, expect, test } from 'vitest';
import { PackedPackets } from '../../../../src/voice/playback/packed-packets.ts';
import { PacketMemory } from '../../../../src/voice/playback/packet-memory.ts';

const CHUNK_BYTES = 8_192;

let memory: PacketMemory;
let packets: PackedPackets;

beforeEach(() => {
  memory = new PacketMemory();
  packets = new PackedPackets(memory);
});

/** A packet of that many bytes, all of that value. */
function packet(length: number, value: number): Uint8Array {
  return new Uint8Array(length).fill(value);
}

/** Takes all packets and returns copies. */
function drain(from = packets): Uint8Array[] {
  const taken: Uint8Array[] = [];
  for (let first = from.first; first !== undefined; first = from.first) {
    taken.push(Uint8Array.from(first));
    from.shift();
  }
  return taken;
}

test('gives back packets of any length in order, across chunks', () => {
  const all = Array.from({ length: 300 }, (_, index) => packet((index * 37) % 1_276, index % 256));
  for (const each of all) packets.push(each);
  expect(packets.length).toBe(300);
  expect(drain()).toEqual(all);
  expect(packets.length).toBe(0);
});

test('takes a packet that is longer than a chunk, in its turn', () => {
  const all = [packet(3, 1), packet(CHUNK_BYTES - 2, 2), packet(61_440, 3), packet(3, 4)];
  for (const each of all) packets.push(each);
  expect(drain()).toEqual(all);
});

test('the first packet stays until it is removed', () => {
  for (const value of [1, 2]) packets.push(packet(2, value));
  expect(packets.first).toBe(packets.first);
  expect(packets.length).toBe(2);
  packets.shift();
  expect([...(packets.first ?? [])]).toEqual([2, 2]);
});

test('continues after it was empty, where removing does nothing', () => {
  packets.push(packet(1, 1));
  drain();
  packets.shift();
  expect([packets.length, packets.first]).toEqual([0, undefined]);
  for (const value of [2, 3]) packets.push(packet(1, value));
  expect(drain()).toEqual([packet(1, 2), packet(1, 3)]);
});

test('keeps its own copy', () => {
  const source = packet(10_000, 7);
  packets.push(source.subarray(0, 4));
  source.fill(0);
  expect(drain()).toEqual([packet(4, 7)]);
});

test('memory is used again by whoever needs some next, never by two at once', () => {
  const others = new PackedPackets(memory);
  packets.push(packet(2_000, 1));
  others.push(packet(2_000, 2));
  const used = packets.first?.buffer;
  expect(others.first?.buffer).not.toBe(used);
  drain();
  const third = new PackedPackets(memory);
  third.push(packet(2_000, 3));
  expect(third.first?.buffer).toBe(used);
  expect([...drain(others), ...drain(third)]).toEqual([packet(2_000, 2), packet(2_000, 3)]);
});

test('memory for one long packet is not kept', () => {
  const given = memory.take(20_000);
  memory.give(given);
  expect(memory.take(20_000)).not.toBe(given);
  expect(memory.take(10)).toHaveLength(CHUNK_BYTES);
});
