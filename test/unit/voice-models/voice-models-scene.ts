import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type VoiceModel, voiceModelSchema } from '@mynah/speech-wire/wire';
import { sleep } from '../../../src/concurrency/async.ts';
import { createLogger } from '../../../src/log/log.ts';
import type { CallContext } from '../../../src/speech/call-context.ts';
import { SpeechError, type SpeechErrorCode } from '../../../src/speech/speech-error.ts';
import type { VoiceModelPage } from '../../../src/speech/voice-model-reader.ts';
import type { VoiceFilter, VoiceModelsClient } from '../../../src/speech/voice-models.ts';
import { type Database, openDatabase } from '../../../src/store/database.ts';
import { sha256Of } from '../../../src/voice-models/sha256.ts';
import type { VoiceBudget, VoiceModelStore } from '../../../src/voice-models/voice-model-ports.ts';
import { createVoiceModels } from '../../../src/voice-models/voice-models.ts';
import type {
  Requester,
  RightsConfirmation,
  VoiceModels,
  VoiceRequest,
} from '../../../src/voice-models/voice-models-api.ts';
import type { VoiceSettings } from '../../../src/voice-models/voice-settings.ts';
import { memorySettings } from '../../support/memory-settings.ts';

const ACCOUNT = 'our-account';

/** A model document. */
function modelOf(id: string, more: Partial<VoiceModel> = {}): VoiceModel {
  return voiceModelSchema.parse({
    ...{ _id: id, type: 'tts', title: id, state: 'trained', visibility: 'private' },
    ...{ created_at: new Date().toISOString(), updated_at: new Date().toISOString() },
    author: { _id: ACCOUNT, nickname: 'us' },
    ...more,
  });
}

/** A whole page of a listing: the last one unless `more` says otherwise. */
export function pageOf(items: readonly VoiceModel[], more: Partial<VoiceModelPage> = {}): VoiceModelPage {
  const whole = { odd: [], total: items.length, isTotalInexact: false, hasMore: false, reach: undefined };
  return { items, ...whole, ...more };
}

/** The speech service's models in memory. `asked` records all calls. */
class FakeService implements VoiceModelsClient {
  readonly models = new Map<string, VoiceModel>();
  readonly asked: string[] = [];
  /** Thrown before the call does anything. */
  readonly faults = new Map<keyof VoiceModelsClient, Error>();
  /** Thrown after the call has done its work, as if its answer was lost. */
  readonly lostAnswers = new Map<keyof VoiceModelsClient, Error>();
  /** Lists are answered only after a minute. */
  isSilent = false;
  #created = 0;

  put(id: string, more: Partial<VoiceModel> = {}): VoiceModel {
    const model = modelOf(id, more);
    this.models.set(id, model);
    return model;
  }

  async create(voice: Parameters<VoiceModelsClient['create']>[0]): Promise<VoiceModel> {
    return this.#answer('create', voice.title, () => {
      this.#created += 1;
      const { title, visibility, tags = [] } = voice;
      return this.put(String(this.#created).padStart(32, '0'), { title, visibility, tags: [...tags] });
    });
  }

  async get(id: string): Promise<VoiceModel> {
    return this.#answer('get', id, () => this.#existing(id));
  }

