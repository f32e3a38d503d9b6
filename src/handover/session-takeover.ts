import type { Logger } from '../log/log.ts';
import { splitIntoPieces } from '../text/split-into-pieces.ts';
import type { SessionSnapshot, SpeakRequest, SpokenPosition, VoiceEngine } from '../voice/voice-api.ts';
import type {
  HandoverStore,
  LeftSession,
  StoredPlace,
  StoredSession,
  StoredText,
  UnreadMessage,
} from './handover-ports.ts';
import type { SessionRecorder } from './session-recorder.ts';

/** A process that was not seen for so long is over. It says five times as often that it lives. */
const SILENT_MS = 10_000;

/** After this long nobody waits for a text any more. Discord forgets the answer under its command at the same time. */
const EXPIRES_MS = 15 * 60_000;

/** A session without listeners waits for so long, as the bot would have waited in the channel. */
const ALONE_MS = 120_000;

/** Channels that are entered at the same time: those whom people call the bot to don't wait for all of these. */
const MAX_ENTERING = 20;

/** How a return to a channel began. */
export type Return =
  | { readonly kind: 'coming'; readonly arrived: Promise<unknown> }
  /** It may not enter, or the channel is gone. */
  | { readonly kind: 'refused' };

/** A text to continue in the channel that the bot returns to. */
type ResumedRequest = SpeakRequest & { readonly whileJoining: string; readonly resume: SpokenPosition };

/** What is left of a session that is being taken over. */
interface Pending {
  readonly guildId: string;
  /** Texts, and messages to read aloud, that were not begun to be queued. */
  count: number;
  isStopped: boolean;
}

/** What taking over is made of. */
export interface SessionTakeoverOptions {
  readonly engine: Pick<VoiceEngine, 'session' | 'pause' | 'remove'>;
  readonly store: Pick<HandoverStore, 'left' | 'claim' | 'end' | 'removeLeft'>;
  readonly recorder: Pick<SessionRecorder, 'hold' | 'release'>;
  /** Names this process. */
  readonly owner: string;
  /** The process that used this one's folder before, which is over; `undefined` if there was none. */
  readonly predecessor: string | undefined;
  /** Whether this process serves the guild, and knows who is in its channels. */
  readonly serves: (guildId: string) => boolean;
  readonly countListeners: (guildId: string, channelId: string) => number;
  /** Begins to enter the session's channel. */
  readonly enter: (place: StoredPlace) => Promise<Return>;
  /**
   * Queues the text under its id, and follows it from then on. Resolves with whether it is queued: there may be no room, or a
   * message that it is made of must not be heard any more.
   */
  readonly speak: (request: ResumedRequest, text: StoredText) => Promise<boolean>;
  /** Reads messages aloud that an earlier process had not begun; oldest first. */
  readonly reread: (guildId: string, messages: readonly UnreadMessage[]) => void;
  /** Nobody will hear the rest of the text: `unheard` characters of it. */
  readonly onDropped: (text: StoredText, unheard: number) => void;
  readonly log: Logger;
}

/** Continues the voice sessions of processes that have ended: each in one process, where somebody still listens. */
export class SessionTakeover {
  readonly #options: SessionTakeoverOptions;
  /** Guilds whose channels are being entered. */
  readonly #entering = new Set<string>();
  #hasEndedPredecessor = false;
  #taking: Promise<void> | undefined;
  /** People whose texts are not spoken any more, of the session that is being taken over. */
  readonly #forgotten = new Set<string>();
  /** What of that session is not queued yet. */
  #pending: Pending | undefined;
  #isClosed = false;

  constructor(options: SessionTakeoverOptions) {
    this.#options = options;
  }

