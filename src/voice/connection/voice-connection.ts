import type { Logger } from '../../log.ts';
import type { VoiceLimits } from '../limits.ts';
import type { PacketSink } from '../receive/packet-sink.ts';
import type { EndReason, GatewayVoiceDispatch, GatewayVoiceRequest, JoinOutcome } from '../voice-api.ts';
import { createCondition } from './condition.ts';
import { createKeyGate } from './key-gate.ts';
import { createRateLimiter } from './rate-limiter.ts';
import type { LinkStatus, OpenLink, VoiceLink } from './voice-link.ts';

/** What a connection needs from its session, and tells it. */
export interface ConnectionOptions {
  readonly guildId: string;
  readonly openLink: OpenLink;
  readonly limits: VoiceLimits;
  readonly log: Logger;
  /** Sends a payload on the guild's shard of the main gateway. */
  sendGateway(payload: GatewayVoiceRequest): void;
  /** The connection became ready, for the first time or again. */
  onReady(): void;
  /** Somebody dragged the bot to another channel. */
  onMoved(channelId: string): void;
  /** The connection ended for a reason other than `close`. */
  onEnded(reason: EndReason): void;
}

/** A guild's voice connection over all its moves, breaks and repairs. */
export interface Connection {
  /** The channel of the session; undefined before the first join has succeeded and after the end. */
  readonly channelId: string | undefined;
  /** Enters a channel, or moves there. One call at a time. */
  join(channelId: string): Promise<JoinOutcome>;
  /**
   * Stands for a connection of this bot that is gone and that Discord still sees in this channel: kicks and drags are
   * noticed at once, and `close` leaves. To be called first; `takeOver` makes it whole.
   */
  inherit(channelId: string): void;
  /**
   * Enters a channel in the place of the connection that is gone. It leaves first: to a request for what it believes
   * already Discord need not answer.
   */
  takeOver(channelId: string): Promise<JoinOutcome>;
  dispatch(packet: GatewayVoiceDispatch): void;
  /** Sends one Opus packet; false when it must be held and offered again: no connection, no keys yet, or a move. */
  send(packet: Uint8Array): boolean;
  setSpeaking(speaking: boolean): void;
  /** Hands in who hears what others say, over all repairs; `undefined` makes the connection deaf. */
  hear(ears: PacketSink | undefined): void;
  /** Leaves the channel; resolves when the sockets are closed and Discord has confirmed, or after the leave timeout. */
  close(): Promise<void>;
}

type Attempt = 'ready' | 'no-answer' | 'not-ready';

/** Voice close codes after which Discord wants no reconnect: E2EE required, rate limited. */
const REFUSED_CODES = new Set([4017, 4021]);
/** Voice close code: the call was terminated, its channel deleted. */
const CALL_TERMINATED_CODE = 4022;
/** Voice close code: kicked or moved; the gateway says which. */
const DISCONNECTED_CODE = 4014;

/**
 * Most connections made anew within the window because packets could not be decrypted: fewer than all repairs may be, so
 * that somebody whose packets are broken ends no session.
 */
const REOPEN_LIMIT = 2;

/** Makes the connection of one guild. It does nothing before `join`. */
export function createConnection(options: ConnectionOptions): Connection {
  return new GuildConnection(options);
}

