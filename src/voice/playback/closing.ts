import { SILENCE_FRAME } from '@mynah/opus/opus-packet';
import { CLOSING_FRAMES, type LeadIn } from './lead-in.ts';

/** How an utterance ends. */
export interface ClosingOptions {
  readonly lead: LeadIn;
  /** Ticks after the silence frames until the next item may begin. */
  readonly breathFrames: number;
  /** Another item follows. Clients that hear silence until then keep their decoders. */
  readonly isFollowed: () => boolean;
}

/**
 * Closes an utterance: five silence frames, then a breath, which is silence when another item follows and no packets
 * otherwise. Returns the step of one tick; false when the next item may begin in the same tick.
 */
export function createClosing({ lead, breathFrames, isFollowed }: ClosingOptions): () => boolean {
  let [silence, breath] = [CLOSING_FRAMES, breathFrames];
  return () => {
    if (silence > 0) {
      silence -= 1;
      lead.send(SILENCE_FRAME);
      return true;
    }
    if (!isFollowed()) lead.end();
    else if (breath > 0) lead.send(SILENCE_FRAME);
    breath -= 1;
    return breath >= 0;
  };
}
