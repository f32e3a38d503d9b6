import type { HeardFrame } from '../../voice-frames.ts';
import { createDelayEstimate } from './delay-estimate.ts';

/** One 20 ms packet, at 48 kHz. */
export const FRAME_SAMPLES = 960;
const RATE_HZ = 48_000;
const FRAME_S = FRAME_SAMPLES / RATE_HZ;

/** A packet must be decoded this long before it is heard. */
const DECODE_S = 0.01;
/** A missing packet is waited for until this long before the next is heard: timers are some milliseconds late. */
const GIVE_UP_S = 0.02;
/** After this long without a packet, or after a jump of this many, the stream starts again. */
const RESTART_S = 1;
const MAX_JUMP = 250;
/** More packets than this never wait for a missing one. */
const MAX_HELD = 64;
/** Speech may be heard this much later than needed before a packet of it is left out. */
const EXCESS_S = 0.08;
/** How long it must have been heard too late without a pause: 5 s. */
const EXCESS_FRAMES = 250;
const SILENCE = [0xf8, 0xff, 0xfe] as const;

/** A packet to decode, and when its sound starts, in seconds of the clock of `nowS`. */
export interface Playable {
  readonly opus: Uint8Array;
  readonly atS: number;
}

type Packet = Pick<HeardFrame, 'sequence' | 'timestamp' | 'opus'>;

/** Sequence and time of a packet, counted on beyond 16 and 32 bits. */
interface Placed {
  readonly index: number;
  readonly samples: number;
  readonly opus: Uint8Array;
}

/**
 * Gives each packet of one speaker its time, in order. A missing one is waited for until the next must be decoded; lost ones
 * leave silence. The delay follows the jitter: it grows when packets come too late, and shrinks in pauses.
 */
export class PlayoutBuffer {
  readonly #delay = createDelayEstimate();
  readonly #held = new Map<number, Placed>();
  #latest: Placed | undefined;
  #given: Placed | undefined;
  #arrivedAtS = 0;
  #next = 0;
  /** When sample 0 would be heard. */
  #startS = 0;
  /** Until when sound is given out. */
  #endS = 0;
  /** The delay that speech has now. */
  #delayS = 0;
  /** A packet came when its time was over. */
  #wasLate = false;
  #leastSlackS = Number.POSITIVE_INFINITY;
  #inARow = 0;
  #lost = 0;

  /** Packets that were not there when they had to be heard. */
  get lost(): number {
    return this.#lost;
  }

  /** Takes a packet that arrived now; returns what can be decoded, in order. */
  push(packet: Packet, nowS: number): Playable[] {
    const placed = this.#place(packet, nowS);
    this.#arrivedAtS = nowS;
    this.#delay.add(nowS - placed.samples / RATE_HZ, nowS);
    if (placed.index < this.#next) {
      this.#wasLate = true;
      return [];
    }
    this.#held.set(placed.index, placed);
    if (this.#isTooLate(placed, nowS)) this.#skipTo(this.#firstHeld(placed.index + 1) ?? placed.index);
    return this.flush(nowS);
  }

  /** When to call `flush` if no packet comes before; `undefined`: nothing waits. */
  get flushAtS(): number | undefined {
    const first = this.#firstHeld(this.#next);
    const waiting = first === undefined ? undefined : this.#held.get(first);
    return waiting === undefined ? undefined : this.#playAtS(waiting) - GIVE_UP_S;
  }

  /** Returns what can be decoded, without missing packets that can't be waited for any longer. */
  flush(nowS: number): Playable[] {
    const ready = this.#takeInOrder(nowS);
    while ((this.flushAtS ?? Number.POSITIVE_INFINITY) <= nowS || this.#held.size > MAX_HELD) {
      this.#skipTo(this.#firstHeld(this.#next) ?? this.#next);
      ready.push(...this.#takeInOrder(nowS));
    }
    return ready;
  }

  #place({ sequence, timestamp, opus }: Packet, nowS: number): Placed {
    const latest = this.#latest;
    const ahead = latest === undefined ? 0 : signed16(sequence - latest.index);
    const isContinued = latest !== undefined && nowS - this.#arrivedAtS <= RESTART_S && Math.abs(ahead) <= MAX_JUMP;
    if (!isContinued) return this.#restart({ index: sequence, samples: timestamp, opus }, nowS);
    const samples = latest.samples + ((timestamp - latest.samples) | 0);
    const placed = { index: latest.index + ahead, samples, opus };
    if (ahead > 0) this.#latest = placed;
    return placed;
  }

  #restart(placed: Placed, nowS: number): Placed {
    this.#held.clear();
    this.#delay.restart();
    this.#latest = placed;
    this.#given = undefined;
    this.#next = placed.index;
    this.#anchor(placed, nowS);
    return placed;
  }

