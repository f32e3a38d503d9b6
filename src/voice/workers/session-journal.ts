import { randomUUID } from 'node:crypto';
import { deliveryOf } from '../../speech/delivery.ts';
import type { GatewayVoiceDispatch } from '../gateway-messages.ts';
import type { ItemRecord, SessionRecord } from '../session-record.ts';
import { withSpeakerChanges } from '../speaker-policy.ts';
import type { ClipGrowth, EndReason, Failure, ListenPolicy, SpeakRequest, VoiceEvent } from '../voice-api.ts';
import type { VoiceFigures } from '../voice-figures.ts';
import { DEFAULT_VOICE_LIMITS } from '../voice-limits.ts';
import type { VoiceCall, VoiceOutcome } from './worker-messages.ts';

/**
 * Crashes of the thread after which an item is given up: while it was being spoken, and while it was first in the queue.
 * An item can crash a thread before its first sound, but then other items of the thread are suspects too.
 */
const MAX_CRASHES = { whileSpoken: 2, whileFirst: 3 };

/** A thread asks for the sound of the item that it speaks and, at most, of the one behind it. */
const MAX_PREPARED = 2;

const THREAD_LOST: Failure = { code: 'VOICE_THREAD_LOST', message: '', retryable: true };

/** Speech that began and whose end has not been reported. */
interface OpenUtterance {
  readonly guildId: string;
  readonly userId: string;
  readonly utteranceId: string;
  /** Clips of it that were reported. */
  clips: number;
  /**
   * What was reported of clips under way, by clip id: at most 15 s and 1.5 MB each, mostly one. It becomes a clip if the
   * thread crashes.
   */
  readonly growing: Map<string, ClipGrowth[]>;
}

type JournalItem = { -readonly [Name in keyof ItemRecord]: ItemRecord[Name] } & {
  /** Its start was reported, by this thread or an earlier one. */
  isStarted: boolean;
  /** The current thread speaks it. */
  isSpoken: boolean;
  /** Crashes at its current piece. */
  crashes: Record<keyof typeof MAX_CRASHES, number>;
};

interface JournalSession {
  channelId: string;
  /** The join of its first channel has no outcome yet, but texts wait for it. */
  isJoining: boolean;
  paused: boolean;
  policy: ListenPolicy | undefined;
  readonly items: JournalItem[];
}

/** The channel that Discord was last asked to put the bot into, and where Discord has since said that the bot is. */
interface GatewayRequest {
  readonly requested: string;
  confirmed: string | null | undefined;
  /** The request to leave that has not been sent yet. */
  leaveId?: string;
}

/**
 * What the main thread knows of the sessions of one voice thread, gathered from outcomes, events and dispatches: enough
 * to restore them after a crash, and to notice what happens to them until the restart.
 */
export class SessionJournal {
  readonly #sessions = new Map<string, JournalSession>();
  /** Guilds whose queue was paused in a first join, before there was a text. */
  readonly #pausedEarly = new Set<string>();
  readonly #utterances = new Map<string, OpenUtterance>();
  /** By guild id; no entry where Discord was last asked to take the bot out, and the request has left. */
  readonly #requests = new Map<string, GatewayRequest>();
  /** The current thread has reported an event. No item is to blame for a thread that cannot even start. */
  #hasReported = false;

