import { randomBytes } from 'node:crypto';
import type { Visibility } from '@mynah/speech-wire/wire';
import type { ListShape, OthersVoice, VoiceSwitches } from '../local-speech-api.ts';
import { customVoice, DEFAULT_VOICE, FLITE_VOICES, type FliteVoice, publicVoiceId } from '../synthesis/flite-voices.ts';
import { modelDocument, othersDocument, publicDocument, type VoiceDocument } from './voice-documents.ts';
import type { StoredModel, VoiceFiles } from './voice-files.ts';

/** Voices of the public list that can be had. */
const USUAL_WINDOW = 1_000;

/** A new voice; without a visibility it gets the service's default. */
type NewModel = Omit<StoredModel, 'id' | 'createdAtMs' | 'updatedAtMs' | 'visibility'> & {
  readonly visibility: Visibility | undefined;
};
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
  readonly licensed: boolean;
  readonly sortBy: 'score' | 'task_count' | 'created_at';
}

/** The result of looking up a voice by its id, from the account's view. */
type FoundModel =
  | { readonly kind: 'own'; readonly document: VoiceDocument }
  | { readonly kind: 'others'; readonly document: VoiceDocument }
  /** Another account's private voice. */
  | { readonly kind: 'hidden' }
  | { readonly kind: 'none' };

/** The service's voice models: flite's, which belong to another account, and those that the account created. */
export interface ModelRepository {
  readonly switches: VoiceSwitches;
  /** The voice to speak with: the default without an id, `undefined` for a voice that cannot be used. */
  voice(id: string | undefined): FliteVoice | undefined;
  find(id: string): FoundModel;
  list(filter: ModelFilter): object;
  create(model: NewModel): Promise<VoiceDocument>;
  /** Changes one of the account's own voices. @throws {Error} for any other id. */
  update(id: string, changes: ModelChanges): Promise<void>;
  delete(id: string): Promise<void>;
  cover(id: string): StoredModel['cover'];
  /** The document with the fields that `reshape` replaced. */
  asSent(document: VoiceDocument): object;
}

/** Loads the account's voices from `files`. `baseUrl` gives the start of addresses in documents. */
export async function openModelRepository(options: {
  files: VoiceFiles;
  accountId: string;
  baseUrl: () => string;
  /** As the service's option of this name. */
  publishes: boolean;
}): Promise<ModelRepository> {
  const stored = (await options.files.load()).map((model): [string, StoredModel] => [model.id, model]);
  return new StoredModelRepository(options, new Map(stored));
}

class StoredModelRepository implements ModelRepository {
  readonly #options: Parameters<typeof openModelRepository>[0];
  readonly #own: Map<string, StoredModel>;
  readonly #others = new Map<string, { readonly voice: OthersVoice; readonly createdAtMs: number }>();
  readonly #takenDown = new Map<string, 'dmca' | 'policy'>();
  readonly #reshaped = new Map<string, Readonly<Record<string, unknown>>>();
  readonly #vanished = new Set<string>();
  #shape: ListShape = {};

  constructor(options: Parameters<typeof openModelRepository>[0], own: Map<string, StoredModel>) {
    this.#options = options;
    this.#own = own;
  }

