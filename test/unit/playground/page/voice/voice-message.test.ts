import { createOggOpusReader } from '@mynah/opus/ogg-opus-reader';
import { expect, test } from 'vitest';
import { voiceMessageFile } from '../../../../../playground/page/voice/voice-message.ts';

/** As the page uploads it. */
function recording(packets: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(packets.flatMap((packet) => [Uint8Array.of(packet.length >> 8, packet.length & 255), packet]));
}

const spoken = (mark: number, length = 300) => Uint8Array.of(0x78, ...Array<number>(length).fill(mark));

test('a recording becomes an Ogg Opus file with the same packets', () => {
  const packets = [spoken(1), spoken(2, 40), spoken(3, 1_000)];
  const file = voiceMessageFile(recording(packets)) ?? new Uint8Array();
  expect(
    createOggOpusReader()
      .push(file)
      .map((packet) => Buffer.from(packet)),
  ).toEqual(packets.map((each) => Buffer.from(each)));
});

test('what is cut off, empty or not Opus of 20 ms is no recording', () => {
  const whole = recording([spoken(1)]);
  expect(voiceMessageFile(new Uint8Array())).toBeUndefined();
  expect(voiceMessageFile(whole.subarray(0, -1))).toBeUndefined();
  expect(voiceMessageFile(Uint8Array.of(0))).toBeUndefined();
  expect(voiceMessageFile(Uint8Array.of(0, 0))).toBeUndefined();
  expect(voiceMessageFile(recording([Uint8Array.of(0x60, 1, 2)]))).toBeUndefined();
});
