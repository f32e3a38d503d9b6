import type { Hearing } from './hearing.ts';

const PACKET_MS = 20;
/** Packets that overtake each other on a busy machine seem to be lost and extra. */
const MAX_OVERTAKEN = 5;
/** What one fault may cost of a text (docs/operation.md: 2 s), with half a second for a busy machine. */
const MS_PER_FAULT = 2_500;
/** A text of which less was heard, or more is left, was not heard. */
const MIN_HEARD_SHARE = 0.1;

const ON_ITS_WAY =
  /^(?:Queued|Speaking…|Still waiting|Nobody is in the voice channel|I'm not allowed to speak here yet)/;
const SPOKEN = /^Spoken\./;

/** What somebody asked for by `/say`, at the end of the run. */
export interface AskedText {
  /** Whether the bot has answered in any way; if not, Discord's client says so. */
  readonly isAnswered: boolean;
  /** Every content that its answer had, oldest first; empty while it is `thinking`. */
  readonly answers: readonly string[];
  readonly packets: number;
  readonly hearing: Hearing;
  /** Faults that could touch it. */
  readonly faults: number;
}

/** Heard, with nothing that could be measured. */
type Heard = 'heard whole' | 'heard, with an answer that is not over' | 'heard, after Discord said that nobody answers';

/** What became of a text. */
export type TextOutcome =
  | { readonly kind: Heard | 'unanswered' | 'LOST' }
  | { readonly kind: 'heard with a gap' | 'heard twice in part'; readonly ms: number }
  /** `why`: the beginning of the answer. */
  | { readonly kind: 'refused' | 'failed, and told'; readonly why: string };

/** Judges what became of a text. */
export function judgeText({ isAnswered, answers, packets, hearing, faults }: AskedText): TextOutcome {
  const last = answers.at(-1);
  const lostMs = hearing.lost * PACKET_MS;
  const isHeard =
    lostMs <= MS_PER_FAULT * Math.max(1, faults) && hearing.lost <= Math.max(packets * (1 - MIN_HEARD_SHARE), 0);
  if (last !== undefined && !ON_ITS_WAY.test(last) && !SPOKEN.test(last)) {
    const isRefused = !answers.some((answer) => ON_ITS_WAY.test(answer));
    return { kind: isRefused ? 'refused' : 'failed, and told', why: last.replaceAll(/<[^>]*>/g, '…').slice(0, 70) };
  }
  if (!isHeard) return { kind: isAnswered ? 'LOST' : 'unanswered' };
  if (!isAnswered || last === undefined) return { kind: 'heard, after Discord said that nobody answers' };
  if (!SPOKEN.test(last)) return { kind: 'heard, with an answer that is not over' };
  if (hearing.lost > MAX_OVERTAKEN) return { kind: 'heard with a gap', ms: lostMs };
  if (hearing.twice > MAX_OVERTAKEN) return { kind: 'heard twice in part', ms: hearing.twice * PACKET_MS };
  return { kind: 'heard whole' };
}

/** Whether a text with this answer is still to be spoken, or is being spoken. */
export function isOnItsWay(answer: string): boolean {
  return answer === '' || ON_ITS_WAY.test(answer);
}
