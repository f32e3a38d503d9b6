import { describe, expect, test } from 'vitest';
import { bytesOf, pieces, sine } from '../../../../test/support/audio-fixtures.ts';
import { createWavReader, writeWav } from '../../src/wav.ts';

const samples = bytesOf(sine({ rateHz: 24_000, durationMs: 20 }));

function chunk(name: string, body: Uint8Array, declaredBytes = body.length): Uint8Array {
  const header = Buffer.alloc(8);
  header.write(name, 'latin1');
  header.writeUInt32LE(declaredBytes, 4);
  return Buffer.concat([header, body, new Uint8Array(body.length & 1)]);
}

function format(
  options: { tag?: number; channels?: number; rateHz?: number; bits?: number; extra?: Uint8Array } = {},
): Uint8Array {
  const { tag = 1, channels = 1, rateHz = 24_000, bits = 16, extra = new Uint8Array() } = options;
  const body = Buffer.alloc(16);
  body.writeUInt16LE(tag, 0);
  body.writeUInt16LE(channels, 2);
  body.writeUInt32LE(rateHz, 4);
  body.writeUInt16LE(bits, 14);
  return chunk('fmt ', Buffer.concat([body, extra]));
}

function wav(...chunks: Uint8Array[]): Uint8Array {
  return Buffer.concat([Buffer.from('RIFF\xff\xff\xff\xffWAVE', 'latin1'), ...chunks]);
}

function read(bytes: Uint8Array, size = bytes.length): { samples: Uint8Array; format: unknown } {
  const reader = createWavReader();
  const found = Buffer.concat(pieces(bytes, size).map((piece) => new Uint8Array(reader.push(piece))));
  reader.end();
  return { samples: new Uint8Array(found), format: reader.format };
}

describe('the WAV reader', () => {
  test.each([1, 3, 44, 1_000_000])('reads the output of writeWav in pieces of %i bytes', (size) => {
    const pcm = sine({ rateHz: 32_000, durationMs: 10, channels: 2 });
    expect(read(writeWav(pcm, 32_000, 2), size)).toEqual({
      samples: new Uint8Array(bytesOf(pcm)),
      format: { sampleRateHz: 32_000, channels: 2 },
    });
  });

  test.each([0, 0xffffffff, 0x7fffffff, 100, 7])(
    'reads samples to the end whatever size the header declares: %i',
    (declaredBytes) => {
      for (const size of [1, 1000]) {
        expect(read(wav(format(), chunk('data', samples, declaredBytes)), size).samples).toEqual(
          new Uint8Array(samples),
        );
      }
    },
  );

  test('skips other chunks before the samples, including odd-length ones', () => {
    const bytes = wav(
      chunk('JUNK', new Uint8Array(5)),
      format(),
      chunk('LIST', Buffer.from('INFOabc')),
      chunk('data', samples),
    );
    for (const size of [1, 1000]) expect(read(bytes, size).samples).toEqual(new Uint8Array(samples));
  });

  test('ignores a well-known chunk after the samples', () => {
    const bytes = wav(format(), chunk('data', samples), chunk('LIST', Buffer.from('INFO and more')));
    for (const size of [1, 1000]) expect(read(bytes, size).samples).toEqual(new Uint8Array(samples));
  });

  test('reads WAVE_FORMAT_EXTENSIBLE', () => {
    const extra = Buffer.from('160010000400000001000000000010008000 00aa00389b71'.replace(' ', ''), 'hex');
    expect(read(wav(format({ tag: 0xfffe, extra }), chunk('data', samples))).samples).toEqual(new Uint8Array(samples));
  });

  test('reads a file without samples', () => {
    expect(read(wav(format(), chunk('data', new Uint8Array()))).samples).toHaveLength(0);
  });

  test.each([
    ['8 bits', format({ bits: 8 })],
    ['24 bits', format({ bits: 24 })],
    ['floating point', format({ tag: 3, bits: 32 })],
    ['six channels', format({ channels: 6 })],
    ['no channel', format({ channels: 0 })],
    ['a sample rate of 0', format({ rateHz: 0 })],
    ['an absurd sample rate', format({ rateHz: 4_000_000 })],
  ])('rejects %s as unsupported', (_, fmt) => {
    expect(() => read(wav(fmt, chunk('data', samples)))).toThrow(
      expect.objectContaining({ code: 'AUDIO_UNSUPPORTED' }),
    );
  });

  test.each([
    ['something else', Buffer.from('this is not a WAV file, is it?')],
    ['samples without a format', wav(chunk('data', samples))],
    ['a truncated format', wav(chunk('fmt ', new Uint8Array(10)), chunk('data', samples))],
    ['an end inside the header', wav(format()).subarray(0, 20)],
    ['no samples at all', wav(format())],
    ['a chunk that contains the samples', wav(format(), chunk('LIST', samples, 0xffffffff))],
  ])('rejects %s', (_, bytes) => {
    expect(() => read(bytes)).toThrow(expect.objectContaining({ code: 'AUDIO_MALFORMED' }));
  });
});
