import { randomUUID } from 'node:crypto';
import { RequestScope } from '../telemetry/request-scope.ts';
import { joinSentences } from '../text/spoken/sentences.ts';
import { type ItemEvent, isEndEvent, isItemEvent } from '../voice/item-event.ts';
import type { SpeakRequest, VoiceEvent } from '../voice/voice-api.ts';
import { isSameWriter, ReadQueue, type Run } from './read-queue.ts';
import type { Notice, ReaderGuild, ReaderParts } from './reader-parts.ts';
import { destinationOf, whyNotIn } from './reading-destination.ts';
import {
  type AboutReading,
  type BegunText,
  type ChatMessage,
  NO_CHOICE,
  type ReadingCharge,
  type UnreadMessage,
  type WrittenMessage,
} from './reading-ports.ts';
import { silenceReason } from './reading-rules.ts';
import type { ReadingSettings } from './reading-settings.ts';
import { newUtterance, type Utterance } from './utterance.ts';
import { announce, nameWithin, WriterAnnouncement } from './writer-announcement.ts';

/**
 * Texts of one guild in the engine's queue at the same time: the one that is spoken, and the next, whose sound is asked for
 * meanwhile. All others wait here, so that a text of `/say` waits for two at most, and edits and deletions find them.
 */
const MAX_IN_ENGINE = 2;

/** Announcements that wait: older ones are no news any more. */
const MAX_NOTICES = 5;

/** Messages of which something was heard are remembered up to this number. */
const MAX_HEARD = 50;

/** What is spoken next: an announcement, or messages. */
interface Taken {
  readonly utterance: Utterance;
  readonly notice: Notice | undefined;
}

/** Reads one guild's messages: takes them from the queue one after the other, and follows them in the engine. */
export class GuildReader {
  readonly #guild: ReaderGuild;
  readonly #parts: ReaderParts;
  readonly #scope: RequestScope;
  readonly #queue = new ReadQueue();
  readonly #writer = new WriterAnnouncement();
  readonly #underWay = new Set<Utterance>();
  readonly #heard = new Set<string>();
  #notices: Notice[] = [];
  #isPumping = false;
  /** Something changed while the queue was being worked on. */
  #isWoken = false;
  /** The engine's queue has no room until one of its items ends. */
  #isFull = false;

  constructor(guild: ReaderGuild, parts: ReaderParts) {
    this.#guild = guild;
    this.#parts = parts;
    this.#scope = parts.scope ?? new RequestScope();
  }

  add(message: ChatMessage): void {
    this.#queue.add(message);
    this.wake();
  }

  /** A message was left out before it could be added. */
  noteLeftOut(count = 1): void {
    this.#queue.putBack({ messages: [], leftOut: count });
  }

  /** The messages that wait and are not in the engine's queue, or are about to be taken out of it; oldest first. */
  get unread(): readonly UnreadMessage[] {
    const underWay = [...this.#underWay].flatMap(({ textId, instead, run }) =>
      textId === undefined ? (instead ?? run.messages) : (instead ?? []),
    );
    return [...underWay, ...this.#queue.messages].map(toUnread);
  }

  /** Speaks an announcement before the messages that wait. Of those that wait themselves, only the newest five are kept. */
  announce(notice: Notice): void {
    this.#notices = [...this.#notices, notice].slice(-MAX_NOTICES);
    this.wake();
  }

  /**
   * Queues a text that an earlier process began, and follows it like one of its own. Resolves with whether it is queued. If
   * not, nothing is refunded.
   */
  async resume({ request, charge }: BegunText, messages: readonly ChatMessage[]): Promise<boolean> {
    const { userId, resume } = request;
    const utterance = this.#open({ messages, leftOut: 0 }, userId, messages[0]?.channelId ?? '');
    const isStarted = resume.piece > 0 || resume.packets > 0;
    Object.assign(utterance, { request, isStarted, isSound: request.recording !== undefined });
    return this.#queueInEngine(utterance, request, charge);
  }

  /**
   * Takes a message for another that says the same, if something of that was heard: it continues, and ends when the new one is
   * taken out. Returns whether it does.
   */
  takeFor(messageId: string, message: ChatMessage): boolean {
    if (!this.#heard.has(messageId)) return false;
    const renamed = (each: ChatMessage): ChatMessage => (each.id === messageId ? message : each);
    for (const utterance of this.#underWay) {
      const { run, textId } = utterance;
      if (!run.messages.some(({ id }) => id === messageId)) continue;
      utterance.run = { ...run, messages: run.messages.map(renamed) };
      utterance.instead = utterance.instead?.map(renamed);
      if (textId !== undefined) this.#parts.keep(textId, aboutOf(utterance));
    }
    return true;
  }

  /** Replaces a message that was edited. What is being spoken of it continues. */
  edit(message: ChatMessage): void {
    this.#queue.replace(message);
    for (const utterance of this.#underWay) {
      const messages = utterance.instead ?? utterance.run.messages;
      const before = messages.find(({ id }) => id === message.id);
      const isUnchanged = before === undefined || before.text === message.text;
      // The sound of a voice message does not follow its text.
      if (isUnchanged || utterance.isStarted || utterance.isSound) continue;
      this.#takeBack(
        utterance,
        messages.map((each) => (each.id === message.id ? message : each)),
      );
    }
  }

  /** Takes out messages that must not be heard, also the one that is being spoken. */
  remove(isGone: (message: ChatMessage) => boolean): void {
    this.#queue.remove(isGone);
    for (const utterance of this.#underWay) {
      const messages = utterance.instead ?? utterance.run.messages;
      const first = messages.findIndex(isGone);
      if (first === -1) continue;
      // What was joined before it has probably been heard.
      const rest = utterance.isStarted ? messages.slice(first) : messages;
      this.#takeBack(
        utterance,
        rest.filter((message) => !isGone(message)),
      );
    }
  }

