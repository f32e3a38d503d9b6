import type { Logger } from '../log.ts';
import type { VoiceEvent } from '../voice/voice-api.ts';
import { GuildReader } from './guild-reader.ts';
import { type GatheredMovements, Movements } from './movements.ts';
import type { ReaderParts } from './reader-parts.ts';
import type { BindingStatus, Reading } from './reading-api.ts';
import { whyNotIn } from './reading-destination.ts';
import {
  type BegunText,
  type Binding,
  type ChatMessage,
  type LookAtMessage,
  NO_CHOICE,
  type ReadingChoice,
  type ReadingSettings,
  type ReadingStore,
  type UnreadMessage,
} from './reading-ports.ts';
import { silenceReason } from './reading-rules.ts';

/** After somebody sent the bot away from people, it does not come back by itself for so long. */
const DISMISSED_MS = 600_000;

/** What reading is made of. */
export interface ReadingOptions extends ReaderParts {
  readonly store: ReadingStore;
  readonly lookAt: LookAtMessage;
  /** Whether this process carries the guild. */
  readonly serves: (guildId: string) => boolean;
  readonly log: Logger;
}

/** Creates the reading of all guilds; nothing is read before `load`. The caller must close it. */
export function createReading(options: ReadingOptions): Reading {
  return new ChatReading(options);
}

/** Another process may erase what a person chose; until then it is said for so long at most. */
const CHOICES_MS = 60_000;

/** What is known of one guild. */
interface Room {
  readonly reader: GuildReader;
  readonly movements: Movements;
  /** By channel id. */
  readonly bindings: Map<string, Binding>;
  /** By user id; loaded again after a while. */
  choices: Promise<Map<string, ReadingChoice>> | undefined;
  choicesAtMs: number;
  knownChoices: ReadonlyMap<string, ReadingChoice>;
  /** What happened to messages of the guild and was not acted on yet, in order: none overtakes another. */
  readonly arrivals: Arrival[];
  /** What is acted on now. */
  taking: Arrival | undefined;
  dismissedAtMs: number | undefined;
}

/** A message to read, or something that happened to messages. */
interface Arrival {
  /** The message; `undefined` for anything else that happened. */
  readonly posted: UnreadMessage | undefined;
  readonly act: () => Promise<void>;
  /** Called in place of `act` when there is no more room for it, or what waits is dropped. */
  readonly onDropped?: (() => void) | undefined;
}

/** What waits for the database to tell who may be read; beyond it, the oldest is left out. */
const MAX_ARRIVALS = 200;

class ChatReading implements Reading {
  readonly #options: ReadingOptions;
  readonly #rooms = new Map<string, Room>();

  constructor(options: ReadingOptions) {
    this.#options = options;
  }

