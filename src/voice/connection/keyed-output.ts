import type { VoiceLink } from './encrypted-voice-link.ts';
import { createKeyGate } from './key-gate.ts';

/** The way of packets to a link, which holds them while listeners could not decrypt them, or know whose they are. */
export class KeyedOutput {
  readonly #gate = createKeyGate();
  #isHeld = false;

  /** To be called before a new attempt to connect. */
  reset(): void {
    this.#gate.reset();
  }

  /** To be called when a packet is held because no link is ready: new links are new to listeners, too. */
  hold(): void {
    this.#isHeld = true;
  }

  /** As in `VoiceLink`; false while listeners can't decrypt packets, or don't know whose they are. */
  maySchedule(link: VoiceLink | undefined): boolean {
    return link !== undefined && !this.#isHeld && link.keys.kind === 'usable' && link.maySchedule();
  }

  /**
   * Sends one packet, as `VoiceLink.play` does; a `held` one must be offered again. `stuck`: keys do not come without a new
   * connection. One that leaves later is sent without a look at the keys, after `maySchedule`.
   */
  send(link: VoiceLink, packet: Uint8Array, leavesAtMs?: number): 'sent' | 'held' | 'stuck' {
    if (leavesAtMs !== undefined) return link.play(packet, leavesAtMs) ? 'sent' : 'held';
    const verdict = this.#gate.check(link.keys, performance.now());
    if (verdict === 'stuck') return 'stuck';
    if (verdict === 'pass' && !this.#isHeld) return link.play(packet) ? 'sent' : 'held';
    this.#isHeld = verdict === 'hold';
    if (!this.#isHeld) announceAgain(link);
    return 'held';
  }
}

/** New keys or a new link mean new listeners: they learn whose packets these are one tick before the first of them. */
function announceAgain(link: VoiceLink): void {
  link.setSpeaking(false);
  link.setSpeaking(true);
}
