import { describe, expect, test } from 'vitest';
import { createLogger } from '../../src/log/log.ts';
import type { NewVoice, VoiceChanges } from '../../src/speech/voice-model-form.ts';
import type { VoiceFilter } from '../../src/speech/voice-models.ts';
import { context, type Handlers, type ReceivedRequest, serviceFor, startServer } from './speech-fixture.ts';

const LISTING = context('listings');
const TIME = '2026-11-20T12:00:00Z';
const ID = '0123456789abcdef0123456789abcdef';

const model = (id = ID): Record<string, unknown> => ({
  _id: id,
  type: 'tts',
  title: 'Narrator',
  state: 'trained',
  tags: [],
  created_at: TIME,
  updated_at: TIME,
  visibility: 'private',
  like_count: 0,
  mark_count: 0,
  shared_count: 0,
  task_count: 0,
  author: { _id: 'a', nickname: 'Ann', avatar: '' },
});

const file = (name: string, ...bytes: number[]) => ({
  bytes: Uint8Array.from(bytes),
  filename: name,
  contentType: 'audio/wav',
});

const answering = (status: number, body: unknown = '') =>
  startServer({
    http: (_request, response) =>
      void response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body)),
  } satisfies Handlers);

const formOf = (request: ReceivedRequest | undefined): Promise<FormData> =>
  new Response(new Uint8Array(request?.body ?? []), {
    headers: { 'content-type': request?.headers['content-type'] ?? '' },
  }).formData();

const bytesOfFile = async (value: unknown): Promise<number[]> => [
  ...new Uint8Array(await (value as File).arrayBuffer()),
];

const PRIVATE: NewVoice = { title: 'Narrator', visibility: 'private', voices: [file('a.wav', 1, 2)] };

test('creates a voice from all its parts, one form field per item', async () => {
  const server = await answering(201, model());
  const created = await serviceFor(server).voices.create(
    {
      title: 'Närrator',
      visibility: 'public',
      voices: [file('a.wav', 1, 2), file('b.wav', 3)],
      texts: ['first', 'second'],
      tags: ['calm', 'deep, dark'],
      description: 'soft',
      cover: { bytes: Uint8Array.from([9]), filename: 'c.png', contentType: 'image/png' },
      enhanceAudioQuality: false,
      generateSample: true,
    },
    context('files'),
  );
  expect(created).toMatchObject({ _id: ID, description: '', state: 'trained' });
  expect(server.requests[0]).toMatchObject({ method: 'POST', url: '/model' });
  const form = await formOf(server.requests[0]);
  const scalars = [
    'type',
    'title',
    'train_mode',
    'visibility',
    'description',
    'enhance_audio_quality',
    'generate_sample',
  ];
  expect(scalars.map((name) => form.getAll(name))).toEqual([
    ['tts'],
    ['Närrator'],
    ['fast'],
    ['public'],
    ['soft'],
    ['false'],
    ['true'],
  ]);
  expect(form.getAll('texts')).toEqual(['first', 'second']);
  expect(form.getAll('tags')).toEqual(['calm', 'deep, dark']);
  const voices = form.getAll('voices') as File[];
  expect(voices.map(({ name, type }) => [name, type])).toEqual([
    ['a.wav', 'audio/wav'],
    ['b.wav', 'audio/wav'],
  ]);
  expect(await bytesOfFile(voices[0])).toEqual([1, 2]);
  expect(await bytesOfFile(voices[1])).toEqual([3]);
  expect(await bytesOfFile(form.get('cover_image'))).toEqual([9]);
});

test('sends only the given fields', async () => {
  const server = await answering(201, model());
  await serviceFor(server).voices.create(PRIVATE, context('files'));
  const form = await formOf(server.requests[0]);
  expect([...form.keys()].toSorted()).toEqual(['title', 'train_mode', 'type', 'visibility', 'voices']);
});

test.each<[string, Partial<NewVoice>, string]>([
  ['public without a cover', { visibility: 'public' }, 'voice-cover'],
  ['no recording', { voices: [] }, 'voice-recordings'],
  ['21 recordings', { voices: Array.from({ length: 21 }, () => file('a.wav', 1)) }, 'voice-recordings'],
  ['an empty recording', { voices: [file('a.wav')] }, 'recording-empty'],
  ['21 transcripts', { texts: Array.from({ length: 21 }, () => 'x') }, 'voice-transcripts'],
  ['no title', { title: ' ' }, 'voice-title'],
])('rejects a voice with %s before sending', async (_what, changes, limit) => {
  const server = await answering(201, model());
  await expect(serviceFor(server).voices.create({ ...PRIVATE, ...changes }, context('files'))).rejects.toMatchObject({
    code: 'SPEECH_LIMIT',
    serviceMessage: limit,
  });
  expect(server.requests).toHaveLength(0);
});

