import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Clip } from '../../src/voice/voice-api.ts';
import { GUILD, LOUNGE, trustVoiceServer, VoiceScene } from './voice-fixture.ts';
import { ANNA, babble, hex, say, sound, soundOf, startListening, timeOf, untilEnded } from './voice-listen-fixture.ts';

let scene: VoiceScene;

trustVoiceServer();
beforeEach(async () => {
  scene = await VoiceScene.open();
});
afterEach(async () => {
  await scene[Symbol.asyncDispose]();
});

test('the order, times and counts are correct despite loss and reordering', async () => {
  const anna = await scene.person(ANNA, LOUNGE);
  await startListening(scene);
  scene.server.setNetwork({ lossRate: 0.05, reorderRate: 0.1, paddingRate: 0.1, extensions: true, seed: 7 });
  const packets = babble(250, 6);
  const sentAtMs = await say(anna, packets);
  await untilEnded(scene, 1);
  const [clip] = scene.clips as [Clip];
  const heard = soundOf(clip);
  const missing = sound(packets).filter((packet) => !heard.includes(packet));
  expect(heard).toEqual(sound(packets).filter((packet) => heard.includes(packet)));
  expect(missing.length).toBeGreaterThan(3);
  expect(missing.length).toBeLessThan(30);
  const anchorMs = timeOf(clip, packets.find((packet) => heard.includes(hex(packet))) as Uint8Array);
  const firstHeard = packets.findIndex((packet) => heard.includes(hex(packet)));
  for (const [index, packet] of packets.entries()) {
    if (!heard.includes(hex(packet))) continue;
    expect(timeOf(clip, packet) - anchorMs).toBe((index - firstHeard) * 20);
  }
  expect(Math.abs(anchorMs - (sentAtMs[firstHeard] ?? 0))).toBeLessThan(100);
  const counted = (await scene.engine.diagnose(GUILD))?.traffic.total;
  expect(counted?.packetsReordered).toBeGreaterThan(5);
  expect(counted?.packetsDuplicated).toBe(0);
  expect(clip.lostPackets).toBe(missing.filter((packet) => sound(packets).indexOf(packet) > firstHeard).length);
});
