import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HeardPackets } from '../../../src/voice/heard-packets.ts';

const ANNA = '800000000000000001';
const BEN = '800000000000000002';
const SILENCE = Uint8Array.of(0xf8, 0xff, 0xfe);

describe('heard packets', () => {
  let heard: HeardPackets;
  beforeEach(() => {
    vi.useFakeTimers();
    heard = new HeardPackets();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function hear(sequence: number, userId = ANNA, opus: Uint8Array = Uint8Array.of(0xfc, sequence & 0xff)): void {
    heard.add({ userId, sequence, timestamp: sequence * 960, opus, receivedAtMs: performance.now() });
  }

  /** Packets with these sequence numbers, 20 ms apart. */
  function hearAll(sequences: readonly number[], opus?: Uint8Array): void {
    for (const sequence of sequences) {
      hear(sequence, ANNA, opus ?? Uint8Array.of(0xfc, sequence & 0xff));
      vi.advanceTimersByTime(20);
    }
  }

  it('returns an utterance once silence frames are followed by quiet', async () => {
    const utterance = heard.utterance(ANNA);
    hearAll([7, 8, 9]);
    hearAll([10, 11, 12, 13, 14], SILENCE);
    await vi.advanceTimersByTimeAsync(200);
    const { packets, ...rest } = await utterance;
    expect(packets.map(({ sequence }) => sequence)).toEqual([7, 8, 9]);
    expect(rest).toEqual({ userId: ANNA, lost: 0, longestGapMs: 20, endedBy: 'silence' });
  });

  it('treats continued silence frames as a pause within the utterance', async () => {
    const utterance = heard.utterance(ANNA);
    hearAll([1, 2]);
    hearAll([3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16], SILENCE);
    hearAll([17]);
    hearAll([18, 19, 20, 21, 22], SILENCE);
    await vi.advanceTimersByTimeAsync(200);
    expect((await utterance).packets.map(({ sequence }) => sequence)).toEqual([1, 2, 17]);
  });

  it('ends an utterance without silence frames after a pause', async () => {
    const utterance = heard.utterance(ANNA, { pauseMs: 500 });
    hearAll([1, 2]);
    await vi.advanceTimersByTimeAsync(500);
    expect(await utterance).toMatchObject({ endedBy: 'pause', lost: 0 });
  });

  it('finds an utterance that ended before the wait, and the one after it', async () => {
    hearAll([1, 2, 3]);
    hearAll([4], SILENCE);
    vi.advanceTimersByTime(300);
    const mark = heard.mark();
    hearAll([5, 6]);
    hearAll([7], SILENCE);
    vi.advanceTimersByTime(300);
    expect((await heard.utterance(ANNA)).packets).toHaveLength(3);
    expect((await heard.utterance(ANNA, { from: mark })).packets).toHaveLength(2);
  });

  it('counts lost packets and reorders late ones, across the wrap of the sequence number', async () => {
    const utterance = heard.utterance(ANNA);
    hearAll([65_533, 65_535, 65_534, 1, 2]);
    hearAll([3], SILENCE);
    await vi.advanceTimersByTimeAsync(300);
    const { packets, lost } = await utterance;
    expect(packets.map(({ sequence }) => sequence)).toEqual([65_533, 65_534, 65_535, 1, 2]);
    expect(lost).toBe(1);
  });

  it('measures the longest time between two arrivals', async () => {
    const utterance = heard.utterance(ANNA);
    hearAll([1, 2]);
    vi.advanceTimersByTime(100);
    hearAll([3]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect((await utterance).longestGapMs).toBe(120);
  });

  it('considers only the user waited for', async () => {
    const utterance = heard.utterance(BEN);
    hearAll([1, 2, 3]);
    hear(50, BEN);
    await vi.advanceTimersByTimeAsync(1_000);
    expect((await utterance).packets.map(({ userId }) => userId)).toEqual([BEN]);
  });

  it('returns the next matching packet, not an earlier one', async () => {
    hear(1);
    const next = heard.next(({ userId }) => userId === ANNA);
    hear(2, BEN);
    hear(3);
    expect((await next).sequence).toBe(3);
  });

  it('rejects with the reason of the signal', async () => {
    const controller = new AbortController();
    const waits = [heard.next(() => true, controller.signal), heard.utterance(ANNA, { signal: controller.signal })];
    const reason = new Error('enough');
    controller.abort(reason);
    for (const wait of waits) await expect(wait).rejects.toBe(reason);
    await expect(heard.next(() => true, controller.signal)).rejects.toBe(reason);
  });

  it('rejects waits when the person leaves', async () => {
    const wait = heard.next(() => true);
    heard.end(new Error('left'));
    await expect(wait).rejects.toThrow('left');
    await expect(heard.utterance(ANNA)).rejects.toThrow('left');
  });

  it('notifies listeners until they are disposed', () => {
    const sequences: number[] = [];
    {
      using _listening = heard.listen(({ sequence }) => sequences.push(sequence));
      hear(1);
    }
    hear(2);
    expect(sequences).toEqual([1]);
  });

  it('discards the oldest packets at its bound, and marks stay valid', async () => {
    heard = new HeardPackets(100);
    for (let sequence = 0; sequence < 100; sequence++) hear(sequence);
    const mark = heard.mark();
    for (let sequence = 100; sequence < 150; sequence++) hear(sequence);
    expect(heard.packets.length).toBeLessThanOrEqual(100);
    const utterance = heard.utterance(ANNA, { from: mark });
    await vi.advanceTimersByTimeAsync(1_000);
    expect((await utterance).packets[0]?.sequence).toBe(100);
  });

  describe('as a client hears them that drops its first 200 ms after a pause', () => {
    const sequences = (from = 0) => heard.audible(from).map(({ sequence }) => sequence);
    const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

    it('begin 200 ms after the first packet', () => {
      hearAll(range(0, 15));
      expect(sequences()).toEqual(range(10, 15));
    });

    it('are whole when silence went ahead for as long', () => {
      hearAll(range(0, 10), SILENCE);
      hearAll(range(10, 15));
      expect(sequences()).toEqual(range(10, 15));
    });

    it('begin again 200 ms after a pause of more than half a second, and not after a shorter one', () => {
      hearAll(range(0, 12));
      vi.advanceTimersByTime(480);
      hearAll(range(12, 14));
      vi.advanceTimersByTime(481);
      hearAll(range(14, 26));
      expect(sequences()).toEqual([...range(10, 14), ...range(24, 26)]);
    });

    it('are counted for each speaker, across the wrap of the RTP clock', () => {
      const wrap = 2 ** 32;
      const hearAt = (index: number, userId: string) => {
        const timestamp = (wrap - 4 * 960 + index * 960) % wrap;
        heard.add({ userId, sequence: index, timestamp, opus: Uint8Array.of(0xfc), receivedAtMs: index * 20 });
      };
      for (const index of range(0, 12)) {
        hearAt(index, ANNA);
        if (index > 0) hearAt(index, BEN);
      }
      expect(heard.audible().map(({ sequence, userId }) => [sequence, userId])).toEqual([
        [10, ANNA],
        [11, ANNA],
        [11, BEN],
      ]);
    });

    it('can be read from a mark, with the pause before it in mind', () => {
      hearAll(range(0, 5));
      const mark = heard.mark();
      hearAll(range(5, 12));
      expect(sequences(mark)).toEqual([10, 11]);
      hearAll(range(12, 14));
      expect(sequences(heard.mark() - 1)).toEqual([13]);
    });
  });
});
