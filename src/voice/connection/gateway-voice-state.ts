import type { GatewayVoiceRequest } from '../voice-api.ts';
import type { ConditionVariable } from './condition-variable.ts';

/** What a gateway voice state is made of. */
export interface GatewayVoiceStateOptions {
  readonly guildId: string;
  /** Sends a payload on the guild's shard. */
  readonly send: (payload: GatewayVoiceRequest) => void;
  /** True while the session does not listen: Discord then need not send what others say. */
  readonly selfDeaf: () => boolean;
  /** Notified after every change. */
  readonly changes: ConditionVariable;
}

/** The latest Update Voice State (opcode 4), and Discord's answer to it. */
type LatestRequest =
  /** None, or Discord has taken the bot out of the channel since. */
  | { readonly kind: 'none' }
  /** `answer` is the channel that Discord has named since. */
  | { readonly kind: 'enter'; readonly selfDeaf: boolean; readonly answer: string | undefined }
  | { readonly kind: 'leave'; readonly isConfirmed: boolean };

/** The bot's voice state in one guild, as it was requested at the main gateway and as Discord answers. */
export class GatewayVoiceState {
  readonly #options: GatewayVoiceStateOptions;
  #latest: LatestRequest = { kind: 'none' };

  constructor(options: GatewayVoiceStateOptions) {
    this.#options = options;
  }

  /** The channel that Discord has named since the latest request to enter one. */
  get answer(): string | undefined {
    return this.#latest.kind === 'enter' ? this.#latest.answer : undefined;
  }

  /** True when the bot is deaf for Discord, as before the first request. */
  get isDeaf(): boolean {
    return this.#latest.kind !== 'enter' || this.#latest.selfDeaf;
  }

  /** Discord still sees the bot in a channel, from a connection that is gone. */
  adopt(): void {
    this.#latest = { kind: 'enter', selfDeaf: true, answer: undefined };
  }

  /** Requests to enter a channel, or only changes the flags in it. */
  enter(channelId: string): void {
    this.#latest = { kind: 'enter', selfDeaf: this.#options.selfDeaf(), answer: undefined };
    this.#send(channelId);
  }

  /** Corrects `isDeaf` after a request that Discord ignored. */
  setDeaf(isDeaf: boolean): void {
    if (this.#latest.kind === 'enter') this.#latest = { ...this.#latest, selfDeaf: isDeaf };
  }

  /** Leaves the channel, if one was requested; resolves when Discord has confirmed, or after the timeout. */
  async leave(timeoutMs: number): Promise<void> {
    if (this.#latest.kind !== 'enter') return;
    this.#latest = { kind: 'leave', isConfirmed: false };
    this.#send(null);
    await this.#options.changes.waitFor(() => this.#isLeaveConfirmed(), timeoutMs);
  }

  /** Discord took the bot out of its channel without a request: there is nothing to leave. */
  removed(): void {
    this.#latest = { kind: 'none' };
  }

  /** Records a voice state of the bot. Returns false when it is out of all channels without having left. */
  onStateUpdate(channelId: string | null): boolean {
    if (this.#latest.kind === 'enter') {
      if (channelId === null) return false;
      this.#latest = { ...this.#latest, answer: channelId };
    } else if (this.#latest.kind === 'leave' && channelId === null) {
      this.#latest = { kind: 'leave', isConfirmed: true };
    }
    return true;
  }

  #isLeaveConfirmed(): boolean {
    return this.#latest.kind !== 'leave' || this.#latest.isConfirmed;
  }

  #send(channelId: string | null): void {
    const { guildId, selfDeaf, send } = this.#options;
    send({ op: 4, d: { guild_id: guildId, channel_id: channelId, self_mute: false, self_deaf: selfDeaf() } });
  }
}
