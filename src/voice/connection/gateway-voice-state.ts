import { randomUUID } from 'node:crypto';
import type {
  GatewayOutcome,
  GatewayPriority,
  GatewayVoiceDispatch,
  GatewayVoiceRequest,
} from '../gateway-messages.ts';
import type { VoiceLimits } from '../voice-limits.ts';
import type { ConditionVariable } from './condition-variable.ts';

/** A request to the main gateway, which may have to wait for its turn: see the `gateway-send` event. */
export interface OutgoingRequest {
  readonly payload: GatewayVoiceRequest;
  readonly requestId: string;
  readonly priority: GatewayPriority;
  readonly maxWaitMs: number;
}

/** What a gateway voice state is made of. */
export interface GatewayVoiceStateOptions {
  readonly guildId: string;
  readonly limits: Pick<VoiceLimits, 'queueMs' | 'leaveTimeoutMs'>;
  /** Sends a request on the guild's shard, when its turn comes. */
  readonly send: (request: OutgoingRequest) => void;
  /** True while the session does not listen: Discord then need not send what others say. */
  readonly selfDeaf: () => boolean;
  /** Notified after every change. */
  readonly changes: ConditionVariable;
}

/** What became of a request so far: it may still wait for its turn. */
type RequestState = GatewayOutcome | { readonly kind: 'waiting' };

/** A request and what became of it. */
interface Sending {
  readonly requestId: string;
  readonly priority: GatewayPriority;
  readonly maxWaitMs: number;
  outcome: RequestState;
  /** The gateway has been heard since it was sent. */
  isHeard: boolean;
}

/** The latest Update Voice State (opcode 4), and Discord's answer to it. */
type LatestRequest =
  /** None, or Discord has taken the bot out of the channel since. */
  | { readonly kind: 'none' }
  /** `answer` is the channel that Discord has named since. */
  | {
      readonly kind: 'enter';
      readonly sending: Sending;
      readonly selfDeaf: boolean;
      readonly answer: string | undefined;
    }
  | { readonly kind: 'leave'; readonly sending: Sending; readonly isConfirmed: boolean };

/** Reports arrive in any case; this is for a main thread that lost one. */
const REPORT_GRACE_MS = 5_000;

/** The bot's voice state in one guild, as it was requested at the main gateway and as Discord answers. */
export class GatewayVoiceState {
  readonly #options: GatewayVoiceStateOptions;
  #latest: LatestRequest = { kind: 'none' };
  /** Discord may see the bot in a channel, because of what was sent. */
  #isInside = false;
  /** Discord has not confirmed the leave before the latest request to enter: it does so first. */
  #owesLeave = false;
  /** The `self_deaf` of what was sent last. */
  #sentDeaf = true;

  constructor(options: GatewayVoiceStateOptions) {
    this.#options = options;
  }

  /** The channel that Discord has named since the latest request to enter one. */
  get answer(): string | undefined {
    return this.#latest.kind === 'enter' ? this.#latest.answer : undefined;
  }

  /** True when the bot is deaf for Discord, as before the first request, or will be after the request under way. */
  get isDeaf(): boolean {
    return this.#latest.kind !== 'enter' || this.#latest.selfDeaf;
  }

  /** Discord still sees the bot in a channel, from a connection that is gone. */
  adopt(): void {
    const sending: Sending = {
      requestId: '',
      priority: 'restore',
      maxWaitMs: 0,
      outcome: { kind: 'sent' },
      isHeard: true,
    };
    this.#latest = { kind: 'enter', sending, selfDeaf: true, answer: undefined };
    this.#isInside = true;
  }

  /** Requests to enter a channel, or only changes the flags in it. */
  enter(channelId: string, priority: GatewayPriority, maxWaitMs = this.#options.limits.queueMs): void {
    const sending = newRequest(priority, maxWaitMs);
    const before = this.#latest;
    if (before.kind === 'leave') this.#owesLeave = before.sending.outcome.kind === 'sent' && !before.isConfirmed;
    this.#latest = { kind: 'enter', sending, selfDeaf: this.#options.selfDeaf(), answer: undefined };
    this.#send(sending, channelId, before);
  }

