import type OpusScript from 'opusscript';
import { afterEach, expect, test } from 'vitest';
import { bytesOf, sine } from '../../../../test/support/audio-fixtures.ts';
import { loadInstance, OpusScriptInstances } from '../../src/opusscript-instances.ts';

let loads = 0;
const instances = new OpusScriptInstances(() => {
  loads += 1;
  return loadInstance();
});
let open: OpusScript[] = [];

afterEach(() => {
  for (const codec of open) codec.delete();
  open = [];
});

function openMany(count: number, channels: 1 | 2): OpusScript[] {
  const codecs = Array.from({ length: count }, () => instances.open(channels));
  open.push(...codecs);
  return codecs;
}

test('codecs of many instances keep the streams that they encode and decode apart', () => {
  const mono = openMany(70, 1);
  const stereo = openMany(50, 2);
  const pcm = Buffer.from(bytesOf(sine({ rateHz: 48_000, durationMs: 200 })));
  const [reference] = openMany(1, 1);
  const decoded = new Set<string>();
  for (let start = 0; start < pcm.length; start += 1920) {
    const frame = pcm.subarray(start, start + 1920);
    const expected = reference?.encode(frame, 960).toString('hex');
    const packets = mono.map((codec) => codec.encode(frame, 960));
    for (const codec of stereo) codec.encode(Buffer.concat([frame, frame]), 960);
    expect(new Set(packets.map((packet) => packet.toString('hex')))).toEqual(new Set([expected]));
    decoded.clear();
    for (const [index, codec] of mono.entries()) {
      decoded.add(codec.decode(packets[index] ?? Buffer.alloc(0)).toString('hex'));
    }
    expect(decoded.size).toBe(1);
  }
});

test('an instance is loaded only when the others have no room, and is used again', () => {
  openMany(100, 1);
  const loadsBefore = loads;
  for (const codec of open.splice(0)) codec.delete();
  openMany(100, 1);
  openMany(1, 2);
  expect(loads).toBe(loadsBefore);
  expect(loads).toBeLessThanOrEqual(6);
});