test('a voice is not created twice: only requests the service did not act on are retried', async () => {
  const failing = await answering(500);
  await expect(serviceFor(failing).voices.create(PRIVATE, context('files'))).rejects.toMatchObject({
    code: 'SPEECH_UNAVAILABLE',
  });
  expect(failing.requests).toHaveLength(1);

  const busy = await startServer({
    http: (_request, response, index) =>
      void (index === 0 ? response.writeHead(429).end() : response.writeHead(201).end(JSON.stringify(model()))),
  });
  await serviceFor(busy).voices.create(PRIVATE, context('files'));
  expect(busy.requests).toHaveLength(2);
});

test('a call without retries rejects with the first failure', async () => {
  const failing = await answering(503);
  const once = { ...LISTING, retries: false };
  await expect(serviceFor(failing).voices.list({}, once)).rejects.toMatchObject({ code: 'SPEECH_UNAVAILABLE' });
  expect(failing.requests).toHaveLength(1);
});

test('gets a voice', async () => {
  const server = await answering(200, model());
  expect(await serviceFor(server).voices.get(ID, LISTING)).toMatchObject({ _id: ID, state: 'trained' });
  expect(server.requests[0]).toMatchObject({ method: 'GET', url: `/model/${ID}` });
});

test.each(['', '.', '..', 'a/b', 'a?b', 'a#b', 'a%2fb', 'a b', 'a\\b', 'ä', 'x'.repeat(129)])(
  'the id %j is rejected before it enters a path',
  async (id) => {
    const server = await answering(200, model());
    const { voices } = serviceFor(server);
    for (const call of [
      voices.get(id, LISTING),
      voices.update(id, { title: 'x' }, LISTING),
      voices.delete(id, LISTING),
    ]) {
      await expect(call).rejects.toMatchObject({ code: 'SPEECH_LIMIT' });
    }
    expect(server.requests).toHaveLength(0);
  },
);

test('lists with every filter', async () => {
  const server = await answering(200, { total: 0, items: [] });
  const filter: VoiceFilter = {
    pageSize: 100,
    pageNumber: 2,
    title: 'náme & more',
    tags: ['calm', 'deep'],
    languages: ['en', 'ja'],
    self: true,
    licensed: true,
    sortBy: 'created_at',
  };
  await serviceFor(server).voices.list(filter, LISTING);
  const url = new URL(server.requests[0]?.url ?? '', 'http://host');
  expect(url.pathname).toBe('/model');
  expect([...url.searchParams]).toEqual([
    ['page_size', '100'],
    ['page_number', '2'],
    ['title', 'náme & more'],
    ['tag', 'calm'],
    ['tag', 'deep'],
    ['language', 'en'],
    ['language', 'ja'],
    ['self', 'true'],
    ['licensed', 'true'],
    ['sort_by', 'created_at'],
  ]);
});

test('an empty filter sends no parameters', async () => {
  const server = await answering(200, { total: 0, items: [] });
  await serviceFor(server).voices.list({}, LISTING);
  expect(server.requests[0]?.url).toBe('/model');
});

test('reads a listing page by page', async () => {
  const all = Array.from({ length: 5 }, (_, index) => model(`voice-${index}`));
  const server = await startServer({
    http: ({ url }, response) => {
      const query = new URL(url, 'http://host').searchParams;
      const size = Number(query.get('page_size'));
      const start = (Number(query.get('page_number')) - 1) * size;
      response.end(JSON.stringify({ total: 5, items: all.slice(start, start + size), has_more: start + size < 5 }));
    },
  });
  const { voices } = serviceFor(server);
  const ids: string[] = [];
  for (let pageNumber = 1, more = true; more; pageNumber += 1) {
    const page = await voices.list({ pageSize: 2, pageNumber }, LISTING);
    ids.push(...page.items.map(({ _id }) => _id));
    more = page.hasMore === true;
  }
  expect(ids).toEqual(all.map(({ _id }) => _id));
});

