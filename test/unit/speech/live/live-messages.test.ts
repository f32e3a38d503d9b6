import { encode } from '@msgpack/msgpack';
import { describe, expect, test } from 'vitest';
import { decodeLiveFrame } from '../../../../src/speech/live/live-messages.ts';
import { MAX_MESSAGE_VALUES } from '../../../../src/speech/live/message-fields.ts';

const read = (event: unknown) => decodeLiveFrame(encode(event), true);
const SOUND = Uint8Array.of(1, 2, 3);

/** What the service sends with a chunk of sound whose parts have so many segments. */
const aligned = (segments: number) => ({
  content: 'Hello world. '.repeat(400),
  alignment: {
    audio_duration: 60,
    segments: Array.from({ length: segments }, (_, index) => ({ text: 'Hello', start: index, end: index + 0.42 })),
  },
  chunk_seq: 3,
  chunk_audio_offset_sec: 12.5,
  time: 812.5,
});

describe('an audio event', () => {
  test.each([0, 60, 10_000])('has its sound, with an alignment of %i segments before or after it', (segments) => {
    const extras = aligned(segments);
    expect(read({ event: 'audio', audio: SOUND, ...extras })).toEqual({ event: 'audio', audio: SOUND });
    expect(read({ ...extras, audio: SOUND, event: 'audio' })).toEqual({ event: 'audio', audio: SOUND });
  });

  test('has its sound, whatever stands in fields that nobody knows', () => {
    const odd = { time: { at: [null, 'now'] }, '': -1, content: 'x'.repeat(1024 * 1024), 'event ': 'finish' };
    expect(read({ ...odd, event: 'audio', audio: SOUND, more: odd })).toEqual({ event: 'audio', audio: SOUND });
  });

  test('can hold more than a MiB of sound, or none', () => {
    expect(read({ event: 'audio', audio: new Uint8Array(2 * 1024 * 1024) })).toMatchObject({
      audio: { length: 2 * 1024 * 1024 },
    });
    expect(read({ event: 'audio', audio: new Uint8Array() })).toEqual({ event: 'audio', audio: new Uint8Array() });
  });

  test.each([[null], [undefined], ['T2dnUw=='], [5], [[1, 2, 3]], [{}], [true]])(
    'with %j for its sound is ignored',
    (audio) => {
      expect(read({ event: 'audio', audio })).toEqual({ event: 'ignored', what: 'audio-without-bytes' });
    },
  );
});

describe('a finish', () => {
  test.each([['stop'], ['length'], ['max_tokens'], [null], [undefined], [7], [{}]])(
    'with the reason %j is an end',
    (reason) => {
      expect(read({ event: 'finish', reason, time: 5460 })).toMatchObject({
        event: 'finish',
        reason: expect.not.stringMatching(/^error$/),
      });
    },
  );

  test.each([
    ['engine lost', 'engine lost'],
    [null, ''],
    [{ message: 'engine lost' }, 'engine lost'],
    [503, '503'],
  ])('with the reason error and the message %j is an error', (message, words) => {
    expect(read({ event: 'finish', reason: 'error', message })).toEqual({
      event: 'finish',
      reason: 'error',
      message: words,
    });
  });
});

describe('an error', () => {
  test.each([
    ['engine lost', 'engine lost'],
    [null, ''],
    [undefined, ''],
    [500, '500'],
    [{ message: 'engine lost', code: 5 }, 'engine lost'],
    [{ message: 5 }, ''],
    [['engine lost'], ''],
  ])('whose words are %j stays one', (error, words) => {
    expect(read({ event: 'error', error })).toMatchObject({ event: 'error', error: words });
  });

  test.each([
    [8, 8],
    ['8', 8],
    [null, undefined],
    ['many', undefined],
    [-1, undefined],
    [{}, undefined],
  ])('whose max_concurrency is %j stays one', (max_concurrency, limit) => {
    const event = read({ event: 'error', error: 'x', max_concurrency });
    expect(event).toMatchObject({ event: 'error' });
    expect(event).toHaveProperty('max_concurrency', limit);
  });

  test('of 20,000 characters is cut', { meta: { promises: ['live-message-known-fields'] } }, () => {
    expect(read({ event: 'error', error: 'é'.repeat(20_000) })).toMatchObject({
      error: expect.stringMatching(/^é{8192}$/),
    });
  });
});

test.each<[string, Uint8Array, boolean]>([
  ['a text frame', Buffer.from('{"event":"audio"}'), false],
  ['a text frame that is not UTF-8', Buffer.from([0xff]), false],
  ['an empty frame', new Uint8Array(), true],
  ['an event of another name', encode({ event: 'novelty', deep: [[[{}]]] }), true],
  ['an event whose name is a number', encode({ event: 5 }), true],
  ['an event without a name', encode({ audio: SOUND }), true],
  ['nil', encode(null), true],
  ['a text', encode('hello'), true],
  ['a list', encode(['audio', SOUND]), true],
])('%s is ignored', (_what, frame, isBinary) => {
  expect(decodeLiveFrame(frame, isBinary)).toMatchObject({ event: 'ignored' });
});

test('a log is known, whatever it says', () => {
  for (const message of ['warming up', null, 5, 'x'.repeat(100_000)])
    expect(read({ event: 'log', message })).toEqual({ event: 'log' });
});

test.each<[string, Uint8Array]>([
  ['sound outside an event', Buffer.from('OggS\0\x02')],
  ['an event that is cut off', encode({ event: 'audio', audio: SOUND }).subarray(0, -1)],
  ['an event with more after it', Buffer.concat([encode({ event: 'log' }), encode({ event: 'audio', audio: SOUND })])],
  ['a type that does not exist', Buffer.from([0x81, 0xa1, 0x61, 0xc1])],
])('%s is refused, because sound may be lost', (_what, frame) => {
  expect(() => decodeLiveFrame(frame, true)).toThrow(expect.objectContaining({ code: 'SPEECH_LIVE_GARBAGE' }));
});

describe('a message of more values than are passed over', () => {
  const bomb = new Array(MAX_MESSAGE_VALUES).fill(null);

  test('is refused if its sound may be behind them', { meta: { promises: ['live-message-known-fields'] } }, () => {
    for (const event of [
      { bomb, event: 'audio', audio: SOUND },
      { event: 'audio', bomb, audio: SOUND },
    ])
      expect(() => read(event)).toThrow(/too many values/);
  });

  test('is read if its sound is before them, or it has none', () => {
    expect(read({ event: 'audio', audio: SOUND, bomb })).toEqual({ event: 'audio', audio: SOUND });
    expect(read({ event: 'finish', reason: 'stop', bomb })).toMatchObject({ event: 'finish', reason: 'stop' });
    expect(read({ event: 'novelty', bomb })).toMatchObject({ event: 'ignored' });
  });

  test.each([0x91, 0x81, 0xdd, 0xdf, 0xdc])(
    'is refused before it is decoded: 16 MiB of nested values (%d)',
    { meta: { promises: ['live-message-known-fields'] } },
    (type) => {
      const frame = new Uint8Array(16 * 1024 * 1024).fill(type);
      expect(() => decodeLiveFrame(frame, true)).toThrow(expect.objectContaining({ code: 'SPEECH_LIVE_GARBAGE' }));
    },
  );
});
