import { encode } from '@msgpack/msgpack';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeLiveFrame } from '../../../../src/speech/live/live-messages.ts';
import { readFields } from '../../../../src/speech/live/message-fields.ts';
import { SpeechError } from '../../../../src/speech/speech-error.ts';
import { corpusOf } from '../../../support/corpus.ts';

/** Decodes a frame; a refusal is as good. */
function survive(frame: Uint8Array): void {
  try {
    decodeLiveFrame(frame, true);
  } catch (error) {
    if (!(error instanceof SpeechError)) throw error;
    expect(error.code).toBe('SPEECH_LIVE_GARBAGE');
  }
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

test('any bytes are a live event or refused with their own error', {
  meta: { promises: ['parsers-services-messages-custom'] },
}, () => {
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

test('whatever stands beside them, the fields of an event are read as the decoder reads them', () => {
  const wanted = new Set(['event', 'audio', 'reason']);
  const fields = fc.record({ event: fc.string(), audio: fc.uint8Array(), reason: jsonValue }, { requiredKeys: [] });
  fc.assert(
    fc.property(fields, fc.dictionary(fc.string(), jsonValue), (known, others) => {
      const all = { ...others, ...known };
      const read = readFields(encode(all), wanted);
      const expected = Object.entries(all).filter(([name]) => wanted.has(name));
      expect(read).toEqual({ kind: 'map', fields: new Map(expected), isCut: false });
    }),
  );
});
