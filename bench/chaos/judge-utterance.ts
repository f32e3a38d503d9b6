import { lengthOf, restOf, type Span } from './spans.ts';

/** The part of an utterance that a caption has to cover. */
const COVERED = 0.8;
const HARDLY = 0.2;

/** What somebody said, and what is known about it. */
export interface SpokenUtterance {
  /** When its packets were sent: a machine that stalls pauses whoever speaks. */
  readonly sent: readonly Span[];
  /** Times of the lines of its speaker in the transcript. */
  readonly lines: readonly Span[];
  /** When words could be lost: no captions, the bot out of the channel, or a crash within 2 s. */
  readonly causes: readonly Span[];
}

export type UtteranceOutcome = 'captioned' | 'captioned in part' | 'lost with a known cause' | 'LOST WITHOUT CAUSE';

/** Judges what became of an utterance. */
export function judgeUtterance({ sent, lines, causes }: SpokenUtterance): UtteranceOutcome {
  const whole = lengthOf(sent);
  const missing = sent.flatMap((span) => restOf(span, lines));
  const missingShare = lengthOf(missing) / whole;
  if (missingShare <= 1 - COVERED) return 'captioned';
  const unexplained = lengthOf(missing.flatMap((part) => restOf(part, causes)));
  if (unexplained / whole > 1 - COVERED) return 'LOST WITHOUT CAUSE';
  return missingShare >= 1 - HARDLY ? 'lost with a known cause' : 'captioned in part';
}