  /** Records the outcome of a call, in the order in which the thread sent them. */
  onOutcome(settled: VoiceOutcome): void {
    switch (settled.method) {
      case 'join': {
        const [{ guildId, channelId }] = settled.args;
        if (settled.outcome.kind !== 'joined') this.#pausedEarly.delete(guildId);
        if (settled.outcome.kind === 'joined') this.#enter(guildId, settled.outcome.channelId);
        else if (this.#joining(guildId)?.channelId === channelId) this.#sessions.delete(guildId);
        return;
      }
      case 'speak':
        if (settled.outcome.kind === 'queued') this.#queue(settled.args[0]);
        return;
      case 'pause':
      case 'resume': {
        const [guildId] = settled.args;
        const session = this.#sessions.get(guildId);
        if (session !== undefined) session.paused = settled.method === 'pause';
        else if (settled.outcome.kind === 'paused') this.#pausedEarly.add(guildId);
        else if (settled.outcome.kind === 'resumed') this.#pausedEarly.delete(guildId);
        return;
      }
      case 'listen': {
        const session = this.#sessions.get(settled.args[0]);
        if (session !== undefined) session.policy = settled.outcome.kind === 'listening' ? settled.args[1] : undefined;
        return;
      }
      case 'changeSpeakers': {
        const session = this.#sessions.get(settled.args[0]);
        if (settled.outcome.kind === 'changed' && session?.policy !== undefined) {
          session.policy = withSpeakerChanges(session.policy, settled.args[1]);
        }
        return;
      }
      default:
        return;
    }
  }

  /** Records an event; false for one that the crashed thread has reported already. */
  onEvent(event: VoiceEvent): boolean {
    this.#hasReported = true;
    switch (event.type) {
      case 'gateway-send':
        this.#onRequest(event);
        return true;
      case 'item-waiting': {
        const item = this.#item(event);
        if (item !== undefined) item.isStarted = false;
        return true;
      }
      case 'item-started': {
        const item = this.#item(event);
        const isNew = item?.isStarted !== true;
        if (item !== undefined) Object.assign(item, { isStarted: true, isSpoken: true });
        return isNew;
      }
      case 'piece-started': {
        const item = this.#item(event);
        if (item !== undefined) Object.assign(item, { firstPiece: event.piece, heardPackets: 0, crashes: noCrashes() });
        return true;
      }
      case 'piece-progress': {
        const item = this.#item(event);
        if (item !== undefined) Object.assign(item, { firstPiece: event.piece, heardPackets: event.packets });
        return true;
      }
      case 'item-finished':
      case 'item-dropped':
      case 'item-failed':
        this.#remove(event);
        return true;
      case 'session-moved': {
        const session = this.#sessions.get(event.guildId);
        if (session !== undefined) Object.assign(session, { channelId: event.channelId, policy: undefined });
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

  /** Records a dispatch that is also sent to the thread, which may crash before it handles it. */
  onDispatch({ t, d }: GatewayVoiceDispatch): void {
    const request = this.#requests.get(d.guild_id);
    if (t === 'GATEWAY_REQUEST') {
      if (d.outcome.kind === 'sent' && d.request_id === request?.leaveId) this.#requests.delete(d.guild_id);
    } else if (t === 'VOICE_STATE_UPDATE' && request !== undefined) request.confirmed = d.channel_id;
  }

  /** The sessions that the next thread restores. */
  get sessions(): readonly SessionRecord[] {
    return [...this.#sessions].map(toRecord);
  }

  /** How many sessions and items there are. */
  get figures(): VoiceFigures {
    const items = this.#sessions.values().reduce((sum, session) => sum + session.items.length, 0);
    return { sessions: this.#sessions.size, items };
  }

  /** Closes the books on a thread that crashed. Returns the events that it can no longer report. */
  onCrash(): readonly VoiceEvent[] {
    const ended = [...this.#utterances.values()].flatMap(endedByCrash);
    this.#utterances.clear();
    this.#pausedEarly.clear();
    const lost = this.#loseJoining();
    const failed = [...this.#sessions].flatMap(([guildId, session]) => givenUp(guildId, session, this.#hasReported));
    this.#hasReported = false;
    return [...ended, ...lost, ...failed, ...this.reconcile()];
  }

  /**
   * While no thread runs: brings the sessions in line with what Discord has said, and leaves channels without a session.
   * Returns the resulting events.
   */
  reconcile(): readonly VoiceEvent[] {
    const events: VoiceEvent[] = [];
    for (const [guildId, { requested, confirmed }] of this.#requests) {
      const session = this.#sessions.get(guildId);
      if (session === undefined || confirmed === null) this.#requests.delete(guildId);
      if (session === undefined) {
        if (confirmed !== null) events.push(leaveRequest(guildId));
      } else if (confirmed === null) events.push(...this.#end(guildId, session, 'disconnected'));
      else if (confirmed !== undefined && confirmed !== session.channelId) {
        Object.assign(session, { channelId: confirmed, policy: undefined });
        const isRequested = confirmed === requested;
        events.push({ type: 'session-moved', guildId, channelId: confirmed, isRequested });
      }
    }
    return events;
  }

  /** Answers a call that needs no thread, with the resulting events; `undefined` for all other calls. */
  replyOffline(call: VoiceCall): { readonly outcome: unknown; readonly events: readonly VoiceEvent[] } | undefined {
    if (call.method !== 'leave' && call.method !== 'listen' && call.method !== 'changeSpeakers') return undefined;
    const [guildId] = call.args;
    const session = this.#sessions.get(guildId);
    if (call.method === 'leave') {
      const events = session === undefined ? [] : this.#end(guildId, session, 'left');
      return { outcome: session !== undefined, events: [...events, ...this.reconcile()] };
    }
    if (session === undefined) return { outcome: { kind: 'no-session' }, events: [] };
    if (call.method === 'changeSpeakers') {
      if (session.policy === undefined) return { outcome: { kind: 'not-listening' }, events: [] };
      session.policy = withSpeakerChanges(session.policy, call.args[1]);
      return { outcome: { kind: 'changed' }, events: [] };
    }
    const [, policy] = call.args;
    const isElsewhere = policy !== undefined && policy.channelId !== session.channelId;
    session.policy = isElsewhere ? undefined : policy;
    const kind = isElsewhere ? 'no-session' : policy === undefined ? 'stopped' : 'listening';
    return { outcome: { kind }, events: [] };
  }

  #onRequest({ guildId, payload, requestId }: Extract<VoiceEvent, { type: 'gateway-send' }>): void {
    const { channel_id: channelId } = payload.d;
    const before = this.#requests.get(guildId);
    // While a leave waits for its turn, the bot is still there, and may be kicked or dragged.
    if (channelId !== null) this.#requests.set(guildId, { requested: channelId, confirmed: undefined });
    else if (before !== undefined) before.leaveId = requestId;
  }

  #end(guildId: string, { channelId, items }: JournalSession, reason: EndReason): VoiceEvent[] {
    this.#sessions.delete(guildId);
    const dropped = items.map(({ textId, text }, index): VoiceEvent => {
      const unservedCharacters = index < MAX_PREPARED ? 0 : text.length;
      return { type: 'item-dropped', guildId, textId, reason: 'session-ended', unservedCharacters };
    });
    return [...dropped, { type: 'session-ended', guildId, channelId, reason }];
  }

  #enter(guildId: string, channelId: string): void {
    const session = this.#sessions.get(guildId);
    if (session === undefined) this.#open(guildId, channelId, false);
    else Object.assign(session, { channelId, isJoining: false });
  }

  #open(guildId: string, channelId: string, isJoining: boolean): void {
    const paused = this.#pausedEarly.delete(guildId);
    this.#sessions.set(guildId, { channelId, isJoining, paused, policy: undefined, items: [] });
  }

  #joining(guildId: string): JournalSession | undefined {
    const session = this.#sessions.get(guildId);
    return session?.isJoining === true ? session : undefined;
  }

  /**
   * Gives up the sessions that were joining their first channel, with their texts: the next thread begins the join again,
   * in a session without a past. Returns the resulting events.
   */
  #loseJoining(): VoiceEvent[] {
    const joining = [...this.#sessions].filter(([, { isJoining }]) => isJoining);
    return joining.flatMap(([guildId, { items }]) => {
      this.#sessions.delete(guildId);
      return items.map(({ textId, text }, index): VoiceEvent => {
        const unservedCharacters = index < MAX_PREPARED ? 0 : text.length;
        return { type: 'item-failed', guildId, textId, spokenMs: 0, failure: THREAD_LOST, unservedCharacters };
      });
    });
  }

  #queue({ guildId, whileJoining, resume, ...spoken }: SpeakRequest): void {
    if (whileJoining !== undefined && !this.#sessions.has(guildId)) {
      this.#open(guildId, whileJoining, true);
    }
    const session = this.#sessions.get(guildId);
    if (session === undefined) return;
    const { piece: firstPiece = 0, packets: heardPackets } = resume ?? {};
    const unspoken = { firstPiece, heardPackets, isStarted: false, isSpoken: false, crashes: noCrashes() };
    session.items.push({ ...spoken, ...unspoken });
  }

  #item({ guildId, textId }: { readonly guildId: string; readonly textId: string }): JournalItem | undefined {
    return this.#sessions.get(guildId)?.items.find((item) => item.textId === textId);
  }

  #remove({ guildId, textId }: { readonly guildId: string; readonly textId: string }): void {
    const items = this.#sessions.get(guildId)?.items ?? [];
    const index = items.findIndex((item) => item.textId === textId);
    if (index >= 0) items.splice(index, 1);
  }

  #followSpeech(event: VoiceEvent): void {
    if (event.type === 'speech-started') {
      const { guildId, userId, utteranceId } = event;
      this.#utterances.set(utteranceId, { guildId, userId, utteranceId, clips: 0, growing: new Map() });
    } else if (event.type === 'clip-grown') {
      const { growth } = event;
      const growing = this.#utterances.get(growth.utteranceId)?.growing;
      growing?.set(growth.clipId, [...(growing.get(growth.clipId) ?? []), growth]);
    } else if (event.type === 'clip') {
      const utterance = this.#utterances.get(event.clip.utteranceId);
      if (utterance === undefined) return;
      utterance.clips += 1;
      utterance.growing.delete(event.clip.clipId);
    } else if (event.type === 'speech-ended') this.#utterances.delete(event.utteranceId);
  }
}

