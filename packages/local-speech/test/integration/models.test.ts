import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeWav } from '@mynah/pcm/wav';
import { voiceModelSchema } from '@mynah/speech-wire/wire';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { call, speak, toForm } from '../../../../test/support/speech-client.ts';
import { startLocalSpeech } from '../../src/local-speech.ts';
import type { LocalSpeech } from '../../src/local-speech-api.ts';
import type { VoiceDocument } from '../../src/models/voice-documents.ts';

const RECORDING = writeWav(new Int16Array(24_000), 16_000, 1);
const NEEDED = { type: 'tts', title: 'My voice', train_mode: 'fast', voices: RECORDING, visibility: 'private' };

let service: LocalSpeech;
beforeAll(async () => {
  service = await startLocalSpeech({ recognizer: false });
});
afterEach(() => service.faults.clear());
afterAll(() => service.close());

type FormFields = Parameters<typeof toForm>[0];

interface ModelPage {
  readonly total: number;
  readonly items: readonly VoiceDocument[];
  readonly has_more?: boolean;
}

async function create(fields: FormFields = {}, target = service): Promise<VoiceDocument> {
  const response = await call(target, '/model', { form: toForm({ ...NEEDED, ...fields }) });
  expect(response.status).toBe(201);
  return (await response.json()) as VoiceDocument;
}

async function list(query: string): Promise<ModelPage> {
  return (await (await call(service, `/model?${query}`)).json()) as ModelPage;
}

describe('POST /model', () => {
  it('creates a voice that can speak right away', async () => {
    const model = await create({ description: 'Mine', tags: ['calm', 'low'], texts: ['Hello'] });
    expect(model).toMatchObject({
      title: 'My voice',
      state: 'trained',
      visibility: 'private',
      description: 'Mine',
      tags: ['calm', 'low'],
      train_mode: 'fast',
      samples: [],
      quality: { audios: [{ filename: 'upload.bin', duration_ms: 1500, quality_passed: true }] },
    });
    expect(model._id).toMatch(/^[0-9a-f]{32}$/);
    const own = await speak(service, { text: 'Hello.', format: 'opus', reference_id: model._id });
    expect(own).not.toEqual(await speak(service, { text: 'Hello.', format: 'opus' }));
  });

  it('accepts several recordings', async () => {
    const model = await create({ voices: [RECORDING, RECORDING] });
    expect(model.quality?.audios).toHaveLength(2);
  });

  it('creates a sample and keeps the cover on request', async () => {
    const cover = Uint8Array.of(0x89, 0x50, 0x4e, 0x47);
    const fields = { visibility: 'public', cover_image: cover, generate_sample: 'true', texts: 'This is me.' };
    const model = await create(fields);
    expect(model.default_text).toBe('This is me.');
    expect(new Uint8Array(await (await fetch(model.cover_image)).arrayBuffer())).toEqual(cover);
    const sample = await fetch(model.samples[0]?.audio ?? '');
    expect(sample.headers.get('content-type')).toBe('audio/mpeg');
    expect((await sample.arrayBuffer()).byteLength).toBeGreaterThan(5_000);
  });

  it('goes from created through training to trained or failed when a fault delays it', async () => {
    service.faults.add({ endpoint: 'model', times: 1, trainingMs: 400, trainingFails: true });
    const model = await create();
    expect(model.state).toBe('created');
    const spoken = await call(service, '/v1/tts', { json: { text: 'Hello.', reference_id: model._id } });
    expect(spoken.status).toBe(400);
    const states = new Set<string>();
    await expect
      .poll(
        async () => {
          const { state } = (await (await call(service, `/model/${model._id}`)).json()) as VoiceDocument;
          states.add(state);
          return state;
        },
        { interval: 20, timeout: 5_000 },
      )
      .toBe('failed');
    expect(states).toContain('training');
  });

  it.each([
    ['title', { title: undefined }],
    ['voices', { voices: undefined }],
    ['type', { type: undefined }],
    ['train_mode', { train_mode: undefined }],
    ['cover_image', { visibility: 'public' }],
  ])('says that %s is missing', async (field, change) => {
    const fields = Object.fromEntries(
      Object.entries({ ...NEEDED, ...change }).filter(([, value]) => value !== undefined),
    );
    const response = await call(service, '/model', { form: toForm(fields as FormFields) });
    expect(response.status).toBe(422);
    expect(await response.json()).toEqual([{ loc: ['body', field], type: 'missing', msg: 'Field required' }]);
  });

  it.each([
    ['an unknown visibility', { visibility: 'secret' }, 'visibility'],
    ['full training', { train_mode: 'full' }, 'train_mode'],
    ['more than 20 recordings', { voices: new Array(21).fill(RECORDING) }, 'voices'],
    ['more than 20 texts', { texts: new Array(21).fill('x') }, 'texts'],
    ['a recording that is text', { voices: 'me.wav' }, 'voices'],
  ])('refuses %s', async (_what, change, field) => {
    const response = await call(service, '/model', { form: toForm({ ...NEEDED, ...change }) });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject([{ loc: expect.arrayContaining([field]) }]);
  });

  it('refuses recordings that are not audio', async () => {
    const response = await call(service, '/model', { form: toForm({ ...NEEDED, voices: Buffer.from('no audio') }) });
    expect(response.status).toBe(400);
  });
});

