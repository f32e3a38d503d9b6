import { createOggOpusWriter } from '@mynah/opus/ogg-opus-writer';
import { packetSamples } from '@mynah/opus/opus-packet';
import { writeWav } from '@mynah/pcm/wav';
import { describe, expect, test } from 'vitest';
import { createMp3Encoder } from 'wasm-media-encoders';
import { toOpusPackets } from '../../../../src/audio/conversion/to-opus-packets.ts';
import {
  bytesOf,
  decodeOpus,
  hex,
  opusPackets,
  pieces,
  signalToNoiseDb,
  sine,
} from '../../../support/audio-fixtures.ts';

async function* sourceOf(chunks: Iterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  for (const chunk of chunks) yield chunk;
}

async function convert(chunks: Iterable<Uint8Array>, pcmSampleRateHz = 44_100): Promise<(readonly Uint8Array[])[]> {
  return Array.fromAsync(toOpusPackets(sourceOf(chunks), { pcmSampleRateHz }));
}

function ogg(packets: readonly Uint8Array[], channels: 1 | 2 = 1): Uint8Array[] {
  const writer = createOggOpusWriter({ channels });
  return [writer.header(), ...packets.map((packet) => writer.write(packet)), writer.end()].filter(
    ({ length }) => length > 0,
  );
}

async function mp3(pcm: Int16Array, rateHz: 32_000 | 44_100): Promise<Uint8Array> {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate: rateHz, channels: 1, bitrate: 128 });
  const body = new Uint8Array(encoder.encode([Float32Array.from(pcm, (sample) => sample / 32_768)]));
  return Buffer.concat([body, encoder.finalize()]);
}

/** Decodes the packets as a listener would, and checks that each lasts 20 ms. */
function hear(batches: readonly (readonly Uint8Array[])[]): Int16Array {
  const packets = batches.flat();
  for (const packet of packets) expect(packetSamples(packet)).toBe(960);
  return decodeOpus(packets);
}

const failure = (code: string): unknown => expect.objectContaining({ name: 'MynahError', code });

test('what has no container is no sound where a container is due', async () => {
  const page = Buffer.from('<html><body>This is not the audio you asked for.</body></html>');
  const converted = Array.fromAsync(toOpusPackets(sourceOf([page]), { pcmSampleRateHz: undefined }));
  await expect(converted).rejects.toEqual(failure('AUDIO_MALFORMED'));
});

describe('Ogg Opus', () => {
  test('of 20 ms is passed through bit for bit, one batch for each piece that completes a page', async () => {
    const packets = opusPackets({ count: 12 });
    const batches = await convert(ogg(packets));
    expect(batches.map((batch) => batch.length)).toEqual([5, 5, 2]);
    expect(hex(batches.flat())).toEqual(hex(packets));
  });

  test('yields its first batch before the second page arrives', async () => {
    let pulled = 0;
    const chunks = ogg(opusPackets({ count: 10 }));
    async function* source(): AsyncGenerator<Uint8Array, void, undefined> {
      for (const chunk of chunks) {
        pulled += 1;
        yield chunk;
      }
    }
    const iterator = toOpusPackets(source(), { pcmSampleRateHz: 44_100 });
    expect((await iterator.next()).value).toHaveLength(5);
    expect(pulled).toBe(2);
    await iterator.return();
  });

  test.each([1, 50, 100_000])('can arrive in pieces of %i bytes', async (size) => {
    const packets = opusPackets({ count: 12 });
    expect(hex((await convert(pieces(Buffer.concat(ogg(packets)), size))).flat())).toEqual(hex(packets));
  });

  test.each([
    [10, 30],
    [60, 5],
    [120, 3],
  ])('of %i ms is converted to 20 ms packets', async (frameMs, count) => {
    const batches = await convert(ogg(opusPackets({ count, frameMs })));
    expect(hear(batches)).toHaveLength(count * frameMs * 48);
  });

  test('with SILK frames of 60 ms is re-encoded', async () => {
    // At 8 kbit/s libopus codes 60 ms as one SILK frame, which cannot be cut.
    const packets = opusPackets({ count: 20, frameMs: 60, bitrateBps: 8_000 });
    expect(packets.some((packet) => (packet[0] ?? 0) >> 3 < 12)).toBe(true);
    const heard = hear(await convert(ogg(packets)));
    expect(heard).toHaveLength(20 * 2880);
  });

  test('yields the valid packets before it fails', async () => {
    const [header = new Uint8Array(), page = new Uint8Array()] = ogg(opusPackets({ count: 5 }));
    const found: Uint8Array[] = [];
    const run = async (): Promise<void> => {
      for await (const batch of toOpusPackets(sourceOf([header, page, Buffer.from('garbage')]), {
        pcmSampleRateHz: 44_100,
      })) {
        found.push(...batch);
      }
    };
    await expect(run()).rejects.toEqual(failure('OGG_MALFORMED'));
    expect(found).toHaveLength(5);
  });

  test('that ends in the middle of a page fails', async () => {
    const bytes = Buffer.concat(ogg(opusPackets({ count: 5 })));
    await expect(convert([bytes.subarray(0, -3)])).rejects.toEqual(failure('OGG_MALFORMED'));
  });
});

