import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { call, createVoiceModelsScene, failure, person, type VoiceModelsScene } from './voice-models-scene.ts';

const ada = person('ada');
const bob = person('bob');
const bobElsewhere = person('bob', { guildId: 'other' });
const HERE = { guildId: 'g' };
const DEFAULT = { voiceId: undefined, from: 'default', fellBack: undefined };

describe('the voice that somebody chose', () => {
  let scene: VoiceModelsScene;

  beforeEach(async () => {
    scene = await createVoiceModelsScene();
  });
  afterEach(() => scene[Symbol.asyncDispose]());

  const chosen = async (requester = bob) => (await scene.voices.voiceFor(requester)).voiceId;

  it('is none at first', async () => {
    expect(await scene.voices.voiceFor(bob)).toEqual(DEFAULT);
  });

  it('applies in a guild, and the one for everywhere applies elsewhere', async () => {
    const { voices } = scene;
    await voices.use('bob', 'everywhere', { voice: { id: 'one', title: 'One' } });
    await voices.use('bob', HERE, { voice: { id: 'two', title: 'Two' } });
    expect([await chosen(), await chosen(bobElsewhere), await chosen(ada)]).toEqual(['two', 'one', undefined]);
    await voices.use('bob', HERE, { voice: undefined });
    expect([await chosen(), await chosen(bobElsewhere)]).toEqual([undefined, 'one']);
    await voices.use('bob', 'everywhere', { voice: { id: 'three', title: 'Three' } });
    expect([await chosen(), await chosen(bobElsewhere)]).toEqual(['three', 'three']);
    await voices.use('bob', 'everywhere', { voice: undefined });
    expect([await chosen(), await chosen(bobElsewhere)]).toEqual([undefined, undefined]);
  });

  it('does not apply where the voice may not be known', async () => {
    const { voices, make } = scene;
    const id = await make(ada, 'Ada');
    await voices.use('bob', 'everywhere', { voice: { id, title: 'Ada' } });
    expect([await chosen(), await chosen(bobElsewhere)]).toEqual([id, undefined]);
    expect(await chosen(person('bob', { guildId: undefined }))).toBeUndefined();
  });

  it('falls back when the guild that it was chosen for may no longer know the voice, and reports it once', async () => {
    const { voices, make } = scene;
    const id = await make(ada, 'Ada');
    await voices.use('bob', { guildId: 'other' }, { voice: { id, title: 'Ada' } });
    expect(await voices.voiceFor(bobElsewhere)).toMatchObject({
      voiceId: undefined,
      fellBack: { title: 'Ada', reason: 'withdrawn' },
    });
    expect(await voices.voiceFor(bobElsewhere)).toEqual(DEFAULT);
  });

  it('is known in a guild only as long as everyone there may know it', async () => {
    const { voices, make } = scene;
    const id = await make(ada, 'Ada');
    const own = await make(person('ada', { guildId: undefined }), 'Mine');
    const known = () =>
      Promise.all([voices.isKnownIn('g', id), voices.isKnownIn('other', id), voices.isKnownIn('g', own)]);
    expect(await known()).toEqual([true, false, false]);
    for (const each of [id, own]) await voices.edit(ada, each, { visibility: 'unlist' }, call);
    expect(await known()).toEqual([true, true, true]);
    expect(await voices.isKnownIn('g', 'from-elsewhere')).toBe(true);
  });

  it('falls back when the voice is deleted, and reports it once', async () => {
    const { voices, make } = scene;
    const id = await make(ada, 'Ada');
    await voices.use('bob', HERE, { voice: { id, title: 'Ada' } });
    await voices.use('eve', 'everywhere', { voice: { id, title: 'Ada' } });
    await voices.delete(ada, id, call);
    const lost = { voiceId: undefined, fellBack: { title: 'Ada', reason: 'deleted' } };
    expect(await voices.voiceFor(bob)).toMatchObject(lost);
    expect(await voices.voiceFor(bob)).toEqual(DEFAULT);
    expect(await voices.voiceFor(person('eve', { guildId: undefined }))).toMatchObject(lost);
  });

  it('falls back to the choice for everywhere', async () => {
    const { voices, make } = scene;
    const id = await make(ada, 'Ada');
    await voices.use('bob', 'everywhere', { voice: { id: 'one', title: 'One' } });
    await voices.use('bob', HERE, { voice: { id, title: 'Ada' } });
    await voices.delete(ada, id, call);
    expect(await voices.voiceFor(bob)).toMatchObject({
      voiceId: 'one',
      from: 'everywhere',
      fellBack: { title: 'Ada', reason: 'deleted' },
    });
  });

  it('is lost for everybody when the service no longer has the voice; the caller notifies the person who used it', async () => {
    const { voices, service, make } = scene;
    const id = await make(ada, 'Ada');
    await voices.use('bob', HERE, { voice: { id, title: 'Ada' } });
    await voices.use('ada', HERE, { voice: { id, title: 'Ada' } });
    service.models.clear();
    expect(await voices.afterRefusal(bob, id, call)).toEqual({ status: 'gone', wasChosen: true });
    expect(await voices.voiceFor(bob)).toEqual(DEFAULT);
    expect(await voices.voiceFor(ada)).toMatchObject({ fellBack: { reason: 'gone' } });
  });

  it('is lost without notifying anyone yet, when there is nobody to read about it', async () => {
    const { voices, service, make } = scene;
    const id = await make(ada, 'Ada');
    await voices.use('bob', HERE, { voice: { id, title: 'Ada' } });
    service.models.clear();
    await voices.afterRefusal(bob, id, call, { isQuiet: true });
    expect((await voices.voiceFor(bob, { isQuiet: true })).voiceId).toBeUndefined();
    expect(await voices.voiceFor(bob)).toMatchObject({ fellBack: { reason: 'gone' } });
  });

  it.each([
    [{ dmca_taken_down: true }, 'taken-down'],
    [{ state: 'failed' } as const, 'failed'],
  ])('is lost when the voice turns out to be %o', async (fields, status) => {
    const { voices, service } = scene;
    service.put('p1', { visibility: 'public', ...fields });
    await voices.use('bob', HERE, { voice: { id: 'p1', title: 'P' } });
    expect(await voices.afterRefusal(bob, 'p1', call)).toEqual({ status, wasChosen: true });
    expect(await chosen()).toBeUndefined();
  });

  it('stays while the voice is in training, and when a stranger is refused a voice that they may not know', async () => {
    const { voices, service, make } = scene;
    const id = await make(ada, 'Ada');
    await voices.use('bob', HERE, { voice: { id, title: 'Ada' } });
    expect(await voices.afterRefusal(bobElsewhere, id, call)).toEqual({ status: 'ready', wasChosen: false });
    service.put(id, { state: 'training' });
    expect(await voices.afterRefusal(bob, id, call)).toEqual({ status: 'training', wasChosen: true });
    expect(await chosen()).toBe(id);
  });
});

