/**
 * Watches whether datagrams reach the voice server and come back. UDP reports no loss, and the voice gateway, which uses
 * TCP, may stay open meanwhile: without this, everything that is said while the path is broken is lost.
 */
export interface PathWatch {
  /** To be called before each packet, or some together. False when they must be held: what is sent now does not arrive. */
  maySend(nowMs: number): boolean;
  /** To be called every half second, also while nothing is sent. */
  check(nowMs: number): void;
  /** To be called with each datagram that arrives. */
  onDatagram(datagram: Buffer): void;
}

/** What a path watch needs. */
export interface PathWatchOptions {
  /** Sends a datagram to the voice server. */
  readonly send: (datagram: Buffer) => void;
  /** The path has been broken for 15 s; called once. From then on every packet may be sent. */
  readonly onLost: () => void;
}

/**
 * The pings of Discord's own client: four bytes, then a counter, which the server echoes. Discord documents neither them nor
 * that @discordjs/voice keeps connections alive with similar ones (discord.js issue 9185, pull request 9195). A server that
 * has never echoed one is therefore trusted blindly.
 */
const PING_PREFIX = 0x1337cafe;
const PING_BYTES = 8;

/** Pings are this far apart while packets are sent, and while none are. */
const BUSY_PING_MS = 400;
const IDLE_PING_MS = 5_000;

/** At first, up to this many pings are sent at the busy rate until one is echoed, because some may be lost. */
const MAX_FIRST_PINGS = 10;

/** The path is broken when a ping, and all after it, were unanswered for this long: with the wait for the ping 1.7 s. */
const BROKEN_AFTER_MS = 1_200;

/** A path that was broken for this long is given up: another connection may take another one. */
const LOST_AFTER_MS = 15_000;

/** Unanswered pings before a path is given up, so that a stalled thread doesn't count as a lost path. */
const LOST_PINGS = 3;

/** Creates the watch of one UDP socket. */
export function createPathWatch({ send, onLost }: PathWatchOptions): PathWatch {
  const ping = Buffer.alloc(PING_BYTES);
  ping.writeUInt32BE(PING_PREFIX);
  let count = 0;
  let sentAtMs = Number.NEGATIVE_INFINITY;
  /** When the oldest ping was sent that is unanswered, as are all after it. */
  let unansweredSinceMs: number | undefined;
  /** How many pings those are. */
  let unanswered = 0;
  let hasEchoed = false;
  let isGivenUp = false;

  const pingIfDue = (nowMs: number, everyMs: number): void => {
    if (nowMs - sentAtMs < everyMs) return;
    sentAtMs = nowMs;
    count = (count + 1) >>> 0;
    ping.writeUInt32BE(count, 4);
    unansweredSinceMs ??= nowMs;
    unanswered += 1;
    send(ping);
  };
  const brokenMs = (nowMs: number): number =>
    hasEchoed && !isGivenUp && unansweredSinceMs !== undefined ? nowMs - unansweredSinceMs : 0;
  const check = (nowMs: number, everyMs: number): void => {
    pingIfDue(nowMs, everyMs);
    if (brokenMs(nowMs) < LOST_AFTER_MS || unanswered <= LOST_PINGS) return;
    isGivenUp = true;
    onLost();
  };

  return {
    maySend(nowMs) {
      check(nowMs, BUSY_PING_MS);
      return brokenMs(nowMs) < BROKEN_AFTER_MS;
    },
    check: (nowMs) => check(nowMs, hasEchoed || count >= MAX_FIRST_PINGS ? IDLE_PING_MS : BUSY_PING_MS),
    onDatagram(datagram) {
      if (datagram.length !== PING_BYTES || datagram.readUInt32BE() !== PING_PREFIX) return;
      hasEchoed = true;
      unansweredSinceMs = undefined;
      unanswered = 0;
    },
  };
}
