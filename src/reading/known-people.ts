import type { Logger } from '../log/log.ts';
import { type Identity, NO_CHOICE, type ReadingChoice, type ReadingStore } from './reading-ports.ts';

/** Another process may change or erase what a person chose; until then it holds for so long at most. */
const FRESH_MS = 60_000;
/** An identity that writes is stored again after so long, which keeps it among the newest. */
const SEEN_AGAIN_MS = 86_400_000;

type Store = Pick<ReadingStore, 'choices' | 'choose' | 'identities' | 'keepIdentity' | 'noteIdentity'>;

/** What is known of a guild's people. */
interface People {
  readonly choices: Map<string, ReadingChoice>;
  readonly identities: Map<string, Identity>;
}

/** What the people of one guild decided about being read, and under which names they write through proxy bots. */
export class KnownPeople {
  readonly #guildId: string;
  readonly #store: Store;
  readonly #log: Logger;
  #known: People = { choices: new Map(), identities: new Map() };
  /** People who have identities. */
  #proxied: ReadonlySet<string> = new Set();
  #loading: Promise<void> | undefined;
  #loadedAtMs = 0;
  /** How often what is known changed: what began to be loaded before that is out of date. */
  #changes = 0;
  /** What is being stored of people who write. */
  readonly #noting = new Set<Promise<unknown>>();

  constructor(guildId: string, { store, log }: { readonly store: Store; readonly log: Logger }) {
    this.#guildId = guildId;
    this.#store = store;
    this.#log = log;
  }

  /** Loads what may have changed. Rejects as the store does, unless something is known already: that continues then. */
  async load(): Promise<void> {
    const isFresh = performance.now() - this.#loadedAtMs < FRESH_MS;
    const loading = (isFresh ? this.#loading : undefined) ?? this.#loadAgain();
    this.#loading = loading;
    try {
      await loading;
    } catch (error) {
      this.#loading = undefined;
      throw error;
    }
  }

  /** As it is known now. */
  choiceOf(userId: string): ReadingChoice {
    return this.#known.choices.get(userId) ?? NO_CHOICE;
  }

  /** The names that people chose, by user id. As it is known now. */
  nicknames(): ReadonlyMap<string, string> {
    const chosen = [...this.#known.choices].flatMap(([userId, { nickname }]) =>
      nickname === undefined ? [] : [[userId, nickname] as const],
    );
    return new Map(chosen);
  }

  async choose(userId: string, choice: ReadingChoice): Promise<void> {
    await this.#store.choose(this.#guildId, userId, choice);
    await this.load();
    const { choices } = this.#known;
    if (choice.isMuted || choice.nickname !== undefined) choices.set(userId, choice);
    else choices.delete(userId);
    this.#take(this.#known);
  }

  /** Whether the person writes through a proxy bot, as far as that is known now. */
  usesProxy(userId: string): boolean {
    return this.#proxied.has(userId);
  }

  /** As it is known now. */
  identity(userId: string, name: string): Identity | undefined {
    return this.#known.identities.get(keyOf(userId, name));
  }

  /** Who writes under this name, as far as that is known now. */
  ownersOf(name: string): readonly string[] {
    return [...this.#known.identities.values()].flatMap((identity) =>
      identity.name === name ? [identity.userId] : [],
    );
  }

  /** What other people chose to be called, and the names under which they write. As it is known now. */
  namesOfOthers(userId: string): readonly string[] {
    const chosen = [...this.nicknames()].flatMap(([id, name]) => (id === userId ? [] : [name]));
    const proxied = [...this.#known.identities.values()].flatMap((each) => (each.userId === userId ? [] : [each.name]));
    return [...chosen, ...proxied];
  }

  /** Of one person, those that wrote last first. As it is known now. */
  identitiesOf(userId: string): readonly Identity[] {
    const own = [...this.#known.identities.values()].filter((identity) => identity.userId === userId);
    return own.toSorted((one, other) => other.seenAtMs - one.seenAtMs);
  }

  /** Rejects as the store does. */
  async keepIdentity(identity: Identity): Promise<void> {
    await this.#store.keepIdentity(this.#guildId, identity);
    this.#known.identities.set(keyOf(identity.userId, identity.name), identity);
    this.#take(this.#known);
  }

  /** A person has just written under a name. */
  noteIdentity(userId: string, name: string): void {
    const known = this.identity(userId, name);
    const seenAtMs = Date.now();
    if (known !== undefined && seenAtMs - known.seenAtMs < SEEN_AGAIN_MS) return;
    // What follows at once is known without the database.
    this.#known.identities.set(keyOf(userId, name), { userId, name, voice: known?.voice, seenAtMs });
    this.#take(this.#known);
    const noting: Promise<unknown> = this.#store
      .noteIdentity(this.#guildId, { userId, name, seenAtMs })
      .catch((err: unknown) => this.#log.info({ err }, 'could not store under which name somebody writes'))
      .finally(() => this.#noting.delete(noting));
    this.#noting.add(noting);
  }

  /** Resolves when nothing is being stored any more that `noteIdentity` took in so far. Never rejects. */
  async noted(): Promise<void> {
    await Promise.all(this.#noting);
  }

  /** Forgets what `/privacy erase` deletes. */
  forget(userId: string): void {
    const { choices, identities } = this.#known;
    const choice = choices.get(userId);
    if (choice !== undefined) choices.set(userId, { ...choice, nickname: undefined });
    for (const [key, identity] of identities) if (identity.userId === userId) identities.delete(key);
    this.#take(this.#known);
  }

  #loadAgain(): Promise<void> {
    const hasLoaded = this.#loading !== undefined;
    this.#loadedAtMs = performance.now();
    const loading = this.#read();
    // What is known continues.
    return hasLoaded ? loading.catch(() => undefined) : loading;
  }

  /** Takes in what is stored, once that is not older than what is known. */
  async #read(): Promise<void> {
    for (;;) {
      await this.noted();
      const changes = this.#changes;
      const [choices, identities] = await Promise.all([
        this.#store.choices(this.#guildId),
        this.#store.identities(this.#guildId),
      ]);
      if (changes !== this.#changes) continue;
      const byKey = identities.map((identity) => [keyOf(identity.userId, identity.name), identity] as const);
      return this.#take({ choices: new Map(choices), identities: new Map(byKey) });
    }
  }

  #take(people: People): void {
    this.#changes += 1;
    this.#known = people;
    this.#proxied = new Set([...people.identities.values()].map(({ userId }) => userId));
  }
}

function keyOf(userId: string, name: string): string {
  return `${userId} ${name}`;
}