  /**
   * Takes over what can be continued now; sessions that must wait are left for a later call. Resolves when all of them
   * are on their way to their channels. Rejects as the store does; it can be called again.
   */
  async run(): Promise<void> {
    const { store, owner, predecessor } = this.#options;
    if (!this.#hasEndedPredecessor && predecessor !== undefined) await store.end(predecessor);
    this.#hasEndedPredecessor = true;
    for (const left of await store.left(owner, SILENT_MS)) {
      if (this.#entering.size >= MAX_ENTERING || this.#isClosed) return;
      if (!this.#isReady(left)) continue;
      this.#taking = this.#takeOver(left);
      await this.#taking;
    }
  }

  /** Speaks nothing more of what the person had queued in the session that is being taken over. */
  forget(userId: string): void {
    this.#forgotten.add(userId);
  }

  /** Speaks nothing more of the guild's session that is being taken over. Returns how many texts and messages that are. */
  stop(guildId: string): number {
    const pending = this.#pending;
    if (pending?.guildId !== guildId || pending.isStopped) return 0;
    pending.isStopped = true;
    return pending.count;
  }

  /** Takes nothing over any more. Resolves when the session under way is queued. Never rejects. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#taking?.catch(() => undefined);
  }

  /** Deletes what nobody took over in time, and gives back what it was counted as. Rejects as the store does. */
  async clean(): Promise<void> {
    const { store, owner } = this.#options;
    for (const text of await store.removeLeft(owner, EXPIRES_MS)) this.#drop(withoutAnswer(text));
  }

  #isReady({ guildId, channelId, leftForMs }: LeftSession): boolean {
    const { serves, countListeners } = this.#options;
    if (!serves(guildId) || this.#entering.has(guildId)) return false;
    return leftForMs > ALONE_MS || countListeners(guildId, channelId) > 0;
  }

  async #takeOver(left: LeftSession): Promise<void> {
    const { store, recorder, owner, log } = this.#options;
    this.#forgotten.clear();
    const session = await store.claim(left, owner);
    if (session === undefined) return;
    const { guildId } = session;
    const pending: Pending = { guildId, count: session.texts.length + session.unread.length, isStopped: false };
    this.#pending = pending;
    await recorder.hold(session);
    let continued: ReadonlySet<StoredText> = new Set();
    try {
      continued = await this.#continue(session, left.leftForMs, pending);
    } catch (err) {
      log.warn({ err, guildId }, 'could not continue a voice session');
    } finally {
      this.#pending = undefined;
      recorder.release(guildId);
    }
    const isStale = left.leftForMs > EXPIRES_MS;
    for (const text of session.texts) {
      if (!continued.has(text)) this.#drop(isStale ? withoutAnswer(text) : text);
    }
    const leftForMs = Math.round(left.leftForMs);
    log.info(
      { guildId, leftForMs, texts: session.texts.length, continued: continued.size },
      'took over a voice session',
    );
  }

  /** Resolves with the texts that are queued again. */
  async #continue(session: StoredSession, leftForMs: number, pending: Pending): Promise<ReadonlySet<StoredText>> {
    const { engine, countListeners, enter, reread } = this.#options;
    const { guildId, channelId, paused } = session;
    const here = await engine.session(guildId);
    const isOver = leftForMs > EXPIRES_MS || countListeners(guildId, channelId) === 0;
    if (isOver || isElsewhere(here, channelId)) return new Set();
    const entering = await enter(session);
    if (entering.kind === 'refused') return new Set();
    this.#entering.add(guildId);
    void entering.arrived.catch(() => undefined).finally(() => this.#entering.delete(guildId));
    // Who has called the bot since wants to hear it.
    if (paused && here === undefined) await engine.pause(guildId);
    const { texts, unread } = withoutUnread(session);
    pending.count = texts.length + unread.length;
    const continued = new Set<StoredText>();
    for (const text of texts) {
      if (pending.isStopped) return continued;
      pending.count -= 1;
      if (await this.#queue(session, text, pending)) continued.add(text);
    }
    if (unread.length > 0 && !pending.isStopped) reread(guildId, unread);
    return continued;
  }

  async #queue({ guildId, channelId }: StoredSession, stored: StoredText, pending: Pending): Promise<boolean> {
    const { speak, engine } = this.#options;
    const { charge: _charge, answer: _answer, messages: _messages, position: resume, ...spoken } = stored;
    const { textId, userId } = spoken;
    if (this.#forgotten.has(userId)) return false;
    if (!(await speak({ ...spoken, guildId, whileJoining: channelId, resume }, stored))) return false;
    // Erased, or stopped, while it was on its way.
    if (this.#forgotten.has(userId) || pending.isStopped) await engine.remove(guildId, textId, userId, false);
    return true;
  }

  #drop(text: StoredText): void {
    this.#options.onDropped(text, unheardCharacters(text));
  }
}

/**
 * Of messages that were queued and not begun, only the ids count: they may have been edited or deleted since. The sound of
 * a voice message goes with them.
 */
function withoutUnread({ texts, unread }: StoredSession): Pick<StoredSession, 'texts' | 'unread'> {
  const again = texts.filter(({ messages = [], position, recording }) => {
    const isBegun = position.piece > 0 || position.packets > 0;
    return messages.length > 0 && !isBegun && recording === undefined;
  });
  const ids = new Set(again.flatMap(({ messages = [] }) => messages.map(({ messageId }) => messageId)));
  const isAgain = ({ messages = [] }: StoredText): boolean => messages.some(({ messageId }) => ids.has(messageId));
  return {
    texts: texts.filter((text) => !isAgain(text)),
    unread: [...again.flatMap(({ messages = [] }) => messages), ...unread],
  };
}

/** Discord takes no more changes of its answer, and counts attempts: too many of them block the bot's address. */
function withoutAnswer(text: StoredText): StoredText {
  return { ...text, answer: undefined };
}

function isElsewhere(session: SessionSnapshot | undefined, channelId: string): boolean {
  return session !== undefined && session.channelId !== channelId;
}

/** Characters of the pieces that were not begun. */
function unheardCharacters({ text, mark, position: { piece, packets } }: StoredText): number {
  const unheard = splitIntoPieces(text, { mark }).slice(packets > 0 ? piece + 1 : piece);
  return unheard.reduce((sum, { length }) => sum + length, 0);
}