  get switches(): VoiceSwitches {
    return {
      takeDown: (id, isDown = true, category = 'dmca') => {
        if (isDown) this.#takenDown.set(id, category);
        else this.#takenDown.delete(id);
      },
      publish: async (id) => {
        await this.#put({ ...this.#ownModel(id), visibility: 'public' });
      },
      reshape: (id, fields) => {
        this.#reshaped.set(id, fields);
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
    if (found.document.state !== 'trained' || this.#takenDown.has(id)) return undefined;
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

  list(filter: ModelFilter): object {
    const own = [...this.#own.values()].map((model) => this.#document(model));
    const listed = [...this.#othersDocuments(), ...own].filter(
      ({ visibility, _id }) => visibility === 'public' && !this.#takenDown.has(_id),
    );
    const visible = filter.self ? own : listed;
    const matching = visible.filter((document) => matches(document, filter)).sort(order(filter.sortBy));
    const { totalOffBy = 0, withoutHasMore = false, window = USUAL_WINDOW, fields } = this.#shape;
    const accessible = filter.self ? matching : matching.slice(0, window);
    const start = (filter.pageNumber - 1) * filter.pageSize;
    const items = accessible.slice(start, start + filter.pageSize);
    const isLimited = accessible.length < matching.length;
    return {
      total: Math.max(matching.length + totalOffBy, 0),
      items: items.map((document) => this.asSent(document)),
      ...(withoutHasMore ? {} : { has_more: start + items.length < accessible.length }),
      max_offset: null,
      accessible_upper_bound: filter.self ? null : window,
      window_limited: isLimited,
      total_is_exact: !isLimited,
      ...fields,
    };
  }

  async create(model: NewModel): Promise<VoiceDocument> {
    const now = Date.now();
    const visibility = this.#granted(model.visibility);
    const whole = { ...model, visibility, id: makeId(), createdAtMs: now, updatedAtMs: now };
    await this.#put(whole);
    return this.#document(whole);
  }

  async update(id: string, changes: ModelChanges): Promise<void> {
    const model = this.#ownModel(id);
    const { visibility, ...rest } = changes;
    const isChanged = visibility !== undefined && visibility !== model.visibility;
    const granted = isChanged ? { visibility: this.#granted(visibility) } : {};
    await this.#put({ ...model, ...rest, ...granted, updatedAtMs: Date.now() });
  }

  async delete(id: string): Promise<void> {
    this.#own.delete(id);
    await this.#options.files.remove(id);
  }

  cover(id: string): StoredModel['cover'] {
    return this.#own.get(id)?.cover;
  }

  asSent(document: VoiceDocument): object {
    return { ...document, ...this.#reshaped.get(document._id) };
  }

  async #put(model: StoredModel): Promise<void> {
    this.#own.set(model.id, model);
    await this.#options.files.save(model);
  }

  #ownModel(id: string): StoredModel {
    const model = this.#own.get(id);
    if (model === undefined) throw new Error("Only the account's own voices can be changed.");
    return model;
  }

  /** What comes of a visibility that is asked for. Voices are published on the service's own page, not here. */
  #granted(asked: Visibility | undefined): Visibility {
    if (this.#options.publishes) return asked ?? 'public';
    return asked === undefined || asked === 'public' ? 'private' : asked;
  }

  #document(model: StoredModel): VoiceDocument {
    const { accountId: authorId, baseUrl } = this.#options;
    return this.#marked(modelDocument(model, { authorId, baseUrl: baseUrl() }));
  }

  #othersDocuments(): VoiceDocument[] {
    const flites = FLITE_VOICES.map((name) => publicDocument(name, this.#options.baseUrl()));
    const added = [...this.#others].map(([id, { voice, createdAtMs }]) => othersDocument(id, voice, createdAtMs));
    return [...flites, ...added]
      .filter(({ _id }) => !this.#vanished.has(_id))
      .map((document) => this.#marked(document));
  }

  #marked(document: VoiceDocument): VoiceDocument {
    const category = this.#takenDown.get(document._id) ?? null;
    return { ...document, dmca_taken_down: category === 'dmca', takedown_category: category };
  }
}

/** Ids like the real service's, as measured: 32 lowercase hex digits. */
function makeId(): string {
  return randomBytes(16).toString('hex');
}

function matches(document: VoiceDocument, filter: ModelFilter): boolean {
  const title = document.title.toLowerCase();
  const words = filter.title?.toLowerCase().split(/\s+/) ?? [];
  return (
    words.every((word) => title.includes(word)) &&
    (!filter.licensed || document.licensed) &&
    filter.tags.every((tag) => document.tags.includes(tag)) &&
    (filter.languages.length === 0 || filter.languages.some((language) => document.languages.includes(language))) &&
    (filter.authorId === undefined || document.author._id === filter.authorId)
  );
}

function order(sortBy: ModelFilter['sortBy']): (left: VoiceDocument, right: VoiceDocument) => number {
  if (sortBy === 'created_at') return (left, right) => right.created_at.localeCompare(left.created_at);
  return (left, right) => right.task_count - left.task_count;
}
