import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { call, createVoiceModelsScene, failure, person, type VoiceModelsScene } from './voice-models-scene.ts';

const ada = person('ada');
const manager = person('meg', { managesGuild: true });
const cover = { filename: 'c.png', contentType: 'image/png', bytes: new Uint8Array([1]) };

describe('editing and deleting a voice', () => {
  let scene: VoiceModelsScene;
  let id: string;

  beforeEach(async () => {
    scene = await createVoiceModelsScene();
    id = await scene.make(ada, 'Ada');
  });
  afterEach(() => scene[Symbol.asyncDispose]());

  it.each([
    ['its maker', ada, 'edited', 'deleted'],
    ['its maker in a direct message', person('ada', { guildId: undefined }), 'edited', 'deleted'],
    ['the guild’s managers', manager, 'edited', 'deleted'],
    ['other members', person('bob'), 'not-yours', 'not-yours'],
    ['managers of another guild', person('eve', { guildId: 'other', managesGuild: true }), 'not-found', 'not-found'],
  ])('is for %s: %s, %s', async (_, requester, edited, deleted) => {
    const { voices, service } = scene;
    expect((await voices.edit(requester, id, { title: 'New' }, call)).kind).toBe(edited);
    expect(service.models.get(id)?.title).toBe(edited === 'edited' ? 'New' : 'Ada');
    expect((await voices.delete(requester, id, call)).kind).toBe(deleted);
    expect(service.models.has(id)).toBe(deleted !== 'deleted');
  });

  it('is not for managers elsewhere, though the voice is public', async () => {
    const { voices } = scene;
    await voices.edit(ada, id, { visibility: 'public', cover }, call);
    const stranger = person('eve', { guildId: 'other', managesGuild: true });
    expect(await voices.edit(stranger, id, { title: 'Mine' }, call)).toEqual({ kind: 'not-yours' });
  });

  it.each([
    ['public', 'unlist', 'edited'],
    ['public', 'private', 'edited'],
    ['unlist', 'private', 'edited'],
    ['unlist', 'unlist', 'edited'],
    ['private', 'unlist', 'makers-choice'],
    ['private', 'public', 'makers-choice'],
    ['unlist', 'public', 'makers-choice'],
  ] as const)('from %s to %s by a manager: %s', async (before, after, outcome) => {
    const { voices, service } = scene;
    await voices.edit(ada, id, { visibility: before, cover }, call);
    expect((await voices.edit(manager, id, { title: 'New', visibility: after, cover }, call)).kind).toBe(outcome);
    const isEdited = outcome === 'edited';
    expect(service.models.get(id)).toMatchObject({
      title: isEdited ? 'New' : 'Ada',
      visibility: isEdited ? after : before,
    });
  });

  it('by its maker and a manager at the same time never shows a voice that its maker hides', async () => {
    const { voices, service } = scene;
    await voices.edit(ada, id, { visibility: 'public', cover }, call);
    const update = service.update.bind(service);
    const { promise: isHidden, resolve: hide } = Promise.withResolvers<void>();
    service.update = async (voiceId, changes) => {
      // The service answers the manager only when the maker has long been answered, if nothing prevents that.
      if (changes.visibility === 'unlist') await Promise.race([isHidden, new Promise((done) => setTimeout(done, 50))]);
      await update(voiceId, changes);
      if (changes.visibility === 'private') hide();
    };
    const byManager = voices.edit(manager, id, { visibility: 'unlist' }, call);
    const byMaker = voices.edit(ada, id, { visibility: 'private' }, call);
    await Promise.all([byManager, byMaker]);
    expect(service.models.get(id)?.visibility).toBe('private');
    expect((await voices.edit(manager, id, { visibility: 'unlist' }, call)).kind).toBe('makers-choice');
  });

  it('gives back what a manager hid to its maker alone', async () => {
    const { voices } = scene;
    await voices.edit(ada, id, { visibility: 'unlist' }, call);
    await voices.edit(manager, id, { visibility: 'private' }, call);
    expect(await voices.find(manager, id, call)).toMatchObject({ voice: { visibilities: ['private'] } });
    expect(await voices.edit(manager, id, { visibility: 'unlist' }, call)).toEqual({ kind: 'makers-choice' });
    expect((await voices.edit(ada, id, { visibility: 'unlist' }, call)).kind).toBe('edited');
  });

  it('to public says what came of it when the service publishes nothing by itself, and stores that', async () => {
    const { voices, service, database } = scene;
    const update = service.update.bind(service);
    service.update = async (voiceId, changes) => {
      await update(voiceId, changes.visibility === 'public' ? { ...changes, visibility: 'private' } : changes);
    };
    await voices.edit(ada, id, { visibility: 'unlist' }, call);
    expect(await voices.edit(ada, id, { visibility: 'public', cover }, call)).toMatchObject({
      ...{ kind: 'edited', voice: { model: { visibility: 'private' } } },
    });
    expect(JSON.parse((await database.voices.voice(id))?.document ?? '')).toMatchObject({ visibility: 'private' });
    expect(await voices.find(person('eve', { guildId: 'other' }), id, call)).toEqual({ kind: 'not-found' });
  });

  it('to public asks for a cover, unless it has one', async () => {
    const { voices } = scene;
    expect(await voices.edit(ada, id, { visibility: 'public' }, call)).toEqual({ kind: 'needs-cover' });
    expect((await voices.edit(ada, id, { cover, tags: [] }, call)).kind).toBe('edited');
    expect(await voices.edit(ada, id, { visibility: 'public' }, call)).toMatchObject({
      kind: 'edited',
      voice: { model: { visibility: 'public' } },
    });
  });

  it('shows the new title immediately in suggestions and lists', async () => {
    const { voices } = scene;
    await voices.suggest(ada, '', 'usable', call);
    await voices.edit(ada, id, { title: 'New' }, call);
    expect((await voices.suggest(ada, '', 'usable', call)).map(({ title }) => title)).toEqual(['New']);
  });

  it('that is gone cannot be edited, but deleted', async () => {
    const { voices, service, database } = scene;
    service.models.clear();
    expect(await voices.edit(ada, id, { title: 'New' }, call)).toEqual({ kind: 'gone' });
    expect(await voices.delete(ada, id, call)).toEqual({ kind: 'deleted', title: 'Ada' });
    expect(await database.voices.voice(id)).toBeUndefined();
    expect(await voices.delete(ada, id, call)).toEqual({ kind: 'not-found' });
  });

  it('works on a voice that can no longer be read: it is as it was last seen', async () => {
    const { voices, service } = scene;
    service.faults.set('get', failure('SPEECH_MALFORMED_ANSWER'));
    expect(await voices.find(ada, id, call)).toMatchObject({ voice: { title: 'Ada', status: 'ready' } });
    expect(await voices.delete(ada, id, call)).toEqual({ kind: 'deleted', title: 'Ada' });
    expect(service.models.size).toBe(0);
  });

  it('keeps what is stored when the service cannot delete it', async () => {
    const { voices, service } = scene;
    service.faults.set('delete', failure('SPEECH_UNAVAILABLE'));
    await expect(voices.delete(ada, id, call)).rejects.toThrow('by the test');
    expect(await voices.find(ada, id, call)).toMatchObject({ voice: { ownership: 'mine' } });
  });
});
