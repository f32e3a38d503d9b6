import { createFrameEncoder } from '@mynah/opus/frame-encoder';
import { createOggOpusWriter } from '@mynah/opus/ogg-opus-writer';
import { createOpusDecoder } from '@mynah/opus/opus-encoder';
import { createRawDecoder } from '@mynah/pcm/pcm-decoder';
import { expect, test, vi } from 'vitest';
import { createOggConverter, createPcmConverter } from '../../../../src/audio/conversion/packet-converter.ts';
import { opusPackets } from '../../../support/audio-fixtures.ts';

const fail = (): never => {
  throw new Error('no codec');
};

/** An Ogg stream whose packets have to be decoded: their frames last 60 ms. */
function longFrames(): Uint8Array {
  const writer = createOggOpusWriter({ channels: 1 });
  const pages = opusPackets({ count: 5, frameMs: 60, bitrateBps: 12_000 }).map((packet) => writer.write(packet));
  return Buffer.concat([writer.header(), ...pages, writer.end()]);
}

test('a converter whose decoder cannot be opened closes its encoder', () => {
  const encoder = createFrameEncoder();
  const close = vi.spyOn(encoder, 'close');
  const converter = createOggConverter({ createEncoder: () => encoder, createDecoder: fail });
  expect(() => converter.convert(longFrames())).toThrow('no codec');
  converter.close();
  expect(close).toHaveBeenCalledTimes(1);
});

test('a converter whose encoder cannot be opened closes the decoder it was given', () => {
  const decoder = createRawDecoder(48_000);
  const close = vi.spyOn(decoder, 'close');
  expect(() => createPcmConverter(decoder, { createEncoder: fail })).toThrow('no codec');
  expect(close).toHaveBeenCalledTimes(1);
});

test('a closed converter has closed its encoder and its decoder, once', () => {
  const [encoder, decoder, rawDecoder] = [createFrameEncoder(), createOpusDecoder(), createRawDecoder(48_000)];
  const closes = [encoder, decoder, rawDecoder].map((resource) => vi.spyOn(resource, 'close'));
  const ogg = createOggConverter({ createEncoder: () => encoder, createDecoder: () => decoder });
  void ogg.convert(longFrames());
  ogg.close();
  ogg.close();
  expect(closes.map(({ mock }) => mock.calls.length)).toEqual([1, 1, 0]);
  const pcm = createPcmConverter(rawDecoder, { createEncoder: () => encoder });
  pcm.close();
  pcm.close();
  expect(closes.map(({ mock }) => mock.calls.length)).toEqual([2, 1, 1]);
});
