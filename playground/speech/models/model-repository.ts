import { randomBytes } from 'node:crypto';
import type { VoiceModel, VoiceModelPage } from '../../../src/speech/wire.ts';
import type { ListShape, OthersVoice, VoiceSwitches } from '../local-speech-api.ts';
import { customVoice, DEFAULT_VOICE, FLITE_VOICES, type FliteVoice, publicVoiceId } from '../synthesis/flite-voices.ts';
import { modelDocument, othersDocument, publicDocument } from './voice-documents.ts';
import type { StoredModel, VoiceFiles } from './voice-files.ts';

/** A new voice. */
type NewModel = Omit<StoredModel, 'id' | 'createdAtMs' | 'updatedAtMs'>;
/** The fields of a voice that can change. */
export type ModelChanges = Partial<Pick<StoredModel, 'title' | 'description' | 'visibility' | 'tags' | 'cover'>>;

/** How GET /model filters, sorts and pages. */
interface ModelFilter {
  readonly pageSize: number;
  readonly pageNumber: number;
  readonly title?: string | undefined;
  readonly tags: readonly string[];
  readonly languages: readonly string[];
  readonly authorId?: string | undefined;
  /** Only the account's own voices, whatever their visibility. */
  readonly self: boolean;
  readonly sortBy: 'score' | 'task_count' | 'created_at';
}

/** The result of looking up a voice by its id, from the account's view. */
type FoundModel =
  | { readonly kind: 'own'; readonly document: VoiceModel }
  | { readonly kind: 'others'; readonly document: VoiceModel }
  /** Another account's private voice. */
  | { readonly kind: 'hidden' }
  | { readonly kind: 'none' };

/** The service's voice models: flite's, which belong to another account, and those that the account created. */
export interface ModelRepository {
  readonly switches: VoiceSwitches;
  /** The voice to speak with: the default without an id, `undefined` for a voice that cannot be used. */
  voice(id: string | undefined): FliteVoice | undefined;
  find(id: string): FoundModel;
  list(filter: ModelFilter): VoiceModelPage;
  create(model: NewModel): Promise<VoiceModel>;
  /** Changes one of the account's own voices. @throws {Error} for any other id. */
  update(id: string, changes: ModelChanges): Promise<void>;
  delete(id: string): Promise<void>;
  cover(id: string): StoredModel['cover'];
}

/** Loads the account's voices from `files`. `baseUrl` gives the start of addresses in documents. */
export async function openModelRepository(options: {
  files: VoiceFiles;
  accountId: string;
  baseUrl: () => string;
}): Promise<ModelRepository> {
  const stored = (await options.files.load()).map((model): [string, StoredModel] => [model.id, model]);
  return new StoredModelRepository(options.files, options.accountId, options.baseUrl, new Map(stored));
}

class StoredModelRepository implements ModelRepository {
  readonly #files: VoiceFiles;
  readonly #accountId: string;
  readonly #baseUrl: () => string;
  readonly #own: Map<string, StoredModel>;
  readonly #others = new Map<string, { readonly voice: OthersVoice; readonly createdAtMs: number }>();
  readonly #takenDown = new Set<string>();
  readonly #vanished = new Set<string>();
  #shape: ListShape = {};

  constructor(files: VoiceFiles, accountId: string, baseUrl: () => string, own: Map<string, StoredModel>) {
    this.#files = files;
    this.#accountId = accountId;
    this.#baseUrl = baseUrl;
    this.#own = own;
  }

