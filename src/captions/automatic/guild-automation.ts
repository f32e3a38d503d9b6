import { backoffMs } from '../../concurrency/async.ts';
import type { AutoCaptionTimings } from './auto-caption-timings.ts';

/** How many people, bots left out, are in a voice channel. */
export type CountPeople = (voiceChannelId: string) => number;

/** What decides what to do next in a guild. */
export interface GuildView {
  /** Milliseconds by a clock that nobody sets, like all times here. */
  readonly nowMs: number;
  readonly countPeople: CountPeople;
  /** The voice channel that the bot is in, or on its way to. */
  readonly botChannelId: string | undefined;
  /** The guild's captions, started by hand or automatically. */
  readonly running:
    | { readonly sessionId: string; readonly voiceChannelId: string; readonly startedAtMs: number }
    | undefined;
}

/** What to do next in a guild. */
export type AutomationStep =
  | { readonly kind: 'start'; readonly voiceChannelId: string }
  | { readonly kind: 'end'; readonly sessionId: string }
  /** Nothing until something changes, or until `untilMs`. */
  | { readonly kind: 'wait'; readonly untilMs: number | undefined };

interface Channel {
  /** Since when people are there; `undefined` while it is empty. */
  occupiedSinceMs: number | undefined;
  /** Since when nobody is there; `undefined` while it is occupied. */
  emptySinceMs: number | undefined;
  /** Someone ended captions there, or sent the bot away: nothing starts until everyone has left once. */
  isHeld: boolean;
  /** No start before; infinite: until everyone has left once, or permissions change. */
  blockedUntilMs: number;
  failures: number;
}

/**
 * Decides when captions of a guild's bound voice channels start and end. Pure: it knows no clock, no timer and no Discord.
 * The bot is in one voice channel a guild, so the first channel to fill comes first, and the bot is never taken away from a
 * channel with listeners or captions.
 */
export class GuildAutomation {
  readonly #timings: AutoCaptionTimings;
  /** By voice channel id. */
  readonly #channels = new Map<string, Channel>();
  /** The captions that were on last. What is known of their start changes with the clock of the machine: the first counts. */
  #running: { readonly sessionId: string; readonly startedAtMs: number } | undefined;

  constructor(timings: AutoCaptionTimings) {
    this.#timings = timings;
  }

  /** Binds a voice channel, as if it were new. */
  add(voiceChannelId: string): void {
    const fresh = { occupiedSinceMs: undefined, emptySinceMs: undefined, isHeld: false };
    this.#channels.set(voiceChannelId, { ...fresh, blockedUntilMs: 0, failures: 0 });
  }

  remove(voiceChannelId: string): void {
    this.#channels.delete(voiceChannelId);
  }

  /** Takes in who is where. Call it at every change, so that no moment goes unseen in which a channel was empty. */
  see(nowMs: number, countPeople: CountPeople): void {
    for (const [voiceChannelId, channel] of this.#channels) {
      if (countPeople(voiceChannelId) > 0) {
        channel.occupiedSinceMs ??= nowMs;
        channel.emptySinceMs = undefined;
      } else {
        channel.emptySinceMs ??= nowMs;
        channel.occupiedSinceMs = undefined;
        Object.assign(channel, { isHeld: false, blockedUntilMs: 0, failures: 0 });
      }
    }
  }

  /** Respects that someone ended captions, or sent the bot away: the channel must empty once before a start. */
  hold(voiceChannelId: string): void {
    const channel = this.#channels.get(voiceChannelId);
    if (channel !== undefined) channel.isHeld = true;
  }

  isHeld(voiceChannelId: string): boolean {
    return this.#channels.get(voiceChannelId)?.isHeld === true;
  }

  /** A start was refused: the next one is not before `untilMs`, by default once the channel emptied or permissions changed. */
  block(voiceChannelId: string, untilMs = Number.POSITIVE_INFINITY): void {
    const channel = this.#channels.get(voiceChannelId);
    if (channel !== undefined) channel.blockedUntilMs = untilMs;
  }

  /** A start failed for a passing reason, or the connection broke. */
  fail(voiceChannelId: string, nowMs: number): void {
    const channel = this.#channels.get(voiceChannelId);
    if (channel === undefined) return;
    channel.failures += 1;
    channel.blockedUntilMs = nowMs + backoffMs(channel.failures, this.#timings.retry);
  }

  /**
   * What was refused may work now: what waits until `atLeastMs` or later, by default only what was refused for good.
   */
  unblock(atLeastMs = Number.POSITIVE_INFINITY): void {
    for (const channel of this.#channels.values()) {
      if (channel.blockedUntilMs >= atLeastMs) channel.blockedUntilMs = 0;
    }
  }

  /** Call it when captions of the channel have started. */
  started(voiceChannelId: string): void {
    const channel = this.#channels.get(voiceChannelId);
    if (channel !== undefined) channel.failures = 0;
  }

  next(view: GuildView): AutomationStep {
    this.see(view.nowMs, view.countPeople);
    return view.running === undefined ? this.#nextStart(view) : this.#nextEnd(view.running, view.nowMs);
  }

  /** Captions that were started by hand count as the channel's own. Those that nobody has heard yet don't end here. */
  #nextEnd(running: NonNullable<GuildView['running']>, nowMs: number): AutomationStep {
    const { sessionId, startedAtMs } = running;
    if (this.#running?.sessionId !== sessionId)
      this.#running = { sessionId, startedAtMs: Math.min(startedAtMs, nowMs) };
    const { emptySinceMs } = this.#channels.get(running.voiceChannelId) ?? {};
    if (emptySinceMs === undefined || emptySinceMs < this.#running.startedAtMs)
      return { kind: 'wait', untilMs: undefined };
    const untilMs = emptySinceMs + this.#timings.emptyMs;
    return nowMs < untilMs ? { kind: 'wait', untilMs } : { kind: 'end', sessionId };
  }

  #nextStart({ nowMs, botChannelId, countPeople }: GuildView): AutomationStep {
    const isTaken = botChannelId !== undefined && countPeople(botChannelId) > 0;
    const starts = [...this.#channels]
      .filter(([voiceChannelId, { isHeld }]) => !isHeld && (!isTaken || voiceChannelId === botChannelId))
      .flatMap(([voiceChannelId, { occupiedSinceMs, blockedUntilMs }]) =>
        occupiedSinceMs === undefined || blockedUntilMs === Number.POSITIVE_INFINITY
          ? []
          : [
              {
                voiceChannelId,
                occupiedSinceMs,
                atMs: Math.max(occupiedSinceMs + this.#timings.settleMs, blockedUntilMs),
              },
            ],
      )
      .toSorted((one, other) => one.occupiedSinceMs - other.occupiedSinceMs);
    const due = starts.find(({ atMs }) => atMs <= nowMs);
    if (due !== undefined) return { kind: 'start', voiceChannelId: due.voiceChannelId };
    const untilMs = starts.reduce<number | undefined>((least, { atMs }) => Math.min(least ?? atMs, atMs), undefined);
    return { kind: 'wait', untilMs };
  }
}
