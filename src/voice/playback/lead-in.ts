import { SILENCE_FRAME } from '@mynah/opus/opus-packet';
import type { WaitReason } from '../diagnosis.ts';
import type { Traffic } from '../traffic.ts';
import { FRAME_MS } from './pacer.ts';

/** Discord's rule: five silence frames end an utterance, or clients extrapolate its last sound. */
export const CLOSING_FRAMES = 5;

/** Clients lose the first 100 to 200 ms after a pause while they set up a decoder: 200 ms of packets go ahead of sound. */
const LEAD_FRAMES = 200 / FRAME_MS;

/** The service's first audio takes 300 to 460 ms. After 600 ms it may never come, and silence would flow for nothing. */
const MAX_AWAITING_FRAMES = 600 / FRAME_MS;

/** The largest gap that is none for clients: the pacer makes up for it with a burst (`MAX_BURST_FRAMES`). */
const MAX_GAP_MS = 60;

/** After this long without a packet in mid-utterance (a reconnect), clients may have given their decoder up. */
const MAX_HOLD_MS = 500;

/** Where the packets go. */
export interface VoiceOutput {
  /** True if packets can be encrypted now and leave later. To be asked before those of each turn. */
  maySchedule(): boolean;
  /**
   * Sends one Opus packet at once or, after `maySchedule`, at that time of the pacer; false when it must be held and offered
   * again.
   */
  send(packet: Uint8Array, leavesAtMs?: number): boolean;
  /** Why packets are held, if that may last. */
  readonly waitsFor: WaitReason | undefined;
  setSpeaking(speaking: boolean): void;
}

/**
 * The lead-in of one session's utterances: silence frames ahead of the first sound, on which clients set up their
 * decoders. They leave while the service works, so that they rarely take time of their own.
 */
export interface LeadIn {
  /** Whoever hears the next packet is ready for sound: 200 ms of packets led up to it, without a gap if possible. */
  readonly isComplete: boolean;
  /** No packet has left for so long that the utterance must be led in again. */
  readonly isOver: boolean;
  /** Begins again, for people who have heard none of it. */
  restart(): void;
  /** Sound may come soon: `waitStep` has another 600 ms. */
  expectSound(): void;
  /**
   * Sends a packet, as `VoiceOutput.send` does, and counts it; false when it must be held and offered again, which starts
   * the count again.
   */
  send(packet: Uint8Array, leavesAtMs?: number): boolean;
  /** Sends silence in place of sound that is ready, and counts it likewise. */
  sendInstead(): boolean;
  /** Spends one tick on the wait for the first sound. False when the wait has lasted too long for more silence. */
  waitStep(): boolean;
  /** Closes a lead-in that no sound follows: false when enough silence has left and the speaking flag is off. */
  end(): boolean;
}

/** Creates the lead-in of a session, through which all its packets must leave: `traffic` counts those that leave at once. */
export function createLeadIn(output: VoiceOutput, traffic: Pick<Traffic, 'sent'>): LeadIn {
  return new CountedLeadIn(output, traffic);
}

class CountedLeadIn implements LeadIn {
  readonly #output: VoiceOutput;
  readonly #traffic: Pick<Traffic, 'sent'>;
  /** Packets that left without a gap, the last one at `#sentAtMs`. */
  #run = 0;
  #sentAtMs = Number.NEGATIVE_INFINITY;
  /** Silence sent in place of sound: on a thread too busy to send without gaps, sound waits for no more than 200 ms of it. */
  #inPlace = 0;
  #framesLeft = 0;

  constructor(output: VoiceOutput, traffic: Pick<Traffic, 'sent'>) {
    this.#output = output;
    this.#traffic = traffic;
  }

  get isComplete(): boolean {
    return this.#inPlace >= LEAD_FRAMES || this.#runUntil(performance.now()) >= LEAD_FRAMES;
  }

  get isOver(): boolean {
    return performance.now() - this.#sentAtMs > MAX_HOLD_MS;
  }

  restart(): void {
    this.#run = 0;
    this.#inPlace = 0;
  }

  expectSound(): void {
    this.#framesLeft = MAX_AWAITING_FRAMES;
  }

  send(packet: Uint8Array, leavesAtMs?: number): boolean {
    this.#inPlace = 0;
    return this.#count(packet, leavesAtMs);
  }

  sendInstead(): boolean {
    const isSent = this.#count(SILENCE_FRAME);
    this.#inPlace = isSent ? this.#inPlace + 1 : 0;
    return isSent;
  }

  #count(packet: Uint8Array, leavesAtMs?: number): boolean {
    const atMs = leavesAtMs ?? performance.now();
    const isSent = this.#output.send(packet, leavesAtMs);
    this.#run = isSent ? this.#runUntil(atMs) + 1 : 0;
    if (!isSent) return false;
    this.#sentAtMs = atMs;
    // One that leaves later may be taken back: it is counted once it has left.
    if (leavesAtMs === undefined) this.#traffic.sent();
    return true;
  }

  waitStep(): boolean {
    if (this.#framesLeft === 0) return false;
    this.#framesLeft -= 1;
    this.send(SILENCE_FRAME);
    return true;
  }

  end(): boolean {
    const run = this.#runUntil(performance.now());
    if (run > 0 && run < CLOSING_FRAMES && this.send(SILENCE_FRAME)) return true;
    this.#output.setSpeaking(false);
    this.restart();
    return false;
  }

  #runUntil(nowMs: number): number {
    return nowMs - this.#sentAtMs > MAX_GAP_MS ? 0 : this.#run;
  }
}
