import type { Span } from './spans.ts';

/**
 * The end of captions is told with what is known of text that is still to come, so that its notice waits for that: 1 s for
 * the last clips, 10 s for their text, 5 s to show it (src/captions/caption-timings.ts), and as much as 4 s on a busy
 * machine.
 */
const NOTICE_WITHIN_MS = 20_000;
/** After the end of a process, its successor posts the notice once it is ready. */
const NOTICE_AFTER_RESTART_MS = 60_000;

/** An end of captions that is known before its notice. */
interface AwaitedNotice {
  untilMs: number;
  /** Nothing but `/captions status` told of it. */
  readonly isSeen: boolean;
  readonly atMs: number;
}

/** What is known of when captions were on, by the right clock; all times are in ms since 1970. */
export class CaptionEnds {
  readonly #off: { fromMs: number; toMs: number }[] = [{ fromMs: 0, toMs: Number.POSITIVE_INFINITY }];
  #awaited: AwaitedNotice[] = [];
  readonly #silent: number[] = [];
  #isOn = false;

  /** Whether they are on, as far as people know. */
  get isOn(): boolean {
    return this.#isOn;
  }

  /** Times without captions. */
  get off(): readonly Span[] {
    return this.#off;
  }

  /** Somebody read that they are on. */
  started(nowMs: number): void {
    this.#isOn = true;
    const last = this.#off.at(-1);
    if (last !== undefined) last.toMs = nowMs;
  }

  /** The process was ended: what people have yet to be told, they are told later. */
  restarted(nowMs: number): void {
    this.#forget(nowMs);
    for (const notice of this.#awaited) notice.untilMs = nowMs + NOTICE_AFTER_RESTART_MS;
    if (!this.#isOn) return;
    this.#awaited.push({ atMs: nowMs, untilMs: nowMs + NOTICE_AFTER_RESTART_MS, isSeen: false });
    this.#end(nowMs);
  }

  /** The bot is out of the server, where it can tell nobody. */
  removed(nowMs: number): void {
    if (this.#isOn) this.#end(nowMs);
  }

  /** `/captions status` says that they are off. */
  seenOff(nowMs: number): void {
    if (!this.#isOn) return;
    this.#awaited.push({ atMs: nowMs, untilMs: nowMs + NOTICE_WITHIN_MS, isSeen: true });
    this.#end(nowMs);
  }

  /** A notice says that they ended: the latest, or ones whose end is known already. */
  noticed(nowMs: number): void {
    this.#forget(nowMs);
    if (this.#awaited.shift() === undefined && this.#isOn) this.#end(nowMs);
  }

  /** When captions were seen to be off of whose end nobody was told, until now. */
  silentEnds(nowMs: number): readonly number[] {
    this.#forget(nowMs);
    return this.#silent;
  }

  #end(atMs: number): void {
    this.#isOn = false;
    this.#off.push({ fromMs: atMs, toMs: Number.POSITIVE_INFINITY });
  }

  #forget(nowMs: number): void {
    for (const { untilMs, isSeen, atMs } of this.#awaited) if (isSeen && untilMs < nowMs) this.#silent.push(atMs);
    this.#awaited = this.#awaited.filter(({ untilMs }) => untilMs >= nowMs);
  }
}

/**
 * Times without captions, each from when they really ended: people learn of it later. `ends` are the ends of sessions as
 * the database has them.
 */
export function offSince(off: readonly Span[], ends: readonly number[]): Span[] {
  return off.map(({ fromMs, toMs }) => {
    const real = ends.filter((endMs) => endMs <= fromMs && endMs >= fromMs - NOTICE_WITHIN_MS);
    return { fromMs: real.length === 0 ? fromMs : Math.max(...real), toMs };
  });
}
