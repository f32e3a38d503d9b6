import { sleepUnlessAborted } from '../../concurrency/async.ts';
import { NO_LINK, type WaitReason } from '../diagnosis.ts';
import type { GatewayPriority, GatewayVoiceDispatch } from '../gateway-messages.ts';
import type { PacketSink } from '../receive/packet-sink.ts';
import type { EndReason, JoinOutcome } from '../voice-api.ts';
import { endReasonOf, isLost, recoveryTimeoutMs, repairDelayMs } from './close-codes.ts';
import { createConditionVariable } from './condition-variable.ts';
import {
  type Attempt,
  type ConnectionState,
  channelOf,
  type HowToEnter,
  isReadyIn,
  linkOf,
  mayReopen,
  type Repair,
  readyLinkOf,
  type TaskState,
  taskOf,
} from './connection-state.ts';
import type { Connection, ConnectionDiagnosis, ConnectionOptions } from './connection-types.ts';
import type { VoiceLink } from './encrypted-voice-link.ts';
import { GatewayVoiceState } from './gateway-voice-state.ts';
import { KeyedOutput } from './keyed-output.ts';
import { PhaseClock } from './phase-clock.ts';
import { createRateLimiter } from './rate-limiter.ts';

/**
 * Most links replaced within the window because packets don't decrypt or don't arrive: too few for that to end a session.
 */
const REOPEN_LIMIT = 2;

/** Creates the connection of one guild. It does nothing before `join` or `adopt`. */
export function createConnection(options: ConnectionOptions): Connection {
  return new GuildConnection(options);
}

class GuildConnection implements Connection {
  readonly #options: ConnectionOptions;
  readonly #output = new KeyedOutput();
  readonly #phase = new PhaseClock();
  readonly #changes = createConditionVariable();
  readonly #gateway: GatewayVoiceState;
  readonly #repairs;
  readonly #reopens;
  #state: ConnectionState = { kind: 'idle' };
  #sink: PacketSink | undefined;
  /** Discord drops what the bot sends: packets are kept until it does not. */
  #isSuppressed = false;
  /** The latest leave: the next request waits for it, so that its confirmation is not taken for a kick. */
  #left: Promise<void> = Promise.resolve();

