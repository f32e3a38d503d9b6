import { SILENCE_FRAME } from '../../../src/audio/opus/opus-packet.ts';
import type { HeardPacket, HeardUtterance } from './person-voice-api.ts';

/** After silence frames, quiet for this long ends an utterance; silence that goes on is a pause in its middle. */
const SETTLE_MS = 200;
const SEQUENCE_MODULUS = 65_536;

/** Gathers one person's packets, in order of arrival, until their utterance ended. */
export class UtteranceCollector {
  readonly #pauseMs: number;
  readonly #packets: HeardPacket[] = [];

  constructor(pauseMs: number) {
    this.#pauseMs = pauseMs;
  }

  /** Takes a packet, unless the utterance had ended before it. Silence before the first voiced packet is left out. */
  add(packet: HeardPacket): 'taken' | 'ended-before' {
    if (this.#packets.length === 0 && isSilence(packet)) return 'taken';
    const endsAtMs = this.endsAtMs;
    if (endsAtMs !== undefined && packet.receivedAtMs > endsAtMs) return 'ended-before';
    this.#packets.push(packet);
    return 'taken';
  }

  /** When the utterance will have ended if nothing more comes, on the clock of `receivedAtMs`; `undefined` before it began. */
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

/** By sequence number, which is unwrapped: each lies nearer than half the range to the one before it. */
function inRtpOrder(packets: readonly HeardPacket[]): { readonly position: number; readonly packet: HeardPacket }[] {
  let position = packets[0]?.sequence ?? 0;
  const placed = packets.map((packet) => {
    const ahead = (packet.sequence - position + SEQUENCE_MODULUS * 1.5) % SEQUENCE_MODULUS;
    position = position + ahead - SEQUENCE_MODULUS / 2;
    return { position, packet };
  });
  return placed.sort((a, b) => a.position - b.position);
}

/** Between arrivals up to the last voiced packet. */
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