  async load(): Promise<readonly Binding[]> {
    const bindings = (await this.#options.store.bindings()).filter(({ guildId }) => this.#options.serves(guildId));
    for (const binding of bindings) this.#room(binding.guildId).bindings.set(binding.channelId, binding);
    return bindings;
  }

  async bind(binding: Binding): Promise<void> {
    await this.#options.store.bind(binding);
    this.#room(binding.guildId).bindings.set(binding.channelId, binding);
    this.onAccessChanged(binding.guildId);
  }

  async unbind(guildId: string, channelId: string): Promise<boolean> {
    const room = this.#rooms.get(guildId);
    room?.bindings.delete(channelId);
    room?.reader.remove((message) => message.channelId === channelId);
    return this.#options.store.unbind(guildId, channelId);
  }

  bindingOf(guildId: string, channelId: string): Binding | undefined {
    return this.#rooms.get(guildId)?.bindings.get(channelId);
  }

  async status(guildId: string): Promise<readonly BindingStatus[]> {
    const { engine, places } = this.#options;
    const session = await engine.session(guildId);
    const bindings = [...(this.#rooms.get(guildId)?.bindings.values() ?? [])];
    return bindings.map((binding) => {
      if (session === undefined) return { binding, readIn: undefined, why: 'not-in-voice' };
      const why = whyNotIn(session.channelId, binding, places);
      return { binding, readIn: why === undefined ? session.channelId : undefined, why };
    });
  }

  async choiceOf(guildId: string, userId: string): Promise<ReadingChoice> {
    return (await this.#choices(guildId, this.#room(guildId))).get(userId) ?? NO_CHOICE;
  }

  async choose(guildId: string, userId: string, choice: ReadingChoice): Promise<void> {
    const room = this.#room(guildId);
    await this.#options.store.choose(guildId, userId, choice);
    // After it: what was just being loaded may lack it.
    const choices = await this.#choices(guildId, room);
    if (choice.isMuted || choice.nickname !== undefined) choices.set(userId, choice);
    else choices.delete(userId);
    if (choice.isMuted) room.reader.remove((message) => message.authorId === userId);
  }

  summary: Reading['summary'] = (userId) => this.#options.store.summary(userId);

  erase: Reading['erase'] = async (userId) => {
    const erased = await this.#options.store.erase(userId);
    for (const room of this.#rooms.values()) {
      const choices = await room.choices?.catch(() => undefined);
      const choice = choices?.get(userId);
      if (choice !== undefined) choices?.set(userId, { ...choice, nickname: undefined });
    }
    return erased;
  };

  onMessage(message: ChatMessage): void {
    const room = this.#rooms.get(message.guildId);
    if (room?.bindings.has(message.channelId) !== true) return;
    const act = async (): Promise<void> => {
      if (await this.#isRead(room, message)) room.reader.add(message);
    };
    this.#take(room, message.guildId, { posted: { channelId: message.channelId, messageId: message.id }, act });
  }

  onEdit(message: ChatMessage): void {
    const room = this.#rooms.get(message.guildId);
    if (room?.bindings.has(message.channelId) !== true) return;
    const act = async (): Promise<void> => {
      if (await this.#isRead(room, message)) room.reader.edit(message);
      else room.reader.remove(({ id }) => id === message.id);
    };
    this.#take(room, message.guildId, { posted: undefined, act });
  }

  onDeleted(guildId: string, messageIds: readonly string[]): void {
    const room = this.#rooms.get(guildId);
    if (room === undefined || room.bindings.size === 0) return;
    const gone = new Set(messageIds);
    const remove = (): void => room.reader.remove(({ id }) => gone.has(id));
    remove();
    // A message that is still being taken in must not come after its deletion.
    if (room.taking !== undefined) this.#take(room, guildId, { posted: undefined, act: async () => remove() });
  }

  onChannelGone(guildId: string, channelId: string): void {
    if (this.bindingOf(guildId, channelId) === undefined) return;
    this.unbind(guildId, channelId).catch((err: unknown) =>
      this.#options.log.warn({ err, guildId }, 'could not delete the binding of a channel that was deleted'),
    );
  }

  onGuildGone(guildId: string): void {
    for (const channelId of [...(this.#rooms.get(guildId)?.bindings.keys() ?? [])]) {
      this.onChannelGone(guildId, channelId);
    }
    this.#rooms.get(guildId)?.movements.close();
    this.#rooms.delete(guildId);
  }

  onAccessChanged(guildId: string): void {
    const room = this.#rooms.get(guildId);
    room?.reader
      .recheck()
      .catch((err: unknown) => this.#options.log.warn({ err, guildId }, 'could not check what is read aloud'));
  }

  onSettings(guildId: string, settings: ReadingSettings): void {
    const room = this.#rooms.get(guildId);
    const choiceOf = (userId: string): ReadingChoice => room?.knownChoices.get(userId) ?? NO_CHOICE;
    room?.reader.remove((message) => silenceReason(message, settings, choiceOf(message.authorId)) !== undefined);
  }

  onMovement(movement: Parameters<Reading['onMovement']>[0]): void {
    this.#room(movement.guildId).movements.add(movement);
  }

  onVoiceEvent(event: VoiceEvent): void {
    if (!('guildId' in event)) return;
    const { guildId } = event;
    const room = this.#rooms.get(guildId);
    if (room === undefined) return;
    if (event.type === 'session-ended') {
      const isSentAway = event.reason === 'left' || event.reason === 'disconnected';
      const hasListeners = this.#options.places.listenerCount(guildId, event.channelId) > 0;
      if (isSentAway && hasListeners) room.dismissedAtMs = performance.now();
    }
    // Somebody has brought the bot back since.
    if (event.type === 'item-started') room.dismissedAtMs = undefined;
    room.reader.onVoiceEvent(event);
    if (event.type === 'session-moved') this.onAccessChanged(guildId);
  }

  unread(guildId: string): readonly UnreadMessage[] {
    const room = this.#rooms.get(guildId);
    if (room === undefined) return [];
    const arriving = [room.taking, ...room.arrivals].flatMap((arrival) => arrival?.posted ?? []);
    return [...room.reader.unread, ...arriving];
  }

  reread(guildId: string, messages: readonly UnreadMessage[]): void {
    const room = this.#room(guildId);
    for (const posted of messages) {
      const act = async (): Promise<void> => {
        const message = await this.#lookAt(room, posted);
        if (message !== undefined && (await this.#isRead(room, message))) room.reader.add(message);
      };
      this.#take(room, guildId, { posted, act });
    }
  }

  resume(text: BegunText): Promise<number | undefined> {
    const { guildId } = text.request;
    const room = this.#room(guildId);
    const { promise, resolve } = Promise.withResolvers<number | undefined>();
    const act = async (): Promise<void> => {
      const resuming = this.#resume(room, text);
      resolve(resuming.catch(() => undefined));
      await resuming;
    };
    // Waits its turn like any message: an edit or a deletion of what it is made of comes after it, and finds it.
    this.#take(room, guildId, { posted: undefined, act, onDropped: () => resolve(undefined) });
    return promise;
  }

  clear(guildId: string): number {
    const room = this.#rooms.get(guildId);
    if (room === undefined) return 0;
    const isKept = ({ posted, onDropped }: Arrival): boolean => posted === undefined && onDropped === undefined;
    const kept = room.arrivals.filter(isKept);
    const dropped = room.arrivals.filter((arrival) => !isKept(arrival));
    room.arrivals.splice(0, room.arrivals.length, ...kept);
    for (const { onDropped } of dropped) onDropped?.();
    return room.reader.clear() + dropped.length;
  }

  close(): void {
    for (const { reader, movements } of this.#rooms.values()) {
      movements.close();
      reader.clear();
    }
    this.#rooms.clear();
  }

  #room(guildId: string): Room {
    const known = this.#rooms.get(guildId);
    if (known !== undefined) return known;
    const bindings = new Map<string, Binding>();
    const reader = new GuildReader(
      {
        guildId,
        bindingOf: (channelId) => bindings.get(channelId),
        nicknameOf: (userId) => room.knownChoices.get(userId)?.nickname,
        mayJoin: () => room.dismissedAtMs === undefined || performance.now() - room.dismissedAtMs >= DISMISSED_MS,
      },
      this.#options,
    );
    const movements = new Movements((gathered) => void this.#announce(guildId, gathered));
    const room: Room = {
      ...{ reader, movements, bindings, choices: undefined, choicesAtMs: 0, knownChoices: new Map() },
      ...{ arrivals: [], taking: undefined, dismissedAtMs: undefined },
    };
    this.#rooms.set(guildId, room);
    return room;
  }

  async #choices(guildId: string, room: Room): Promise<Map<string, ReadingChoice>> {
    const isFresh = performance.now() - room.choicesAtMs < CHOICES_MS;
    const current = (isFresh ? room.choices : undefined) ?? this.#loadChoices(guildId, room);
    room.choices = current;
    try {
      const choices = await current;
      room.knownChoices = choices;
      return choices;
    } catch (error) {
      room.choices = undefined;
      throw error;
    }
  }

  #loadChoices(guildId: string, room: Room): Promise<Map<string, ReadingChoice>> {
    const known = room.choices;
    room.choicesAtMs = performance.now();
    const loading = this.#options.store.choices(guildId).then((stored) => new Map(stored));
    // Without the database, what is known goes on.
    return known === undefined ? loading : loading.catch(() => known);
  }

  async #isRead(room: Room, message: ChatMessage): Promise<boolean> {
    const choices = await this.#choices(message.guildId, room);
    const settings = await this.#options.settingsOf(message.guildId);
    return silenceReason(message, settings, choices.get(message.authorId) ?? NO_CHOICE) === undefined;
  }

  /** The message as it is now, if its channel is still read; one that can't be looked at counts as left out. */
  async #lookAt(room: Room, message: UnreadMessage): Promise<ChatMessage | undefined> {
    if (!room.bindings.has(message.channelId)) return undefined;
    try {
      return await this.#options.lookAt(message);
    } catch (err) {
      this.#options.log.info({ err }, 'a message that was to be read aloud could not be read again');
      room.reader.noteLeftOut();
      return undefined;
    }
  }

  async #resume(room: Room, text: BegunText): Promise<number | undefined> {
    const { guildId, whileJoining } = text.request;
    const now = await Promise.all(text.messages.map((message) => this.#lookAt(room, message)));
    const [choices, settings] = await Promise.all([this.#choices(guildId, room), this.#options.settingsOf(guildId)]);
    // From here on nothing is waited for until the reader has it: what is taken back then is found there.
    const mayBeHeard = (message: ChatMessage | undefined): message is ChatMessage => {
      if (message === undefined) return false;
      const binding = room.bindings.get(message.channelId);
      if (binding === undefined || whyNotIn(whileJoining, binding, this.#options.places) !== undefined) return false;
      return silenceReason(message, settings, choices.get(message.authorId) ?? NO_CHOICE) === undefined;
    };
    const heard = now.filter(mayBeHeard);
    const isSame = (message: ChatMessage | undefined, index: number): boolean =>
      mayBeHeard(message) && message.editedAtMs === text.messages[index]?.editedAtMs;
    const change = now.findIndex((message, index) => !isSame(message, index));
    if (change === -1) return room.reader.resume(text, heard);
    for (const message of now.slice(change).filter(mayBeHeard)) room.reader.add(message);
    return undefined;
  }

  /** Acts on what happened to the guild's messages, one after the other. */
  #take(room: Room, guildId: string, arrival: Arrival): void {
    room.arrivals.push(arrival);
    const dropped = room.arrivals.length > MAX_ARRIVALS ? room.arrivals.shift() : undefined;
    if (dropped?.posted !== undefined) room.reader.noteLeftOut();
    dropped?.onDropped?.();
    if (room.taking === undefined) void this.#takeAll(room, guildId);
  }

  async #takeAll(room: Room, guildId: string): Promise<void> {
    for (let next = room.arrivals.shift(); next !== undefined; next = room.arrivals.shift()) {
      room.taking = next;
      await next
        .act()
        .catch((err: unknown) => this.#options.log.warn({ err, guildId }, 'could not take in a message to read aloud'));
    }
    room.taking = undefined;
  }

  async #announce(guildId: string, { joins, leaves }: GatheredMovements): Promise<void> {
    const { engine, places, settingsOf, publicMessages, wording, log } = this.#options;
    try {
      const session = await engine.session(guildId);
      if (session === undefined || places.listenerCount(guildId, session.channelId) === 0) return;
      const { announcements } = await settingsOf(guildId);
      const { spoken } = (await publicMessages(guildId)).reading;
      const room = this.#room(guildId);
      const choices = await this.#choices(guildId, room);
      const said: readonly (readonly [GatheredMovements['joins'], (about: { names: readonly string[] }) => string])[] =
        [
          [announcements.joins ? joins : [], spoken.joined],
          [announcements.leaves ? leaves : [], spoken.left],
        ];
      for (const [movements, sentence] of said) {
        const here = movements.filter(({ voiceChannelId }) => voiceChannelId === session.channelId);
        const [first] = here;
        if (first === undefined) continue;
        const names = await Promise.all(
          here.map(({ userId, name }) => wording.nameOf(guildId, [choices.get(userId)?.nickname, name])),
        );
        room.reader.announce({ text: sentence({ names }), userId: first.userId, channelId: first.voiceChannelId });
      }
    } catch (err) {
      log.warn({ err, guildId }, 'could not announce who came or left');
    }
  }
}