describe('bare PCM', () => {
  test.each([8_000, 16_000, 24_000, 32_000, 44_100, 48_000])('at %i Hz is encoded', async (rateHz) => {
    const heard = hear(await convert([bytesOf(sine({ rateHz, durationMs: 1000 }))], rateHz));
    expect(heard).toHaveLength(48_000);
    expect(signalToNoiseDb(heard, 440, 48_000)).toBeGreaterThan(20);
  });

  test('yields the same packets when cut inside samples', async () => {
    const bytes = bytesOf(sine({ rateHz: 44_100, durationMs: 90 }));
    const [whole, odd] = await Promise.all([convert([bytes]), convert(pieces(bytes, 333))]);
    expect(hex(odd.flat())).toEqual(hex(whole.flat()));
    expect(whole.flat()).toHaveLength(5);
  });

  test('is split into small batches, so that one large piece does not block the rest', async () => {
    const batches = await convert([bytesOf(sine({ rateHz: 44_100, durationMs: 3000 }))]);
    expect(batches.length).toBeGreaterThan(20);
    expect(Math.max(...batches.map(({ length }) => length))).toBeLessThan(7);
  });

  test('too short for container detection still becomes a packet', async () => {
    expect((await convert([Uint8Array.of(0x4f, 0x67)])).flat()).toHaveLength(1);
  });

  test('of no bytes yields no packets', async () => {
    expect(await convert([])).toEqual([]);
    expect(await convert([new Uint8Array(), new Uint8Array()])).toEqual([]);
  });
});

describe('WAV', () => {
  test.each([
    [44_100, 1],
    [16_000, 2],
  ] as const)('at %i Hz with %i channels is encoded', async (rateHz, channels) => {
    const bytes = new Uint8Array(writeWav(sine({ rateHz, durationMs: 1000, channels }), rateHz, channels));
    bytes.fill(0xff, 40, 44);
    for (const size of [997, bytes.length]) {
      const heard = hear(await convert(pieces(bytes, size), 8_000));
      expect(heard).toHaveLength(48_000);
      expect(signalToNoiseDb(heard, 440, 48_000)).toBeGreaterThan(20);
    }
  });

  test('without samples yields no packets', async () => {
    expect(await convert([writeWav(new Int16Array(), 44_100, 1)])).toEqual([]);
  });

  test('that ends inside its header fails', async () => {
    await expect(convert([writeWav(new Int16Array(), 44_100, 1).subarray(0, 30)])).rejects.toEqual(
      failure('AUDIO_MALFORMED'),
    );
  });
});