  constructor(options: ConnectionOptions) {
    const { guildId, limits } = options;
    this.#options = options;
    this.#repairs = createRateLimiter(limits.rejoinLimit, limits.rejoinWindowMs);
    this.#reopens = createRateLimiter(REOPEN_LIMIT, limits.rejoinWindowMs);
    this.#gateway = new GatewayVoiceState({
      guildId,
      limits,
      send: (request) => options.sendGateway(request),
      selfDeaf: () => this.#sink === undefined,
      changes: this.#changes,
    });
  }

  get channelId(): string | undefined {
    return channelOf(this.#state);
  }

  join(channelId: string): Promise<JoinOutcome> {
    return this.#join(channelId, { isNew: false, priority: 'person' });
  }

  adopt(channelId: string): void {
    this.#gateway.adopt();
    void this.#become({ kind: 'adopted', channelId });
  }

  async restore(): Promise<JoinOutcome> {
    // Until the leave is sent, the connection stays adopted: kicks and drags count.
    void this.#leaveChannel('restore');
    const sent = await this.#gateway.untilSent();
    if (this.#state.kind !== 'adopted') return { kind: 'cancelled' };
    if (sent.kind !== 'sent') return { kind: 'no-answer' };
    return await this.#join(this.#state.channelId, { isNew: true, priority: 'restore' });
  }

  rejoin(channelId: string): Promise<JoinOutcome> {
    return this.#join(channelId, { isNew: true, priority: 'person' });
  }

  dispatch(packet: GatewayVoiceDispatch): void {
    if (packet.t === 'GATEWAY_REQUEST') this.#gateway.onRequest(packet.d);
    else if (packet.t === 'GATEWAY_HEARD') this.#gateway.onHeard(packet.d);
    else if (packet.t === 'VOICE_SERVER_UPDATE') linkOf(this.#state)?.serverUpdate(packet.d);
    else this.#onStateUpdate(packet.d);
    this.#changes.notify();
  }

  maySchedule(): boolean {
    return !this.#isSuppressed && this.#output.maySchedule(this.#readyLink);
  }

  send(packet: Uint8Array, leavesAtMs?: number): boolean {
    const link = this.#readyLink;
    if (link === undefined || this.#isSuppressed) {
      this.#output.hold();
      return false;
    }
    const result = this.#output.send(link, packet, leavesAtMs);
    if (result === 'stuck') {
      this.#options.log.warn({ guildId: this.#options.guildId }, 'voice encryption keys did not come');
      this.#repair(true);
    }
    return result === 'sent';
  }

  get #readyLink(): VoiceLink | undefined {
    return readyLinkOf(this.#state);
  }

  get waitsFor(): WaitReason | undefined {
    if (this.#isSuppressed) return 'permission';
    const keys = this.#readyLink?.keys;
    return keys?.kind === 'missing' && keys.alone ? 'listeners' : undefined;
  }

  get diagnosis(): ConnectionDiagnosis | undefined {
    const { now } = this.#phase;
    return now && { ...(linkOf(this.#state)?.diagnosis ?? NO_LINK), ...now, waitsFor: this.waitsFor };
  }

  setSpeaking(speaking: boolean): void {
    linkOf(this.#state)?.setSpeaking(speaking);
  }

  setSink(sink: PacketSink | undefined): void {
    this.#sink = sink;
    linkOf(this.#state)?.setSink(sink);
    this.#updateDeafness();
  }

  async close(priority: GatewayPriority): Promise<void> {
    this.#sink = undefined;
    linkOf(this.#state)?.setSink(undefined);
    await this.#leave({ kind: 'closed' }, priority);
  }

  /** Changes the state and releases what the next one lacks: aborts the task, closes the link. Resolves when it is closed. */
  #become(next: ConnectionState): Promise<void> {
    const task = taskOf(this.#state);
    const link = linkOf(this.#state);
    this.#state = next;
    this.#phase.note(next);
    if (task !== taskOf(next)) task?.abort();
    if (link === undefined || link === linkOf(next)) return Promise.resolve();
    return link.close(this.#options.limits.leaveTimeoutMs);
  }

  /** Changes to a state without a link and leaves the channel. */
  async #leave(next: ConnectionState, priority: GatewayPriority): Promise<void> {
    const released = this.#become(next);
    await this.#leaveChannel(priority);
    await released;
  }

  #leaveChannel(priority: GatewayPriority): Promise<void> {
    const leaving = this.#gateway.leave(priority);
    this.#left = Promise.all([this.#left, leaving]).then(() => undefined);
    return this.#left;
  }

  /** The state while this task runs; `undefined` once it was aborted. */
  #whileRunning(task: AbortController): TaskState | undefined {
    return 'task' in this.#state && this.#state.task === task ? this.#state : undefined;
  }

  async #join(channelId: string, how: HowToEnter): Promise<JoinOutcome> {
    const { kind } = this.#state;
    if (kind === 'closed') return { kind: 'cancelled' };
    const link = linkOf(this.#state);
    if (kind === 'connected' && isReadyIn(link, channelId)) return { kind: 'joined', channelId, moved: false };
    const from = this.channelId;
    const wasDeaf = this.#gateway.isDeaf;
    const task = new AbortController();
    this.#phase.enters(channelId);
    void this.#become({ kind: 'joining', task, from, link });
    const attempt = await this.#enter(channelId, how, task);
    if (attempt.kind === 'aborted' || task.signal.aborted) return { kind: 'cancelled' };
    if (attempt.kind === 'ready') {
      this.#onRestored(channelId, attempt.link);
      return { kind: 'joined', channelId, moved: from !== undefined && from !== channelId };
    }
    this.#options.log.warn({ guildId: this.#options.guildId, channelId, result: attempt.kind }, 'voice join failed');
    if (from === undefined) await this.#leave({ kind: 'idle' }, 'repair');
    else if (attempt.kind === 'not-ready') this.#end('failed');
    else this.#stayIn(from, attempt.link, wasDeaf);
    if (attempt.kind === 'busy') return { kind: 'busy', retryAfterMs: attempt.retryAfterMs };
    return { kind: attempt.kind === 'unheard' ? 'no-answer' : attempt.kind };
  }

  /** One attempt, and a second one if it fails: the same if Discord did not answer, with a new link if it did. */
  async #enter(channelId: string, how: HowToEnter, task: AbortController): Promise<Attempt> {
    const first = await this.#attempt(channelId, how, task);
    // The leave may have been lost, too.
    if (first.kind === 'unheard') return await this.#attempt(channelId, how, task);
    if (first.kind !== 'no-answer' && first.kind !== 'not-ready') return first;
    return await this.#attempt(channelId, { ...how, isNew: first.kind === 'not-ready' }, task);
  }

  /** With `isNew` it leaves first and opens a new link. */
  async #attempt(channelId: string, { isNew, priority }: HowToEnter, task: AbortController): Promise<Attempt> {
    const before = this.#whileRunning(task);
    if (before === undefined) return { kind: 'aborted' };
    await (isNew ? this.#leave({ ...before, link: undefined }, priority) : this.#left);
    const state = this.#whileRunning(task);
    if (state === undefined) return { kind: 'aborted' };
    this.#output.reset();
    const link = state.link ?? this.#open(channelId);
    void this.#become({ ...state, link });
    const wasDropped = link.status.kind === 'dropped';
    const { answerTimeoutMs, readyTimeoutMs, personQueueMs, queueMs } = this.#options.limits;
    const isForPerson = priority === 'person';
    this.#gateway.enter(channelId, isNew && !isForPerson ? 'return' : priority, isForPerson ? personQueueMs : queueMs);
    const sent = await this.#gateway.untilSent(task.signal);
    if (task.signal.aborted) return { kind: 'aborted' };
    if (sent.kind === 'refused') return { kind: 'busy', retryAfterMs: sent.retryAfterMs, link };
    if (sent.kind !== 'sent') return { kind: 'no-answer', link };
    // A dropped link is answered with a new server; the voice state may stay the same, Discord knows where the bot is.
    const isAnswered = (): boolean =>
      wasDropped ? link.status.kind !== 'dropped' : this.#gateway.answer === channelId;
    if (!(await this.#changes.waitFor(isAnswered, answerTimeoutMs, task.signal))) {
      if (isForPerson || this.#gateway.isHeard) return { kind: 'no-answer', link };
      await this.#waitForGateway(task.signal);
      if (!isAnswered()) return { kind: 'unheard', link };
    }
    const isSettled = (): boolean => isReadyIn(link, channelId) || isLost(link.status);
    await this.#changes.waitFor(isSettled, readyTimeoutMs, task.signal);
    return { kind: isReadyIn(link, channelId) ? 'ready' : 'not-ready', link };
  }

  /** Nobody waits for a repair's reply, so it outlasts a gateway that is silent: the shard connects again, and is heard. */
  async #waitForGateway(signal: AbortSignal): Promise<void> {
    const { silenceMs, newsTimeoutMs } = this.#options.limits;
    await this.#changes.waitFor(() => this.#gateway.isHeard, silenceMs, signal);
    // What it has to say about the request may come with the rest of what was missed.
    await sleepUnlessAborted(newsTimeoutMs, signal);
  }

  #open(channelId: string): VoiceLink {
    const { guildId, log, openLink } = this.#options;
    const isCurrent = (): boolean => linkOf(this.#state) === link;
    const link: VoiceLink = openLink({
      guildId,
      channelId,
      onChange: () => {
        if (isCurrent()) this.#onLinkChange();
      },
      onError: (err) => log.warn({ guildId, err }, 'voice connection error'),
      onBroken: (err) => {
        log.error({ guildId, err }, 'voice connection broken by an exception');
        if (isCurrent()) this.#repair(true);
      },
      onKeysLost: () => {
        if (!isCurrent() || !this.#mayReopen()) return;
        log.warn({ guildId }, 'voice packets cannot be decrypted');
        this.#sink?.onReopened();
        this.#repair(true);
      },
      onUnsent: (packets) => this.#options.onUnsent(packets),
      onPathLost: () => {
        if (!isCurrent() || !this.#mayReopen()) return;
        log.warn({ guildId }, 'voice packets do not reach the voice server');
        this.#repair(true);
      },
    });
    link.setSink(this.#sink);
    return link;
  }

  /** Whether a connection that looks ready, and is of no use, may be replaced. */
  #mayReopen(): boolean {
    return this.#state.kind === 'connected' && this.#reopens.take(performance.now());
  }

  #onRestored(channelId: string, link: VoiceLink): void {
    void this.#become({ kind: 'connected', channelId, link });
    this.#onReady();
    this.#repairIfBroken();
  }

  #onReady(): void {
    this.#updateDeafness();
    this.#options.onReady();
  }

  /** After a request to move that Discord did not answer, and therefore ignored. */
  #stayIn(channelId: string, link: VoiceLink, wasDeaf: boolean): void {
    void this.#become({ kind: 'connected', channelId, link });
    this.#gateway.setDeaf(wasDeaf);
    this.#updateDeafness();
    this.#repairIfBroken();
  }

  /** Tells Discord whether the bot listens, unless a request that says so is under way or will follow. */
  #updateDeafness(): void {
    const state = this.#state;
    if (state.kind !== 'connected' || !isReadyIn(state.link, state.channelId)) return;
    if (this.#gateway.isDeaf !== (this.#sink === undefined)) this.#gateway.enter(state.channelId, 'person');
  }

  #onLinkChange(): void {
    this.#changes.notify();
    const state = this.#state;
    if (state.kind !== 'connected') return;
    if (isReadyIn(state.link, state.channelId)) this.#onReady();
    else this.#repair(false);
  }

  #onStateUpdate(data: Extract<GatewayVoiceDispatch, { t: 'VOICE_STATE_UPDATE' }>['d']): void {
    const { channel_id: channelId, suppress = false } = data;
    const isReleased = this.#isSuppressed && !suppress;
    this.#isSuppressed = channelId !== null && suppress;
    if (!this.#gateway.onStateUpdate(channelId)) {
      this.#gateway.removed();
      this.#end('disconnected');
    }
    if (channelId === null) return;
    if (isReleased && this.#readyLink !== undefined) this.#options.onReady();
    const state = this.#state;
    const isMove = state.kind === 'joining' && state.from !== undefined && state.from !== channelId;
    const isDrag = this.#followDrag(channelId);
    // What was made for listeners that don't hear it any more is for those who do next.
    if (this.#isSuppressed || isMove || isDrag) linkOf(this.#state)?.cancelScheduled();
    linkOf(this.#state)?.stateUpdate(data);
    if (isMove || isDrag) this.#options.onMoved(channelId, isMove);
    if (isDrag) this.#repair(false);
  }

  /** Takes over the channel that somebody else moved the bot to; false when nobody did. */
  #followDrag(channelId: string): boolean {
    const state = this.#state;
    if (!('channelId' in state) || state.channelId === channelId) return false;
    void this.#become({ ...state, channelId });
    return true;
  }

  #repairIfBroken(): void {
    const state = this.#state;
    if (state.kind === 'connected' && !isReadyIn(state.link, state.channelId)) this.#repair(false);
  }

  /** Repairs a connection; with `isNew`, which is for one that only looks ready, by leaving first. */
  #repair(isNew: boolean): void {
    const state = this.#state;
    if (state.kind !== 'connected' && state.kind !== 'repairing') return;
    const { channelId, link } = state;
    const task = new AbortController();
    void this.#become({ kind: 'repairing', task, channelId, link });
    void this.#restore(channelId, isNew, task).then((repair) => {
      if (task.signal.aborted) return;
      if (repair.kind === 'ready') this.#onRestored(channelId, repair.link);
      else if (repair.kind === 'failed') this.#end(repair.reason);
    });
  }

  /** Waits for what recovers by itself (a resume, a move's new server), then rejoins until it is ready or gives up. */
  async #restore(channelId: string, isNew: boolean, task: AbortController): Promise<Repair> {
    if (!isNew) await this.#waitForRecovery(channelId, task.signal);
    for (let tries = 0; ; tries += 1) {
      const state = this.#whileRunning(task);
      if (state === undefined) return { kind: 'aborted' };
      const { link } = state;
      const isRestored = link !== undefined && isReadyIn(link, channelId) && !(isNew && tries === 0);
      if (isRestored) return { kind: 'ready', link };
      const reason = endReasonOf(link?.status);
      if (reason !== undefined) return { kind: 'failed', reason };
      if (!this.#repairs.take(performance.now())) return { kind: 'failed', reason: 'failed' };
      const delayMs = repairDelayMs(tries, this.#options.limits);
      if (delayMs > 0) await sleepUnlessAborted(delayMs, task.signal);
      if (task.signal.aborted) return { kind: 'aborted' };
      this.#options.log.info({ guildId: this.#options.guildId, tries }, 'voice connection is being repaired');
      await this.#attempt(channelId, mayReopen(isNew || tries > 0), task);
    }
  }

  async #waitForRecovery(channelId: string, signal: AbortSignal): Promise<void> {
    const link = linkOf(this.#state);
    const timeoutMs = recoveryTimeoutMs(link?.status, this.#options.limits);
    await this.#changes.waitFor(() => isReadyIn(link, channelId) || isLost(link?.status), timeoutMs, signal);
  }

  #end(reason: EndReason): void {
    if (this.#state.kind === 'closed') return;
    const { channelId } = this;
    void this.#leave({ kind: 'closed' }, 'repair');
    if (channelId !== undefined) this.#options.onEnded(reason);
  }
}
