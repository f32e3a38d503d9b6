import type { LinkHooks, LinkStatus, VoiceLink } from '../../../src/voice/connection/encrypted-voice-link.ts';
import type { KeyState } from '../../../src/voice/connection/key-gate.ts';
import { type LinkDiagnosis, NO_LINK } from '../../../src/voice/diagnosis.ts';
import type { PacketSink } from '../../../src/voice/receive/packet-sink.ts';

/** A link whose voice server answers as the test says. */
export class FakeLink implements VoiceLink {
  status: LinkStatus = { kind: 'signalling' };
  keys: KeyState = { kind: 'usable' };
  diagnosis: LinkDiagnosis = NO_LINK;
  /** Packets and speaking flags as they left. */
  readonly played: (Uint8Array | 'on' | 'off')[] = [];
  readonly hooks: LinkHooks;
  closed = false;
  /** Packets that leave later. */
  scheduled = 0;
  /** What receives the packets of others over this link. */
  sink: PacketSink | undefined;
  readonly #isServerUp: () => boolean;
  #channelId: string | null = null;

  constructor(hooks: LinkHooks, isServerUp: () => boolean) {
    this.hooks = hooks;
    this.#isServerUp = isServerUp;
  }

  stateUpdate(data: { readonly channel_id: string | null }): void {
    this.#channelId = data.channel_id;
  }

  serverUpdate(): void {
    if (this.#channelId === null) return;
    this.become({ kind: 'connecting' });
    if (this.#isServerUp()) this.become({ kind: 'ready', channelId: this.#channelId });
  }

  become(status: LinkStatus): void {
    this.status = status;
    this.hooks.onChange();
  }

  maySchedule(): boolean {
    return true;
  }

  play(sent: Uint8Array, leavesAtMs?: number): boolean {
    this.played.push(sent);
    if (leavesAtMs !== undefined) this.scheduled += 1;
    return true;
  }

  cancelScheduled(): void {
    const unsent = this.scheduled;
    this.scheduled = 0;
    if (unsent > 0) this.hooks.onUnsent(unsent);
  }

  setSpeaking(speaking: boolean): void {
    this.played.push(speaking ? 'on' : 'off');
  }

  setSink(sink: PacketSink | undefined): void {
    this.sink = sink;
  }

  async close(): Promise<void> {
    this.closed = true;
  }
}
