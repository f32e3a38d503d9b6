import { createOggOpusReader } from '@mynah/opus/ogg-opus-reader';
import { packetSamples } from '@mynah/opus/opus-packet';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSpokenPacket } from '../../../../../playground/page/voice/spoken-packet.ts';
import { voiceMessageFile } from '../../../../../playground/page/voice/voice-message.ts';
import { decodeHeardFrame, encodeHeardFrame, encodeRecording } from '../../../../../playground/page/voice-frames.ts';
import { fuzzRuns } from '../../../../support/fuzz-runs.ts';
import { bytesAfter, damaged } from '../../../../support/fuzzed-bytes.ts';

const SPOKEN = Uint8Array.of(0x78, 1, 2, 3);

test('what a page sends is spoken only if it is Opus of 20 ms', () => {
  const packets = bytesAfter([Uint8Array.of(0x78), Uint8Array.of(0x7b), Uint8Array.of(0xfc)]);
  fc.assert(
    fc.property(packets, (packet) => {
      if (isSpokenPacket(packet)) expect(packetSamples(packet)).toBe(960);
    }),
    { numRuns: fuzzRuns(200) },
  );
});

test('a recording is either an Ogg Opus file with packets of 20 ms, or refused', () => {
  fc.assert(
    fc.property(damaged(encodeRecording([SPOKEN, SPOKEN.subarray(0, 2), SPOKEN])), (recording) => {
      const file = voiceMessageFile(recording);
      if (file === undefined) return;
      const packets = createOggOpusReader().push(file);
      expect(packets.length).toBeGreaterThan(0);
      for (const packet of packets) expect(packetSamples(packet)).toBe(960);
    }),
    { numRuns: fuzzRuns(200) },
  );
});

test('frames arrive as they were sent', () => {
  const frame = fc.record({
    userId: fc.bigInt({ min: 1n, max: 2n ** 64n }).map(String),
    sequence: fc.nat(0xffff),
    timestamp: fc.nat(0xffff_ffff),
    opus: fc.uint8Array({ maxLength: 1_276 }),
  });
  fc.assert(
    fc.property(frame, (sent) => {
      expect(decodeHeardFrame(encodeHeardFrame(sent))).toEqual(sent);
    }),
    { numRuns: fuzzRuns(200) },
  );
});
