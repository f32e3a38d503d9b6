import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOggOpusWriter } from '@mynah/opus/ogg-opus-writer';
import { packetSamples } from '@mynah/opus/opus-packet';
import { floatFromInt16, int16FromBytes } from '@mynah/pcm/pcm';
import { createWavReader } from '@mynah/pcm/wav';
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  MovOutputFormat,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
import { createMp3Encoder } from 'wasm-media-encoders';
import type {
  ExtractedPiece,
  PieceLimits,
  PlannedPiece,
  RandomAccess,
  Recording,
} from '../../../../src/audio/recording/recording-api.ts';
import { bytesOf } from '../../../support/audio-fixtures.ts';
import { SOUND_RATE_HZ } from '../../../support/recordings.ts';

/** Pieces of at most 8 s, with a search window long enough to contain one of the talk's pauses. */
export const SHORT_PIECES: PieceLimits = {
  maxBytes: 20_000_000,
  maxDurationMs: 8_000,
  minDurationMs: 1_000,
  seamSearchMs: 4_000,
};

const PHRASE_S = 3;
const PAUSE_S = 0.8;
const FADE_S = 0.05;

/** Simulated talk, mono, at 16 kHz by default: 2.2 s of gliding tones followed by 0.8 s of silence, repeated. */
export function talk(durationS: number, rateHz: number = SOUND_RATE_HZ): Int16Array {
  return Int16Array.from({ length: Math.round(durationS * rateHz) }, (_, index) => {
    const atS = index / rateHz;
    const inPhraseS = atS % PHRASE_S;
    const leftS = PHRASE_S - PAUSE_S - inPhraseS;
    const loudness = 9_000 * Math.max(0, Math.min(1, inPhraseS / FADE_S, leftS / FADE_S));
    const glide = atS * (300 + 7 * atS);
    return Math.round(loudness * (Math.sin(2 * Math.PI * glide) + 0.5 * Math.sin(2 * Math.PI * 2.7 * glide)));
  });
}

/** True in a pause of the talk, with 30 ms of tolerance for codec smearing. */
export function isInPause(atMs: number): boolean {
  const inPhraseMs = atMs % (PHRASE_S * 1000);
  return inPhraseMs > (PHRASE_S - PAUSE_S) * 1000 - 30 || inPhraseMs < 30;
}

/** A file in memory. */
export function fileOf(bytes: Uint8Array): RandomAccess {
  return { sizeBytes: bytes.length, read: (start, end) => Promise.resolve(bytes.subarray(start, end)) };
}

/** Plans a recording and extracts every piece. */
export async function cut(
  recording: Recording,
  limits = SHORT_PIECES,
): Promise<readonly { planned: PlannedPiece; file: ExtractedPiece }[]> {
  const pieces: { planned: PlannedPiece; file: ExtractedPiece }[] = [];
  for (const planned of await recording.plan(limits)) {
    pieces.push({ planned, file: await recording.extract(planned) });
  }
  return pieces;
}

/** A complete Ogg Opus file with these packets. */
export function oggOpus(
  packets: readonly Uint8Array[],
  preSkipSamples = 312,
  options: { readonly channels?: 1 | 2; readonly serial?: number } = {},
): Uint8Array {
  const writer = createOggOpusWriter({ channels: 1, preSkipSamples, ...options });
  return Buffer.concat([writer.header(), ...packets.map((packet) => writer.write(packet)), writer.end()]);
}

/** An mp3 of mono samples at 16 kHz. */
export async function mp3Of(sound: Int16Array): Promise<Uint8Array> {
  const encoder = await createMp3Encoder();
  encoder.configure({ channels: 1, sampleRate: SOUND_RATE_HZ, bitrate: 48 });
  const start = new Uint8Array(encoder.encode([floatFromInt16(sound)]));
  return Buffer.concat([start, encoder.finalize()]);
}