describe('GET, PATCH and DELETE /model/{id}', () => {
  it('read a voice', async () => {
    const model = await create();
    expect(await (await call(service, `/model/${model._id}`)).json()).toEqual(model);
    const response = await call(service, `/model/${service.voices.slt}`);
    expect(voiceModelSchema.parse(await response.json())).toMatchObject({ title: 'Sally', languages: ['en'] });
  });

  it.each([
    ['JSON', 'application/json', JSON.stringify({ title: 'New name' })],
    ['a form', 'application/x-www-form-urlencoded', new URLSearchParams({ title: 'New name' }).toString()],
  ])('change only the fields of %s', async (_what, contentType, body) => {
    const model = await create({ description: 'Stays' });
    const response = await fetch(`${service.url}/model/${model._id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': contentType },
      body,
    });
    expect(response.status).toBe(200);
    const changed = (await (await call(service, `/model/${model._id}`)).json()) as VoiceDocument;
    expect(changed).toMatchObject({ title: 'New name', description: 'Stays', visibility: 'private' });
  });

  it('accept a voice that is to be public only with a cover, and keep it private: publishing is done elsewhere', async () => {
    const model = await create({ visibility: 'unlist' });
    const patch = (form: FormData) => call(service, `/model/${model._id}`, { method: 'PATCH', form });
    const get = async () => (await (await call(service, `/model/${model._id}`)).json()) as VoiceDocument;
    expect((await patch(toForm({ visibility: 'public' }))).status).toBe(400);
    expect((await patch(toForm({ visibility: 'public', cover_image: Uint8Array.of(1) }))).status).toBe(200);
    expect((await get()).visibility).toBe('private');
    await service.voiceSwitches.publish(model._id);
    await patch(toForm({ visibility: 'public', title: 'Stays public' }));
    expect(await get()).toMatchObject({ title: 'Stays public', visibility: 'public' });
  });

  it('delete a voice permanently', async () => {
    const model = await create();
    expect((await call(service, `/model/${model._id}`, { method: 'DELETE' })).status).toBe(200);
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      expect((await call(service, `/model/${model._id}`, { method })).status).toBe(404);
    }
    const spoken = await call(service, '/v1/tts', { json: { text: 'Hello.', reference_id: model._id } });
    expect(await spoken.json()).toMatchObject({ status: 400, message: 'Reference not found' });
  });

  it("leave other people's voices alone", async () => {
    const path = `/model/${service.voices.slt}`;
    expect((await call(service, path, { method: 'DELETE' })).status).toBe(403);
    expect((await call(service, path, { method: 'PATCH', json: { title: 'Mine now' } })).status).toBe(403);
  });
});

describe('GET /model', () => {
  it('lists flite’s voices and my public ones, ten a page', async () => {
    const model = await create({ title: 'Shown', visibility: 'public', cover_image: Uint8Array.of(1) });
    await service.voiceSwitches.publish(model._id);
    await create({ title: 'Hidden', visibility: 'public', cover_image: Uint8Array.of(1) });
    const { items } = await list('page_size=100');
    expect(items.map(({ title }) => title)).toEqual(expect.arrayContaining(['Sally', 'Shown']));
    expect(items.map(({ title }) => title)).not.toContain('Hidden');
    expect((await list(`author_id=${model.author._id}`)).items.every(({ author }) => author.nickname === 'You')).toBe(
      true,
    );
  });

  it('lists only mine, also private ones, for self', async () => {
    await create({ title: 'Only mine' });
    const { items } = await list('self=true&page_size=100&sort_by=created_at');
    expect(items.map(({ title }) => title)).toContain('Only mine');
    expect(items.map(({ title }) => title)).not.toContain('Sally');
    const times = items.map(({ created_at }) => created_at);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  it('filters by words of the title, by tag and by language', async () => {
    const titles = async (query: string) => (await list(query)).items.map(({ title }) => title);
    expect(await titles('title=telephone%20kev')).toEqual(['Kevin on the telephone']);
    expect(await titles('tag=scottish')).toEqual(['Alan']);
    expect(await titles('language=de')).toEqual([]);
    service.voiceSwitches.addOthers({ title: 'Signed', isLicensed: true });
    expect(await titles('licensed=true')).toEqual(['Signed']);
    expect(await titles('licensed=false&title=signed')).toEqual(['Signed']);
    expect(await titles('title_language=de&title_language=en&tag=female')).toEqual(['Sally']);
  });

  it('pages its list', async () => {
    const first = await list('page_size=2&tag=male');
    expect(first).toMatchObject({ total: 4, has_more: true, items: [{ title: 'Robert' }, { title: 'Alan' }] });
    expect(await list('page_size=3&page_number=2&tag=male')).toMatchObject({ has_more: false, items: [{}] });
  });

  it.each(['page_size=101', 'page_size=0', 'page_number=0', 'sort_by=colour'])('refuses %s', async (query) => {
    const response = await call(service, `/model?${query}`);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject([{ loc: ['query', query.split('=')[0]] }]);
  });
});

describe('changes of voices that no request causes', () => {
  const spoken = async (id: string) => {
    const response = await call(service, '/v1/tts', { json: { text: 'Hello.', reference_id: id } });
    return response.status === 200 ? 'spoken' : await response.json();
  };
  const NOT_FOUND = { status: 400, message: 'Reference not found' };
  const get = async (id: string) => await (await call(service, `/model/${id}`)).json();

  it('a voice that is taken down can be read but not used until it is restored', async () => {
    const { _id: id } = await create();
    service.voiceSwitches.takeDown(id);
    expect(await get(id)).toMatchObject({ dmca_taken_down: true, state: 'trained' });
    expect(await spoken(id)).toEqual(NOT_FOUND);
    service.voiceSwitches.takeDown(id, false);
    expect(await spoken(id)).toBe('spoken');
  });

  it('a public voice that is taken down is in no list', async () => {
    const id = service.voiceSwitches.addOthers({ title: 'Soon down' });
    expect((await list('title=soon')).items).toMatchObject([{ _id: id }]);
    service.voiceSwitches.takeDown(id);
    expect((await list('title=soon')).items).toEqual([]);
  });

  it('a voice that vanished is not found', async () => {
    for (const id of [(await create())._id, service.voiceSwitches.addOthers({ title: 'Gone' })]) {
      await service.voiceSwitches.vanish(id);
      expect((await call(service, `/model/${id}`)).status).toBe(404);
      expect(await spoken(id)).toEqual(NOT_FOUND);
    }
  });

  it('a training can be ended as trained or failed', async () => {
    service.faults.add({ endpoint: 'model', trainingMs: 3_600_000 });
    const [good, bad] = [await create(), await create()];
    expect(await spoken(good._id)).toEqual(NOT_FOUND);
    await service.voiceSwitches.endTraining(good._id);
    await service.voiceSwitches.endTraining(bad._id, 'Too much noise');
    expect(await spoken(good._id)).toBe('spoken');
    expect(await get(bad._id)).toMatchObject({
      state: 'failed',
      quality: { audios: [{ quality_passed: false, quality_reason: 'Too much noise' }] },
    });
    expect(await spoken(bad._id)).toEqual(NOT_FOUND);
  });

  it('a failed training gives a reason for every recording', async () => {
    service.faults.add({ endpoint: 'model', trainingFails: true, trainingReason: 'Two people speak', times: 1 });
    const { quality } = await create({ voices: [RECORDING, RECORDING] });
    expect(quality?.audios.map(({ quality_reason }) => quality_reason)).toEqual([
      'Two people speak',
      'Two people speak',
    ]);
  });

  it("others' voices are listed if public, usable if not private, and read-only", async () => {
    const visibilities = ['public', 'unlist', 'private'] as const;
    const ids = visibilities.map((visibility) =>
      service.voiceSwitches.addOthers({ title: `A stranger ${visibility}`, visibility, nickname: 'Zed' }),
    );
    const { items } = await list('title=stranger');
    expect(items).toMatchObject([{ title: 'A stranger public', author: { nickname: 'Zed' } }]);
    const statuses = await Promise.all(ids.map(async (id) => (await call(service, `/model/${id}`)).status));
    expect(statuses).toEqual([200, 200, 403]);
    expect(await Promise.all(ids.map(spoken))).toEqual(['spoken', 'spoken', NOT_FOUND]);
    for (const id of ids) expect((await call(service, `/model/${id}`, { method: 'DELETE' })).status).toBe(403);
  });

  it('lists can be inaccurate about their length', async () => {
    const { total } = await list('tag=male');
    service.voiceSwitches.shapeLists({ totalOffBy: 3, withoutHasMore: true });
    const vague = await list('tag=male');
    service.voiceSwitches.shapeLists({});
    expect(vague.total).toBe(total + 3);
    expect(vague.has_more).toBeUndefined();
  });

  it('the public list ends at its window, which the answer names', async () => {
    service.voiceSwitches.shapeLists({ window: 3 });
    const [last, after] = [await list('page_size=2&page_number=2&tag=male'), await list('page_size=3&page_number=2')];
    const own = await list('self=true');
    service.voiceSwitches.shapeLists({});
    expect(last).toMatchObject({
      ...{ total: 4, has_more: false, accessible_upper_bound: 3, window_limited: true, total_is_exact: false },
    });
    expect([last.items.length, after.items.length]).toEqual([1, 0]);
    expect(own).toMatchObject({ accessible_upper_bound: null, window_limited: false, total_is_exact: true });
  });

  it('documents and pages can be made odd, wherever they are sent', async () => {
    const { _id: id } = await create();
    service.voiceSwitches.reshape(id, { state: 'queued', title: undefined });
    service.voiceSwitches.shapeLists({ fields: { total: null } });
    const listed = await list('self=true&page_size=100');
    service.voiceSwitches.shapeLists({});
    expect(listed.total).toBeNull();
    expect(listed.items.find(({ _id }) => _id === id)).toMatchObject({ state: 'queued' });
    expect(await get(id)).not.toHaveProperty('title');
    service.faults.add({ endpoint: 'model', times: 1, document: { created_at: null } });
    expect(await create()).toMatchObject({ title: 'My voice', created_at: null });
  });

  it('a voice can be taken down for another reason', async () => {
    const { _id: id } = await create();
    service.voiceSwitches.takeDown(id, true, 'policy');
    expect(await get(id)).toMatchObject({ dmca_taken_down: false, takedown_category: 'policy' });
    expect(await spoken(id)).toEqual(NOT_FOUND);
  });
});

describe('a service with a folder', () => {
  it('keeps its voices across a restart', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'mynah-test-'));
    try {
      const before = await startLocalSpeech({ dataDir, recognizer: false });
      const kept = await create({ title: 'Kept' }, before);
      const gone = await create({ title: 'Gone' }, before);
      await call(before, `/model/${gone._id}`, { method: 'DELETE' });
      await before.close();
      const after = await startLocalSpeech({ dataDir, recognizer: false });
      expect(await (await call(after, `/model/${kept._id}`)).json()).toEqual(kept);
      expect((await call(after, `/model/${gone._id}`)).status).toBe(404);
      await after.close();
    } finally {
      await rm(dataDir, { recursive: true });
    }
  });
});

it('a service from before 2027 publishes what is asked to be public, and what is asked for nothing', async () => {
  const before = await startLocalSpeech({ recognizer: false, publishes: true });
  const cover_image = Uint8Array.of(1);
  expect((await create({ visibility: 'public', cover_image }, before)).visibility).toBe('public');
  const { visibility: _visibility, ...unsaid } = NEEDED;
  const post = async (target: LocalSpeech) => {
    const response = await call(target, '/model', { form: toForm({ ...unsaid, cover_image }) });
    return ((await response.json()) as VoiceDocument).visibility;
  };
  expect([await post(before), await post(service)]).toEqual(['public', 'private']);
  await before.close();
});

describe('GET /wallet/self/api-credit', () => {
  it('gives the credit as a decimal string', async () => {
    expect(await (await call(service, '/wallet/self/api-credit')).json()).toMatchObject({ credit: '100.000000' });
  });

  it('gives it as a serialized decimal may be written', async () => {
    const spent = await startLocalSpeech({ recognizer: false, credit: '0E-10' });
    expect(await (await call(spent, '/wallet/self/api-credit')).json()).toMatchObject({ credit: '0E-10' });
    await spent.close();
  });
});