test.each([{ pageSize: 0 }, { pageSize: 101 }, { pageSize: 1.5 }, { pageNumber: 0 }])(
  'a page out of range is not requested: %j',
  async (filter) => {
    const server = await answering(200, { total: 0, items: [] });
    await expect(serviceFor(server).voices.list(filter, LISTING)).rejects.toMatchObject({ code: 'SPEECH_LIMIT' });
    expect(server.requests).toHaveLength(0);
  },
);

/** Everything that may be odd in a document without spoiling it, from the service's own list of what clients must survive. */
const SURVIVABLE: readonly Record<string, unknown>[] = [
  { quality: { created_at: TIME, updated_at: TIME, audios: [{ filename: 'a.wav', duration_ms: 1234.5 }] } },
  { quality: { created_at: TIME, updated_at: TIME } },
  { quality: null },
  { samples: [{ url: 'a.mp3', words: 5 }] },
  { quality: { audios: [{ filename: 'a.wav', duration_ms: 1, quality: { verdict: 'good' } }] } },
  { train_mode: 'slow' },
  { cover_image: 'x'.repeat(4_000) },
];

test('lists every voice of a page in which many have odd parts', async () => {
  const items = [...SURVIVABLE, {}, { tags: null, author: null }, { created_at: 'yesterday' }].map((odd, index) => ({
    ...model(`voice-${index}`),
    ...odd,
  }));
  const server = await answering(200, { total: 10, items });
  const service = serviceFor(server);
  const page = await service.voices.list({}, LISTING);
  expect(page.items.map(({ _id }) => _id)).toEqual(items.map(({ _id }) => _id));
  expect(page.odd).toEqual([]);
  expect(service.figures().oddVoices).toBe(0);
});

test.each<[string, Record<string, unknown>]>([
  ['a new state', { state: 'queued' }],
  ['a new type', { type: 'music' }],
  ['a new visibility', { visibility: 'followers' }],
  ['no title', { title: null }],
])('leaves out a voice with %s alone, logs it by its id, and counts it', async (_what, odd) => {
  const items = [
    model('first'),
    { ...model('odd-one'), ...odd },
    { ...model('not a safe id'), secret: 'said' },
    model('last'),
  ];
  const server = await answering(200, { total: 4, items });
  const lines: string[] = [];
  const log = createLogger('info', [], { write: (line) => void lines.push(line) });
  const service = serviceFor(server, {}, { log });
  const page = await service.voices.list({}, LISTING);
  expect(page.items.map(({ _id }) => _id)).toEqual(['first', 'last']);
  expect(page).toMatchObject({ odd: [expect.anything(), expect.anything()], total: 4 });
  expect(service.figures().oddVoices).toBe(2);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    ...{ level: 'warn', voiceId: 'odd-one', fault: expect.stringContaining(`at ${Object.keys(odd)[0]}`) },
  });
  expect(lines.join()).not.toMatch(/not a safe id|said|queued|music|followers/);
});

test('an answer that is no page fails: an empty page must not stand for voices that were not sent', async () => {
  const server = await answering(200, { total: 3 });
  await expect(serviceFor(server).voices.list({}, LISTING)).rejects.toMatchObject({ code: 'SPEECH_MALFORMED_ANSWER' });
});

test('a voice that was asked for by its id is read with names that the service has added', async () => {
  const server = await answering(200, { ...model(), state: 'queued', visibility: 'followers', type: 'music' });
  expect(await serviceFor(server).voices.get(ID, LISTING)).toMatchObject({
    ...{ state: 'trained', visibility: 'private', type: 'tts' },
  });
});