class GuildConnection implements Connection {
  readonly #options: ConnectionOptions;
  readonly #limits: VoiceLimits;
  readonly #gate = createKeyGate();
  readonly #condition = createCondition();
  readonly #budget;
  readonly #reopenBudget;
  #ears: PacketSink | undefined;
  /** Whether Discord was last told that the bot is deaf. */
  #isDeaf = true;
  #link: VoiceLink | undefined;
  #channelId: string | undefined;
  /** Channel of Discord's latest answer since a request; null confirms a leave. */
  #answer: string | null | undefined;
  /** The join or repair under way. Only one at a time: a new one aborts the old. */
  #task: AbortController | undefined;
  #heldForKeys = false;
  #joining = false;
  /** Whether Discord was last asked to put us into a channel, not out of it. */
  #asked = false;
  #over = false;
  /** The latest leave: the next request waits for it, so that its confirmation is not taken for a kick. */
  #left: Promise<void> = Promise.resolve();

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#limits = options.limits;
    this.#budget = createRateLimiter(this.#limits.rejoinLimit, this.#limits.rejoinWindowMs);
    this.#reopenBudget = createRateLimiter(REOPEN_LIMIT, this.#limits.rejoinWindowMs);
  }

  get channelId(): string | undefined {
    return this.#channelId;
  }

  join(channelId: string): Promise<JoinOutcome> {
    return this.#join(channelId, false);
  }

  inherit(channelId: string): void {
    this.#asked = true;
    this.#channelId = channelId;
  }

  takeOver(channelId: string): Promise<JoinOutcome> {
    return this.#join(channelId, true);
  }

  async #join(channelId: string, anew: boolean): Promise<JoinOutcome> {
    if (this.#over) return { kind: 'cancelled' };
    if (this.#isThere(channelId) && this.#task === undefined) return { kind: 'joined', channelId, moved: false };
    const stood = this.#channelId;
    const wasDeaf = this.#isDeaf;
    const task = this.#begin();
    this.#joining = true;
    const result = await this.#enter(channelId, anew, task.signal);
    if (task.signal.aborted) return { kind: 'cancelled' };
    this.#joining = false;
    this.#finish(task);
    if (result === 'ready') {
      this.#channelId = channelId;
      this.#onReady();
      return { kind: 'joined', channelId, moved: stood !== undefined && stood !== channelId };
    }
    this.#options.log.warn({ guildId: this.#options.guildId, channelId, result }, 'voice join failed');
    if (stood === undefined) await this.#leave();
    else if (result === 'not-ready') this.#end('failed');
    else this.#stay(wasDeaf);
    return { kind: result };
  }

  dispatch(packet: GatewayVoiceDispatch): void {
    if (packet.t === 'VOICE_SERVER_UPDATE') this.#link?.serverUpdate(packet.d);
    else this.#onStateUpdate(packet.d);
    this.#condition.changed();
  }

  send(packet: Uint8Array): boolean {
    if (this.#joining || this.#link === undefined || !this.#isThere(this.#channelId)) return false;
    switch (this.#gate.check(this.#link.keys, performance.now())) {
      case 'hold':
        this.#heldForKeys = true;
        return false;
      case 'pass':
        if (this.#heldForKeys) return this.#announceAgain(this.#link);
        return this.#link.play(packet);
      case 'stuck':
        this.#options.log.warn({ guildId: this.#options.guildId }, 'voice encryption keys did not come');
        this.#repair(true);
        return false;
    }
  }

  setSpeaking(speaking: boolean): void {
    this.#link?.setSpeaking(speaking);
  }

  hear(ears: PacketSink | undefined): void {
    this.#ears = ears;
    this.#link?.hear(ears);
    this.#tellDeafness();
  }

  /** New keys mean new listeners: they learn whose packets these are one tick before the first of them. */
  #announceAgain(link: VoiceLink): false {
    this.#heldForKeys = false;
    link.setSpeaking(false);
    link.setSpeaking(true);
    return false;
  }

  async close(): Promise<void> {
    this.#over = true;
    this.#channelId = undefined;
    this.#ears = undefined;
    this.#link?.hear(undefined);
    this.#task?.abort();
    await this.#leave();
  }

  /** One attempt, and one more if that fails: asked again if Discord did not answer, made anew if it did. */
  async #enter(channelId: string, anew: boolean, signal: AbortSignal): Promise<Attempt> {
    const first = await this.#attempt(channelId, anew, signal);
    if (first === 'ready' || signal.aborted) return first;
    return await this.#attempt(channelId, first === 'not-ready', signal);
  }

  async #attempt(channelId: string, anew: boolean, signal: AbortSignal): Promise<Attempt> {
    await (anew ? this.#leave() : this.#left);
    if (signal.aborted) return 'no-answer';
    this.#gate.reset();
    this.#link ??= this.#open(channelId);
    const link = this.#link;
    const dropped = link.status.kind === 'dropped';
    this.#answer = undefined;
    this.#request(channelId);
    const { answerTimeoutMs, readyTimeoutMs } = this.#limits;
    // To a link that was dropped the answer is a new server; its state may stay as it is, Discord knows where we are.
    const isAnswered = (): boolean => (dropped ? link.status.kind !== 'dropped' : this.#answer === channelId);
    if (!(await this.#condition.until(isAnswered, answerTimeoutMs, signal))) return 'no-answer';
    await this.#condition.until(() => this.#isThere(channelId) || isLost(link.status), readyTimeoutMs, signal);
    return this.#isThere(channelId) ? 'ready' : 'not-ready';
  }

  #open(channelId: string): VoiceLink {
    const { guildId, log, openLink } = this.#options;
    const isCurrent = (): boolean => this.#link === link;
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
        if (isCurrent()) this.#reopen();
      },
    });
    link.hear(this.#ears);
    return link;
  }

  #reopen(): void {
    if (this.#task !== undefined || !this.#reopenBudget.take(performance.now())) return;
    this.#options.log.warn({ guildId: this.#options.guildId }, 'voice packets cannot be decrypted');
    this.#ears?.onReopened();
    this.#repair(true);
  }

  #onReady(): void {
    this.#tellDeafness();
    this.#options.onReady();
  }

  /** Goes on where it stood: what Discord did not answer it did not heed either. */
  #stay(wasDeaf: boolean): void {
    this.#isDeaf = wasDeaf;
    this.#tellDeafness();
    this.#supervise();
  }

  /** Tells Discord whether the bot listens, unless a request that says so is under way or will follow. */
  #tellDeafness(): void {
    const channelId = this.#channelId;
    if (this.#task !== undefined || channelId === undefined || !this.#isThere(channelId)) return;
    if (this.#isDeaf !== (this.#ears === undefined)) this.#request(channelId);
  }

  #onLinkChange(): void {
    this.#condition.changed();
    if (this.#task !== undefined || this.#channelId === undefined) return;
    if (this.#isThere(this.#channelId)) this.#onReady();
    else this.#supervise();
  }

  #onStateUpdate(data: Extract<GatewayVoiceDispatch, { t: 'VOICE_STATE_UPDATE' }>['d']): void {
    const channelId = data.channel_id;
    this.#answer = channelId;
    if (channelId === null) {
      // After a leave of our own this is its confirmation, otherwise a kick.
      if (this.#asked) this.#end('disconnected');
      return;
    }
    const dragged = !this.#joining && this.#channelId !== undefined && this.#channelId !== channelId;
    if (dragged) this.#channelId = channelId;
    this.#link?.stateUpdate(data);
    if (!dragged) return;
    this.#options.onMoved(channelId);
    this.#repair(false);
  }

  /** Repairs a connection that stands in no channel any more, unless something is at it already. */
  #supervise(): void {
    if (this.#task === undefined && this.#channelId !== undefined && !this.#isThere(this.#channelId)) {
      this.#repair(false);
    }
  }

  #repair(anew: boolean): void {
    if (this.#over || this.#channelId === undefined || this.#joining) return;
    const task = this.#begin();
    void this.#restore(anew, task.signal).then((failure) => {
      if (task.signal.aborted) return;
      this.#finish(task);
      if (failure !== undefined) return this.#end(failure);
      this.#onReady();
      this.#supervise();
    });
  }

  /** Waits for what heals by itself (a resume, a move's new server), then tries anew; undefined when it is ready. */
  async #restore(anew: boolean, signal: AbortSignal): Promise<EndReason | undefined> {
    const isThere = (): boolean => this.#isThere(this.#channelId);
    if (!anew) await this.#condition.until(() => isThere() || isLost(this.#link?.status), this.#patienceMs(), signal);
    let force = anew;
    for (let tries = 0; force || !isThere(); tries += 1) {
      const verdict = verdictOf(this.#link?.status);
      if (verdict !== undefined) return verdict;
      if (signal.aborted || this.#channelId === undefined) return undefined;
      if (!this.#budget.take(performance.now())) return 'failed';
      if (tries > 0) await this.#condition.until(() => false, this.#limits.rejoinDelayMs * 2 ** (tries - 1), signal);
      this.#options.log.info({ guildId: this.#options.guildId, tries }, 'voice connection is made again');
      await this.#attempt(this.#channelId, force || tries > 0, signal);
      force = false;
    }
    return undefined;
  }

  #patienceMs(): number {
    const status = this.#link?.status;
    if (status?.kind === 'no-endpoint') return this.#limits.reallocationTimeoutMs;
    return status?.kind === 'dropped' ? this.#limits.answerTimeoutMs : this.#limits.readyTimeoutMs;
  }

  #isThere(channelId: string | undefined): boolean {
    const status = this.#link?.status;
    return status?.kind === 'ready' && status.channelId === channelId;
  }

  /** Leaves the channel without ending the session: a repair joins again after it. */
  #leave(): Promise<void> {
    this.#left = this.#left.then(() => this.#leaveNow());
    return this.#left;
  }

  async #leaveNow(): Promise<void> {
    const link = this.#link;
    this.#link = undefined;
    const timeoutMs = this.#limits.leaveTimeoutMs;
    const closed = link?.close(timeoutMs);
    if (this.#asked) {
      this.#asked = false;
      this.#answer = undefined;
      this.#request(null);
      await this.#condition.until(() => this.#answer === null, timeoutMs);
    }
    await closed;
  }

  #end(reason: EndReason): void {
    if (this.#over) return;
    const stood = this.#channelId !== undefined;
    this.#task?.abort();
    this.#over = true;
    this.#channelId = undefined;
    if (reason === 'disconnected') this.#asked = false;
    if (stood) this.#options.onEnded(reason);
    void this.#leave();
  }

  #begin(): AbortController {
    this.#task?.abort();
    this.#joining = false;
    this.#task = new AbortController();
    return this.#task;
  }

  #finish(task: AbortController): void {
    if (this.#task === task) this.#task = undefined;
  }

  #request(channelId: string | null): void {
    if (channelId !== null) this.#asked = true;
    this.#isDeaf = this.#ears === undefined;
    this.#options.sendGateway({
      // A bot that only speaks is deaf: it need not be sent what is said.
      op: 4,
      d: { guild_id: this.#options.guildId, channel_id: channelId, self_mute: false, self_deaf: this.#isDeaf },
    });
  }
}

/** Dropped for good; after 4014 the gateway may still say that it was a move. */
function isLost(status: LinkStatus | undefined): boolean {
  return status?.kind === 'dropped' && status.closeCode !== DISCONNECTED_CODE;
}

/** The end that a close code means, if it means one. */
function verdictOf(status: LinkStatus | undefined): EndReason | undefined {
  if (status?.kind !== 'dropped' || status.closeCode === undefined) return undefined;
  if (status.closeCode === CALL_TERMINATED_CODE) return 'disconnected';
  return REFUSED_CODES.has(status.closeCode) ? 'failed' : undefined;
}
