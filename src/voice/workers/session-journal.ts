import type {
  EndReason,
  GatewayVoiceDispatch,
  ListenPolicy,
  RecordedItem,
  SessionRecord,
  SpeakRequest,
  VoiceCall,
  VoiceEvent,
  VoiceOutcome,
} from '../voice-api.ts';

/**
 * Deaths of its thread after which an item is given up: those at which it was being spoken, and all at which it came
 * first. What kills a thread may do so before its first sound, but then others come under the same suspicion.
 */
const FATAL_DEATHS = { spoken: 2, first: 3 };

/** Speech that somebody began and whose end was not told. */
interface OpenUtterance {
  readonly guildId: string;
  readonly userId: string;
  readonly utteranceId: string;
  /** Clips of it that came. */
  clips: number;
}

type KnownItem = { -readonly [Name in keyof RecordedItem]: RecordedItem[Name] } & {
  /** Its beginning was told. */
  isStarted: boolean;
  /** The thread of now speaks it. */
  isSpoken: boolean;
  /** Threads that died at its present piece. */
  deaths: Record<keyof typeof FATAL_DEATHS, number>;
};

interface KnownSession {
  channelId: string;
  paused: boolean;
  policy: ListenPolicy | undefined;
  readonly items: KnownItem[];
  lastItemId: number;
}

/** The channel that Discord was last asked to put the bot into, and where it has said since that the bot is. */
interface GatewayRequest {
  readonly asked: string;
  seen: string | null | undefined;
}

/**
 * What the main thread knows of the sessions of one voice thread, from the outcomes, events and dispatches that pass:
 * enough to make them again when the thread dies, and to notice what happens to them meanwhile.
 */
export class SessionJournal {
  readonly #sessions = new Map<string, KnownSession>();
  readonly #utterances = new Map<string, OpenUtterance>();
  /** By guild id; none where Discord was last asked to put the bot out. */
  readonly #requests = new Map<string, GatewayRequest>();
  /** Whether the thread of now has told anything: one that cannot even start is no item's fault. */
  #hasTold = false;

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
    this.#hasTold = true;
    switch (event.type) {
      case 'gateway-send':
        this.#onRequest(event.guildId, event.payload.d.channel_id);
        return true;
      case 'item-started': {
        const item = this.#item(event);
        const isNew = item?.isStarted !== true;
        if (item !== undefined) Object.assign(item, { isStarted: true, isSpoken: true });
        return isNew;
      }
      case 'piece-started': {
        const item = this.#item(event);
        if (item !== undefined) Object.assign(item, { firstPiece: event.piece, deaths: { spoken: 0, first: 0 } });
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
        if (event.reason === 'disconnected') this.#requests.delete(event.guildId);
        return true;
      default:
        this.#followSpeech(event);
        return true;
    }
  }

  /** Takes in what is also handed to the thread, which may die before it has heeded it. */
  onDispatch({ t, d }: GatewayVoiceDispatch): void {
    const request = this.#requests.get(d.guild_id);
    if (t === 'VOICE_STATE_UPDATE' && request !== undefined) request.seen = d.channel_id;
  }

  /** The sessions that a new thread has to make again. */
  get sessions(): readonly SessionRecord[] {
    return [...this.#sessions].map(toRecord);
  }

  /** Turns the page after the thread's death; gives the events that it owes. */
  afterDeath(): readonly VoiceEvent[] {
    const ended = [...this.#utterances.values()].map(
      (utterance): VoiceEvent => ({ type: 'speech-ended', ...utterance }),
    );
    this.#utterances.clear();
    const failed = [...this.#sessions].flatMap(([guildId, session]) => givenUp(guildId, session, this.#hasTold));
    this.#hasTold = false;
    return [...ended, ...failed, ...this.catchUp()];
  }

  /**
   * While no thread runs: follows what Discord has said, and leaves where the bot was to have no session. Gives the
   * events that follow.
   */
  catchUp(): readonly VoiceEvent[] {
    const events: VoiceEvent[] = [];
    for (const [guildId, { asked, seen }] of this.#requests) {
      const session = this.#sessions.get(guildId);
      if (session === undefined || seen === null) this.#requests.delete(guildId);
      if (session === undefined) {
        if (seen !== null) events.push(leaveRequest(guildId));
      } else if (seen === null) events.push(...this.#end(guildId, session, 'disconnected'));
      else if (seen !== undefined && seen !== session.channelId) {
        session.channelId = seen;
        if (seen !== asked) events.push({ type: 'session-moved', guildId, channelId: seen });
      }
    }
    return events;
  }

  /** Settles in the place of a thread what needs none, and gives the events that follow; `undefined` for other calls. */
  standIn(call: VoiceCall): { readonly outcome: unknown; readonly events: readonly VoiceEvent[] } | undefined {
    if (call.method !== 'leave' && call.method !== 'listen') return undefined;
    const [guildId] = call.args;
    const session = this.#sessions.get(guildId);
    if (call.method === 'leave') {
      const events = session === undefined ? [] : this.#end(guildId, session, 'left');
      return { outcome: session !== undefined, events: [...events, ...this.catchUp()] };
    }
    if (session === undefined) return { outcome: { kind: 'no-session' }, events: [] };
    const [, policy] = call.args;
    session.policy = policy;
    return { outcome: { kind: policy === undefined ? 'deaf' : 'listening' }, events: [] };
  }

  #onRequest(guildId: string, channelId: string | null): void {
    if (channelId === null) this.#requests.delete(guildId);
    else this.#requests.set(guildId, { asked: channelId, seen: undefined });
  }

  #end(guildId: string, { channelId, items }: KnownSession, reason: EndReason): VoiceEvent[] {
    this.#sessions.delete(guildId);
    const dropped = items.map(
      ({ itemId }): VoiceEvent => ({ type: 'item-dropped', guildId, itemId, reason: 'session-ended' }),
    );
    return [...dropped, { type: 'session-ended', guildId, channelId, reason }];
  }

  #enter(guildId: string, channelId: string): void {
    const session = this.#sessions.get(guildId);
    if (session !== undefined) session.channelId = channelId;
    else this.#sessions.set(guildId, { channelId, paused: false, policy: undefined, items: [], lastItemId: 0 });
  }

  #queue({ guildId, userId, text, voiceId }: SpeakRequest, itemId: number): void {
    const session = this.#sessions.get(guildId);
    if (session === undefined) return;
    const unspoken = { firstPiece: 0, isStarted: false, isSpoken: false, deaths: { spoken: 0, first: 0 } };
    session.items.push({ itemId, userId, text, voiceId, ...unspoken });
    session.lastItemId = itemId;
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

/** The item that has come first at too many deaths. A paused one is not what is being worked at. */
function givenUp(guildId: string, { items, paused }: KnownSession, hasTold: boolean): VoiceEvent[] {
  const head = items[0];
  if (head === undefined) return [];
  const { deaths, isSpoken } = head;
  head.isSpoken = false;
  if (paused || !hasTold) return [];
  deaths.first += 1;
  if (isSpoken) deaths.spoken += 1;
  if (deaths.first < FATAL_DEATHS.first && deaths.spoken < FATAL_DEATHS.spoken) return [];
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
  const { channelId, paused, policy, lastItemId } = session;
  return { guildId, channelId, paused, policy, items, lastItemId };
}

function leaveRequest(guildId: string): VoiceEvent {
  const d = { guild_id: guildId, channel_id: null, self_mute: false, self_deaf: true };
  return { type: 'gateway-send', guildId, payload: { op: 4, d } };
}
