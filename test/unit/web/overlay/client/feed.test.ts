import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type EventStream, Feed, type StreamEvent } from '../../../../../src/web/overlay/client/feed.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

class FakeStream implements EventStream {
  readonly address: string;
  isClosed = false;
  readonly #listeners = new Map<string, (event: StreamEvent) => void>();

  constructor(address: string) {
    this.address = address;
  }

  addEventListener(type: string, listener: (event: StreamEvent) => void): void {
    this.#listeners.set(type, listener);
  }

  close(): void {
    this.isClosed = true;
  }

  emit(type: string, data: object | string = '', lastEventId = ''): void {
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    this.#listeners.get(type)?.({ data: text, lastEventId });
  }
}

function follow(invalid = { now: false }) {
  const streams: FakeStream[] = [];
  const seen: string[] = [];
  const feed = new Feed(
    '/overlay/x/events',
    {
      onLine: ({ text }) => seen.push(text),
      onRemove: (id) => seen.push(`remove ${id}`),
      onReset: () => seen.push('reset'),
      onStatus: (status) => seen.push(status),
    },
    {
      openStream: (address) => {
        const stream = new FakeStream(address);
        streams.push(stream);
        return stream;
      },
      isInvalid: () => Promise.resolve(invalid.now),
      setTimer: (run, afterMs) => {
        const timer = setTimeout(run, afterMs);
        return () => clearTimeout(timer);
      },
      random: () => 1,
    },
  );
  feed.connect();
  const last = (): FakeStream => {
    const stream = streams.at(-1);
    if (stream === undefined) throw new Error('no stream');
    return stream;
  };
  return { feed, streams, seen, last };
}

describe('the feed of captions', () => {
  it('passes on lines, removals, resets and states', () => {
    const { seen, last } = follow();
    last().emit('state', { state: 'live' }, '1');
    last().emit('line', { id: 'a', text: 'Hello' }, '2');
    last().emit('remove', { id: 'a' }, '3');
    last().emit('reset', {}, '4');
    expect(seen).toEqual(['live', 'Hello', 'remove a', 'reset']);
  });

  it('opens a broken connection anew, and asks for what it missed', async () => {
    const { seen, streams, last } = follow();
    last().emit('line', { id: 'a', text: 'Hello' }, '7-2');
    last().emit('error');
    expect(seen.at(-1)).toBe('reconnecting');
    expect(streams[0]?.isClosed).toBe(true);
    await vi.advanceTimersByTimeAsync(500);
    expect(streams.map(({ address }) => address)).toEqual(['/overlay/x/events', '/overlay/x/events?after=7-2']);
  });

  it('has the state it had before, once it is connected again', async () => {
    const { seen, last } = follow();
    last().emit('open');
    last().emit('state', { state: 'waiting' }, '1');
    last().emit('error');
    await vi.advanceTimersByTimeAsync(500);
    last().emit('open');
    expect(seen).toEqual(['live', 'waiting', 'reconnecting', 'waiting']);
  });

  it('waits longer after each failure, up to a quarter of a minute, and starts over once connected', async () => {
    const { streams, last } = follow();
    const waits: number[] = [];
    for (let failure = 0; failure < 7; failure += 1) {
      const count = streams.length;
      const startMs = Date.now();
      last().emit('error');
      while (streams.length === count) await vi.advanceTimersByTimeAsync(500);
      waits.push(Date.now() - startMs);
    }
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
    last().emit('open');
    last().emit('error');
    await vi.advanceTimersByTimeAsync(500);
    expect(streams).toHaveLength(9);
  });

  it('stops when captions have ended', async () => {
    const { feed, seen, streams, last } = follow();
    last().emit('state', { state: 'ended' }, '9');
    last().emit('error');
    feed.connect();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(seen).toEqual(['ended']);
    expect(streams).toHaveLength(1);
    expect(last().isClosed).toBe(true);
  });

  it('stops when the address is no longer valid', async () => {
    const { seen, streams, last } = follow({ now: true });
    last().emit('error');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(seen).toEqual(['reconnecting', 'invalid']);
    expect(streams).toHaveLength(1);
  });

  it('leaves out what a connection still says that was given up', () => {
    const { feed, streams, seen } = follow();
    feed.connect();
    streams[0]?.emit('line', { id: 'a', text: 'late' }, '1');
    streams[0]?.emit('error');
    expect(seen).toEqual(['reconnecting']);
  });

  it('connects anew when a connection with pings falls silent', async () => {
    const { streams, last } = follow();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(streams).toHaveLength(1);
    last().emit('ping');
    await vi.advanceTimersByTimeAsync(49_999);
    last().emit('line', { id: 'a', text: 'Hello' }, '3');
    await vi.advanceTimersByTimeAsync(49_999);
    expect(streams).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(last().address).toBe('/overlay/x/events?after=3');
  });

  it('connects anew when nothing comes back at all, and says so', async () => {
    const { streams, seen, last } = follow();
    last().emit('ping');
    await vi.advanceTimersByTimeAsync(150_000);
    expect(streams).toHaveLength(4);
    expect(seen).toEqual(['reconnecting', 'reconnecting', 'reconnecting']);
  });
});
