import { describe, expect, test } from 'vitest';
import {
  creditSchema,
  liveServerEventSchema,
  transcriptSchema,
  voiceModelPageSchema,
  voiceModelSchema,
} from '../../../src/speech/wire.ts';

const TIME = '2026-11-20T12:00:00.123456Z';

const required = {
  _id: '0123456789abcdef0123456789abcdef',
  type: 'tts',
  title: 'Narrator',
  state: 'trained',
  tags: ['calm'],
  created_at: TIME,
  updated_at: TIME,
  visibility: 'private',
  like_count: 0,
  mark_count: 1,
  shared_count: 2,
  task_count: 3,
  author: { _id: 'a', nickname: 'Ann', avatar: '' },
};

describe('a voice model', () => {
  test('needs only the required fields; the others get their documented defaults', () => {
    expect(voiceModelSchema.parse(required)).toEqual({
      ...required,
      description: '',
      cover_image: '',
      train_mode: 'full',
      samples: [],
      languages: [],
      lock_visibility: false,
      dmca_taken_down: false,
      default_text: '',
      unliked: false,
      liked: false,
      marked: false,
    });
  });

  test.each(Object.keys(required))('is invalid without %s', (field) => {
    const result = voiceModelSchema.safeParse({ ...required, [field]: undefined });
    expect(result.error?.issues.map(({ path }) => path[0])).toEqual([field]);
  });

  test.each([
    ['type', ['svc', 'tts']],
    ['state', ['created', 'training', 'trained', 'failed']],
    ['visibility', ['public', 'unlist', 'private']],
    ['train_mode', ['fast', 'full']],
  ])('%s is one of %j', (field, values) => {
    for (const value of values)
      expect(voiceModelSchema.parse({ ...required, [field]: value })).toHaveProperty(field, value);
    expect(voiceModelSchema.safeParse({ ...required, [field]: 'other' }).success).toBe(false);
  });

  test.each([
    ['title', 5],
    ['tags', 'calm'],
    ['created_at', 'yesterday'],
    ['like_count', 1.5],
    ['author', { _id: 'a' }],
    ['description', 5],
    ['cover_image', 5],
    ['samples', {}],
    ['languages', [5]],
    ['lock_visibility', 'no'],
    ['dmca_taken_down', 'no'],
    ['default_text', 5],
    ['quality', { created_at: TIME, updated_at: TIME }],
    ['unliked', 0],
    ['liked', 0],
    ['marked', 0],
  ])('is invalid with a %s of the wrong type', (field, value) => {
    expect(voiceModelSchema.safeParse({ ...required, [field]: value }).error?.issues[0]?.path[0]).toBe(field);
  });

  test('keeps every optional field that is present', () => {
    const full = {
      ...required,
      description: 'soft',
      cover_image: 'cover/a.png',
      train_mode: 'fast',
      samples: [{ title: 't', text: 'x', task_id: '1', audio: 'a.mp3' }],
      languages: ['en'],
      lock_visibility: true,
      dmca_taken_down: null,
      default_text: 'Hello',
      quality: {
        created_at: TIME,
        updated_at: '2026-11-20T12:00:00',
        audios: [
          {
            filename: 'a.wav',
            duration_ms: 12_000,
            language: 'en',
            quality: { snr: 31.5 },
            quality_passed: true,
            quality_reason: 'clear',
          },
        ],
      },
      unliked: true,
      liked: true,
      marked: true,
    };
    expect(voiceModelSchema.parse(full)).toEqual(full);
  });

  test('the recordings in its quality report get their documented defaults', () => {
    const quality = { created_at: TIME, updated_at: TIME, audios: [{ filename: 'a.wav', duration_ms: 1 }] };
    expect(voiceModelSchema.parse({ ...required, quality }).quality?.audios).toEqual([
      { filename: 'a.wav', duration_ms: 1, language: 'unknown', quality_passed: false, quality_reason: '' },
    ]);
    expect(voiceModelSchema.parse({ ...required, quality: null }).quality).toBeNull();
  });

  test('the figures of its quality report are bounded in number and name: the document is stored', () => {
    const figures = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, index) => [`${index} ${'x'.repeat(2_000)}`, 1]),
    );
    const audios = [{ filename: 'a.wav', duration_ms: 1, quality: figures }];
    const quality = { created_at: TIME, updated_at: TIME, audios };
    const model = voiceModelSchema.parse({ ...required, quality });
    expect(JSON.stringify(model).length).toBeLessThan(150_000);
  });

  test('unknown fields are ignored', () => {
    expect(voiceModelSchema.parse({ ...required, brand_new: 1 })).not.toHaveProperty('brand_new');
  });
});