  get switches(): VoiceSwitches {
    return {
      takeDown: (id, isDown = true) => {
        if (isDown) this.#takenDown.add(id);
        else this.#takenDown.delete(id);
      },
      vanish: async (id) => {
        this.#vanished.add(id);
        await this.delete(id);
      },
      endTraining: async (id, failsBecause) => {
        await this.#put({
          ...this.#ownModel(id),
          training: { durationMs: 0, ...(failsBecause === undefined ? {} : { failsBecause }) },
        });
      },
      addOthers: (voice) => {
        const id = makeId();
        this.#others.set(id, { voice, createdAtMs: Date.now() });
        return id;
      },
      shapeLists: (shape) => {
        this.#shape = shape;
      },
    };
  }

  voice(id: string | undefined): FliteVoice | undefined {
    if (id === undefined) return DEFAULT_VOICE;
    const found = this.find(id);
    if (found.kind !== 'own' && found.kind !== 'others') return undefined;
    if (found.document.state !== 'trained' || found.document.dmca_taken_down) return undefined;
    const name = FLITE_VOICES.find((candidate) => publicVoiceId(candidate) === id);
    return name === undefined ? customVoice(id) : { name, pitch: 1, stretch: 1 };
  }

  find(id: string): FoundModel {
    const model = this.#own.get(id);
    if (model !== undefined) return { kind: 'own', document: this.#document(model) };
    const document = this.#othersDocuments().find(({ _id }) => _id === id);
    if (document === undefined) return { kind: 'none' };
    return document.visibility === 'private' ? { kind: 'hidden' } : { kind: 'others', document };
  }

  list(filter: ModelFilter): VoiceModelPage {
    const own = [...this.#own.values()].map((model) => this.#document(model));
    const listed = [...this.#othersDocuments(), ...own].filter(
      ({ visibility, dmca_taken_down }) => visibility === 'public' && !dmca_taken_down,
    );
    const visible = filter.self ? own : listed;
    const matching = visible.filter((document) => matches(document, filter)).sort(order(filter.sortBy));
    const start = (filter.pageNumber - 1) * filter.pageSize;
    const items = matching.slice(start, start + filter.pageSize);
    const { totalOffBy = 0, withoutHasMore = false } = this.#shape;
    return {
      total: Math.max(matching.length + totalOffBy, 0),
      items,
      ...(withoutHasMore ? {} : { has_more: start + items.length < matching.length }),
    };
  }

  async create(model: NewModel): Promise<VoiceModel> {
    const now = Date.now();
    const whole = { ...model, id: makeId(), createdAtMs: now, updatedAtMs: now };
    await this.#put(whole);
    return this.#document(whole);
  }

  async update(id: string, changes: ModelChanges): Promise<void> {
    await this.#put({ ...this.#ownModel(id), ...changes, updatedAtMs: Date.now() });
  }

  async delete(id: string): Promise<void> {
    this.#own.delete(id);
    await this.#files.remove(id);
  }

  cover(id: string): StoredModel['cover'] {
    return this.#own.get(id)?.cover;
  }

  async #put(model: StoredModel): Promise<void> {
    this.#own.set(model.id, model);
    await this.#files.save(model);
  }

  #ownModel(id: string): StoredModel {
    const model = this.#own.get(id);
    if (model === undefined) throw new Error("Only the account's own voices can be changed.");
    return model;
  }

  #document(model: StoredModel): VoiceModel {
    return this.#marked(modelDocument(model, { authorId: this.#accountId, baseUrl: this.#baseUrl() }));
  }

  #othersDocuments(): VoiceModel[] {
    const flites = FLITE_VOICES.map((name) => publicDocument(name, this.#baseUrl()));
    const added = [...this.#others].map(([id, { voice, createdAtMs }]) => othersDocument(id, voice, createdAtMs));
    return [...flites, ...added]
      .filter(({ _id }) => !this.#vanished.has(_id))
      .map((document) => this.#marked(document));
  }

  #marked(document: VoiceModel): VoiceModel {
    return { ...document, dmca_taken_down: this.#takenDown.has(document._id) };
  }
}

/** Ids like the real service's, as measured: 32 lowercase hex digits. */
function makeId(): string {
  return randomBytes(16).toString('hex');
}

function matches(document: VoiceModel, filter: ModelFilter): boolean {
  const title = document.title.toLowerCase();
  const words = filter.title?.toLowerCase().split(/\s+/) ?? [];
  return (
    words.every((word) => title.includes(word)) &&
    filter.tags.every((tag) => document.tags.includes(tag)) &&
    (filter.languages.length === 0 || filter.languages.some((language) => document.languages.includes(language))) &&
    (filter.authorId === undefined || document.author._id === filter.authorId)
  );
}

function order(sortBy: ModelFilter['sortBy']): (left: VoiceModel, right: VoiceModel) => number {
  if (sortBy === 'created_at') return (left, right) => right.created_at.localeCompare(left.created_at);
  return (left, right) => right.task_count - left.task_count;
}
