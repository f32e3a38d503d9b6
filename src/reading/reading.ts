import type { Logger } from '../log/log.ts';
import type { VoiceEvent } from '../voice/voice-api.ts';
import { Arrivals } from './arrivals.ts';
import { GuildReader, toUnread } from './guild-reader.ts';
import { KnownPeople } from './known-people.ts';
import { type GatheredMovements, Movements } from './movements.ts';
import { ProxiedMessages } from './proxied-messages.ts';
import type { ReaderParts } from './reader-parts.ts';
import type { BindingStatus, Reading } from './reading-api.ts';
import { whyNotIn } from './reading-destination.ts';
import type {
  BegunText,
  Binding,
  ChatMessage,
  Identity,
  LookAtMessage,
  ReadingChoice,
  ReadingStore,
  UnreadMessage,
} from './reading-ports.ts';
import { silenceReason } from './reading-rules.ts';
import type { ReadingSettings } from './reading-settings.ts';

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

/** Deleted messages that are remembered while others are taken in; beyond it the oldest is forgotten. */
const MAX_DELETED = 1_000;

/** What is known of one guild. */
interface Room {
  readonly reader: GuildReader;
  readonly movements: Movements;
  /** By channel id. */
  readonly bindings: Map<string, Binding>;
  readonly people: KnownPeople;
  readonly arrivals: Arrivals;
  readonly proxied: ProxiedMessages;
  /** Messages that were deleted while others were being taken in. */
  readonly deleted: Set<string>;
  dismissedAtMs: number | undefined;
}

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
    const { people } = this.#room(guildId);
    await people.load();
    return people.choiceOf(userId);
  }

  async choose(guildId: string, userId: string, choice: ReadingChoice): Promise<void> {
    const room = this.#room(guildId);
    await room.people.choose(userId, choice);
    if (choice.isMuted) room.reader.remove((message) => message.authorId === userId);
  }

  async namesChosen(guildId: string): Promise<ReadonlyMap<string, string>> {
    const { people } = this.#room(guildId);
    await people.load();
    return people.nicknames();
  }

  async namesOfOthers(guildId: string, userId: string): Promise<readonly string[]> {
    const { people } = this.#room(guildId);
    await people.load();
    return people.namesOfOthers(userId);
  }

  async identitiesOf(guildId: string, userId: string): Promise<readonly Identity[]> {
    const { people } = this.#room(guildId);
    await people.load();
    return people.identitiesOf(userId);
  }

  async chooseIdentityVoice(guildId: string, userId: string, name: string, voice: Identity['voice']): Promise<boolean> {
    const { people } = this.#room(guildId);
    await people.load();
    const identity = people.identity(userId, name);
    if (identity !== undefined) await people.keepIdentity({ ...identity, voice });
    return identity !== undefined;
  }

  summary: Reading['summary'] = (userId) => this.#options.store.summary(userId);

  erase: Reading['erase'] = async (userId) => {
    await Promise.all([...this.#rooms.values()].map(({ people }) => people.noted()));
    const erased = await this.#options.store.erase(userId);
    for (const { people } of this.#rooms.values()) people.forget(userId);
    return erased;
  };

  onMessage(message: ChatMessage): void {
    const room = this.#rooms.get(message.guildId);
    if (room?.bindings.has(message.channelId) !== true) return;
    const act = async (dropped: AbortSignal): Promise<void> => {
      await room.people.load();
      if (!dropped.aborted) room.proxied.post(message);
    };
    room.arrivals.add({ posted: toUnread(message), act });
  }

  onEdit(message: ChatMessage): void {
    const room = this.#rooms.get(message.guildId);
    if (room?.bindings.has(message.channelId) !== true) return;
    // At once, before it can be heard; whether it may be read in this form is found out in its turn.
    const now = room.proxied.edit(message);
    if (now !== undefined) room.reader.edit(now);
    const act = async (): Promise<void> => {
      const edited = room.proxied.edit(message);
      if (edited !== undefined && (await this.#isRead(room, edited))) room.reader.edit(edited);
      else room.reader.remove(({ id }) => id === message.id);
    };
    room.arrivals.add({ posted: undefined, act });
  }

  onDeleted(guildId: string, messageIds: readonly string[]): void {
    const room = this.#rooms.get(guildId);
    if (room === undefined || room.bindings.size === 0) return;
    const gone = new Set(messageIds);
    const remove = async (): Promise<void> => {
      room.proxied.delete(gone);
      room.reader.remove(({ id }) => gone.has(id));
    };
    void remove();
    if (!room.arrivals.isBusy) return;
    // A message that is still being taken in must not come after its deletion.
    for (const id of messageIds) room.deleted.add(id);
    for (const id of [...room.deleted].slice(0, -MAX_DELETED)) room.deleted.delete(id);
    room.arrivals.add({ posted: undefined, act: remove });
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
    this.#close(guildId);
  }

  onAccessChanged(guildId: string): void {
    const room = this.#rooms.get(guildId);
    room?.reader
      .recheck()
      .catch((err: unknown) => this.#options.log.warn({ err, guildId }, 'could not check what is read aloud'));
  }

  onSettings(guildId: string, settings: ReadingSettings): void {
    const room = this.#rooms.get(guildId);
    room?.reader.remove(
      (message) => silenceReason(message, settings, room.people.choiceOf(message.authorId)) !== undefined,
    );
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
    return withoutRepeats([...room.reader.unread, ...room.proxied.waiting, ...room.arrivals.messages]);
  }

  reread(guildId: string, messages: readonly UnreadMessage[]): void {
    const room = this.#room(guildId);
    for (const posted of withoutRepeats(messages)) {
      // All at once: what people do meanwhile must not wait for each of them.
      const looking = this.#lookAt(room, posted);
      const act = async (dropped: AbortSignal): Promise<void> => {
        const [message] = await Promise.all([looking, room.people.load()]);
        if (message === undefined || dropped.aborted) return;
        // A proxy bot may be about to replace it, or it is not clear yet whose it is.
        room.proxied.post(message);
      };
      room.arrivals.add({ posted, act });
    }
  }

  resume(text: BegunText): Promise<boolean> {
    const { guildId } = text.request;
    const room = this.#room(guildId);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const act = async (dropped: AbortSignal): Promise<void> => {
      const resuming = this.#resume(room, text, dropped);
      resolve(resuming.catch(() => false));
      await resuming;
    };
    // Waits its turn like any message: an edit or a deletion of what it is made of comes after it, and finds it.
    room.arrivals.add({ posted: undefined, act, onDropped: () => resolve(false) });
    return promise;
  }

  clear(guildId: string): number {
    const room = this.#rooms.get(guildId);
    if (room === undefined) return 0;
    return room.reader.clear() + room.proxied.clear() + room.arrivals.clear();
  }

  close(): void {
    for (const guildId of [...this.#rooms.keys()]) this.#close(guildId);
  }

  #close(guildId: string): void {
    const room = this.#rooms.get(guildId);
    room?.movements.close();
    room?.arrivals.clear();
    room?.proxied.clear();
    room?.reader.clear();
    this.#rooms.delete(guildId);
  }

  #room(guildId: string): Room {
    const known = this.#rooms.get(guildId);
    if (known !== undefined) return known;
    const bindings = new Map<string, Binding>();
    const people = new KnownPeople(guildId, this.#options);
    const reader = new GuildReader(
      {
        guildId,
        bindingOf: (channelId) => bindings.get(channelId),
        nicknameOf: (userId) => people.choiceOf(userId).nickname,
        identityVoiceOf: (userId, name) => people.identity(userId, name)?.voice?.id,
        mayJoin: () => room.dismissedAtMs === undefined || performance.now() - room.dismissedAtMs >= DISMISSED_MS,
      },
      this.#options,
    );
    const movements = new Movements((gathered) => void this.#announce(guildId, gathered));
    const arrivals = new Arrivals({ onLeftOut: () => reader.noteLeftOut(), log: this.#options.log });
    const proxied = new ProxiedMessages({
      usesProxy: (userId) => people.usesProxy(userId),
      ownersOf: (name) => people.ownersOf(name),
      onIdentity: (userId, name) => people.noteIdentity(userId, name),
      read: (message) => this.#add(room, message),
      readInstead: (message, original) => this.#readInstead(room, message, original),
    });
    const room: Room = {
      ...{ reader, movements, bindings, people, arrivals, proxied, deleted: new Set(), dismissedAtMs: undefined },
    };
    this.#rooms.set(guildId, room);
    return room;
  }

  async #isRead(room: Room, message: ChatMessage): Promise<boolean> {
    await room.people.load();
    const settings = await this.#options.settingsOf(message.guildId);
    return silenceReason(message, settings, room.people.choiceOf(message.authorId)) === undefined;
  }

  /** Adds a message whose writer is known to what is read, if it may be. */
  #add(room: Room, message: ChatMessage): void {
    const act = async (dropped: AbortSignal): Promise<void> => {
      const isRead = await this.#isRead(room, message);
      if (isRead && !dropped.aborted && !room.deleted.has(message.id)) room.reader.add(message);
    };
    room.arrivals.addNext({ posted: toUnread(message), act });
  }

  /** Reads a message in place of the one that a proxy bot made it of; returns whether that one is heard to its end. */
  #readInstead(room: Room, message: ChatMessage, original: { readonly id: string; readonly isCut: boolean }): boolean {
    // It says the same. At once: its deletion, which follows, must not cut it.
    const isHeard = !original.isCut && room.reader.takeFor(original.id, message);
    const act = async (dropped: AbortSignal): Promise<void> => {
      const isRead = await this.#isRead(room, message);
      if (isRead && isHeard) return;
      room.reader.remove(({ id }) => id === (isHeard ? message.id : original.id));
      if (isRead && !dropped.aborted && !room.deleted.has(message.id)) room.reader.add(message);
    };
    room.arrivals.addNext({ posted: toUnread(message), act });
    return isHeard;
  }

  /** The message as it is now, if its channel is still read; one that can't be looked at counts as left out. */
  async #lookAt(room: Room, message: UnreadMessage): Promise<ChatMessage | undefined> {
    if (!room.bindings.has(message.channelId)) return undefined;
    try {
      const seen = await this.#options.lookAt(message);
      if (seen?.authorKind === 'identity') room.proxied.noteWriter(seen);
      return seen;
    } catch (err) {
      this.#options.log.info({ err }, 'a message that was to be read aloud could not be read again');
      room.reader.noteLeftOut();
      return undefined;
    }
  }

  async #resume(room: Room, text: BegunText, dropped: AbortSignal): Promise<boolean> {
    const { guildId, whileJoining } = text.request;
    const now = await Promise.all(text.messages.map((message) => this.#lookAt(room, message)));
    await room.people.load();
    // Last, so that a mute meanwhile is in it.
    const settings = await this.#options.settingsOf(guildId);
    // From here on nothing is waited for until the reader has it: what is taken back then is found there.
    const mayBeHeard = (message: ChatMessage | undefined): message is ChatMessage => {
      if (message === undefined) return false;
      const binding = room.bindings.get(message.channelId);
      if (binding === undefined || whyNotIn(whileJoining, binding, this.#options.places) !== undefined) return false;
      return silenceReason(message, settings, room.people.choiceOf(message.authorId)) === undefined;
    };
    if (dropped.aborted) return false;
    const heard = now.filter(mayBeHeard);
    // The sound of a voice message does not follow its text.
    const isSound = text.request.recording !== undefined;
    const isSame = (message: ChatMessage | undefined, index: number): boolean =>
      mayBeHeard(message) && (isSound || message.editedAtMs === text.messages[index]?.editedAtMs);
    const change = now.findIndex((message, index) => !isSame(message, index));
    if (change === -1) {
      for (const message of heard) room.proxied.noteRead(message);
      return room.reader.resume(text, heard);
    }
    for (const message of now.slice(change).filter(mayBeHeard)) room.reader.add(message);
    return false;
  }

  async #announce(guildId: string, { joins, leaves }: GatheredMovements): Promise<void> {
    const { engine, places, settingsOf, publicMessages, wording, log } = this.#options;
    try {
      const session = await engine.session(guildId);
      if (session === undefined || places.listenerCount(guildId, session.channelId) === 0) return;
      const { announcements } = await settingsOf(guildId);
      const { spoken } = (await publicMessages(guildId)).reading;
      const room = this.#room(guildId);
      await room.people.load();
      const nicknameOf = (userId: string): string | undefined => room.people.choiceOf(userId).nickname;
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
          here.map(({ userId, name }) =>
            wording.nameOf(guildId, { userId, chosen: nicknameOf(userId), shown: name }, nicknameOf),
          ),
        );
        room.reader.announce({ text: sentence({ names }), userId: first.userId, channelId: first.voiceChannelId });
      }
    } catch (err) {
      log.warn({ err, guildId }, 'could not announce who came or left');
    }
  }
}

/** Each message once, with its writer where that is known. */
function withoutRepeats(messages: readonly UnreadMessage[]): readonly UnreadMessage[] {
  const byId = new Map<string, UnreadMessage>();
  for (const message of messages) {
    if (byId.get(message.messageId)?.writerId === undefined) byId.set(message.messageId, message);
  }
  return [...byId.values()];
}
