import { createOggOpusReader } from '@mynah/opus/ogg-opus-reader';
import { writeWav } from '@mynah/pcm/wav';
import { describe, expect, it } from 'vitest';
import { toVoiceRecording } from '../../../src/audio/voice-recording.ts';
import { opusPackets } from '../../support/audio-fixtures.ts';
import { mp3Of, oggOpus, talk } from './recording/recording-fixtures.ts';

const RATE = { pcmSampleRateHz: 16_000 };

/** Seconds by the last granule position of an Ogg file: without the pre-skip of its header. */
function granuleSeconds(bytes: Uint8Array): number {
  const file = Buffer.from(bytes);
  const granule = file.readBigInt64LE(file.lastIndexOf('OggS') + 6);
  return (Number(granule) - file.readUInt16LE(file.indexOf('OpusHead') + 10)) / 48_000;
}

describe('a voice recording', () => {
  it('has the packets of Ogg Opus unchanged, in one stream', async () => {
    const packets = opusPackets({ count: 50 });
    const { bytes } = await toVoiceRecording(oggOpus(packets), RATE);
    expect(createOggOpusReader().push(bytes)).toEqual(packets.map((packet) => new Uint8Array(packet)));
  });

  it('lasts as long as its granule positions say', async () => {
    const { bytes, durationS } = await toVoiceRecording(oggOpus(opusPackets({ count: 50 })), RATE);
    expect(durationS).toBe(granuleSeconds(bytes));
    expect(durationS).toBeCloseTo(0.9935, 3);
  });

  it.each([
    ['mp3', () => mp3Of(talk(1))],
    ['wav', async () => writeWav(talk(1), 16_000, 1)],
  ])('is made of %s, too', async (_format, make) => {
    const { bytes, durationS, waveform } = await toVoiceRecording(await make(), RATE);
    const reader = createOggOpusReader();
    expect(reader.push(bytes).length).toBeGreaterThan(45);
    expect(reader.head?.channels).toBe(1);
    expect(durationS).toBeGreaterThan(0.9);
    const points = [...Buffer.from(waveform, 'base64')];
    expect(points.length).toBeGreaterThanOrEqual(10);
    expect(Math.max(...points)).toBe(255);
  });

  it('shows silence, then sound', async () => {
    const sound = Int16Array.from({ length: 16_000 }, (_, index) =>
      index < 8_000 ? 0 : 10_000 * Math.sin((index * 2 * Math.PI * 440) / 16_000),
    );
    const { waveform } = await toVoiceRecording(writeWav(sound, 16_000, 1), RATE);
    const points = [...Buffer.from(waveform, 'base64')];
    expect(Math.max(...points.slice(0, 4))).toBeLessThan(10);
    expect(Math.min(...points.slice(6, 9))).toBeGreaterThan(200);
  });

  it('is none of bytes without sound', async () => {
    await expect(toVoiceRecording(oggOpus([]), RATE)).rejects.toMatchObject({ code: 'AUDIO_EMPTY' });
  });

  it('ends with its signal', async () => {
    const options = { ...RATE, signal: AbortSignal.abort(new Error('stopped')) };
    await expect(toVoiceRecording(oggOpus(opusPackets({ count: 50 })), options)).rejects.toThrow('stopped');
  });
});
