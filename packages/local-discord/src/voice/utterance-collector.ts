import { SILENCE_FRAME } from '@mynah/opus/opus-packet';
import type { HeardPacket, HeardUtterance } from './person-voice-api.ts';

/** After silence frames, this much quiet ends an utterance; continued silence frames are a pause within it. */
const SETTLE_MS = 200;
const SEQUENCE_MODULUS = 65_536;

/** Collects one person's packets, in order of arrival, until their utterance ends. */
export class UtteranceCollector {
  readonly #pauseMs: number;
  readonly #packets: HeardPacket[] = [];

  constructor(pauseMs: number) {
    this.#pauseMs = pauseMs;
  }

  /** Adds a packet, unless the utterance ended before it. Silence before the first voiced packet is dropped. */
  add(packet: HeardPacket): 'taken' | 'ended-before' {
    if (this.#packets.length === 0 && isSilence(packet)) return 'taken';
    const endsAtMs = this.endsAtMs;
    if (endsAtMs !== undefined && packet.receivedAtMs > endsAtMs) return 'ended-before';
    this.#packets.push(packet);
    return 'taken';
  }

  /** When the utterance ends if nothing more arrives, on the clock of `receivedAtMs`; `undefined` before it starts. */
  get endsAtMs(): number | undefined {
    const last = this.#packets.at(-1);
    return last === undefined ? undefined : last.receivedAtMs + (isSilence(last) ? SETTLE_MS : this.#pauseMs);
  }

  result(userId: string): HeardUtterance {
    const last = this.#packets.at(-1);
    const ordered = inRtpOrder(this.#packets);
    const voiced = ordered.filter(({ packet }) => !isSilence(packet));
    const expected = (ordered.at(-1)?.position ?? 0) - (ordered[0]?.position ?? 0) + 1;
    return {
      userId,
      packets: voiced.map(({ packet }) => packet),
      lost: expected - new Set(ordered.map(({ position }) => position)).size,
      longestGapMs: longestGapMs(this.#packets),
      endedBy: last !== undefined && isSilence(last) ? 'silence' : 'pause',
    };
  }
}

function isSilence({ opus }: HeardPacket): boolean {
  return opus.length === SILENCE_FRAME.length && opus.every((byte, index) => byte === SILENCE_FRAME[index]);
}

/** Sorts by unwrapped sequence number: each is within half the range of the previous one. */
function inRtpOrder(packets: readonly HeardPacket[]): { readonly position: number; readonly packet: HeardPacket }[] {
  let position = packets[0]?.sequence ?? 0;
  const placed = packets.map((packet) => {
    const ahead = (packet.sequence - position + SEQUENCE_MODULUS * 1.5) % SEQUENCE_MODULUS;
    position = position + ahead - SEQUENCE_MODULUS / 2;
    return { position, packet };
  });
  return placed.sort((a, b) => a.position - b.position);
}

/** Longest gap between arrivals up to the last voiced packet. */
function longestGapMs(packets: readonly HeardPacket[]): number {
  const end = packets.findLastIndex((packet) => !isSilence(packet));
  let longest = 0;
  for (let index = 1; index <= end; index++) {
    const [before, after] = [packets[index - 1], packets[index]];
    if (before !== undefined && after !== undefined) {
      longest = Math.max(longest, after.receivedAtMs - before.receivedAtMs);
    }
  }
  return longest;
}