/** What has grown of an utterance becomes its last clips. */
function endedByCrash({ growing, clips, ...utterance }: OpenUtterance): VoiceEvent[] {
  const grown = [...growing.values()].flatMap((growths): VoiceEvent[] => {
    const newest = growths.at(-1);
    if (newest === undefined) return [];
    const { offset: _, ...clip } = newest;
    return [{ type: 'clip', clip: { ...clip, audio: Buffer.concat(growths.map(({ audio }) => audio)) } }];
  });
  return [...grown, { type: 'speech-ended', ...utterance, clips: clips + grown.length }];
}

/** Gives up the first item after too many crashes. A paused one was not being worked on. */
function givenUp(guildId: string, { items, paused }: JournalSession, hasReported: boolean): VoiceEvent[] {
  const head = items[0];
  if (head === undefined) return [];
  const { crashes, isSpoken } = head;
  head.isSpoken = false;
  if (paused || !hasReported) return [];
  crashes.whileFirst += 1;
  if (isSpoken) crashes.whileSpoken += 1;
  if (crashes.whileFirst < MAX_CRASHES.whileFirst && crashes.whileSpoken < MAX_CRASHES.whileSpoken) return [];
  items.shift();
  return [{ type: 'item-failed', guildId, textId: head.textId, spokenMs: 0, failure: THREAD_LOST }];
}

function noCrashes(): JournalItem['crashes'] {
  return { whileSpoken: 0, whileFirst: 0 };
}

function toRecord([guildId, session]: [string, JournalSession]): SessionRecord {
  const items = session.items.map((item) => {
    const { textId, userId, text, mark, recording, firstPiece, heardPackets } = item;
    return { textId, userId, text, mark, recording, firstPiece, heardPackets, ...deliveryOf(item) };
  });
  const { channelId, paused, policy } = session;
  return { guildId, channelId, paused, policy, items };
}

function leaveRequest(guildId: string): VoiceEvent {
  const d = { guild_id: guildId, channel_id: null, self_mute: false, self_deaf: true };
  const { queueMs: maxWaitMs } = DEFAULT_VOICE_LIMITS;
  return {
    type: 'gateway-send',
    guildId,
    payload: { op: 4, d },
    requestId: randomUUID(),
    priority: 'person',
    maxWaitMs,
  };
}
