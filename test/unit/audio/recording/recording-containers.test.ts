import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';
import { describe, expect, it } from 'vitest';
import { createFrameLength } from '../../../../src/audio/recording/recording-frame-length.ts';
import { openRecordingHere } from '../../../../src/audio/recording/recording-local.ts';
import { openTrack } from '../../../../src/audio/recording/recording-track.ts';
import {
  AUDIBLE_KINDS,
  makePicture,
  makeRecording,
  makeSilentVideo,
  type RecordingKind,
} from '../../../support/recordings.ts';
import { cut, decode, differences, fileOf, isInPause, talk } from './recording-fixtures.ts';

const TIMEOUT_MS = 120_000;
const CUT_KINDS = AUDIBLE_KINDS.filter((kind) => kind !== 'm4a with ALAC');

/** Kinds whose packets tell their length. */
const SELF_TIMED = /mp3|m4a|aac|vorbis|flac|^mp4|mov/;

/** The longest padding an encoder adds to fill the last packet, here AAC at 16 kHz. */
const LAST_PACKET_MS = 64.1;
/** Makes ffmpeg decode all of an mp3. By default it skips the encoder delay that the first frame declares. */
const NO_SKIPPING = ['-flags2', '+skip_manual'];

describe('real recordings', { tags: ['ffmpeg'] }, () => {
  const make = async (kind: RecordingKind, durationS: number): Promise<Uint8Array> => {
    return new Uint8Array((await makeRecording(kind, talk(durationS))).file);
  };

  it.each(CUT_KINDS)(
    '%s: the pieces are cut in pauses and add up to the recording, sample for sample',
    async (kind) => {
      const bytes = await make(kind, 30);
      const rateHz = kind.includes('opus') || kind.includes('webm') ? 48_000 : 16_000;
      const recording = await openRecordingHere(fileOf(bytes));
      const pieces = await cut(recording);
      const options = kind.includes('mp3') ? NO_SKIPPING : [];
      const whole = { audio: bytes, filename: `whole-${kind.replaceAll(/\W/g, '')}`, options };
      const [original, ...decoded] = decode([whole, ...pieces.map(({ file }) => file)], rateHz);
      if (original === undefined) throw new Error('The recording was not decoded.');
      const heard = new Int16Array(original.length);
      for (const [index, { planned, file }] of pieces.entries()) {
        const samples = decoded[index] ?? new Int16Array();
        const isLast = planned.index === pieces.length - 1;
        const missingMs = file.durationMs - (samples.length * 1000) / rateHz;
        expect(Math.abs(missingMs)).toBeLessThan(isLast ? LAST_PACKET_MS : 1);
        const runUp = Math.round(((planned.startMs - file.startMs) * rateHz) / 1000);
        const start = Math.round((planned.startMs * rateHz) / 1000);
        heard.set(samples.subarray(runUp, runUp + heard.length - start), start);
      }
      recording.close();
      expect(differences(heard, original, rateHz)).toEqual([]);
      const heardMs = pieces.reduce((sum, { planned }) => sum + planned.durationMs, 0);
      expect(heardMs).toBeCloseTo(recording.durationMs, 3);
      expect(Math.abs(heardMs - (original.length * 1000) / rateHz)).toBeLessThan(100);
      expect(pieces.length).toBeGreaterThanOrEqual(4);
      expect(pieces.slice(1).filter(({ planned }) => !isInPause(planned.startMs))).toEqual([]);
      expect(recording.endsEarly).toBe(false);
    },
    TIMEOUT_MS,
  );

  it.each(['mp4', 'webm with video'] as const)(
    '%s: pieces contain no video, even of a short file',
    async (kind) => {
      const recording = await openRecordingHere(fileOf(await make(kind, 2)));
      const [piece] = await cut(recording);
      recording.close();
      const input = new Input({
        formats: ALL_FORMATS,
        source: new BufferSource(piece?.file.audio ?? new Uint8Array()),
      });
      expect((await input.getTracks()).map((track) => track.type)).toEqual(['audio']);
    },
    TIMEOUT_MS,
  );

  it.each([
    ['m4a with ALAC', 'AUDIO_CODEC'],
    ['mp4 that is encrypted', 'AUDIO_PROTECTED'],
  ] as const)(
    '%s fails with %s',
    async (kind, code) => {
      await expect(openRecordingHere(fileOf(await make(kind, 2)))).rejects.toMatchObject({ code });
    },
    TIMEOUT_MS,
  );

  it(
    'a video without sound and a picture have no audio track',
    async () => {
      for (const { file } of [await makeSilentVideo(), await makePicture()]) {
        await expect(openRecordingHere(fileOf(new Uint8Array(file)))).rejects.toMatchObject({ code: 'AUDIO_NO_TRACK' });
      }
    },
    TIMEOUT_MS,
  );

  it.each(['mp3', 'm4a', 'ogg vorbis', 'flac', 'aac (ADTS)', 'webm with video', 'mp4 in fragments'] as const)(
    '%s: the received part of an interrupted upload is extracted, sample for sample',
    async (kind) => {
      const whole = await make(kind, 20);
      const recording = await openRecordingHere(fileOf(whole.subarray(0, whole.length / 2)));
      const pieces = await cut(recording);
      recording.close();
      const heardMs = pieces.reduce((sum, { planned }) => sum + planned.durationMs, 0);
      expect(heardMs).toBeCloseTo(recording.durationMs, 3);
      expect(heardMs).toBeGreaterThan(5_000);
      expect(heardMs).toBeLessThan(15_000);
      const decoded = decode(
        pieces.map(({ file }) => file),
        16_000,
      );
      const tooLongMs = pieces.map(({ file }, index) => (decoded[index]?.length ?? 0) / 16 - file.durationMs);
      expect(tooLongMs.filter((difference) => Math.abs(difference) > 60)).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it.each([
    'm4a that claims to be short',
    'm4a that claims to be short, at 60 %',
    'webm of Vorbis that claims to be short',
    'webm of Vorbis that claims to be short, at a quarter',
  ] as const)(
    '%s is refused: people are charged by its claim, and the service by its sound',
    { timeout: TIMEOUT_MS, meta: { promises: ['recording-whose-packets-longer'] } },
    async (kind) => {
      const opening = openRecordingHere(fileOf(await make(kind, 60)));
      await expect(opening).rejects.toMatchObject({ code: 'AUDIO_BROKEN' });
    },
  );

  it(
    'flac that claims blocks of 16 samples is refused, too',
    async () => {
      const flac = Buffer.from(await make('flac', 60));
      // The shortest and the longest block, behind the marker and the header of STREAMINFO.
      flac.writeUInt32BE(0x0010_0010, 8);
      await expect(openRecordingHere(fileOf(flac))).rejects.toMatchObject({ code: 'AUDIO_BROKEN' });
    },
    TIMEOUT_MS,
  );

  it(
    'flac whose head claims twelve times its rate is refused, too',
    async () => {
      const flac = Buffer.from(await make('flac', 60));
      // The rate's 20 bits, behind the sizes of blocks and frames; 16 kHz in every frame.
      flac.writeUInt16BE(192_000 >> 4, 18);
      await expect(openRecordingHere(fileOf(flac))).rejects.toMatchObject({ code: 'AUDIO_BROKEN' });
    },
    TIMEOUT_MS,
  );

  it.each([
    ...CUT_KINDS.filter((kind) => SELF_TIMED.test(kind)),
    'webm of Vorbis',
    'mkv of FLAC',
    'mkv of mp3',
  ] as const)(
    '%s: its packets themselves say how long it is',
    async (kind) => {
      const bytes = await make(kind, 30);
      const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) });
      const track = await openTrack(input, bytes.subarray(0, 64), bytes.length);
      const lengthOf = createFrameLength(track);
      let lengthS = 0;
      let packet = await track.sink.getFirstPacket();
      while (packet !== null) {
        lengthS += lengthOf(packet.data);
        packet = await track.sink.getNextPacket(packet);
      }
      // Encoders begin before the sound and fill their last packet.
      expect(lengthS).toBeGreaterThan(29.9);
      expect(lengthS).toBeLessThan(30.3);
      (await openRecordingHere(fileOf(bytes))).close();
    },
    TIMEOUT_MS,
  );
});
