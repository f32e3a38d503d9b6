import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { VoiceModelPage } from '../../../src/speech/voice-model-reader.ts';
import type { KnownVoice, VoicePage, VoiceSort } from '../../../src/voice-models/voice-models-api.ts';
import { call, createVoiceModelsScene, failure, pageOf, person, type VoiceModelsScene } from './voice-models-scene.ts';

const ada = person('ada');
const bob = person('bob');
const elsewhere = { guildId: 'other' };
const alone = { guildId: undefined };
const OTHERS = { author: { _id: 'others', nickname: 'them' }, visibility: 'public' } as const;

const titles = (voices: readonly KnownVoice[]) => voices.map(({ title }) => title);

describe('finding voices', () => {
  let scene: VoiceModelsScene;

  beforeEach(async () => {
    scene = await createVoiceModelsScene();
  });
  afterEach(() => scene[Symbol.asyncDispose]());

  describe('that are private', () => {
    it.each([
      ['its maker there', person('ada'), true],
      ['others there', person('bob'), true],
      ['its maker in a direct message', person('ada', alone), true],
      ['others in a direct message', person('bob', alone), false],
      ['others in another guild', person('bob', elsewhere), false],
      ['its maker in another guild', person('ada', elsewhere), false],
      ['the managers of another guild', person('bob', { ...elsewhere, managesGuild: true }), false],
    ])('to a guild: known to %s is %o', async (_, requester, isKnown) => {
      const { voices, make } = scene;
      const id = await make(ada, 'Ada');
      const kind = isKnown ? 'found' : 'not-found';
      expect((await voices.find(requester, id, call)).kind).toBe(kind);
      expect((await voices.find(requester, 'Ada', call)).kind).toBe(kind);
      expect(await voices.suggest(requester, 'ad', 'any', call)).toHaveLength(isKnown ? 1 : 0);
      const { voices: listed, total } = await voices.page(requester, { scope: 'mine', page: 1 }, call);
      const isOwn = isKnown && (requester.userId === 'ada' || requester.guildId === 'g');
      expect([listed.length, total]).toEqual(isOwn ? [1, 1] : [0, 0]);
    });

    it('to a person: known to that person only, anywhere', async () => {
      const { voices, make } = scene;
      const id = await make(person('ada', alone), 'Ada');
      for (const place of [alone, elsewhere, {}]) {
        expect((await voices.find(person('ada', place), id, call)).kind).toBe('found');
        expect((await voices.find(person('bob', place), id, call)).kind).toBe('not-found');
      }
    });
  });

  it('finds an unlisted voice of another guild by its id only', async () => {
    const { voices, make } = scene;
    const id = await make(ada, 'Ada', { visibility: 'unlist' });
    const stranger = person('eve', elsewhere);
    expect(await voices.find(stranger, id, call)).toMatchObject({ voice: { ownership: 'public', mayEdit: false } });
    expect(await voices.find(stranger, 'Ada', call)).toEqual({ kind: 'not-found' });
    expect(await voices.suggest(stranger, '', 'any', call)).toEqual([]);
  });

  it('treats voices of the account that were not created here as the operators’', async () => {
    const { voices, service } = scene;
    service.put('operator', { title: 'Operator', visibility: 'private' });
    const manager = person('ada', { managesGuild: true });
    expect(await voices.find(manager, 'operator', call)).toMatchObject({
      voice: { ownership: 'operator', mayEdit: false, mayUse: true },
    });
    expect(await voices.edit(manager, 'operator', { title: 'Mine' }, call)).toEqual({ kind: 'not-yours' });
    expect(await voices.delete(manager, 'operator', call)).toEqual({ kind: 'not-yours' });
    expect(service.models.has('operator')).toBe(true);
  });

  it('prefers the person’s own voice, then the guild’s, when titles are alike', async () => {
    const { voices, service, make } = scene;
    service.put('p1', { title: 'Anna', ...OTHERS });
    service.put('p2', { title: 'Anna', ...OTHERS });
    expect(await voices.find(ada, 'anna', call)).toMatchObject({ kind: 'several' });
    const ofBob = await make(bob, 'Anna');
    expect(await voices.find(ada, 'ANNA', call)).toMatchObject({ kind: 'found', voice: { id: ofBob } });
    const own = await make(ada, 'Anna');
    expect(await voices.find(ada, ' Anna ', call)).toMatchObject({ kind: 'found', voice: { id: own } });
  });

  it('allows trying an unknown id, but not that of a voice that the person may not know', async () => {
    const { voices, make } = scene;
    expect(await voices.mayTry(ada, 'f'.repeat(32))).toBe(true);
    expect(await voices.mayTry(ada, 'Lady')).toBe(false);
    const id = await make(ada, 'Ada');
    expect(await voices.mayTry(bob, id)).toBe(true);
    expect(await voices.mayTry(person('bob', elsewhere), id)).toBe(false);
  });

  it('takes a part of a title when only one voice has it', async () => {
    const { voices, service } = scene;
    service.put('p1', { title: 'Anna of the woods', ...OTHERS });
    expect(await voices.find(ada, 'woods', call)).toMatchObject({ kind: 'found', voice: { id: 'p1' } });
    service.put('p2', { title: 'Woods', ...OTHERS });
    service.put('p3', { title: 'Woods again', ...OTHERS });
    expect(await voices.find(ada, 'again', call)).toMatchObject({ kind: 'found', voice: { id: 'p3' } });
  });

  it('shows that a voice is gone to those who may know it, and nothing to others', async () => {
    const { voices, service, make } = scene;
    const id = await make(ada, 'Ada');
    service.models.clear();
    expect(await voices.find(bob, id, call)).toMatchObject({
      voice: { status: 'gone', mayUse: false, title: 'Ada' },
    });
    expect(await voices.find(person('bob', elsewhere), id, call)).toEqual({ kind: 'not-found' });
    expect(await voices.find(ada, 'f'.repeat(32), call)).toEqual({ kind: 'not-found' });
  });

  it.each([
    [{ state: 'training' } as const, 'training', true],
    [{ state: 'failed' } as const, 'failed', false],
    [{ dmca_taken_down: true }, 'taken-down', false],
    [{ type: 'svc' } as const, 'not-for-speech', false],
  ])('reports the status of a voice: %o', async (fields, status, mayUse) => {
    const { voices, service } = scene;
    service.put('p1', { title: 'Anna', ...OTHERS, ...fields });
    expect(await voices.find(ada, 'p1', call)).toMatchObject({ voice: { status, mayUse } });
    expect(await voices.suggest(ada, 'Anna', 'usable', call)).toHaveLength(mayUse ? 1 : 0);
    expect(await voices.suggest(ada, 'Anna', 'any', call)).toHaveLength(1);
  });

  it('suggests to change what somebody may change', async () => {
    const { voices, make } = scene;
    await make(ada, 'Ada');
    expect(titles(await voices.suggest(ada, 'a', 'editable', call))).toEqual(['Ada']);
    expect(await voices.suggest(bob, 'a', 'editable', call)).toEqual([]);
  });

  it('suggests what is stored while the service cannot be asked', async () => {
    const { voices, service, make } = scene;
    await make(ada, 'Ada');
    service.faults.set('list', failure('SPEECH_CONNECTION'));
    expect(titles(await voices.suggest(bob, 'a', 'usable', call))).toEqual(['Ada']);
  });

  it('suggests what is stored while the service takes long to answer', async () => {
    const { voices, service, make } = scene;
    await make(ada, 'Ada');
    service.isSilent = true;
    expect(titles(await voices.suggest(bob, 'a', 'usable', call))).toEqual(['Ada']);
    await expect(voices.suggest(bob, 'a', 'usable', { ...call, signal: AbortSignal.abort() })).rejects.toThrow();
  });

  it('leaves no listener on the signal of the call, however often it suggests', async () => {
    const { voices, service } = scene;
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, 'addEventListener');
    const removed = vi.spyOn(signal, 'removeEventListener');
    for (const typed of ['a', 'b', 'c']) await voices.suggest(ada, typed, 'usable', { ...call, signal });
    service.isSilent = true;
    await voices.suggest(ada, 'd', 'usable', { ...call, signal });
    expect(added).toHaveBeenCalledTimes(4);
    expect(removed.mock.calls.map(([, listener]) => listener)).toEqual(
      added.mock.calls.map(([, listener]) => listener),
    );
  });

  it.each(['this process', 'another process'])('suggests nothing that was deleted since by %s', async (who) => {
    const { voices, database, make } = scene;
    const id = await make(ada, 'Ada');
    expect(await voices.suggest(bob, 'a', 'usable', call)).toHaveLength(1);
    if (who === 'this process') await voices.delete(ada, id, call);
    else await database.voices.remove(id);
    expect(await voices.suggest(person('eve', elsewhere), 'a', 'any', call)).toEqual([]);
  });

  it('asks the service once for the same letters, no matter who types them', async () => {
    const { voices, service } = scene;
    await voices.suggest(ada, 'an', 'usable', call);
    await voices.suggest(bob, 'AN ', 'usable', call);
    expect(service.asked).toEqual(['list own 1 an', 'list public 1 an']);
  });
});

