import { writeWav } from '@mynah/pcm/wav';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { openRecordingHere } from '../../../../src/audio/recording/recording-local.ts';
import { MynahError } from '../../../../src/errors.ts';
import { opusPackets } from '../../../support/audio-fixtures.ts';
import { corpusOf } from '../../../support/corpus.ts';
import { bytesAfter, damaged } from '../../../support/fuzzed-bytes.ts';
import { cut, fileOf, mp3Of, oggOpus, opusFile, pcmMov, SHORT_PIECES, talk } from './recording-fixtures.ts';

// Eleven kinds of files are read, planned and cut many times.
vi.setConfig({ testTimeout: 30_000 });

/**
 * Always the same inputs: a damaged file can keep its parser in a loop, for which recordings have processes of their own.
 * Such files are in `test/corpus/recording-loop`.
 */
const FEW = { numRuns: 40, seed: 1 };
const text = (written: string): Uint8Array => Buffer.from(written, 'latin1');
const packets = opusPackets({ count: 40 });
const sound = talk(1);

const FORMATS: readonly { name: string; starts: readonly Uint8Array[]; good: Uint8Array }[] = [
  {
    name: 'mp3',
    starts: [text('ID3\x04\x00\x00\x00\x00\x00\x10'), text('\xff\xfb\x90\x00')],
    good: await mp3Of(sound),
  },
  {
    name: 'MP4',
    starts: [text('\0\0\0\x18ftypisom'), text('\0\0\0\x10ftypmp42\0\0\0\x10moov')],
    good: await opusFile('mp4', packets),
  },
  { name: 'MOV', starts: [text('\0\0\0\x14ftypqt  ')], good: await pcmMov(sound) },
  {
    name: 'EBML',
    starts: [text('\x1a\x45\xdf\xa3'), text('\x1a\x45\xdf\xa3\x84\x42\x82\x81w')],
    good: await opusFile('webm', packets),
  },
  { name: 'Ogg', starts: [text('OggS')], good: oggOpus(packets) },
  {
    name: 'chained Ogg',
    starts: [oggOpus(packets.slice(0, 9), 312, { serial: 1 }), oggOpus(packets.slice(0, 9)).subarray(0, 60)],
    good: Buffer.concat([0, 1, 2, 2].map((serial) => oggOpus(packets.slice(serial * 9), 312, { serial }))),
  },
  { name: 'WAV', starts: [text('RIFF'), text('RIFF\xff\xff\xff\xffWAVEfmt ')], good: writeWav(sound, 16_000, 1) },
  { name: 'FLAC', starts: [text('fLaC')], good: text('fLaC\x80\x00\x00\x22') },
  { name: 'AAC', starts: [text('\xff\xf1\x50\x80')], good: text('\xff\xf1\x50\x80\x02\x1f\xfc') },
];

/** Reads a file to its end: it has pieces within its duration, or fails with an error of its own. */
async function survive(bytes: Uint8Array): Promise<void> {
  try {
    const recording = await openRecordingHere(fileOf(bytes), AbortSignal.timeout(10_000));
    try {
      const pieces = await cut(recording, { ...SHORT_PIECES, minDurationMs: 1 });
      const totalMs = pieces.reduce((sum, { planned }) => sum + planned.durationMs, 0);
      expect(totalMs).toBeLessThanOrEqual(recording.durationMs + 1);
    } finally {
      recording.close();
    }
  } catch (error) {
    if (!(error instanceof MynahError)) throw error;
    expect(error.code).toMatch(/^AUDIO_/);
  }
}

test.each(FORMATS)(
  'any bytes after the start of an $name file and any damaged one are read or refused',
  { meta: { promises: ['parsers-sound-ogg-opus'] } },
  async ({ starts, good }) => {
    await fc.assert(fc.asyncProperty(fc.oneof(bytesAfter(starts), damaged(good)), survive), FEW);
  },
);

test.each(corpusOf('recording'))('the recording $name is read or refused', ({ bytes }) => survive(bytes));
