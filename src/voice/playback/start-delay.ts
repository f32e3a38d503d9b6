/** Least sound to start with: two packets. Shorter sound runs dry with the next delay of a timer. */
const MIN_SOUND_MS = 40;

/** Sound that bridges the pauses measured of the real service ("some hundred ms"); also enough to judge a stream by. */
const ENOUGH_SOUND_MS = 400;

/** Longest wait after the first packets. Beyond that, people prefer a hole to silence. */
const MAX_WAIT_MS = 600;

/** Packets that come this long after the first ones end a pause; those of one chunk take a few milliseconds. */
const PAUSE_MS = 60;

/** Streams that are remembered, and the share of them that the delay would have kept whole: one of ten may be slower. */
const REMEMBERED_STREAMS = 10;
const WHOLE_SHARE = 0.9;

/** A generation that is silent for longer has stopped and continues: that says nothing about the pace of others. */
const SILENCE_MS = 5_000;

/** Added to what was measured: the jitter of timers and of a busy event loop. */
const MARGIN_MS = 20;

/** More sound than this in hand is always enough. */
const MAX_COVER_MS = 1_000;

/** The start of one stream of sound. */
export interface StreamStart {
  /** Sound of this length has arrived. */
  arrived(soundMs: number): void;
  /** The stream came whole. */
  ended(): void;
  /** The reader made the writer wait, or the service began again: later arrivals say nothing about its pace. */
  disturbed(): void;
  /** How long the sound in hand should still wait for more; 0 to start now. */
  waitMs(bufferedMs: number): number;
}

/** Decides when the sound of a text starts, by how the service paced the latest texts of all sessions. */
export interface StartDelay {
  /** Begins a stream. */
  stream(): StreamStart;
}

/** What would have kept a stream whole. */
interface Need {
  /** Start this long after the first sound … */
  delayMs: number;
  /** … or as soon as the sound in hand lasts until this long after it. */
  coverMs: number;
}

/**
 * Creates a start delay that knows nothing yet: the first stream starts after the first pause, with 400 ms of sound or
 * after 600 ms. Later ones start as soon as 9 of the latest 10 would have come through whole. `nowMs` is its clock.
 */
export function createStartDelay(nowMs: () => number = () => performance.now()): StartDelay {
  const latest: Need[] = [];
  return {
    stream: () =>
      new MeasuredStart(nowMs, latest, (need) => {
        latest.push(need);
        if (latest.length > REMEMBERED_STREAMS) latest.shift();
      }),
  };
}

class MeasuredStart implements StreamStart {
  readonly #nowMs: () => number;
  readonly #latest: readonly Need[];
  readonly #remember: (need: Need) => void;
  /** Grows with the stream, also when it is remembered already. */
  readonly #need: Need = { delayMs: 0, coverMs: 0 };
  #firstAtMs: number | undefined;
  #lastAtMs = 0;
  #soundMs = 0;
  #isRemembered = false;
  #isDisturbed = false;

  constructor(nowMs: () => number, latest: readonly Need[], remember: (need: Need) => void) {
    this.#nowMs = nowMs;
    this.#latest = latest;
    this.#remember = remember;
  }

  arrived(soundMs: number): void {
    const nowMs = this.#nowMs();
    if (this.#firstAtMs !== undefined && nowMs - this.#lastAtMs > SILENCE_MS) this.disturbed();
    this.#firstAtMs ??= nowMs;
    this.#lastAtMs = nowMs;
    if (this.#isDisturbed) return;
    const elapsedMs = nowMs - this.#firstAtMs;
    const delayMs = elapsedMs - this.#soundMs;
    if (delayMs > this.#need.delayMs) {
      this.#need.delayMs = delayMs;
      this.#need.coverMs = Math.min(MAX_COVER_MS, elapsedMs);
    }
    this.#soundMs += soundMs;
    if (this.#soundMs >= ENOUGH_SOUND_MS) this.#judge();
  }

  ended(): void {
    if (this.#hasPaused && !this.#isDisturbed) this.#judge();
  }

  disturbed(): void {
    this.#isDisturbed = true;
  }

  waitMs(bufferedMs: number): number {
    const nowMs = this.#nowMs();
    const elapsedMs = nowMs - (this.#firstAtMs ?? nowMs);
    return Math.max(0, Math.min(MAX_WAIT_MS, this.#startMs(bufferedMs)) - elapsedMs);
  }

  /** When to start, counted from the first packets. */
  #startMs(bufferedMs: number): number {
    if (bufferedMs < MIN_SOUND_MS) return MAX_WAIT_MS;
    if (this.#latest.length === 0) {
      return this.#hasPaused || bufferedMs >= ENOUGH_SOUND_MS ? 0 : MAX_WAIT_MS;
    }
    const delayMs = usual(this.#latest.map((need) => need.delayMs));
    const coverMs = usual(this.#latest.map((need) => need.coverMs));
    return MARGIN_MS + Math.min(delayMs, coverMs - bufferedMs);
  }

  get #hasPaused(): boolean {
    return this.#lastAtMs - (this.#firstAtMs ?? 0) >= PAUSE_MS;
  }

  #judge(): void {
    if (this.#isRemembered) return;
    this.#isRemembered = true;
    this.#remember(this.#need);
  }
}

/** The value that most of them do not exceed. */
function usual(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(WHOLE_SHARE * sorted.length) - 1] ?? 0;
}