  /** Drops everything that waits or is on its way to the engine, and returns how many messages that were. */
  clear(): number {
    this.#notices = [];
    this.#writer.reset();
    let count = this.#queue.clear();
    for (const utterance of this.#underWay) {
      utterance.isStopped = true;
      if (utterance.textId !== undefined) continue;
      count += utterance.run.messages.length;
      this.#takeBackForGood(utterance);
    }
    return count;
  }

  /** Takes out what must no longer be heard where the bot is now: it moved, or somebody's permissions changed. */
  async recheck(): Promise<void> {
    if (this.#underWay.size === 0) return;
    const { guildId } = this.#guild;
    const session = await this.#parts.engine.session(guildId);
    if (session === undefined) return;
    for (const utterance of this.#underWay) {
      const [first] = utterance.run.messages;
      const binding = first && this.#guild.bindingOf(first.channelId);
      const isAllowed = binding !== undefined && whyNotIn(session.channelId, binding, this.#parts.places) === undefined;
      if (first !== undefined && !isAllowed) this.#takeBackForGood(utterance);
    }
  }

  onVoiceEvent(event: VoiceEvent): void {
    if (event.type === 'session-ended') this.#onSessionEnded();
    if (event.type === 'session-moved') this.#writer.reset();
    if (isItemEvent(event)) this.#onQueueEvent(event);
  }

  /** Hands what waits to the engine as far as it has room. */
  wake(): void {
    this.#isWoken = true;
    if (this.#isPumping) return;
    this.#isPumping = true;
    void this.#pump();
  }

  async #pump(): Promise<void> {
    while (this.#isWoken) {
      this.#isWoken = false;
      while (this.#underWay.size < MAX_IN_ENGINE && !this.#isFull) {
        const next = this.#take();
        if (next === undefined) break;
        await this.#traced(next).catch((err: unknown) => {
          this.#underWay.delete(next.utterance);
          this.#parts.log.warn({ err, guildId: this.#guild.guildId }, 'could not read a message aloud');
        });
      }
    }
    // At once: a later wake must start it again.
    this.#isPumping = false;
  }

  #take(): Taken | undefined {
    const notice = this.#notices.shift();
    const run = notice === undefined ? this.#queue.take() : { messages: [], leftOut: 0 };
    const first = notice ?? run?.messages[0];
    if (run === undefined || first === undefined) return undefined;
    if (notice !== undefined) this.#writer.reset();
    const userId = 'userId' in first ? first.userId : first.authorId;
    return { utterance: this.#open(run, userId, first.channelId), notice };
  }

