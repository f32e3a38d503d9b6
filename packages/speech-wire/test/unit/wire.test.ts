import { describe, expect, test } from 'vitest';
import {
  creditSchema,
  oneVoiceModelSchema,
  transcriptSchema,
  voiceModelPageSchema,
  voiceModelSchema,
} from '../../src/wire.ts';

const TIME = '2026-11-20T12:00:00.123456Z';

const required = {
  _id: '0123456789abcdef0123456789abcdef',
  type: 'tts',
  title: 'Narrator',
  state: 'trained',
  visibility: 'private',
};

const defaults = {
  ...{ tags: [], like_count: 0, task_count: 0, author: { _id: '', nickname: '' } },
  ...{ description: '', cover_image: '', samples: [], languages: [], default_text: '' },
  ...{ lock_visibility: false, dmca_taken_down: false, licensed: false },
};

describe('a voice model', () => {
  test('needs only what nothing can be done without', () => {
    expect(voiceModelSchema.parse(required)).toEqual({ ...required, ...defaults });
  });

  test.each(Object.keys(required))('is invalid without %s', (field) => {
    for (const value of [undefined, null, 5]) {
      const result = voiceModelSchema.safeParse({ ...required, [field]: value });
      expect(result.error?.issues.map(({ path }) => path[0])).toEqual([field]);
    }
  });

  test.each([
    ['type', ['svc', 'tts']],
    ['state', ['created', 'training', 'trained', 'failed']],
    ['visibility', ['public', 'unlist', 'private']],
  ])('%s is one of %j', (field, values) => {
    for (const value of values)
      expect(voiceModelSchema.parse({ ...required, [field]: value })).toHaveProperty(field, value);
    expect(voiceModelSchema.safeParse({ ...required, [field]: 'other' }).success).toBe(false);
  });

  test.each([
    ['state', 'queued', 'training'],
    ['visibility', 'followers', 'private'],
    ['type', 'music', 'tts'],
  ])('that was asked for by its id is read with a new %s, as the one that promises least', (field, value, readAs) => {
    const schema = oneVoiceModelSchema('training');
    expect(schema.parse({ ...required, [field]: value })).toHaveProperty(field, readAs);
    expect(schema.safeParse({ ...required, [field]: null }).success).toBe(false);
  });

  const oddities: readonly Readonly<Record<string, unknown>>[] = [
    ...[null, 5, 'x', {}, [], [null], true].map((odd) =>
      Object.fromEntries(Object.keys(voiceModelSchema.shape).map((field) => [field, odd])),
    ),
    { quality: null, samples: [{ url: 'a' }], tags: 'calm', cover_image: 'x'.repeat(20_000), created_at: 'yesterday' },
    { quality: { audios: [null, 5] }, train_mode: 'slow', source: {}, pvc_release_state: 5, takedown_category: [] },
  ];
  test.each(oddities)('stays valid whatever its other fields are (%#)', (odd) => {
    const read = voiceModelSchema.safeParse({ ...odd, ...required });
    expect(read.data).toMatchObject(required);
  });

  test('loses one odd entry of a list, not the others', () => {
    const samples = [{ title: 't', text: 'x' }, { words: 'y' }, 'z'];
    const read = voiceModelSchema.parse({ ...required, tags: ['a', 5, null, 'b'], samples });
    expect(read).toMatchObject({ tags: ['a', 'b'], samples: [{ title: 't', text: 'x' }] });
  });

  test('keeps every field that is used', () => {
    const full = {
      ...required,
      tags: ['calm'],
      created_at: TIME,
      updated_at: '2026-11-20T12:00:00',
      like_count: 7,
      task_count: 8,
      author: { _id: 'a', nickname: 'Ann' },
      description: 'soft',
      cover_image: `https://x.example/${'a'.repeat(4_000)}`,
      samples: [{ title: 't', text: 'x' }],
      languages: ['en'],
      lock_visibility: true,
      dmca_taken_down: true,
      takedown_category: 'policy',
      default_text: 'Hello',
      licensed: true,
      pvc_release_state: 'retiring',
      pvc_retire_effective_at: TIME,
      quality: {
        audios: [
          {
            filename: 'a.wav',
            duration_ms: 1234.5,
            language: 'en',
            quality_passed: true,
            quality_reason: 'clear',
          },
        ],
      },
    };
    expect(voiceModelSchema.parse(full)).toEqual(full);
  });

  test('is bounded in every part, because it is stored', () => {
    const long = 'x'.repeat(200_000);
    const many = <T>(value: T): T[] => Array.from({ length: 1_000 }, () => value);
    const read = voiceModelSchema.parse({
      ...{ ...required, title: long, description: long, default_text: long, cover_image: long, author: { _id: long } },
      ...{ tags: many('tag'), languages: many('en'), samples: many({ title: 't', text: 'x' }) },
      ...{ pvc_release_state: long, takedown_category: long, created_at: `2026-11-20T12:00:00.${'1'.repeat(1_000)}Z` },
      quality: { audios: many({ filename: 'a', duration_ms: 1e300 }) },
    });
    expect(JSON.stringify(read).length).toBeLessThan(60_000);
  });

  test('unknown fields are ignored', () => {
    expect(voiceModelSchema.parse({ ...required, brand_new: 1 })).not.toHaveProperty('brand_new');
  });
});

describe('a page of voice models', () => {
  test.each([null, 42.5, -1, '42', undefined])('is read without a total, if that is %j', (total) => {
    const page = voiceModelPageSchema.parse({ total, items: [1, 2], has_more: 'yes', total_is_exact: 0 });
    expect(page).toEqual({ items: [1, 2] });
  });

  test('has its own words about how far it goes', () => {
    const page = { total: 1_000, items: [], has_more: true, accessible_upper_bound: 1_000, window_limited: true };
    expect(voiceModelPageSchema.parse({ ...page, total_is_exact: false, max_offset: null })).toEqual({
      ...{ ...page, total_is_exact: false },
    });
  });

  test('without a list is empty if there are none, and else no page: it must not stand for what was not sent', () => {
    for (const items of [null, undefined]) expect(voiceModelPageSchema.parse({ total: 0, items }).items).toEqual([]);
    for (const items of [null, undefined, {}, 'none']) {
      expect(voiceModelPageSchema.safeParse({ total: 3, items }).success).toBe(false);
    }
    expect(voiceModelPageSchema.safeParse({ message: 'Sorry' }).success).toBe(false);
  });
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
      { speaker: 1, text: 'Hi.', start: 0, end: 1 },
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

test.each([
  ['12.50', '12.5'],
  ['100.000000', '100'],
  ['0', '0'],
  ['0.00', '0'],
  ['0E-10', '0'],
  ['-0', '0'],
  ['1E+2', '100'],
  ['1e-3', '0.001'],
  ['-0.000001', '-0.000001'],
  ['0.0000001', '0'],
  ['+5.', '5'],
  [' 5 ', '5'],
  ['0E-1000', '0'],
  [12.5, '12.5'],
])('the credit %j is read as the plain decimal %s', (credit, plain) => {
  expect(creditSchema.parse({ credit, user_id: 'u' })).toEqual({ credit: plain });
});

test.each(['Dear Ada, top up', '', ' ', '1,5', '0x10', 'NaN', 'Infinity', '1E999', '1e16', null, true, {}])(
  'the credit is no other text, because it is logged: %j',
  (credit) => {
    expect(creditSchema.safeParse({ credit }).success).toBe(false);
  },
);