  /** Corrects `isDeaf` after a request that Discord ignored. */
  setDeaf(isDeaf: boolean): void {
    this.#sentDeaf = isDeaf;
    if (this.#latest.kind === 'enter') this.#latest = { ...this.#latest, selfDeaf: isDeaf };
  }

  /** Waits until the latest request was sent, or will not be. With the signal aborted, it may still be `waiting`. */
  async untilSent(signal?: AbortSignal): Promise<RequestState> {
    if (this.#latest.kind === 'none') return { kind: 'cancelled' };
    const { sending } = this.#latest;
    const isOver = (): boolean => sending.outcome.kind !== 'waiting';
    await this.#options.changes.waitFor(isOver, sending.maxWaitMs + REPORT_GRACE_MS, signal);
    return sending.outcome;
  }

  /** Whether the gateway has been heard since the latest request was sent: if not, that may have been lost. */
  get isHeard(): boolean {
    return this.#latest.kind === 'none' || this.#latest.sending.isHeard;
  }

  /**
   * Leaves the channel, if one was requested; resolves when Discord has confirmed, or after the timeout. A leave that still
   * waits is only hastened.
   */
  async leave(priority: GatewayPriority): Promise<void> {
    const before = this.#latest;
    if (before.kind === 'none') return;
    const isWaiting = before.sending.outcome.kind === 'waiting';
    if (before.kind === 'enter' && !isWaiting && !this.#isInside) {
      this.#latest = { kind: 'none' };
      return;
    }
    const isUnderWay = before.kind === 'leave' && !(isWaiting && priority === 'person');
    if (!isUnderWay || wasGivenUp(before.sending)) {
      const sending = newRequest(priority, this.#options.limits.queueMs);
      this.#latest = { kind: 'leave', sending, isConfirmed: false };
      this.#send(sending, null, before);
    }
    await this.untilSent();
    await this.#options.changes.waitFor(() => this.#isLeaveConfirmed(), this.#options.limits.leaveTimeoutMs);
  }

  /** Discord took the bot out of its channel without a request: there is nothing to leave. */
  removed(): void {
    this.#giveUp(this.#latest, 'cancelled');
    this.#latest = { kind: 'none' };
    this.#isInside = false;
    this.#owesLeave = false;
  }

  /** Records what became of a request. */
  onRequest({ request_id, outcome }: Extract<GatewayVoiceDispatch, { t: 'GATEWAY_REQUEST' }>['d']): void {
    const latest = this.#latest;
    if (latest.kind === 'none' || latest.sending.requestId !== request_id) return;
    latest.sending.outcome = outcome;
    if (outcome.kind === 'sent') this.#onSent(latest);
    else if (latest.kind === 'enter') this.#latest = { ...latest, selfDeaf: this.#sentDeaf };
  }

  /** Records that the gateway was heard after a request. */
  onHeard({ request_id }: Extract<GatewayVoiceDispatch, { t: 'GATEWAY_HEARD' }>['d']): void {
    const latest = this.#latest;
    if (latest.kind !== 'none' && latest.sending.requestId === request_id) latest.sending.isHeard = true;
  }

  /** Records a voice state of the bot. Returns false when it is out of all channels without having left. */
  onStateUpdate(channelId: string | null): boolean {
    const latest = this.#latest;
    if (latest.kind === 'enter') {
      // Without anything sent, it can only be a late confirmation of a leave.
      if (channelId === null) {
        const isLate = this.#owesLeave;
        this.#owesLeave = false;
        return isLate || !this.#isInside;
      }
      this.#owesLeave = false;
      this.#isInside = true;
      this.#latest = { ...latest, answer: channelId };
    } else if (latest.kind === 'leave' && channelId === null) {
      this.#latest = { ...latest, isConfirmed: true };
      this.#isInside = false;
      return latest.sending.outcome.kind === 'sent';
    }
    return true;
  }

  #onSent(latest: Exclude<LatestRequest, { kind: 'none' }>): void {
    this.#isInside = latest.kind === 'enter';
    this.#sentDeaf = latest.kind === 'leave' || latest.selfDeaf;
    // What Discord said before is no answer.
    if (latest.kind === 'enter') this.#latest = { ...latest, answer: undefined };
  }

  #isLeaveConfirmed(): boolean {
    return this.#latest.kind !== 'leave' || this.#latest.isConfirmed || wasGivenUp(this.#latest.sending);
  }

  /** A request that still waited is over for those who wait for it here: reports about it are ignored from now on. */
  #giveUp(before: LatestRequest, kind: 'replaced' | 'cancelled'): void {
    if (before.kind === 'none' || before.sending.outcome.kind !== 'waiting') return;
    before.sending.outcome = { kind };
    this.#options.changes.notify();
  }

  #send({ requestId, priority, maxWaitMs }: Sending, channelId: string | null, before: LatestRequest): void {
    const { guildId, selfDeaf, send } = this.#options;
    this.#giveUp(before, 'replaced');
    const d = { guild_id: guildId, channel_id: channelId, self_mute: false, self_deaf: selfDeaf() };
    send({ payload: { op: 4, d }, requestId, priority, maxWaitMs });
  }
}

function newRequest(priority: GatewayPriority, maxWaitMs: number): Sending {
  return { requestId: randomUUID(), priority, maxWaitMs, outcome: { kind: 'waiting' }, isHeard: false };
}

function wasGivenUp({ outcome }: Sending): boolean {
  return outcome.kind !== 'sent' && outcome.kind !== 'waiting';
}