  #open(run: Run, userId: string, channelId: string): Utterance {
    const utterance = newUtterance(run, userId, channelId);
    this.#underWay.add(utterance);
    return utterance;
  }

  #onSessionEnded(): void {
    this.clear();
    this.#writer.reset();
    this.#isFull = false;
    for (const utterance of [...this.#underWay]) {
      if (utterance.textId === undefined) continue;
      Object.assign(utterance, { instead: undefined, isNamed: false });
      this.#settle(utterance);
    }
  }

  /** Speaks for the first of its messages; an announcement belongs to none. */
  #traced(taken: Taken): Promise<void> {
    const [first] = taken.utterance.run.messages;
    if (first === undefined) return this.#speak(taken);
    return this.#scope.trace('message.read', {}, () => this.#speak(taken), { requestId: first.id });
  }

  async #speak({ utterance, notice }: Taken): Promise<void> {
    const { guildId } = this.#guild;
    const { userId, run } = utterance;
    const [first] = run.messages;
    if (first !== undefined && !(await this.#arrive(first))) return this.#settle(utterance);
    const text = notice?.text ?? (await this.#textOf(utterance));
    if (text === '') utterance.instead ??= [];
    if (text === '' || utterance.instead !== undefined) return this.#settle(utterance);
    const identity =
      first?.authorKind === 'identity' ? this.#guild.identityVoiceOf(userId, first.authorName) : undefined;
    const voice = await this.#parts.voices.voiceOf(guildId, userId, identity);
    await this.#handOver(utterance, { guildId, textId: randomUUID(), text, userId, ...voice });
    if (first?.isVoiceMessage === true && utterance.textId !== undefined) await this.#play(utterance, first);
  }

  /** Plays a voice message after its text. It costs nothing at the service, so that it is not counted. */
  async #play({ run, request, userId, channelId }: Utterance, message: ChatMessage): Promise<void> {
    const { wording, settingsOf } = this.#parts;
    const played = Object.assign(this.#open({ ...run, leftOut: 0 }, userId, channelId), { isSound: true });
    const recording = await settingsOf(this.#guild.guildId)
      .then((settings) => wording.recordingOf(message, settings))
      .catch(() => undefined);
    const isGone = recording === undefined || request === undefined || played.instead !== undefined;
    if (isGone) return this.#settle(played);
    await this.#queueInEngine(played, { ...request, textId: randomUUID(), recording });
  }

  /** Whether the message is read where the bot is now, after it came if it may. */
  async #arrive(message: ChatMessage): Promise<boolean> {
    const { engine, places } = this.#parts;
    const { guildId, bindingOf, mayJoin } = this.#guild;
    const binding = bindingOf(message.channelId);
    if (binding === undefined) return false;
    const session = await engine.session(guildId);
    const destination = await destinationOf(message, { binding, session, places });
    if (destination.kind === 'here') return true;
    if (destination.kind === 'nowhere' || !mayJoin()) return false;
    this.#writer.reset();
    return places.join(guildId, destination.voiceChannelId, message.channelId);
  }

  /** What is said: how many messages were left out, who writes if that changed, and the messages. */
  async #textOf(utterance: Utterance): Promise<string> {
    const { guildId } = this.#guild;
    const { publicMessages, settingsOf, wording } = this.#parts;
    const [settings, { reading }] = await Promise.all([settingsOf(guildId), publicMessages(guildId)]);
    // Who was muted while it waited is not heard either.
    const isRead = (message: ChatMessage): boolean => silenceReason(message, settings, NO_CHOICE) === undefined;
    const messages = utterance.run.messages.filter(isRead);
    const maxLength = settings.lengths.reading;
    const spoken = await Promise.all(messages.map((message) => wording.textOf(message, { maxLength, settings })));
    const text = joinSentences(spoken);
    const [first] = messages;
    if (text === '' || first === undefined) return '';
    utterance.isNamed = settings.reading.announceWriters && this.#writer.isDue(first);
    const named = utterance.isNamed ? await this.#withName(first, text, settings) : text;
    const { leftOut } = utterance;
    return leftOut === 0 ? named : `${reading.spoken.leftOut({ messages: leftOut })} ${named}`;
  }

  async #withName(message: ChatMessage, text: string, { reading: { announcement } }: ReadingSettings): Promise<string> {
    const { guildId, nicknameOf } = this.#guild;
    const { wording, publicMessages } = this.#parts;
    const { spoken } = (await publicMessages(guildId)).reading;
    const { authorId: userId, authorKind, authorName } = message;
    // Identities and webhooks may take any name; Discord shows members as they are called there.
    const isMember = authorKind === 'person' || authorKind === 'bot';
    const names = isMember
      ? { chosen: authorKind === 'person' ? nicknameOf(userId) : undefined, shown: authorName }
      : { chosen: authorName, shown: undefined };
    const name = nameWithin(await wording.nameOf(guildId, { userId, ...names }, nicknameOf));
    return announcement === '' ? spoken.says({ name, text }) : `${announce(announcement, name)} ${text}`;
  }

  /** Counts the text and queues it, unless it was taken back or the bot has left. */
  async #handOver(utterance: Utterance, request: SpeakRequest): Promise<void> {
    const { engine, charge } = this.#parts;
    const { guildId, userId, text } = request;
    const { channelId, run } = utterance;
    const session = await engine.session(guildId);
    if (session === undefined || utterance.instead !== undefined) return this.#settle(utterance);
    utterance.request = session.joining ? { ...request, whileJoining: session.channelId } : request;
    const [first] = run.messages;
    const webhookName = first?.authorKind === 'webhook' ? first.authorName : undefined;
    const taken = await charge({ guildId, userId, channelId, webhookName }, text.length);
    if (taken.kind === 'used-up') return this.#settle(utterance);
    await this.#queueInEngine(utterance, utterance.request, taken.charge);
  }

  /** Resolves with whether it is queued. */
  async #queueInEngine(utterance: Utterance, request: SpeakRequest, charge?: ReadingCharge): Promise<boolean> {
    const { speaking, voices, log } = this.#parts;
    const { guildId, userId } = request;
    const { signal } = utterance.takenBack;
    utterance.charge = charge;
    try {
      const outcome = await speaking.speak(request, {
        ...{ charge, signal, about: () => aboutOf(utterance) },
        onQueued: (textId) => {
          utterance.textId = textId;
        },
        onEvent: (event) => this.#onEvent(utterance, event),
        instead: async (failure) => {
          utterance.textId = undefined;
          return utterance.isSound ? undefined : voices.insteadOf(guildId, userId, request, failure);
        },
        onNoRoom: () => this.#putOff(utterance),
      });
      if (outcome.kind === 'queued') return true;
      if (outcome.kind === 'full') this.#putOff(utterance);
    } catch (err) {
      if (!signal.aborted) log.warn({ err, guildId }, 'could not queue a message that is read aloud');
    }
    this.#settle(utterance);
    return false;
  }

  /** It is read when the queue has room again. */
  #putOff(utterance: Utterance): void {
    this.#isFull = true;
    utterance.instead ??= utterance.run.messages;
  }

  /** Something happened to a text in the queue, of which some are not read from chat. */
  #onQueueEvent(event: ItemEvent): void {
    const { type, textId } = event;
    if (isEndEvent(event) && this.#isFull) {
      this.#isFull = false;
      this.wake();
    }
    const isOwn = this.#underWay.values().some((one) => one.textId === textId || one.request?.textId === textId);
    if (type === 'item-started' && !isOwn) this.#writer.reset();
  }

  #onEvent(utterance: Utterance, event: ItemEvent): void {
    const { type } = event;
    if (type === 'item-started' || type === 'item-finished') {
      utterance.isStarted = true;
      utterance.leftOut = 0;
      for (const { id } of utterance.run.messages) this.#heard.add(id);
      for (const oldest of [...this.#heard].slice(0, -MAX_HEARD)) this.#heard.delete(oldest);
    }
    if (!isEndEvent(event)) return;
    // What was heard to its end is not read in another form.
    if (type === 'item-finished') utterance.instead = undefined;
    this.#settle(utterance);
  }

  /** Asks the engine to let go of a text; `instead` is read in its place. */
  #takeBack(utterance: Utterance, instead: readonly ChatMessage[]): void {
    utterance.instead = instead;
    utterance.takenBack.abort();
  }

  /** Takes a text back, and forgets what was left out before it. */
  #takeBackForGood(utterance: Utterance): void {
    utterance.leftOut = 0;
    this.#takeBack(utterance, []);
  }

  /** The text is over, or was never spoken. */
  #settle(utterance: Utterance): void {
    if (!this.#underWay.delete(utterance)) return;
    const { instead, leftOut, isStopped } = utterance;
    if (instead !== undefined && !isStopped) this.#queue.putBack({ messages: instead, leftOut });
    if (utterance.isNamed && !utterance.isStarted && !isStopped) this.#nameAgain(utterance);
    this.wake();
  }

  /** A name was not heard: what follows from the same writer has to begin with it, not seem to be somebody else's. */
  #nameAgain({ run: { messages } }: Utterance): void {
    this.#writer.reset();
    const [first] = messages;
    for (const other of this.#underWay) {
      const [next] = other.instead ?? other.run.messages;
      const isNamed = other.isNamed || other.isStarted || first === undefined || next === undefined;
      if (!isNamed && isSameWriter(first, next)) this.#takeBack(other, other.instead ?? other.run.messages);
    }
  }
}

/** Of what a text is made, and what it was counted as. */
function aboutOf({ charge, run }: Utterance): AboutReading {
  return { charge: charge?.record, messages: run.messages.map(toWritten) };
}

/** What another process needs to ask for the message again. */
export function toUnread({ channelId, id: messageId, authorKind, authorId }: ChatMessage): UnreadMessage {
  return { channelId, messageId, writerId: authorKind === 'identity' ? authorId : undefined };
}

function toWritten(message: ChatMessage): WrittenMessage {
  return { ...toUnread(message), editedAtMs: message.editedAtMs };
}
