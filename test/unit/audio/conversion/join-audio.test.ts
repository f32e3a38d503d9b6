import { createOggOpusReader } from '@mynah/opus/ogg-opus-reader';
import { createWavReader, writeWav } from '@mynah/pcm/wav';
import { describe, expect, it } from 'vitest';
import { joinAudio } from '../../../../src/audio/conversion/join-audio.ts';
import { opusPackets } from '../../../support/audio-fixtures.ts';
import { mp3Of, oggOpus, talk } from '../recording/recording-fixtures.ts';

const RATE = { pcmSampleRateHz: 44_100 };

/** A tag of `length` bytes before an mp3 (ID3v2.4 §3.1). */
function id3v2(length: number): Uint8Array {
  const header = [0x49, 0x44, 0x33, 4, 0, 0, 0, 0, length >> 7, length & 0x7f];
  return Uint8Array.from([...header, ...new Uint8Array(length)]);
}

describe('pieces of speech', () => {
  it('stay as they are when there is only one', async () => {
    for (const [container, piece] of [
      ['ogg', oggOpus(opusPackets({ count: 5 }))],
      ['mp3', await mp3Of(talk(1))],
      ['wav', writeWav(talk(1), 16_000, 1)],
    ] as const) {
      const joined = await joinAudio([piece], RATE);
      expect(joined.container).toBe(container);
      expect(joined.bytes).toBe(piece);
    }
  });

  it('in Ogg Opus become one stream of the same packets', async () => {
    const [one, other] = [opusPackets({ count: 5 }), opusPackets({ count: 7 })];
    const { container, bytes } = await joinAudio([oggOpus(one), oggOpus(other)], RATE);
    expect(container).toBe('ogg');
    expect(createOggOpusReader().push(bytes)).toEqual([...one, ...other].map((packet) => new Uint8Array(packet)));
    expect(Buffer.from(bytes).toString('latin1').split('OpusHead')).toHaveLength(2);
  });

  it('in bare PCM become one WAV, each from a whole sample', async () => {
    const { container, bytes } = await joinAudio([Uint8Array.of(1, 0, 9), Uint8Array.of(2, 0)], RATE);
    expect(container).toBe('wav');
    expect([...createWavReader().push(bytes)]).toEqual([1, 0, 2, 0]);
  });

  it('in mp3 become one mp3 without tags and without the length of a piece', async () => {
    const piece = await mp3Of(talk(1));
    const tagged = Buffer.concat([id3v2(200), piece, Buffer.from('TAG'.padEnd(128, ' '), 'latin1')]);
    const { container, bytes } = await joinAudio([tagged, piece], RATE);
    expect(container).toBe('mp3');
    const text = Buffer.from(bytes).toString('latin1');
    for (const mark of ['ID3', 'TAG', 'Xing', 'Info']) expect(text).not.toContain(mark);
    expect(bytes[0]).toBe(0xff);
    expect(bytes.length).toBeLessThanOrEqual(2 * piece.length);
    expect(bytes.length).toBeGreaterThan(1.8 * piece.length);
  });

  it('of different kinds become one Ogg Opus', async () => {
    const { container, bytes } = await joinAudio(
      [oggOpus(opusPackets({ count: 5 })), writeWav(talk(1), 48_000, 1)],
      RATE,
    );
    expect(container).toBe('ogg');
    expect(createOggOpusReader().push(bytes).length).toBeGreaterThan(5);
  });
});