describe('mp3', () => {
  test.each([32_000, 44_100] as const)('at %i Hz is encoded', async (rateHz) => {
    const bytes = await mp3(sine({ rateHz, durationMs: 1000 }), rateHz);
    const id3 = Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\0\x0a'), new Uint8Array(10)]);
    for (const chunks of [[bytes], pieces(bytes, 100), [id3, bytes]]) {
      const heard = hear(await convert(chunks));
      // The encoder's delay adds up to three frames.
      expect(Math.abs(heard.length - 48_000)).toBeLessThan(6_000);
      expect(signalToNoiseDb(heard.slice(4_800, 43_200), 440, 48_000)).toBeGreaterThan(20);
    }
  });
});

describe('the iteration', () => {
  test('rejects with the reason of an abort, even while waiting for the source', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    async function* source(): AsyncGenerator<Uint8Array, void, undefined> {
      yield Buffer.concat(ogg(opusPackets({ count: 5 })).slice(0, 2));
      await new Promise(() => undefined);
    }
    const iterator = toOpusPackets(source(), { pcmSampleRateHz: 44_100, signal: controller.signal });
    expect((await iterator.next()).value).toHaveLength(5);
    const next = iterator.next();
    controller.abort(reason);
    await expect(next).rejects.toBe(reason);
  });

  test('does not start when already aborted', async () => {
    const iterator = toOpusPackets(sourceOf(ogg(opusPackets({ count: 5 }))), {
      pcmSampleRateHz: 44_100,
      signal: AbortSignal.abort(new Error('too late')),
    });
    await expect(iterator.next()).rejects.toThrow('too late');
  });

  test('stops in the middle of a large piece', async () => {
    const controller = new AbortController();
    const bytes = bytesOf(sine({ rateHz: 44_100, durationMs: 2000 }));
    const iterator = toOpusPackets(sourceOf([bytes]), { pcmSampleRateHz: 44_100, signal: controller.signal });
    await iterator.next();
    controller.abort(new Error('enough'));
    await expect(iterator.next()).rejects.toThrow('enough');
  });

  test('closes the source when its reader stops', async () => {
    let returned = false;
    async function* source(): AsyncGenerator<Uint8Array, void, undefined> {
      try {
        yield* ogg(opusPackets({ count: 20 }));
      } finally {
        returned = true;
      }
    }
    for await (const batch of toOpusPackets(source(), { pcmSampleRateHz: 44_100 })) {
      expect(batch.length).toBeGreaterThan(0);
      break;
    }
    expect(returned).toBe(true);
  });

  test('fails with the error of the source', async () => {
    async function* source(): AsyncGenerator<Uint8Array, void, undefined> {
      yield* ogg(opusPackets({ count: 5 }));
      throw new Error('connection lost');
    }
    await expect(Array.fromAsync(toOpusPackets(source(), { pcmSampleRateHz: 44_100 }))).rejects.toThrow(
      'connection lost',
    );
  });
});

test('forty streams are converted side by side, each with two codecs', async () => {
  const packets = opusPackets({ count: 20, frameMs: 60, bitrateBps: 8_000 });
  const streams = Array.from({ length: 40 }, () => {
    const chunks = ogg(packets);
    return toOpusPackets(sourceOf(chunks), { pcmSampleRateHz: 44_100 });
  });
  // All of them hold their codecs at the same time: each has given a batch, and none has ended.
  const first = await Promise.all(streams.map((stream) => stream.next()));
  expect(first.every(({ done }) => done === false)).toBe(true);
  const rest = await Promise.all(streams.map((stream) => Array.fromAsync(stream)));
  const whole = rest.map((batches, index) => hex([first[index]?.value ?? [], ...batches].flat()));
  expect(whole.map((stream) => stream.length)).toEqual(Array.from({ length: 40 }, () => 60));
  expect(new Set(whole.map((stream) => stream.join())).size).toBe(1);
});
