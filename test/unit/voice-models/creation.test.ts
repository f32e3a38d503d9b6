import type { VoiceModel } from '@mynah/speech-wire/wire';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MynahError } from '../../../src/errors.ts';
import { SpeechError, type SpeechErrorCode } from '../../../src/speech/speech-error.ts';
import type { OddVoice, VoiceModelPage } from '../../../src/speech/voice-model-reader.ts';
import type { VoiceModels } from '../../../src/voice-models/voice-models-api.ts';
import {
  call,
  confirm,
  createVoiceModelsScene,
  failure,
  pageOf,
  person,
  request,
  type VoiceModelsScene,
} from './voice-models-scene.ts';

const ada = person('ada');
const bob = person('bob');

/** A voice of the account that cannot be read. */
const unreadable = (more: Partial<OddVoice> = {}): OddVoice => ({
  ...{ id: undefined, title: undefined, createdAt: undefined },
  ...more,
});

describe('creating a voice', () => {
  let scene: VoiceModelsScene;

  beforeEach(async () => {
    scene = await createVoiceModelsScene();
  });
  afterEach(async () => {
    vi.useRealTimers();
    await scene[Symbol.asyncDispose]();
  });

  it('creates a voice of its maker and the guild', async () => {
    const { voices, make } = scene;
    const id = await make(ada, 'Ada');
    const found = await voices.find(ada, id, call);
    expect(found).toMatchObject({ kind: 'found', voice: { ownership: 'mine', mayEdit: true, status: 'ready' } });
    expect(await voices.find(bob, id, call)).toMatchObject({ voice: { ownership: 'guild', mayEdit: false } });
  });

  it('stores the confirmation before anything is sent, and it stays when the service refuses', async () => {
    const { voices, service } = scene;
    service.faults.set('create', failure('SPEECH_OUT_OF_CREDITS'));
    const wanted = request('Ada');
    await expect(voices.create(ada, wanted, confirm('ada', wanted), call)).rejects.toThrow('by the test');
    expect(await voices.personSummary('ada')).toEqual({ voices: 0, confirmations: 1, choices: 0 });
  });

  it.each([
    ['of somebody else', { userId: 'bob' }],
    ['of other recordings', { audioSha256: ['00'] }],
  ])('sends nothing with a confirmation %s', async (_, other) => {
    const { voices, service } = scene;
    const wanted = request('Ada');
    const work = voices.create(ada, wanted, { ...confirm('ada', wanted), ...other }, call);
    await expect(work).rejects.toMatchObject({ code: 'VOICES_UNCONFIRMED' });
    expect(service.asked).toEqual([]);
  });

  it('keeps to the limits of a person and of the guild, also when two are created at the same time', async () => {
    const { voices, make, service } = scene;
    await scene.limit('g', { maxPerPerson: 1, maxPerGuild: 2 });
    const [one, other] = [request('one'), request('other')];
    const outcomes = await Promise.all([
      voices.create(ada, one, confirm('ada', one), call),
      voices.create(ada, other, confirm('ada', other), call),
    ]);
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['created', 'limit']);
    expect(service.asked.filter((asked) => asked.startsWith('create'))).toHaveLength(1);
    expect(await voices.mayCreate(ada)).toEqual({ kind: 'limit', whose: 'person', max: 1 });
    await make(bob, 'Bob');
    expect(await voices.mayCreate(person('eve'))).toEqual({ kind: 'limit', whose: 'guild', max: 2 });
    expect(await voices.mayCreate(person('ada', { guildId: 'other' }))).toEqual({ kind: 'ok' });
  });

  it('keeps to the limit of the account, over all guilds, and tells how many it keeps', {
    meta: { promises: ['account-keeps-most-so'] },
  }, async () => {
    const kept: number[] = [];
    await using limited = await createVoiceModelsScene(undefined, {
      maxInAll: 2,
      noteKept: (count) => void kept.push(count),
    });
    await limited.make(ada, 'Ada');
    expect(await limited.voices.mayCreate(person('bob', { guildId: undefined }))).toEqual({ kind: 'ok' });
    await limited.make(person('bob', { guildId: undefined }), 'Bob');
    const eve = person('eve', { guildId: 'other' });
    expect(await limited.voices.mayCreate(eve)).toEqual({ kind: 'limit', whose: 'account', max: 2 });
    const wanted = request('Eve');
    const outcome = await limited.voices.create(eve, wanted, confirm('eve', wanted), call);
    expect(outcome).toEqual({ kind: 'limit', whose: 'account', max: 2 });
    expect(limited.service.models.size).toBe(2);
    await expect.poll(() => kept).toEqual([1, 2]);
  });

  it('frees the place when the service refuses, and when the voice is gone', async () => {
    const { voices, service, make } = scene;
    await scene.limit('g', { maxPerPerson: 1, maxPerGuild: 2 });
    service.faults.set('create', failure('SPEECH_INVALID'));
    await expect(make(ada, 'Ada')).rejects.toThrow('by the test');
    service.faults.clear();
    const id = await make(ada, 'Ada');
    service.models.delete(id);
    await voices.find(ada, id, call);
    expect(await voices.mayCreate(ada)).toEqual({ kind: 'ok' });
  });

  it('finds the voice whose answer was lost', async () => {
    const { service, make, voices } = scene;
    service.lostAnswers.set('create', failure('SPEECH_TIMEOUT'));
    const id = await make(ada, 'Ada');
    expect(await voices.find(ada, id, call)).toMatchObject({ voice: { ownership: 'mine' } });
  });

  it.each<SpeechErrorCode>(['SPEECH_UNAVAILABLE', 'SPEECH_CONNECTION', 'SPEECH_TIMEOUT', 'SPEECH_MALFORMED_ANSWER'])(
    'is unsure after %s when it finds no voice, and keeps the place',
    async (code) => {
      const { voices, service } = scene;
      await scene.limit('g', { maxPerPerson: 1, maxPerGuild: 2 });
      service.faults.set('create', failure(code));
      const wanted = request('Ada');
      expect(await voices.create(ada, wanted, confirm('ada', wanted), call)).toEqual({ kind: 'unsure' });
      expect(await voices.mayCreate(ada)).toMatchObject({ kind: 'limit', whose: 'person' });
    },
  );

  it.each<[string, (models: readonly VoiceModel[]) => VoiceModelPage]>([
    ['may be one that cannot be read', () => pageOf([], { odd: [unreadable()] })],
    [
      'may be older, as the service does not say',
      (models) => pageOf(models.map((model) => ({ ...model, created_at: undefined }))),
    ],
  ])('keeps looking for a voice whose answer was lost when what is listed %s', async (_, listed) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { service, make, voices, database } = scene;
    service.lostAnswers.set('create', failure('SPEECH_CONNECTION'));
    const list = service.list.bind(service);
    service.list = async () => listed([...service.models.values()]);
    await expect(make(ada, 'Ada')).rejects.toThrow('unsure');
    vi.setSystemTime(Date.now() + 3_600_000);
    await voices.recover();
    expect(await database.voices.attempts()).toHaveLength(1);
    expect(await voices.find(bob, '1'.padStart(32, '0'), call)).toEqual({ kind: 'not-found' });
    service.list = list;
    await voices.recover();
    expect(await voices.find(ada, '1'.padStart(32, '0'), call)).toMatchObject({ voice: { ownership: 'mine' } });
  });

  it.each<[string, number, number, (id: string) => OddVoice]>([
    ['is another voice that is stored', 1, 0, (id) => unreadable({ id })],
    ['has another title', 1, 0, () => unreadable({ title: 'Bob' })],
    ['is older', 1, 0, () => unreadable({ createdAt: '2020-01-01T00:00:00Z' })],
    ['may be it', 24 * 6, 1, () => unreadable({ title: 'Ada' })],
    ['may be it, and a week has passed', 24 * 8, 0, () => unreadable()],
  ])('gives up a voice whose answer was lost, or not, when what cannot be read %s', async (_, hours, left, odd) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { service, make, voices, database } = scene;
    const id = await make(bob, 'Other');
    service.faults.set('create', failure('SPEECH_CONNECTION'));
    service.list = async () => pageOf([], { odd: [odd(id)] });
    await expect(make(ada, 'Ada')).rejects.toThrow('unsure');
    vi.setSystemTime(Date.now() + hours * 3_600_000);
    await voices.recover();
    expect(await database.voices.attempts()).toHaveLength(left);
  });

  it('is sure that nothing was created when nothing was sent', async () => {
    const { service, make } = scene;
    service.faults.set('create', new SpeechError('SPEECH_CONNECTION', 'unreachable', { unsent: true }));
    await expect(make(ada, 'Ada')).rejects.toThrow('unreachable');
  });

  it.each([
    ['the next start', (voices: VoiceModels) => voices.recover()],
    ['somebody creates a voice', () => scene.make(bob, 'Bob')],
  ])('hides a voice whose answer was lost for longer, until %s: then its maker gets it', async (_, recover) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { service, make, voices } = scene;
    service.lostAnswers.set('create', failure('SPEECH_CONNECTION'));
    service.faults.set('list', failure('SPEECH_CONNECTION'));
    await expect(make(ada, 'Ada')).rejects.toThrow('unsure');
    service.faults.clear();
    expect(await voices.find(bob, '1'.padStart(32, '0'), call)).toEqual({ kind: 'not-found' });
    expect(await voices.suggest(bob, 'ada', 'usable', call)).toEqual([]);
    vi.setSystemTime(Date.now() + 3_600_000);
    await recover(voices);
    expect(await voices.find(ada, '1'.padStart(32, '0'), call)).toMatchObject({ voice: { ownership: 'mine' } });
    expect(await voices.find(person('eve', { guildId: 'other' }), '1'.padStart(32, '0'), call)).toEqual({
      kind: 'not-found',
    });
  });
});

it('deletes a new voice again when it cannot be stored', async () => {
  const settle = () => Promise.reject(new MynahError('STORE_FAILED', 'full'));
  await using scene = await createVoiceModelsScene((real) => ({ ...real, settle }));
  await expect(scene.make(ada, 'Ada')).rejects.toMatchObject({ code: 'STORE_FAILED' });
  expect(scene.service.models.size).toBe(0);
  expect(await scene.database.voices.attempts()).toEqual([]);
});
