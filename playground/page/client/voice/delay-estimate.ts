/** Without jitter: two packets and the time to decode one. */
const LEAST_S = 0.06;
/** Longer delays make a conversation harder than gaps do. */
const MOST_S = 1.2;
/** Room beside the latest packets seen. */
const MARGIN_S = 0.02;
/** The lateness that is remembered halves in this time. */
const HALF_LIFE_S = 10;
/** How fast the two clocks may drift apart: 1 ms/s, far more than sound devices do. */
const DRIFT_SHARE = 0.001;

/** Estimates how long packets must wait so that the late ones are in time. */
export interface DelayEstimate {
  /** The delay to start with, in seconds. */
  readonly neededS: number;
  /** A packet arrived: the time of arrival minus its RTP time. Only differences matter. */
  add(transitS: number, nowS: number): void;
  /** RTP times start again; what is known of the jitter stays. */
  restart(): void;
}

/** Creates the estimate of one speaker. */
export function createDelayEstimate(): DelayEstimate {
  let fastestS: number | undefined;
  let lateS = 0;
  let updatedAtS: number | undefined;
  return {
    get neededS() {
      return Math.min(MOST_S, Math.max(LEAST_S, lateS + MARGIN_S));
    },
    add(transitS, nowS) {
      const elapsedS = updatedAtS === undefined ? 0 : Math.max(0, nowS - updatedAtS);
      updatedAtS = nowS;
      fastestS = Math.min(transitS, (fastestS ?? transitS) + elapsedS * DRIFT_SHARE);
      lateS = Math.max(lateS * 0.5 ** (elapsedS / HALF_LIFE_S), transitS - fastestS);
    },
    restart() {
      fastestS = undefined;
    },
  };
}
