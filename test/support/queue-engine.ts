import type { LastingVoiceEngine } from '../../src/voice/lasting-engine.ts';
import type { QueueItem, SessionSnapshot, SpeakOutcome, SpeakRequest, VoiceEvent } from '../../src/voice/voice-api.ts';
import { diagnosisIn } from './voice-diagnosis.ts';

type Item = QueueItem & { isStarted: boolean };

interface Session {
  readonly guildId: string;
  channelId: string;
  paused: boolean;
  readonly items: Item[];
}

/** An engine without sound and with a queue for each guild. It enters channels at the gateway; tests end its items. */
export class QueueEngine implements LastingVoiceEngine {
  /** Everything that was ever queued, by guild. */
  readonly spoken = new Map<string, SpeakRequest[]>();
  readonly #emit: (event: VoiceEvent) => void;
  readonly #sessions = new Map<string, Session>();
  readonly #entering = new Map<string, () => void>();
  readonly #maxItems: number;

  constructor(emit: (event: VoiceEvent) => void, maxItems = 50) {
    this.#emit = emit;
    this.#maxItems = maxItems;
  }

  /** Texts in a guild's queue, the first one being spoken. */
  texts(guildId: string): string[] {
    return (this.#sessions.get(guildId)?.items ?? []).map(({ text }) => text);
  }

  /** Texts that were ever queued in a guild. */
  allTexts(guildId: string): string[] {
    return (this.spoken.get(guildId) ?? []).map(({ text }) => text);
  }

  /** Lets listeners hear the first text. */
  start(guildId: string): void {
    const [head] = this.#sessions.get(guildId)?.items ?? [];
    if (head === undefined || head.isStarted) return;
    head.isStarted = true;
    this.#emit({ type: 'item-started', guildId, textId: head.textId });
  }

  /** Speaks the first text to its end, and returns it. */
  finish(guildId: string): string | undefined {
    this.start(guildId);
    const head = this.#sessions.get(guildId)?.items.shift();
    if (head !== undefined) this.#emit({ type: 'item-finished', guildId, textId: head.textId });
    return head?.text;
  }

  async join({ guildId, channelId }: { guildId: string; channelId: string }) {
    const before = this.#sessions.get(guildId);
    if (before === undefined) this.#sessions.set(guildId, { guildId, channelId, paused: false, items: [] });
    else before.channelId = channelId;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#entering.set(guildId, resolve);
    this.#ask(guildId, channelId);
    await promise;
    return { kind: 'joined', channelId, moved: before !== undefined } as const;
  }

  async leave(guildId: string) {
    const session = this.#sessions.get(guildId);
    if (session === undefined) return false;
    this.#ask(guildId, null);
    await this.stop(guildId);
    this.#sessions.delete(guildId);
    this.#emit({ type: 'session-ended', guildId, channelId: session.channelId, reason: 'left' });
    return true;
  }

  async speak(request: SpeakRequest): Promise<SpeakOutcome> {
    const { guildId, textId, text, userId, voiceId } = request;
    const session = this.#sessions.get(guildId);
    if (session === undefined) return { kind: 'no-session' };
    const { items } = session;
    if (items.length >= this.#maxItems) return { kind: 'full', limit: 'items', max: this.#maxItems };
    items.push({ textId, userId, text, voiceId, state: 'waiting', isStarted: false });
    this.spoken.set(guildId, [...(this.spoken.get(guildId) ?? []), request]);
    return { kind: 'queued', position: items.length - 1 };
  }

  async diagnose(guildId: string) {
    const session = this.#sessions.get(guildId);
    return session && diagnosisIn(session.channelId, { texts: session.items.length });
  }

  async skip(guildId: string) {
    const item = this.#sessions.get(guildId)?.items.shift();
    if (item === undefined) return { kind: 'nothing' } as const;
    this.#emit({ type: 'item-dropped', guildId, textId: item.textId, reason: 'skipped' });
    return { kind: 'skipped', item } as const;
  }

  async stop(guildId: string) {
    const items = this.#sessions.get(guildId)?.items.splice(0) ?? [];
    for (const { textId } of items) this.#emit({ type: 'item-dropped', guildId, textId, reason: 'removed' });
    return { kind: 'stopped', interrupted: false, removed: items.length } as const;
  }

  async remove(guildId: string, textId: string) {
    const items = this.#sessions.get(guildId)?.items ?? [];
    const index = items.findIndex((item) => item.textId === textId);
    if (index === -1) return { kind: 'not-found' } as const;
    items.splice(index, 1);
    this.#emit({ type: 'item-dropped', guildId, textId, reason: 'removed' });
    return { kind: 'removed' } as const;
  }

  async session(guildId: string): Promise<SessionSnapshot | undefined> {
    const session = this.#sessions.get(guildId);
    return session && { ...session, joining: false };
  }

  records = () => [];
  halt = async () => undefined;
  pause = async () => ({ kind: 'paused' }) as const;
  resume = async () => ({ kind: 'resumed' }) as const;
  listen = async () => ({ kind: 'listening' }) as const;
  changeSpeakers = async () => ({ kind: 'changed' }) as const;
  transcribeInterim = async () => ({ kind: 'nothing-new' }) as const;
  hearing = async () => undefined;

  dispatch(packet: { t: string; d: { guild_id: string } }): void {
    if (packet.t === 'VOICE_STATE_UPDATE') this.#entering.get(packet.d.guild_id)?.();
  }

  async close(): Promise<void> {
    for (const guildId of [...this.#sessions.keys()]) await this.leave(guildId);
  }

  #ask(guildId: string, channelId: string | null): void {
    const d = { guild_id: guildId, channel_id: channelId, self_mute: false, self_deaf: false };
    const sending = { requestId: 'r', priority: 'person', maxWaitMs: 10_000 } as const;
    this.#emit({ type: 'gateway-send', guildId, payload: { op: 4, d }, ...sending });
  }
}
