/** The tables of the service's interface description, row by row, against what the bot reads and sends. */
import { decode } from '@msgpack/msgpack';
import { LIMITS, transcriptSchema, voiceModelSchema } from '@mynah/speech-wire/wire';
import { FormData } from 'undici';
import { describe, expect, it } from 'vitest';
import { createLogger } from '../../../src/log/log.ts';
import { createTranscriber, type Transcribe } from '../../../src/speech/asr/asr.ts';
import type { HttpClient, HttpRequest } from '../../../src/speech/http/http.ts';
import { SpeechError } from '../../../src/speech/speech-error.ts';
import { DEFAULT_TIMINGS } from '../../../src/speech/speech-timings.ts';
import { ttsRequestBody } from '../../../src/speech/tts.ts';
import { createVoiceForm, type NewVoice } from '../../../src/speech/voice-model-form.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A row of a response table: values that are read, values that are rejected, values read as none, and the default of none. */
interface Row {
  readonly field: string;
  readonly good: readonly unknown[];
  readonly bad: readonly unknown[];
  readonly odd?: readonly unknown[];
  /** `required`: a response without it is invalid. */
  readonly missing: { readonly kind: 'required' } | { readonly kind: 'default'; readonly value: unknown };
}

const TIME = '2026-11-20T12:00:00Z';
const REQUIRED = { kind: 'required' } as const;

function required(field: string, good: readonly unknown[], bad: readonly unknown[]): Row {
  return { field, good, bad: [...bad, null], missing: REQUIRED };
}

function optional(field: string, value: unknown, good: readonly unknown[], bad: readonly unknown[]): Row {
  return { field, good, bad, missing: { kind: 'default', value } };
}

/** Of a voice, a field that is odd takes the default of a missing one: only those in `required` rows must be right. */
function lenient(field: string, value: unknown, good: readonly unknown[], odd: readonly unknown[]): Row {
  return { field, good, bad: [], odd: [...odd, null], missing: { kind: 'default', value } };
}

const text = (field: string): Row => required(field, ['', 'words'], [5, {}]);
const words = (field: string): Row => lenient(field, '', ['', 'words'], [5, {}]);
const time = (field: string): Row =>
  lenient(field, undefined, [TIME, '2026-11-20T12:00:00.123456+00:00'], ['yesterday', 5]);
const count = (field: string): Row => lenient(field, 0, [0, 7], [1.5, '7', -1]);
const flag = (field: string): Row => lenient(field, false, [true, false], ['yes', 1]);

const AUTHOR = { _id: 'a1', nickname: 'Ann' };
const AUDIO = { filename: 'a.wav', duration_ms: 12_000, language: 'en', quality_passed: true, quality_reason: '' };
const QUALITY = { created_at: TIME, updated_at: TIME, audios: [AUDIO] };
const SAMPLE = { title: 't', text: 'x' };

const VOICE_MODEL: readonly Row[] = [
  required('_id', ['a', '0123456789abcdef0123456789abcdef'], ['', '..', 'a/b', 5, {}]),
  required('type', ['svc', 'tts'], ['other']),
  text('title'),
  required('state', ['created', 'training', 'trained', 'failed'], ['other']),
  required('visibility', ['public', 'unlist', 'private'], ['secret']),
  lenient('tags', [], [[], ['calm', 'low']], ['calm', [5]]),
  time('created_at'),
  time('updated_at'),
  ...['like_count', 'task_count'].map(count),
  lenient('author', { _id: '', nickname: '' }, [AUTHOR], ['Ann', {}]),
  words('description'),
  words('cover_image'),
  lenient('samples', [], [[SAMPLE]], [{}, ['a.mp3'], [{ url: 'a.mp3' }]]),
  lenient('languages', [], [['en', 'de']], ['en']),
  flag('lock_visibility'),
  flag('dmca_taken_down'),
  words('default_text'),
  lenient('quality', undefined, [{ audios: [AUDIO] }], ['good', 5]),
];

const AUTHOR_ENTITY = ['_id', 'nickname'].map(words);

const MODEL_QUALITY_ENTITY: readonly Row[] = [lenient('audios', [], [[AUDIO]], [{}, ['a.wav']])];

const QUALITY_AUDIO: readonly Row[] = [
  words('filename'),
  lenient('duration_ms', undefined, [0, 12_000, 1234.5], ['12', -1]),
  lenient('language', 'unknown', ['en'], [5]),
  flag('quality_passed'),
  words('quality_reason'),
];

const TRANSCRIPTION: readonly Row[] = [
  // The text counts, and null is none; the rest may be anything.
  { ...text('text'), bad: [5, {}] },
  optional('duration', undefined, [0, 12.5], []),
  optional('segments', [], [[{ text: 'x', start: 0, end: 1.5 }]], []),
];

/** An odd one is left out, and says nothing about the others. */
const SEGMENT: readonly Row[] = [
  text('text'),
  required('start', [0, 1.5], ['1.5']),
  required('end', [0, 1.5], ['1.5']),
];

