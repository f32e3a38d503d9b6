import { encode } from '@msgpack/msgpack';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeLiveEvent } from '../../../../src/speech/live/live-messages.ts';
import { hasFewValues, MAX_LIVE_VALUES } from '../../../../src/speech/live/message-bounds.ts';
import { SpeechError } from '../../../../src/speech/speech-error.ts';
import { corpusOf } from '../../../support/corpus.ts';

/** Decodes a frame; a refusal is as good. */
function survive(frame: Uint8Array): void {
  try {
    decodeLiveEvent(frame, true);
  } catch (error) {
    if (!(error instanceof SpeechError)) throw error;
    expect(error.code).toBe('SPEECH_LIVE_GARBAGE');
  }
}

/** Values in a message, keys included. */
function countValues(value: unknown): number {
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return 1;
  const inner = Array.isArray(value) ? value : Object.entries(value).flat();
  return inner.reduce<number>((sum, each) => sum + countValues(each), 1);
}

const jsonValue = fc.jsonValue({ maxDepth: 6 });
const event = fc.record(
  {
    event: fc.oneof(fc.constantFrom('audio', 'finish', 'error', 'log'), fc.string()),
    audio: fc.oneof(fc.uint8Array(), fc.string(), jsonValue),
    time: fc.anything(),
    reason: fc.oneof(fc.constantFrom('stop', 'error'), jsonValue),
    message: fc.oneof(fc.string({ maxLength: 30_000 }), jsonValue),
    error: fc.oneof(fc.string(), jsonValue),
    max_concurrency: fc.oneof(fc.double(), jsonValue),
  },
  { requiredKeys: [] },
);

test.each(corpusOf('live-message'))('the live message $name is refused with its own error or read', ({ bytes }) => {
  survive(bytes);
});

test('any bytes are a live event or refused with their own error', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), survive));
});

test('any values in the fields of a live event are read or refused with their own error', () => {
  fc.assert(
    fc.property(event, (fields) => {
      let frame: Uint8Array;
      try {
        frame = encode(fields);
      } catch {
        // The encoder cannot express every value.
        return;
      }
      survive(frame);
    }),
  );
});

test('a live event with a few bytes changed is read or refused with its own error', () => {
  const changes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(changes, fc.uint8Array({ maxLength: 40 }), (changed, audio) => {
      const frame = encode({ event: 'audio', audio, time: 1.5 });
      for (const [at, byte] of changed) frame[at % frame.length] = byte;
      survive(frame);
    }),
  );
});

test('a message passes exactly when it holds at most 256 values', () => {
  const lists = fc.array(fc.array(fc.integer(), { maxLength: 60 }), { maxLength: 12 });
  fc.assert(
    fc.property(fc.oneof(jsonValue, lists, fc.dictionary(fc.string(), lists)), (value) => {
      expect(hasFewValues(encode(value))).toBe(countValues(value) <= MAX_LIVE_VALUES);
    }),
  );
});

test.each([0x91, 0x81, 0xdd, 0xdf, 0xdc])(
  '16 MiB of nested values (%d) are refused before they are decoded',
  (type) => {
    expect(() => decodeLiveEvent(new Uint8Array(16 * 1024 * 1024).fill(type), true)).toThrow(/too many values/);
  },
);

test('a text longer than 16 KiB is refused, and audio of a MiB is not', () => {
  const long = encode({ event: 'log', message: 'a'.repeat(16 * 1024 + 1) });
  expect(() => decodeLiveEvent(long, true)).toThrow(expect.objectContaining({ code: 'SPEECH_LIVE_GARBAGE' }));
  const audio = encode({ event: 'audio', audio: new Uint8Array(1024 * 1024) });
  expect(decodeLiveEvent(audio, true)).toMatchObject({ event: 'audio' });
});