  /** From this packet on, sound is heard after the delay that the jitter needs, and never before what was given out. */
  #anchor(placed: Placed, nowS: number): void {
    const atS = Math.max(nowS + this.#delay.neededS, this.#endS);
    this.#startS = atS - placed.samples / RATE_HZ;
    this.#delayS = this.#delay.neededS;
    this.#wasLate = false;
    this.#leastSlackS = Number.POSITIVE_INFINITY;
    this.#inARow = 0;
  }

  #playAtS({ samples }: Placed): number {
    return this.#startS + samples / RATE_HZ;
  }

  /** A straggler: its time is over, but that of its successors is not. */
  #isTooLate(placed: Placed, nowS: number): boolean {
    return this.#playAtS(placed) < nowS + DECODE_S && this.#firstHeld(placed.index + 1) !== undefined;
  }

  #firstHeld(from: number): number | undefined {
    return [...this.#held.keys()].filter((index) => index >= from).reduce<number | undefined>(smaller, undefined);
  }

  #skipTo(index: number): void {
    this.#lost += Math.max(0, index - this.#next);
    this.#next = Math.max(this.#next, index);
    for (const held of this.#held.keys()) if (held < this.#next) this.#held.delete(held);
  }

  #takeInOrder(nowS: number): Playable[] {
    const ready: Playable[] = [];
    for (let placed = this.#held.get(this.#next); placed !== undefined; placed = this.#held.get(this.#next)) {
      this.#held.delete(this.#next);
      this.#next += 1;
      const atS = this.#schedule(placed, nowS);
      if (atS !== undefined) ready.push({ opus: placed.opus, atS });
    }
    return ready;
  }

  /** `undefined`: left out, so that speech is not heard later and later. */
  #schedule(placed: Placed, nowS: number): number | undefined {
    const slackS = this.#playAtS(placed) - nowS;
    const isPause = this.#isPause(placed);
    this.#given = placed;
    if (slackS < DECODE_S || (isPause && slackS > this.#delay.neededS)) {
      this.#anchor(placed, nowS);
    } else if (this.#isHeardTooLate(slackS)) {
      this.#startS -= FRAME_S;
      return undefined;
    }
    if (this.#wasLate) this.#delayMore();
    const atS = this.#playAtS(placed);
    this.#endS = atS + FRAME_S;
    return atS;
  }

  /** A pause now, in place of a gap for each packet that is as late as the one that was. */
  #delayMore(): void {
    this.#wasLate = false;
    const moreS = this.#delay.neededS - this.#delayS;
    if (moreS <= 0) return;
    this.#startS += moreS;
    this.#delayS += moreS;
  }

  /** Whether a packet is silence, or comes after a pause in the speaker's own clock: lost packets are none. */
  #isPause({ opus, index, samples }: Placed): boolean {
    const given = this.#given;
    if (isSilenceFrame(opus) || given === undefined) return true;
    return samples - given.samples > (index - given.index) * FRAME_SAMPLES;
  }

  /** The other clock is faster than this one, or there is less jitter than there was. */
  #isHeardTooLate(slackS: number): boolean {
    this.#leastSlackS = Math.min(this.#leastSlackS, slackS);
    this.#inARow += 1;
    if (this.#inARow < EXCESS_FRAMES) return false;
    const isTooLate = this.#leastSlackS > this.#delay.neededS + EXCESS_S;
    this.#leastSlackS = Number.POSITIVE_INFINITY;
    this.#inARow = 0;
    return isTooLate;
  }
}

/** Whether a packet is the silence that Discord's clients send after speech. */
export function isSilenceFrame(opus: Uint8Array): boolean {
  return opus.length === SILENCE.length && SILENCE.every((byte, index) => opus[index] === byte);
}

function signed16(difference: number): number {
  return (difference << 16) >> 16;
}

function smaller(least: number | undefined, value: number): number {
  return least === undefined ? value : Math.min(least, value);
}