test('a page of voice models has a total and an optional has_more', () => {
  const page = voiceModelPageSchema.parse({ total: 7, items: [required], has_more: true });
  expect(page).toMatchObject({ total: 7, has_more: true, items: [{ title: 'Narrator', description: '' }] });
  expect(voiceModelPageSchema.parse({ total: 0, items: [] }).items).toEqual([]);
  expect(voiceModelPageSchema.safeParse({ total: 0 }).success).toBe(false);
});

describe('a transcript', () => {
  const transcript = { text: 'hello', duration: 1.5, segments: [{ text: 'hello', start: 0, end: 1.25 }] };

  test('has text, duration and segments, in seconds', () => {
    expect(transcriptSchema.parse({ ...transcript, speakers: 2 })).toEqual(transcript);
  });

  test('has a language in newer responses, and is valid whatever the language field holds', () => {
    expect(transcriptSchema.parse({ ...transcript, language: 'English', language_code: 'en' })).toMatchObject({
      ...{ text: 'hello', language: 'English', language_code: 'en' },
    });
    const odd = transcriptSchema.parse({ ...transcript, language: null, language_code: 7 });
    expect(odd).toMatchObject({ text: 'hello', language: undefined, language_code: undefined });
  });

  test.each([undefined, null])('has no segments when the service sends %s for them', (segments) => {
    expect(transcriptSchema.parse({ ...transcript, segments })).toEqual({ ...transcript, segments: [] });
  });

  test('has no text when the service sends null for it', () => {
    expect(transcriptSchema.parse({ ...transcript, text: null }).text).toBe('');
  });

  test.each([undefined, null, '1.5', 'long', {}])(
    'has its text whatever the service sends for the duration: %j',
    (duration) => {
      expect(transcriptSchema.parse({ ...transcript, duration })).toEqual({ ...transcript, duration: undefined });
    },
  );

  test('leaves out odd segments, and keeps the others', () => {
    const odd = [
      { text: 'hello', start: 0 },
      { text: null, start: 0, end: 1 },
      null,
      'x',
      { ...transcript, start: '0' },
    ];
    const segments = [...odd, ...transcript.segments, ...odd];
    expect(transcriptSchema.parse({ ...transcript, segments })).toEqual(transcript);
    expect(transcriptSchema.parse({ ...transcript, segments: 'hello' })).toEqual({ ...transcript, segments: [] });
  });

  test('has the turns of speakers that can be read', () => {
    const turns = [
      { speaker: 'speaker:1', text: 'Hi.', start: 0, end: 1 },
      { speaker: 'Ada', text: 'Hi.' },
      { speaker: 2, text: 'Ho.', confidence: null },
      { speaker: 'speaker:3' },
      null,
    ];
    expect(transcriptSchema.parse({ ...transcript, speaker_turns: turns }).speaker_turns).toEqual([
      { speaker: 1, text: 'Hi.' },
      { speaker: 2, text: 'Ho.' },
    ]);
    expect(transcriptSchema.parse({ ...transcript, speaker_turns: 'Ada' }).speaker_turns).toEqual([]);
  });

  test.each([{ ...transcript, text: 5 }, { duration: 1, segments: [] }, { message: 'wait' }, [], null, 'hello'])(
    'without a text is invalid (%#)',
    (answer) => {
      expect(transcriptSchema.safeParse(answer).success).toBe(false);
    },
  );
});

test('the credit is a decimal string', () => {
  expect(creditSchema.parse({ credit: '12.50', user_id: 'u' })).toEqual({ credit: '12.50' });
  expect(creditSchema.parse({ credit: '-0.000001' }).credit).toBe('-0.000001');
  // It is logged, and the service's own words never are.
  expect(creditSchema.safeParse({ credit: 'Dear Ada, top up' }).success).toBe(false);
  expect(creditSchema.safeParse({ credit: 12.5 }).success).toBe(false);
});

test('live events may send null for missing fields', () => {
  expect(liveServerEventSchema.safeParse({ event: 'finish', reason: 'stop', message: null }).success).toBe(true);
  expect(liveServerEventSchema.safeParse({ event: 'error', error: 'x', max_concurrency: null }).success).toBe(true);
  expect(liveServerEventSchema.safeParse({ event: 'audio', audio: new Uint8Array(1), time: null }).success).toBe(true);
  expect(liveServerEventSchema.safeParse({ event: 'audio', audio: 'AAAA' }).success).toBe(false);
  expect(liveServerEventSchema.parse({ event: 'finish' })).toMatchObject({ reason: 'stop' });
  expect(liveServerEventSchema.safeParse({ event: 'finish', reason: 'tired' }).success).toBe(false);
});
