import { expect, test } from 'vitest';
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
  expect(created).toMatchObject({ _id: ID, description: '', train_mode: 'full' });
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

test('a voice is public by default, so it needs a cover', async () => {
  const server = await answering(201, model());
  const { visibility: _visibility, ...unsaid } = PRIVATE;
  await expect(serviceFor(server).voices.create(unsaid, context('files'))).rejects.toMatchObject({
    code: 'SPEECH_LIMIT',
  });
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
    more = page.has_more === true;
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

test('the error for an invalid voice in a listing names its position', async () => {
  const server = await answering(200, { total: 1, items: [{ ...model(), state: 'asleep' }] });
  await expect(serviceFor(server).voices.list({}, LISTING)).rejects.toThrow(/items\[0\]\.state/);
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
  const server = await answering(200, { credit: '12.5', user_id: 'u' });
  expect(await serviceFor(server).credit(LISTING)).toBe('12.5');
  expect(server.requests[0]).toMatchObject({ method: 'GET', url: '/wallet/self/api-credit' });
  expect(await serviceFor(await answering(404, 'nothing here')).credit(LISTING)).toBeUndefined();
  await expect(serviceFor(await answering(401)).credit(LISTING)).rejects.toMatchObject({ code: 'SPEECH_UNAUTHORIZED' });
});