/** Reads a complete response whose tabulated object is `fields`, and returns that object as parsed. */
interface Place {
  read(fields: Fields): { readonly kind: 'read'; readonly fields: Fields } | { readonly kind: 'refused' };
}

function exampleOf(rows: readonly Row[]): Fields {
  const needed = rows.filter(({ missing }) => missing.kind === 'required');
  return Object.fromEntries(needed.map(({ field, good }) => [field, good[0]]));
}

const MODEL = { ...exampleOf(VOICE_MODEL), author: AUTHOR };

function inModel(around: (fields: Fields) => Fields, back: (model: Fields) => unknown): Place {
  return {
    read: (fields) => {
      const result = voiceModelSchema.safeParse(around(fields));
      return result.success ? { kind: 'read', fields: back(result.data) as Fields } : { kind: 'refused' };
    },
  };
}

function inTranscript(around: (fields: Fields) => Fields, back: (transcript: Fields) => unknown): Place {
  return {
    read: (fields) => {
      const result = transcriptSchema.safeParse(around(fields));
      const read = result.success ? back(result.data) : undefined;
      return read === undefined ? { kind: 'refused' } : { kind: 'read', fields: read as Fields };
    },
  };
}

const qualityOf = (model: Fields) => model['quality'] as typeof QUALITY;
const same = (fields: Fields) => fields;

const TABLES: readonly [name: string, rows: readonly Row[], place: Place][] = [
  ['Voice model', VOICE_MODEL, inModel(same, same)],
  [
    'AuthorEntity',
    AUTHOR_ENTITY,
    inModel(
      (author) => ({ ...MODEL, author }),
      (model) => model['author'],
    ),
  ],
  ['ModelQualityEntity', MODEL_QUALITY_ENTITY, inModel((quality) => ({ ...MODEL, quality }), qualityOf)],
  [
    'quality.audios',
    QUALITY_AUDIO,
    inModel(
      (audio) => ({ ...MODEL, quality: { ...QUALITY, audios: [audio] } }),
      (model) => qualityOf(model).audios[0],
    ),
  ],
  ['Transcription result', TRANSCRIPTION, inTranscript(same, same)],
  [
    'segments',
    SEGMENT,
    inTranscript(
      (segment) => ({ text: '', duration: 1, segments: [segment] }),
      ({ segments }) => (segments as Fields[])[0],
    ),
  ],
];

describe.each(TABLES)('%s', (_name, rows, place) => {
  const example: Fields = rows === VOICE_MODEL ? MODEL : exampleOf(rows);

  it.each(rows)('$field', ({ field, good, bad, odd = [], missing }) => {
    for (const value of good) {
      expect(place.read({ ...example, [field]: value })).toMatchObject({ kind: 'read', fields: { [field]: value } });
    }
    for (const value of bad)
      expect(place.read({ ...example, [field]: value }), JSON.stringify(value)).toEqual({ kind: 'refused' });
    for (const value of odd) {
      const read = place.read({ ...example, [field]: value });
      expect(read.kind === 'read' && read.fields[field], JSON.stringify(value)).toEqual(
        missing.kind === 'default' ? missing.value : undefined,
      );
    }
    const { [field]: _left, ...without } = example;
    const result = place.read(without);
    if (missing.kind === 'required') expect(result).toEqual({ kind: 'refused' });
    else expect(result.kind === 'read' && result.fields[field]).toEqual(missing.value);
  });

  it('ignores unknown fields', () => {
    const result = place.read({ ...example, something_new: { of: 'the service' } });
    expect(result.kind === 'read' && 'something_new' in result.fields).toBe(false);
  });
});

describe('POST /v1/tts', () => {
  const body = (voiceId?: string) => ttsRequestBody({ text: 'Hello.', voiceId }, 'mp3', 'normal');

  it.each([
    ['text', body(), 'Hello.'],
    ['format', body(), 'mp3'],
    ['reference_id', body('0123'), '0123'],
    ['reference_id, omitted for the default voice', body(), undefined],
  ])('%s', (name, sent, value) => {
    expect((sent as unknown as Fields)[name.split(',')[0] ?? '']).toBe(value);
  });

  it('rejects an empty text', () => {
    expect(() => ttsRequestBody({ text: ' ', voiceId: undefined }, 'mp3', 'normal')).toThrow(SpeechError);
  });
});