/** Opus packets in webm or mp4. Each starts when the previous one ends, unless `startsS` sets other times. */
export async function opusFile(
  container: 'webm' | 'mp4',
  packets: readonly Uint8Array[],
  startsS: (index: number) => number = (index) => index * 0.02,
): Promise<Uint8Array> {
  const format = container === 'webm' ? new WebMOutputFormat() : new Mp4OutputFormat({ fastStart: 'in-memory' });
  const head = Buffer.from('OpusHead\x01\x01\x00\x00\x80\xbb\x00\x00\x00\x00\x00', 'latin1');
  const decoderConfig = { codec: 'opus', numberOfChannels: 1, sampleRate: 48_000, description: new Uint8Array(head) };
  return await written(format, 'opus', decoderConfig, packets, (packet, index) => ({
    startS: startsS(index),
    durationS: packetSamples(packet) / 48_000,
  }));
}

/** A mov with PCM of mono samples at 16 kHz. */
export async function pcmMov(sound: Int16Array): Promise<Uint8Array> {
  const blockSamples = 1_600;
  const blocks = Array.from({ length: Math.ceil(sound.length / blockSamples) }, (_, index) =>
    bytesOf(sound.slice(index * blockSamples, (index + 1) * blockSamples)),
  );
  const decoderConfig = { codec: 'pcm-s16', numberOfChannels: 1, sampleRate: SOUND_RATE_HZ };
  return await written(new MovOutputFormat(), 'pcm-s16', decoderConfig, blocks, (block, index) => ({
    startS: (index * blockSamples) / SOUND_RATE_HZ,
    durationS: block.length / 2 / SOUND_RATE_HZ,
  }));
}

async function written(
  format: MovOutputFormat | Mp4OutputFormat | WebMOutputFormat,
  codec: 'opus' | 'pcm-s16',
  decoderConfig: { codec: string; numberOfChannels: number; sampleRate: number; description?: Uint8Array },
  packets: readonly Uint8Array[],
  timesOf: (packet: Uint8Array, index: number) => { startS: number; durationS: number },
): Promise<Uint8Array> {
  const output = new Output({ format, target: new BufferTarget() });
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source);
  await output.start();
  for (const [index, packet] of packets.entries()) {
    const { startS, durationS } = timesOf(packet, index);
    await source.add(new EncodedPacket(packet, 'key', startS, durationS), { decoderConfig });
  }
  await output.finalize();
  return new Uint8Array(output.target.buffer ?? new ArrayBuffer(0));
}

/** What `decode` decodes. */
interface EncodedFile {
  readonly audio: Uint8Array;
  readonly filename: string;
  /** Of ffmpeg, for this file. */
  readonly options?: readonly string[];
}

/**
 * Decodes files, each of another name, to mono samples without those that the file marks to be skipped. One run of ffmpeg,
 * which starts slowly, decodes all.
 */
export function decode(files: readonly EncodedFile[], rateHz: number): Int16Array[] {
  const folder = mkdtempSync(join(tmpdir(), 'mynah-decode-'));
  try {
    const inputs = files.flatMap(({ audio, filename, options = [] }) => {
      const path = join(folder, filename);
      writeFileSync(path, audio);
      return [...options, '-i', path];
    });
    const soundOf = (index: number): string => join(folder, `${index}.s16le`);
    const outputs = files.flatMap((_, index) => [
      ...['-map', `${index}:a`, '-f', 's16le', '-ac', '1', '-ar', `${rateHz}`, soundOf(index)],
    ]);
    const { status } = spawnSync('ffmpeg', ['-v', 'error', ...inputs, ...outputs], {
      timeout: 60_000,
      killSignal: 'SIGKILL',
    });
    if (status !== 0) throw new Error(`ffmpeg cannot decode ${files.map(({ filename }) => filename).join(' or ')}.`);
    return files.map((_, index) => int16FromBytes(readFileSync(soundOf(index))));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The times (ms) at which two sounds differ by more than 1 % of the talk's loudness, in steps of 20 ms. */
export function differences(heard: Int16Array, original: Int16Array, rateHz: number): number[] {
  const step = rateHz / 50;
  const places: number[] = [];
  for (let start = 0; start + step <= Math.min(heard.length, original.length); start += step) {
    let sum = 0;
    for (let index = start; index < start + step; index += 1)
      sum += ((heard[index] ?? 0) - (original[index] ?? 0)) ** 2;
    if (Math.sqrt(sum / step) > 90) places.push((start * 1000) / rateHz);
  }
  return places;
}

/** The samples of a 16-bit WAV. */
export function samplesOf(wav: Uint8Array): number[] {
  return [...int16FromBytes(createWavReader().push(wav))];
}