describe('listing voices', () => {
  let scene: VoiceModelsScene;

  beforeEach(async () => {
    scene = await createVoiceModelsScene();
  });
  afterEach(() => scene[Symbol.asyncDispose]());

  it('reads one’s own ten at a time, and asks the service for those alone', async () => {
    const { voices, service, make } = scene;
    await scene.limit('g', { maxPerPerson: 20, maxPerGuild: 20 });
    for (let number = 1; number <= 12; number += 1) await make(ada, `Ada ${number}`);
    service.asked.length = 0;
    const first = await voices.page(bob, { scope: 'mine', page: 1 }, call);
    expect([first.voices.length, first.hasMore, first.total]).toEqual([10, true, 12]);
    expect(service.asked).toHaveLength(10);
    const second = await voices.page(bob, { scope: 'mine', page: 2 }, call);
    expect([second.voices.length, second.hasMore]).toEqual([2, false]);
  });

  it('marks those that are gone, and shows the others as last seen when the service is silent', async () => {
    const { voices, service, make } = scene;
    const id = await make(ada, 'one');
    await make(ada, 'other');
    service.models.delete(id);
    const { voices: listed } = await voices.page(ada, { scope: 'mine', page: 1 }, call);
    expect(new Map(listed.map((voice) => [voice.title, voice.status]))).toEqual(
      new Map([
        ['one', 'gone'],
        ['other', 'ready'],
      ]),
    );
    service.faults.set('get', failure('SPEECH_UNAVAILABLE'));
    expect((await voices.page(ada, { scope: 'mine', page: 1 }, call)).voices).toHaveLength(2);
  });

  it('searches one’s own by words of the title and by tag', async () => {
    const { voices, make } = scene;
    await make(ada, 'Deep blue', { tags: ['calm'] });
    await make(ada, 'Deep red');
    const find = async (query: object) =>
      titles((await voices.page(ada, { scope: 'mine', page: 1, ...query }, call)).voices);
    expect(await find({ query: 'blue DEEP' })).toEqual(['Deep blue']);
    expect(await find({ tag: 'calm' })).toEqual(['Deep blue']);
    expect(await find({ language: 'xx' })).toEqual([]);
  });

  it('pages public voices as the service does, the guild’s among them, private ones never', async () => {
    const { voices, service, make } = scene;
    await make(ada, 'Ada', {
      visibility: 'public',
      cover: { filename: 'c.png', contentType: 'image/png', bytes: new Uint8Array([1]) },
    });
    for (let number = 1; number <= 11; number += 1) service.put(`p${number}`, { title: `Public ${number}`, ...OTHERS });
    service.asked.length = 0;
    const first = await voices.page(bob, { scope: 'public', page: 1 }, call);
    expect(first).toMatchObject({ page: 1, hasMore: true, total: 12 });
    expect(first.voices[0]).toMatchObject({ title: 'Ada', ownership: 'guild' });
    expect(service.asked).toEqual(['list public 1']);
    expect((await voices.page(bob, { scope: 'public', page: 2 }, call)).voices).toHaveLength(2);
  });

  it.each<[string, number, Partial<VoiceModelPage>, Partial<VoicePage>]>([
    ['is the last', 1, { hasMore: false, total: 125 }, { hasMore: false, total: 10, totalIs: 'exact', pages: 1 }],
    [
      'is the last, and not full',
      2,
      { items: [], total: 0 },
      { hasMore: false, total: 10, totalIs: 'exact', pages: 2 },
    ],
    ['is followed', 1, { hasMore: true, total: 25 }, { hasMore: true, total: 25, totalIs: 'exact', pages: 3 }],
    [
      'is followed, though the total denies it',
      1,
      { hasMore: true, total: 3 },
      { hasMore: true, total: 10, totalIs: 'more-than', pages: undefined },
    ],
    [
      'is followed, without a total',
      1,
      { hasMore: true, total: undefined },
      { hasMore: true, total: 10, totalIs: 'more-than', pages: undefined },
    ],
    [
      'is full, and the service does not say more',
      1,
      { hasMore: undefined, total: undefined },
      { hasMore: true, total: 10, totalIs: 'more-than' },
    ],
    [
      'is full but for what cannot be read',
      1,
      {
        items: [],
        odd: Array(10).fill({ id: undefined, title: undefined, createdAt: undefined }),
        hasMore: undefined,
        total: 12,
      },
      { hasMore: true, total: 12, totalIs: 'exact', pages: 2 },
    ],
    [
      'has a rough total',
      1,
      { hasMore: true, total: 1_200, isTotalInexact: true },
      { hasMore: true, total: 1_200, totalIs: 'about', pages: undefined },
    ],
    [
      'is in a window',
      1,
      { hasMore: true, total: 5_000, isTotalInexact: true, reach: 1_000 },
      { hasMore: true, total: 5_000, totalIs: 'about', pages: 100, cutOffAt: undefined },
    ],
    [
      'is in a window that the total ends at',
      99,
      { hasMore: true, total: 1_000, isTotalInexact: true, reach: 1_000 },
      { hasMore: true, total: 1_000, totalIs: 'more-than', pages: 100 },
    ],
    [
      'ends the window, and the service says that there is more',
      100,
      { hasMore: true, total: 5_000, reach: 1_000 },
      { hasMore: false, total: 5_000, totalIs: 'exact', pages: 100, cutOffAt: 1_000 },
    ],
    [
      'ends the window, and only the total says so',
      100,
      { hasMore: false, total: 5_000, reach: 1_000 },
      { hasMore: false, cutOffAt: 1_000, pages: 100 },
    ],
    [
      'ends the window and the list',
      100,
      { hasMore: false, total: 1_000, reach: 1_000 },
      { hasMore: false, total: 1_000, totalIs: 'exact', pages: 100, cutOffAt: undefined },
    ],
  ])(
    'offers the pages that can be had, and says what is known of the others: a page that %s',
    async (_, page, listed, found) => {
      const { voices, service } = scene;
      const items = Array.from({ length: 10 }, (_each, index) => service.put(`p${index}`, OTHERS));
      service.list = async () => pageOf(items, { reach: undefined, ...listed });
      expect(await voices.page(bob, { scope: 'public', page }, call)).toMatchObject({ cutOffAt: undefined, ...found });
    },
  );

  it('asks the service for licensed voices', async () => {
    const { voices, service } = scene;
    const asked: unknown[] = [];
    service.list = async ({ licensed }) => {
      asked.push(licensed);
      return pageOf([]);
    };
    for (const isLicensed of [true, false, undefined]) {
      await voices.page(bob, { scope: 'public', page: 1, isLicensed }, call);
    }
    expect(asked).toEqual([true, undefined, undefined]);
  });

  it('never shows a private voice of another guild, though the service lists it', async () => {
    const { voices, service, make } = scene;
    const id = await make(ada, 'Ada');
    service.put('p1', { title: 'Anna', ...OTHERS });
    service.put('operator', { title: 'Operator', visibility: 'private' });
    const listed = [...service.models.values()];
    service.list = async () => pageOf(listed);
    const stranger = person('eve', elsewhere);
    expect(titles((await voices.page(stranger, { scope: 'public', page: 1 }, call)).voices)).toEqual(['Anna']);
    expect((await voices.suggest(stranger, '', 'any', call)).map((voice) => voice.id)).not.toContain(id);
  });

  it('are in the order that was asked for: one’s own here, public ones at the service', async () => {
    const { voices, service, make } = scene;
    for (const title of ['Cleo', 'anna 10', 'Anna 9', 'Bert']) await make(ada, title);
    for (const [id, model] of service.models) {
      service.models.set(id, { ...model, like_count: model.title.length, task_count: 100 - model.title.length });
    }
    const own = async (sort?: VoiceSort) => {
      const query = { scope: 'mine', page: 1, sort } as const;
      // The second time, the documents have been read.
      await voices.page(ada, query, call);
      return titles((await voices.page(ada, query, call)).voices);
    };
    expect(await own('title')).toEqual(['Anna 9', 'anna 10', 'Bert', 'Cleo']);
    expect((await own('popular'))[0]).toBe('anna 10');
    expect((await own('used')).at(-1)).toBe('anna 10');
    expect(await own('newest')).toEqual(await own());
    const asked: unknown[] = [];
    service.list = async (filter) => {
      asked.push(filter.sortBy);
      return pageOf([]);
    };
    for (const sort of ['popular', 'used', 'newest', undefined] as const) {
      await voices.page(bob, { scope: 'public', page: 1, sort }, call);
    }
    expect(asked).toEqual(['score', 'task_count', 'created_at', undefined]);
  });
});
