import { describe, expect, test } from 'vitest';
import { detectContainer } from '../../src/stream-container.ts';

/** MPEG-1 layer III, 128 kbit/s, 44.1 kHz, mono: frames of 417 bytes. */
const MP3_HEADER = [0xff, 0xfb, 0x90, 0xc0];

function mp3(frames: number, header = MP3_HEADER, frameBytes = 417): Uint8Array {
  return Buffer.concat(
    Array.from({ length: frames }, () => Buffer.concat([Uint8Array.from(header), new Uint8Array(frameBytes - 4)])),
  );
}

describe('detectContainer', () => {
  test('recognizes Ogg, WAV and tagged mp3 by their signatures', () => {
    expect(detectContainer(Buffer.from('OggS\0\0'))).toBe('ogg');
    expect(detectContainer(Buffer.from('RIFF\xff\xff\xff\xffWAVE', 'latin1'))).toBe('wav');
    expect(detectContainer(Buffer.from('ID3\x04'))).toBe('mp3');
  });

  test.each(['', 'O', 'Ogg', 'R', 'RIFF', 'RIFFxxxxWAV', 'I', 'ID', '\xff', '\xff\xfb', '\xff\xfb\x90'])(
    'needs more bytes after %j',
    (start) => {
      expect(detectContainer(Buffer.from(start, 'latin1'))).toBe('need-more');
    },
  );

  test.each([
    'Oggs',
    'RIFFxxxxAVI ',
    'RIFX',
    'IDA',
    '\0\0',
    'hello',
    '\xff\xf1',
    '\xff\xfd',
    '\xff\xeb',
    '\xff\xff\xff\xff',
  ])('recognizes no container that starts with %j', (start) => {
    expect(detectContainer(Buffer.from(start, 'latin1'))).toBe('unknown');
  });

  test('recognizes mp3 without a tag by two frames at the right distance', () => {
    expect(detectContainer(mp3(2))).toBe('mp3');
    expect(detectContainer(mp3(1))).toBe('need-more');
    expect(detectContainer(mp3(2, [0xff, 0xf3, 0x84, 0xc4], 192))).toBe('mp3');
    expect(detectContainer(mp3(2, [0xff, 0xfb, 0x92, 0xc0], 418))).toBe('mp3');
  });

  test('does not mistake PCM that looks like one frame for mp3', () => {
    expect(detectContainer(Buffer.concat([Uint8Array.from(MP3_HEADER), new Uint8Array(2000)]))).toBe('unknown');
    expect(detectContainer(mp3(2, [0xff, 0xfb, 0x00, 0xc0]))).toBe('unknown');
    expect(detectContainer(mp3(2, [0xff, 0xfb, 0x9c, 0xc0]))).toBe('unknown');
  });
});