describe('how fast and loud somebody speaks, and the voice they named last', () => {
  let scene: VoiceModelsScene;
  const ONE = { id: 'one', title: 'One' };
  const TWO = { id: 'two', title: 'Two' };

  beforeEach(async () => {
    scene = await createVoiceModelsScene();
  });
  afterEach(() => scene[Symbol.asyncDispose]());

  it('applies where it was chosen, and is taken back there', async () => {
    const { voices } = scene;
    await voices.use('bob', 'everywhere', { voice: ONE, speed: 1.5 });
    await voices.use('bob', HERE, { voice: undefined, volumeDb: -6 });
    expect(await voices.voiceFor(bob)).toMatchObject({ voiceId: undefined, volumeDb: -6, from: 'here' });
    expect(await voices.voiceFor(bobElsewhere)).toMatchObject({ voiceId: 'one', speed: 1.5, from: 'everywhere' });
    await voices.takeBack('bob', HERE);
    expect(await voices.voiceFor(bob)).toMatchObject({ voiceId: 'one', speed: 1.5, from: 'everywhere' });
    await voices.takeBack('bob', 'everywhere');
    expect(await voices.voiceFor(bob)).toEqual(DEFAULT);
  });

  it('is the default voice in a server only where another is chosen for everywhere', async () => {
    const { voices } = scene;
    await voices.use('bob', HERE, { voice: ONE });
    await voices.use('bob', HERE, { voice: undefined });
    expect(await voices.choicesOf(bob)).toEqual({ here: undefined, everywhere: undefined, lastSaid: undefined });
    await voices.use('bob', 'everywhere', { voice: ONE });
    await voices.use('bob', HERE, { voice: undefined });
    expect((await voices.choicesOf(bob)).here).toEqual({ voice: undefined });
  });

  it('is the voice last named in /say, for /say alone, at the chosen speed, until another is chosen', async () => {
    const { voices } = scene;
    await voices.use('bob', HERE, { voice: ONE, speed: 2 });
    await voices.rememberSaid(bob, TWO);
    expect(await voices.voiceFor(bob, { purpose: 'say' })).toMatchObject({ voiceId: 'two', speed: 2, from: 'said' });
    expect(await voices.voiceFor(bob)).toMatchObject({ voiceId: 'one', from: 'here' });
    expect(await voices.voiceFor(bobElsewhere, { purpose: 'say' })).toEqual(DEFAULT);
    expect((await voices.choicesOf(bob)).lastSaid).toEqual(TWO);
    await voices.use('bob', HERE, { voice: ONE });
    expect(await voices.voiceFor(bob, { purpose: 'say' })).toMatchObject({ voiceId: 'one' });
    await voices.rememberSaid(bob, TWO);
    await voices.rememberSaid(bob, undefined);
    expect(await voices.voiceFor(bob, { purpose: 'say' })).toMatchObject({ voiceId: 'one' });
  });

  it('tells of a last named voice that was deleted, and counts and erases it', async () => {
    const { voices, make } = scene;
    const id = await make(ada, 'Ada');
    await voices.rememberSaid(bob, { id, title: 'Ada' });
    expect(await voices.personSummary('bob')).toMatchObject({ choices: 1 });
    await voices.delete(ada, id, call);
    const quiet = await voices.voiceFor(bob, { purpose: 'say', isQuiet: true });
    expect(quiet).toEqual(DEFAULT);
    expect(await voices.voiceFor(bob, { purpose: 'say' })).toMatchObject({ fellBack: { reason: 'deleted' } });
    await voices.rememberSaid(bob, ONE);
    expect(await voices.erasePerson('bob', call)).toMatchObject({ choices: 1 });
    expect((await voices.choicesOf(bob)).lastSaid).toBeUndefined();
  });
});