  async list(filter: VoiceFilter, { signal }: CallContext): ReturnType<VoiceModelsClient['list']> {
    if (this.isSilent) await sleep(60_000, signal);
    const { self = false, title = '', pageSize = 10, pageNumber = 1, tags = [] } = filter;
    return this.#answer('list', `${self ? 'own' : 'public'} ${pageNumber} ${title}`.trim(), () => {
      const items = [...this.models.values()].filter(
        (model) =>
          (self ? model.author._id === ACCOUNT : model.visibility === 'public') &&
          model.title.toLowerCase().includes(title.toLowerCase()) &&
          tags.every((tag) => model.tags.includes(tag)),
      );
      const start = (pageNumber - 1) * pageSize;
      const page = items.slice(start, start + pageSize);
      return pageOf(page, { total: items.length, hasMore: start + page.length < items.length });
    });
  }

  async update(id: string, changes: Parameters<VoiceModelsClient['update']>[1]): Promise<void> {
    return this.#answer('update', `${id} ${Object.keys(changes).join()}`, () => {
      const { cover, tags, ...rest } = changes;
      const more = { ...(tags && { tags: [...tags] }), ...(cover && { cover_image: 'https://service/cover' }) };
      this.models.set(id, { ...this.#existing(id), ...rest, ...more });
    });
  }

  async delete(id: string): Promise<void> {
    return this.#answer('delete', id, () => {
      this.#existing(id);
      this.models.delete(id);
    });
  }

  #existing(id: string): VoiceModel {
    const model = this.models.get(id);
    if (model === undefined) throw failure('SPEECH_NOT_FOUND');
    return model;
  }

  #answer<T>(kind: keyof VoiceModelsClient, what: string, work: () => T): T {
    this.asked.push(`${kind} ${what}`);
    const fault = this.faults.get(kind);
    if (fault !== undefined) throw fault;
    const outcome = work();
    const lost = this.lostAnswers.get(kind);
    if (lost !== undefined) throw lost;
    return outcome;
  }
}

/** A failure of the service. */
export function failure(code: SpeechErrorCode): SpeechError {
  return new SpeechError(code, 'failed by the test');
}

/** Somebody in guild `g`, who manages nothing. */
export function person(userId: string, more: Partial<Requester> = {}): Requester {
  return { userId, guildId: 'g', managesGuild: false, ...more };
}

export const call: CallContext = { tenant: 'g', priority: 'files', signal: new AbortController().signal };

/** A request for a voice from one recording. */
export function request(title: string, more: Partial<VoiceRequest> = {}): VoiceRequest {
  return {
    ...{ title, texts: [], visibility: 'private', cover: undefined, description: undefined, tags: [] },
    recordings: [{ filename: 'me.wav', contentType: 'audio/wav', bytes: new Uint8Array([1, 2, 3]) }],
    ...{ enhance: true, sample: false },
    ...more,
  };
}

/** A person's confirmation for the recordings of a request. */
export function confirm(userId: string, { recordings }: VoiceRequest): RightsConfirmation {
  return { userId, atMs: 1_760_000_000_000, audioSha256: recordings.map(({ bytes }) => sha256Of(bytes)) };
}

/** Voice models over a database of their own and a service in memory. Dispose of it. */
export interface VoiceModelsScene extends AsyncDisposable {
  readonly voices: VoiceModels;
  readonly service: FakeService;
  readonly database: Database;
  /** A manager limits how many voices there may be. */
  readonly limit: (guildId: string, limits: VoiceSettings) => Promise<void>;
  /** Creates a voice, which must succeed, and returns its id. */
  readonly make: (requester: Requester, title: string, more?: Partial<VoiceRequest>) => Promise<string>;
}

/** `store` can replace parts of the database's store. */
export async function createVoiceModelsScene(
  store = (real: VoiceModelStore) => real,
  budget?: VoiceBudget,
): Promise<VoiceModelsScene> {
  const folder = await mkdtemp(join(tmpdir(), 'mynah-voices-'));
  const log = createLogger('silent');
  const database = await openDatabase(`sqlite:${join(folder, 'mynah.sqlite')}`, log);
  const service = new FakeService();
  const settings = memorySettings();
  const voices = createVoiceModels({
    client: service,
    store: store(database.voices),
    settings,
    ...(budget === undefined ? {} : { budget }),
    log,
  });
  return {
    ...{ voices, service, database },
    limit: async (guildId, limits) => void (await settings.change(guildId, '1', (all) => ({ ...all, voices: limits }))),
    make: async (requester, title, more) => {
      const wanted = request(title, more);
      const outcome = await voices.create(requester, wanted, confirm(requester.userId, wanted), call);
      if (outcome.kind !== 'created') throw new Error(`not created: ${outcome.kind}`);
      return outcome.voice.id;
    },
    [Symbol.asyncDispose]: async () => {
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