describe('a voice that was created', () => {
  /** A service that answers POST with these fields, and GET with the true voice or a failure. */
  const creating = (fields: Record<string, unknown>, getStatus = 200) =>
    startServer({
      http: ({ method }, response) =>
        void (method === 'POST'
          ? response.writeHead(201).end(JSON.stringify({ ...model(), ...fields }))
          : response.writeHead(getStatus).end(JSON.stringify({ ...model(), title: 'As it is' }))),
    });

  test.each(SURVIVABLE)('is returned when its document has odd parts (%#)', async (odd) => {
    const server = await creating(odd);
    const created = await serviceFor(server).voices.create(PRIVATE, context('files'));
    expect(created).toMatchObject({ _id: ID, title: 'Narrator', state: 'trained' });
    expect(server.requests).toHaveLength(1);
  });

  test('is in training when its state is one that the service has added', async () => {
    const server = await creating({ state: 'queued' });
    expect(await serviceFor(server).voices.create(PRIVATE, context('files'))).toMatchObject({ state: 'training' });
  });

  test('is read again when only its id can be read', async () => {
    const server = await creating({ title: null, state: 5 });
    expect(await serviceFor(server).voices.create(PRIVATE, context('files'))).toMatchObject({ title: 'As it is' });
    expect(server.requests.map(({ method, url }) => `${method} ${url}`)).toEqual(['POST /model', `GET /model/${ID}`]);
  });

  test('is as it was asked for, as private as can be and in training, when it cannot be read again either', async () => {
    const server = await creating({ title: null, visibility: 'public' }, 404);
    const wanted = { ...PRIVATE, title: 'Asked for', visibility: 'unlist' } as const;
    expect(await serviceFor(server).voices.create(wanted, context('files'))).toMatchObject({
      ...{ _id: ID, title: 'Asked for', state: 'training', visibility: 'private', type: 'tts' },
    });
  });

  test.each([{ _id: null }, { _id: '../x' }, { _id: undefined }])(
    'fails without an id (%j): the caller looks for it',
    async (fields) => {
      const server = await creating(fields);
      await expect(serviceFor(server).voices.create(PRIVATE, context('files'))).rejects.toMatchObject({
        code: 'SPEECH_MALFORMED_ANSWER',
      });
      expect(server.requests).toHaveLength(1);
    },
  );
});

test('an update is JSON with only the changes, and ignores the response body', async () => {
  const server = await answering(200, 'anything');
  await serviceFor(server).voices.update(ID, { title: 'New', tags: [], visibility: 'unlist' }, context('files'));
  expect(server.requests[0]).toMatchObject({
    method: 'PATCH',
    url: `/model/${ID}`,
    headers: { 'content-type': 'application/json' },
  });
  expect(JSON.parse(String(server.requests[0]?.body))).toEqual({ title: 'New', tags: [], visibility: 'unlist' });
});

test('an update with a cover is multipart', async () => {
  const server = await answering(204);
  await serviceFor(server).voices.update(
    ID,
    { description: 'd', tags: ['a', 'b'], cover: file('c.png', 7) },
    context('files'),
  );
  const form = await formOf(server.requests[0]);
  expect([...form.keys()]).toEqual(['description', 'tags', 'tags', 'cover_image']);
  expect(form.getAll('tags')).toEqual(['a', 'b']);
  expect(await bytesOfFile(form.get('cover_image'))).toEqual([7]);
});

test.each<VoiceChanges>([{}, { title: '' }, { tags: [], cover: file('c.png', 7) }])(
  'an invalid update is not sent (%#)',
  async (changes) => {
    const server = await answering(200);
    await expect(serviceFor(server).voices.update(ID, changes, LISTING)).rejects.toMatchObject({
      code: 'SPEECH_LIMIT',
    });
    expect(server.requests).toHaveLength(0);
  },
);

test.each([200, 202, 204])('a deletion succeeds with %i', async (status) => {
  const server = await answering(status);
  await serviceFor(server).voices.delete(ID, context('files'));
  expect(server.requests[0]).toMatchObject({ method: 'DELETE', url: `/model/${ID}` });
});

test("somebody else's voice is SPEECH_FORBIDDEN, a deleted one SPEECH_NOT_FOUND", async () => {
  const theirs = await answering(403, { status: 403, message: 'Not yours' });
  await expect(serviceFor(theirs).voices.delete(ID, LISTING)).rejects.toMatchObject({ code: 'SPEECH_FORBIDDEN' });
  const gone = await answering(404, { status: 404, message: 'Model not found' });
  await expect(serviceFor(gone).voices.get(ID, LISTING)).rejects.toMatchObject({ code: 'SPEECH_NOT_FOUND' });
});

test('the credit is read, or unknown if there is no wallet', async () => {
  const server = await answering(200, { credit: '12.50', user_id: 'u' });
  expect(await serviceFor(server).credit(LISTING)).toBe('12.5');
  expect(await serviceFor(await answering(200, { credit: '0E-10' })).credit(LISTING)).toBe('0');
  expect(server.requests[0]).toMatchObject({ method: 'GET', url: '/wallet/self/api-credit' });
  expect(await serviceFor(await answering(404, 'nothing here')).credit(LISTING)).toBeUndefined();
  await expect(serviceFor(await answering(401)).credit(LISTING)).rejects.toMatchObject({ code: 'SPEECH_UNAUTHORIZED' });
});
