import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalSpeech } from '@mynah/local-speech/local-speech';
import type { LocalSpeech } from '@mynah/local-speech/local-speech-api';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../src/log/log.ts';
import { createSpeechService, type SpeechService } from '../../src/speech/speech-service.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { sha256Of } from '../../src/voice-models/sha256.ts';
import { createVoiceModels } from '../../src/voice-models/voice-models.ts';
import type { KnownVoice, Requester, TrainingStep, VoiceModels } from '../../src/voice-models/voice-models-api.ts';
import { isVoiceRefusal } from '../../src/voice-models/voice-refusal.ts';
import { speak } from '../support/speech-client.ts';
import { settingsOf } from '../support/stored-settings.ts';

const log = createLogger('silent');
const ada: Requester = { userId: 'ada', guildId: 'g', managesGuild: false };
const eve: Requester = { userId: 'eve', guildId: 'other', managesGuild: true };
const call = { tenant: 'g', priority: 'files', signal: AbortSignal.timeout(60_000) } as const;

/** A PNG of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('voice models at the local speech service', () => {
  let service: LocalSpeech;
  let recording: Uint8Array;
  let folder: string;
  let speech: SpeechService;
  let database: Database;
  let voices: VoiceModels;

  beforeAll(async () => {
    service = await startLocalSpeech();
    recording = await speak(service, { text: 'This is my voice, for everybody to hear.', format: 'opus' });
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mynah-voices-'));
    const { url: baseUrl, wsUrl, apiKey } = service;
    const options = { baseUrl, wsUrl, apiKey, model: 's2-pro', format: 'opus', concurrency: 5, log } as const;
    speech = createSpeechService(options);
    database = await openDatabase(`sqlite:${join(folder, 'mynah.sqlite')}`, log);
    voices = createVoiceModels({
      ...{ client: speech.voices, store: database.voices, settings: settingsOf(database), log },
      timings: { pollMs: 20, giveUpMs: 20_000 },
    });
  });
  afterEach(async () => {
    service.faults.clear();
    await speech.close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function make(title: string): Promise<KnownVoice> {
    const outcome = await voices.create(
      ada,
      {
        ...{ title, texts: [], visibility: 'private', cover: undefined, description: 'Mine', tags: ['calm'] },
        recordings: [{ filename: 'me.ogg', contentType: 'audio/ogg', bytes: recording }],
        ...{ enhance: false, sample: true },
      },
      { userId: 'ada', atMs: Date.now(), audioSha256: [sha256Of(recording)] },
      call,
    );
    if (outcome.kind !== 'created') throw new Error('the limit is reached');
    return outcome.voice;
  }

  const spoken = async (voiceId: string): Promise<number> => {
    let bytes = 0;
    for await (const chunk of speech.tts({ text: 'Hello.', voiceId }, call)) bytes += chunk.length;
    return bytes;
  };

  it('are created, followed until trained, used to speak, and edited', async () => {
    service.faults.add({ endpoint: 'model', times: 1, trainingMs: 300 });
    const voice = await make('Ada');
    expect(voice).toMatchObject({ status: 'training', ownership: 'mine' });
    const steps: TrainingStep[] = [];
    for await (const step of voices.follow(ada, voice, call)) steps.push(step);
    expect(steps[0]?.kind).toBe('waiting');
    expect(steps.at(-1)).toMatchObject({ kind: 'trained', voice: { status: 'ready' } });
    expect(await spoken(voice.id)).toBeGreaterThan(1_000);
    const cover = { filename: 'c.png', contentType: 'image/png', bytes: PIXEL };
    const edited = await voices.edit(ada, voice.id, { visibility: 'public', cover, tags: [] }, call);
    expect(edited).toMatchObject({ kind: 'edited', voice: { model: { visibility: 'private', tags: [] } } });
    await service.voiceSwitches.publish(voice.id);
    const listed = await voices.page(eve, { scope: 'public', query: 'Ada', page: 1 }, call);
    expect(listed.voices).toMatchObject([{ id: voice.id, ownership: 'public', mayEdit: false }]);
  });

  it('may be hidden or deleted by a manager, never made more visible: only their maker may', {
    meta: { promises: ['manager-hide-delete-members'] },
  }, async () => {
    const voice = await make('Hidden');
    const meg: Requester = { userId: 'meg', guildId: 'g', managesGuild: true };
    const visibility = async () => (await speech.voices.get(voice.id, call)).visibility;
    const cover = { filename: 'c.png', contentType: 'image/png', bytes: PIXEL };
    for (const wider of ['unlist', 'public'] as const) {
      expect(await voices.edit(meg, voice.id, { visibility: wider, cover }, call)).toEqual({ kind: 'makers-choice' });
    }
    expect(await visibility()).toBe('private');
    await voices.edit(ada, voice.id, { visibility: 'unlist' }, call);
    expect(await voices.edit(meg, voice.id, { visibility: 'private' }, call)).toMatchObject({ kind: 'edited' });
    expect(await visibility()).toBe('private');
    expect(await voices.delete(meg, voice.id, call)).toMatchObject({ kind: 'deleted' });
  });

  it.each([
    ['a new state', { state: 'queued' }],
    ['a new visibility', { visibility: 'followers' }],
    ['no title', { title: null }],
    [
      'nothing but its id',
      { ...Object.fromEntries(['type', 'title', 'state', 'visibility'].map((name) => [name, 0])) },
    ],
  ])('are created by an answer with %s, and read again', async (what, document) => {
    service.faults.add({ endpoint: 'model', times: 1, document });
    const voice = await make(`Odd: ${what}`);
    expect(await voices.find(ada, `Odd: ${what}`, call)).toMatchObject({ voice: { id: voice.id, status: 'ready' } });
    expect(await database.voices.attempts()).toEqual([]);
  });

  it('are listed with others that cannot be read', async () => {
    const [odd, shown] = ['Pair odd', 'Pair even'].map((title) => service.voiceSwitches.addOthers({ title }));
    service.voiceSwitches.reshape(odd ?? '', { title: null });
    const { voices: listed } = await voices.page(eve, { scope: 'public', query: 'pair', page: 1 }, call);
    expect(listed.map(({ id }) => id)).toEqual([shown]);
  });

  it('are found even if the service’s response was interrupted', async () => {
    service.faults.add({ endpoint: 'model', times: 1, dropAfterBytes: 20 });
    const voice = await make('Lost and found');
    expect(await voices.find(ada, 'Lost and found', call)).toMatchObject({ voice: { id: voice.id } });
    expect(await voices.find(eve, voice.id, call)).toEqual({ kind: 'not-found' });
  });

  it.each([
    ['vanish', 'gone'],
    ['are taken down', 'taken-down'],
  ])('that %s are refused, and are nobody’s choice any longer', async (what, reason) => {
    const voice = await make(`Those that ${what}`);
    await voices.use('ada', 'everywhere', { voice });
    await voices.use('bob', 'everywhere', { voice });
    if (what === 'vanish') await service.voiceSwitches.vanish(voice.id);
    else service.voiceSwitches.takeDown(voice.id);
    await expect(spoken(voice.id)).rejects.toSatisfy(isVoiceRefusal);
    expect(await voices.afterRefusal(ada, voice.id, call)).toEqual({ status: reason, wasChosen: true });
    expect(await voices.voiceFor({ ...ada, userId: 'bob' })).toMatchObject({ fellBack: { reason } });
  });

  it('are deleted at the service when their creator is erased', async () => {
    const voice = await make('Ada');
    expect(await voices.erasePerson('ada', call)).toMatchObject({ voices: 1, confirmations: 1, remaining: 0 });
    await expect(speech.voices.get(voice.id, call)).rejects.toMatchObject({ code: 'SPEECH_NOT_FOUND' });
  });
});
