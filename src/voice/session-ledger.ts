import type { ListenPolicy, RecordedItem, SessionRecord, SpeakRequest, VoiceEvent, VoiceOutcome } from './contract.ts';

/** Deaths of its thread after which an item that was being spoken each time is given up. */
const FATAL_DEATHS = 2;

/** Speech that somebody began and whose end was not told. */
interface OpenUtterance {
  readonly guildId: string;
  readonly userId: string;
  readonly utteranceId: string;
  /** Clips of it that came. */
  clips: number;
}

type KnownItem = { -readonly [Name in keyof RecordedItem]: RecordedItem[Name] } & {
  isStarted: boolean;
  /** Threads that died while this item was spoken. */
  deaths: number;
};

interface KnownSession {
  channelId: string;
  paused: boolean;
  policy: ListenPolicy | undefined;
  readonly items: KnownItem[];
}

/**
 * What the main thread knows of the sessions of one voice thread, from the outcomes and events that pass: enough to make
 * them again when the thread dies.
 */
export class SessionLedger {
  readonly #sessions = new Map<string, KnownSession>();
  readonly #utterances = new Map<string, OpenUtterance>();

  /** Takes in the outcome of a call, in the order in which the thread told it. */
  onOutcome(settled: VoiceOutcome): void {
    switch (settled.method) {
      case 'join': {
        const [{ guildId }] = settled.args;
        if (settled.outcome.kind === 'joined') this.#enter(guildId, settled.outcome.channelId);
        return;
      }
      case 'speak':
        if (settled.outcome.kind === 'queued') this.#queue(settled.args[0], settled.outcome.itemId);
        return;
      case 'pause':
      case 'resume': {
        const session = this.#sessions.get(settled.args[0]);
        if (session !== undefined) session.paused = settled.method === 'pause';
        return;
      }
      case 'listen': {
        const session = this.#sessions.get(settled.args[0]);
        if (session !== undefined) session.policy = settled.args[1];
        return;
      }
      default:
        return;
    }
  }

  /** Takes in an event; false for one that was told before, by the thread that is gone. */
  onEvent(event: VoiceEvent): boolean {
    switch (event.type) {
      case 'item-started': {
        const item = this.#item(event);
        const isNew = item?.isStarted !== true;
        if (item !== undefined) item.isStarted = true;
        return isNew;
      }
      case 'piece-started': {
        const item = this.#item(event);
        if (item !== undefined) item.firstPiece = event.piece;
        return true;
      }
      case 'item-finished':
      case 'item-dropped':
      case 'item-failed':
        this.#remove(event);
        return true;
      case 'session-moved': {
        const session = this.#sessions.get(event.guildId);
        if (session !== undefined) session.channelId = event.channelId;
        return true;
      }
      case 'session-ended':
        this.#sessions.delete(event.guildId);
        return true;
      default:
        this.#followSpeech(event);
        return true;
    }
  }

  /**
   * Turns the page after the thread's death: the events that it owes, and the sessions that its successor has to make
   * again. An item that was spoken at two deaths in a row is given up.
   */
  afterDeath(): { readonly owed: readonly VoiceEvent[]; readonly sessions: readonly SessionRecord[] } {
    const ended = [...this.#utterances.values()].map(
      (utterance): VoiceEvent => ({ type: 'speech-ended', ...utterance }),
    );
    this.#utterances.clear();
    const failed = [...this.#sessions].flatMap(([guildId, session]) => givenUp(guildId, session));
    return { owed: [...ended, ...failed], sessions: [...this.#sessions].map(toRecord) };
  }

  #enter(guildId: string, channelId: string): void {
    const session = this.#sessions.get(guildId);
    if (session !== undefined) session.channelId = channelId;
    else this.#sessions.set(guildId, { channelId, paused: false, policy: undefined, items: [] });
  }

  #queue({ guildId, userId, text, voiceId }: SpeakRequest, itemId: number): void {
    const item = { itemId, userId, text, voiceId, firstPiece: 0, isStarted: false, deaths: 0 };
    this.#sessions.get(guildId)?.items.push(item);
  }

  #item({ guildId, itemId }: { readonly guildId: string; readonly itemId: number }): KnownItem | undefined {
    return this.#sessions.get(guildId)?.items.find((item) => item.itemId === itemId);
  }

  #remove({ guildId, itemId }: { readonly guildId: string; readonly itemId: number }): void {
    const items = this.#sessions.get(guildId)?.items ?? [];
    const index = items.findIndex((item) => item.itemId === itemId);
    if (index >= 0) items.splice(index, 1);
  }

  #followSpeech(event: VoiceEvent): void {
    if (event.type === 'speech-started') {
      const { guildId, userId, utteranceId } = event;
      this.#utterances.set(utteranceId, { guildId, userId, utteranceId, clips: 0 });
    } else if (event.type === 'clip') {
      const utterance = this.#utterances.get(event.clip.utteranceId);
      if (utterance !== undefined) utterance.clips += 1;
    } else if (event.type === 'speech-ended') this.#utterances.delete(event.utteranceId);
  }
}

function givenUp(guildId: string, { items }: KnownSession): VoiceEvent[] {
  const head = items[0];
  if (head?.isStarted !== true) return [];
  head.deaths += 1;
  if (head.deaths < FATAL_DEATHS) return [];
  items.shift();
  const failure = { code: 'VOICE_THREAD_LOST', message: '', retryable: true };
  return [{ type: 'item-failed', guildId, itemId: head.itemId, spokenMs: 0, failure }];
}

function toRecord([guildId, session]: [string, KnownSession]): SessionRecord {
  const items = session.items.map(({ itemId, userId, text, voiceId, firstPiece }) => ({
    itemId,
    userId,
    text,
    voiceId,
    firstPiece,
  }));
  const { channelId, paused, policy } = session;
  return { guildId, channelId, paused, policy, items };
}