describe('what is stored about somebody', () => {
  let scene: VoiceModelsScene;

  beforeEach(async () => {
    scene = await createVoiceModelsScene();
  });
  afterEach(() => scene[Symbol.asyncDispose]());

  it('is counted and erased: voices, at the service too, confirmations and choices', async () => {
    const { voices, service, make } = scene;
    const id = await make(ada, 'Ada');
    await make(bob, 'Bob');
    await voices.use('ada', HERE, { voice: { id, title: 'Ada' } });
    await voices.use('bob', HERE, { voice: { id, title: 'Ada' } });
    expect(await voices.personSummary('ada')).toEqual({ voices: 1, confirmations: 1, choices: 1 });
    expect(await voices.erasePerson('ada', call)).toEqual({ voices: 1, confirmations: 1, choices: 1, remaining: 0 });
    expect(await voices.personSummary('ada')).toEqual({ voices: 0, confirmations: 0, choices: 0 });
    expect([...service.models.values()].map(({ title }) => title)).toEqual(['Bob']);
    expect(await voices.voiceFor(bob)).toMatchObject({ fellBack: { title: 'Ada', reason: 'deleted' } });
    expect(await voices.personSummary('bob')).toMatchObject({ voices: 1, confirmations: 1 });
  });

  it('keeps a voice that the service cannot delete, with its confirmation, until it is erased again', async () => {
    const { voices, service, make } = scene;
    const id = await make(ada, 'Ada');
    service.faults.set('delete', failure('SPEECH_UNAVAILABLE'));
    expect(await voices.erasePerson('ada', call)).toMatchObject({ voices: 0, confirmations: 0, remaining: 1 });
    expect(await voices.find(person('eve', { guildId: 'other' }), id, call)).toEqual({ kind: 'not-found' });
    service.faults.clear();
    expect(await voices.erasePerson('ada', call)).toMatchObject({ voices: 1, confirmations: 1, remaining: 0 });
  });
});