describe('POST /v1/asr', () => {
  const context = { tenant: 't', priority: 'files', signal: new AbortController().signal } as const;

  /** The request body for a recording; rejects if none is sent. */
  async function sent(request: Partial<Parameters<Transcribe>[0]>): Promise<HttpRequest> {
    const requests: HttpRequest[] = [];
    const nothing = () => Promise.reject(new Error('not used here'));
    const http: HttpClient = {
      open: nothing,
      whole: nothing,
      done: nothing,
      close: nothing,
      json: async (asked, schema) => {
        requests.push(asked);
        return schema.parse({ text: '', duration: 1, segments: [] });
      },
    };
    const whole = { audio: Uint8Array.of(1), timestamps: false, ...request };
    const options = { http, model: undefined, timings: DEFAULT_TIMINGS, log: createLogger('silent') };
    await createTranscriber(options).transcribe(whole, context);
    const [first] = requests;
    if (first === undefined) throw new Error('nothing was sent');
    return first;
  }
  const packed = async (request: Parameters<typeof sent>[0]) => decode((await sent(request)).body as Uint8Array);
  const form = async (request: Parameters<typeof sent>[0]) =>
    (await sent({ ...request, encoding: 'multipart' })).body as FormData;

  it('is multipart or MessagePack, as the caller chooses', async () => {
    expect((await sent({})).headers).toEqual({ 'content-type': 'application/msgpack' });
    expect(await form({})).toBeInstanceOf(FormData);
  });

  it('audio', async () => {
    expect(await packed({})).toMatchObject({ audio: Uint8Array.of(1) });
    const audio = (await form({})).get('audio') as unknown as Blob;
    expect(new Uint8Array(await audio.arrayBuffer())).toEqual(Uint8Array.of(1));
  });

  it('language, omitted when the service detects it', async () => {
    expect(await packed({ language: 'ja' })).toMatchObject({ language: 'ja' });
    expect(await packed({})).not.toHaveProperty('language');
    expect((await form({ language: 'ja' })).get('language')).toBe('ja');
    expect((await form({})).has('language')).toBe(false);
  });

  it('ignore_timestamps, false when segments are requested', async () => {
    expect(await packed({ timestamps: true })).toMatchObject({ ignore_timestamps: false });
    expect(await packed({ timestamps: false })).toMatchObject({ ignore_timestamps: true });
    expect((await form({ timestamps: true })).get('ignore_timestamps')).toBe('false');
  });

  it.each([
    ['20 MB', { audio: new Uint8Array(20_000_000) }],
    ['60 minutes', { durationMs: 3_600_000 }],
    ['1 second', { durationMs: 1_000 }],
  ])('accepts a recording of exactly %s', async (_limit, request) => {
    await expect(sent(request)).resolves.toBeDefined();
  });

  it.each([
    ['more than 20 MB', { audio: new Uint8Array(20_000_001) }],
    ['more than 60 minutes', { durationMs: 3_600_001 }],
    ['less than 1 second', { durationMs: 999 }],
    ['nothing', { audio: new Uint8Array() }],
  ])('rejects a recording of %s', async (_limit, request) => {
    await expect(sent(request)).rejects.toMatchObject({ code: 'SPEECH_LIMIT' });
  });
});

describe('POST /model', () => {
  const recording = { bytes: Uint8Array.of(1), filename: 'a.wav' };
  const needed: NewVoice = { title: 'Ann', voices: [recording], visibility: 'private' };
  const created = (voice: Partial<NewVoice> = {}) => createVoiceForm({ ...needed, ...voice });
  const files = (form: FormData, name: string) => form.getAll(name).map((file) => (file as { name: string }).name);

  it.each([
    ['type', {}, ['tts']],
    ['title', {}, ['Ann']],
    ['train_mode', {}, ['fast']],
    ['visibility', { visibility: 'unlist' }, ['unlist']],
    ['description', {}, []],
    ['description', { description: 'soft' }, ['soft']],
    ['texts', {}, []],
    ['texts', { texts: ['one', 'two'] }, ['one', 'two']],
    ['tags', {}, []],
    ['tags', { tags: ['calm', 'low'] }, ['calm', 'low']],
    ['enhance_audio_quality', {}, []],
    ['enhance_audio_quality', { enhanceAudioQuality: false }, ['false']],
    ['generate_sample', {}, []],
    ['generate_sample', { generateSample: true }, ['true']],
  ] as const)('%s of %o', (field, voice, values) => {
    expect(createVoiceForm({ ...needed, ...voice }).getAll(field)).toEqual(values);
  });

  it('voices, one field per file', () => {
    const form = created({ voices: [recording, { ...recording, filename: 'b.wav' }] });
    expect(files(form, 'voices')).toEqual(['a.wav', 'b.wav']);
  });

  it('cover_image, required for public voices only', () => {
    expect(files(created({ visibility: 'public', cover: { ...recording, filename: 'c.png' } }), 'cover_image')).toEqual(
      ['c.png'],
    );
    expect(created().has('cover_image')).toBe(false);
    expect(created({ visibility: 'unlist' }).has('cover_image')).toBe(false);
    expect(() => created({ visibility: 'public' })).toThrow('cover');
  });

  it.each([
    ['no title', { title: ' ' }],
    ['no voices', { voices: [] }],
    ['too many voices', { voices: Array(LIMITS.modelMaxVoices + 1).fill(recording) }],
    ['too many texts', { texts: Array(LIMITS.modelMaxTexts + 1).fill('x') }],
  ])('rejects a model with %s', (_what, voice) => {
    expect(() => created(voice)).toThrow(SpeechError);
  });
});
