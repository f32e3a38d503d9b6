import { createOggOpusReader } from '@mynah/opus/ogg-opus-reader';
import { createOggOpusWriter } from '@mynah/opus/ogg-opus-writer';
import { OpusError } from '@mynah/opus/opus-error';
import { FRAME_SAMPLES, packetChannels, packetSamples } from '@mynah/opus/opus-packet';
import { createOpusReframer, splitFrames } from '@mynah/opus/opus-reframe';
import { PcmError } from '@mynah/pcm/pcm-error';
import { detectContainer } from '@mynah/pcm/stream-container';
import { createWavReader, writeWav } from '@mynah/pcm/wav';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readMp3SideInfo } from '../../../src/audio/recording/mp3-side-info.ts';
import { readRtpHeader, rtpMedia } from '../../../src/audio/rtp-packet.ts';
import { MynahError } from '../../../src/errors.ts';
import { corpusOf } from '../../support/corpus.ts';
import { fuzzRuns } from '../../support/fuzz-runs.ts';
import { bytesAfter, damaged, inChunks } from '../../support/fuzzed-bytes.ts';

const text = (written: string): Uint8Array => new TextEncoder().encode(written);
const chunkSizes = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 5 });

/** Runs a parser, whose own errors are as good as a result; `undefined` then. */
function own<T>(codes: RegExp, parse: () => T): T | undefined {
  try {
    return parse();
  } catch (error) {
    const isOwn = error instanceof MynahError || error instanceof OpusError || error instanceof PcmError;
    if (!isOwn) throw error;
    expect(error.code).toMatch(codes);
    return undefined;
  }
}

const AUDIO_CODES = /^(OGG_MALFORMED|AUDIO_MALFORMED|AUDIO_UNSUPPORTED)$/;

function oggFile(): Uint8Array {
  const writer = createOggOpusWriter({ channels: 1, preSkipSamples: 312, packetsPerPage: 3 });
  const packets = Array.from({ length: 12 }, (_, index) => new Uint8Array(1 + index * 30).fill(index).fill(0xf8, 0, 1));
  return Buffer.concat([writer.header(), ...packets.map((packet) => writer.write(packet)), writer.end()]);
}

function readOgg(chunks: readonly Uint8Array[]): number {
  const reader = createOggOpusReader();
  let bytes = 0;
  for (const chunk of chunks) for (const packet of reader.push(chunk)) bytes += packet.length;
  reader.end();
  return bytes;
}

function readWav(chunks: readonly Uint8Array[]): number {
  const reader = createWavReader();
  let bytes = 0;
  for (const chunk of chunks) bytes += reader.push(chunk).length;
  reader.end();
  return bytes;
}

test.each([
  { name: 'Ogg', read: readOgg, files: bytesAfter([text('OggS'), oggFile().subarray(0, 60)]), good: oggFile() },
  {
    name: 'WAV',
    read: readWav,
    files: bytesAfter([text('RIFF'), text('RIFF____WAVEfmt ')]),
    good: writeWav(new Int16Array(200), 16_000, 1),
  },
])(
  'any bytes and any damaged $name file are read or refused with an own error',
  { meta: { promises: ['parsers-sound-ogg-opus'] } },
  ({ read, files, good }) => {
    fc.assert(
      fc.property(fc.oneof(files, damaged(good)), chunkSizes, (file, sizes) => {
        const inParts = own(AUDIO_CODES, () => read(inChunks(file, sizes)));
        expect(inParts ?? 0).toBeLessThanOrEqual(file.length);
        // How the network cuts a file changes nothing.
        expect(own(AUDIO_CODES, () => read([file]))).toBe(inParts);
      }),
      { numRuns: fuzzRuns(300) },
    );
  },
);

test.each(corpusOf('ogg'))('the Ogg file $name is read or refused with an own error', ({ bytes }) => {
  own(AUDIO_CODES, () => readOgg([bytes]));
});

test.each(corpusOf('wav'))('the WAV file $name is read or refused with an own error', ({ bytes }) => {
  own(AUDIO_CODES, () => readWav([bytes]));
});

test('any first bytes have a container or none', () => {
  const starts = [text('OggS'), text('RIFF'), text('ID3'), Uint8Array.of(0xff, 0xfb, 0x90, 0)];
  fc.assert(
    fc.property(bytesAfter(starts, 2_000), (bytes) => {
      expect(['ogg', 'wav', 'mp3', 'unknown', 'need-more']).toContain(detectContainer(bytes));
    }),
  );
});

test('any Opus packet has a duration of at most 120 ms or is malformed, and so are its frames', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (packet) => {
      const samples = own(/^OPUS_MALFORMED$/, () => packetSamples(packet));
      if (samples === undefined) return;
      expect(samples).toBeGreaterThan(0);
      expect(samples).toBeLessThanOrEqual(5_760);
      expect([1, 2]).toContain(packetChannels(packet));
      const frames = own(/^OPUS_MALFORMED$/, () => splitFrames(packet)) ?? [];
      const split = frames.reduce((sum, frame) => sum + packetSamples(frame), 0);
      if (frames.length > 0) expect(split).toBe(samples);
    }),
    { numRuns: fuzzRuns(1_000) },
  );
});

test('any Opus packets are re-framed to packets of 20 ms or malformed', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ minLength: 1, maxLength: 60 }), { maxLength: 10 }), (packets) => {
      const reframer = createOpusReframer();
      const reframed = packets.flatMap((packet) => own(/^OPUS_MALFORMED$/, () => reframer.push(packet)) ?? []);
      for (const packet of [...reframed, ...reframer.end()]) expect(packetSamples(packet)).toBe(FRAME_SAMPLES);
    }),
    { numRuns: fuzzRuns(1_000) },
  );
});

test('any datagram is an RTP packet whose media lies within it, or none', () => {
  const header = Uint8Array.of(0x90, 0x78);
  fc.assert(
    fc.property(bytesAfter([header, Uint8Array.of(0xbf, 0x78)], 100), (bytes) => {
      const datagram = Buffer.from(bytes);
      const read = readRtpHeader(datagram);
      if (read === undefined) return;
      expect(read.clearBytes).toBeLessThanOrEqual(datagram.length);
      const plain = datagram.subarray(read.clearBytes);
      expect(rtpMedia(read, plain).length).toBeLessThanOrEqual(plain.length);
    }),
    { numRuns: fuzzRuns(1_000) },
  );
});

test('any mp3 frame has side information within its bytes, or none', () => {
  fc.assert(
    fc.property(bytesAfter([Uint8Array.of(0xff, 0xfb), Uint8Array.of(0xff, 0xf2)], 80), (frame) => {
      const info = readMp3SideInfo(frame);
      if (info !== undefined) expect(info.mainBytes).toBeLessThanOrEqual(frame.length);
    }),
    { numRuns: fuzzRuns(1_000) },
  );
});
