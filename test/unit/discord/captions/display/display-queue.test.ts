import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DisplayLine } from '../../../../../src/discord/captions/display/display-line.ts';
import { type DisplayPort, DisplayQueue } from '../../../../../src/discord/captions/display/display-queue.ts';
import { createRateBudget, type RateLimit } from '../../../../../src/discord/client/rate-budget.ts';
import { createLogger } from '../../../../../src/log/log.ts';

const log = createLogger('silent');
const LATENCY_MS = 50;
const GENEROUS: readonly RateLimit[] = [{ kind: 'window', limit: 1_000, windowMs: 1_000 }];

type Trouble = 'unreachable' | 'gone' | 'withdrawn' | 'refused';

/** A Discord channel in memory; `trouble` is what the next requests meet. */
function createChannel(limits: { posts?: readonly RateLimit[]; edits?: readonly RateLimit[] } = {}) {
  const messages: { handle: number; lines: string[]; isDeleted: boolean }[] = [];
  const requests: { kind: string; atMs: number; text: string }[] = [];
  const trouble: (Trouble | undefined)[] = [];
  const budgets = {
    posts: createRateBudget(limits.posts ?? GENEROUS),
    edits: createRateBudget(limits.edits ?? GENEROUS),
  };
  let underWay = 0;
  let mostUnderWay = 0;
  const request = async (kind: string, text: string): Promise<Trouble | undefined> => {
    requests.push({ kind, atMs: Date.now(), text });
    underWay += 1;
    mostUnderWay = Math.max(mostUnderWay, underWay);
    const met = trouble.shift();
    await new Promise((resolve) => setTimeout(resolve, LATENCY_MS));
    underWay -= 1;
    return met;
  };
  const textOf = (lines: readonly DisplayLine[]) => lines.map(({ content }) => content);
  const port: DisplayPort<number> = {
    post: async (lines) => {
      const met = await request('post', textOf(lines).join(' | '));
      if (met === 'refused') return { kind: 'refused' };
      if (met !== undefined) return { kind: 'unreachable' };
      messages.push({ handle: messages.length, lines: textOf(lines), isDeleted: false });
      return { kind: 'posted', handle: messages.length - 1 };
    },
    edit: async (handle, lines) => {
      const met = await request('edit', textOf(lines).join(' | '));
      const message = messages[handle];
      if (met === 'withdrawn' && message !== undefined) message.isDeleted = true;
      if (met !== undefined) return { kind: met };
      if (message !== undefined) message.lines = textOf(lines);
      return { kind: 'edited' };
    },
    remove: async (handle) => {
      const met = await request('remove', '');
      if (met === 'gone') return { kind: 'gone' };
      if (met !== undefined) return { kind: 'unreachable' };
      const message = messages[handle];
      if (message !== undefined) message.isDeleted = true;
      return { kind: 'removed' };
    },
    fits: (lines) => lines.reduce((sum, { content }) => sum + content.length, 0) <= 100,
    budgets: () => budgets,
  };
  const visible = () => messages.filter((message) => !message.isDeleted).map(({ lines }) => lines.join(' | '));
  return { port, requests, trouble, visible, mostUnderWay: () => mostUnderWay };
}

const final = (lineId: string, content: string, userId = lineId): DisplayLine => ({
  ...{ lineId, userId, content, settled: content, spokenAtMs: 1, isInterim: false },
});
const interim = (lineId: string, content: string): DisplayLine => ({
  ...{ ...final(lineId, content), settled: '', isInterim: true },
});

function open(limits: Parameters<typeof createChannel>[0] = {}) {
  const closing = new AbortController();
  const channel = createChannel(limits);
  const { signal } = closing;
  return { ...channel, signal, queue: new DisplayQueue(channel.port, log, signal), close: () => closing.abort() };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the queue of captions', () => {
  it('posts a line immediately and edits it in place', async () => {
    const { queue, requests, visible } = open();
    const startMs = Date.now();
    queue.set(interim('a', 'hel'));
    await vi.advanceTimersByTimeAsync(100);
    queue.set(final('a', 'hello'));
    await vi.advanceTimersByTimeAsync(100);
    expect(requests.map(({ kind, atMs }) => [kind, atMs - startMs])).toEqual([
      ['post', 0],
      ['edit', 100],
    ]);
    expect(visible()).toEqual(['hello']);
  });

  it('merges changes during a request, and shows only the newest state', async () => {
    const { queue, requests, visible } = open();
    for (const text of ['h', 'he', 'hel', 'hell', 'hello']) {
      queue.set(interim('a', text));
      await vi.advanceTimersByTimeAsync(10);
    }
    await vi.advanceTimersByTimeAsync(200);
    expect(requests.map(({ text }) => text)).toEqual(['h', 'hello']);
    expect(visible()).toEqual(['hello']);
  });

  it('sends nothing when nothing changed', async () => {
    const { queue, requests } = open();
    queue.set(final('a', 'hello'));
    await vi.advanceTimersByTimeAsync(100);
    queue.set(final('a', 'hello'));
    await vi.advanceTimersByTimeAsync(100);
    expect(requests).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('keeps the order in which turns began', async () => {
    const { queue, visible } = open({ posts: [{ kind: 'window', limit: 2, windowMs: 1_000 }] });
    for (const id of ['a', 'b', 'c', 'd']) queue.set(interim(id, id));
    queue.set(final('d', 'D'));
    queue.set(final('a', 'A'));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(visible().join(' | ')).toBe('A | b | c | D');
  });

  it('sends final text before interim text where not everything can be sent', async () => {
    const { queue, requests } = open({ edits: [{ kind: 'window', limit: 2, windowMs: 2_000 }] });
    for (const id of ['a', 'b', 'c']) queue.set(interim(id, id));
    await vi.advanceTimersByTimeAsync(500);
    for (const id of ['a', 'b']) queue.set(interim(id, `${id}…`));
    queue.set(final('c', 'C'));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(requests.filter(({ kind }) => kind === 'edit').map(({ text }) => text)).toEqual(['a…', 'C']);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(requests.at(-1)?.text).toBe('b…');
  });

  it('keeps the limits when 25 people talk at once for three minutes, and loses nothing', async () => {
    const posts: readonly RateLimit[] = [
      { kind: 'window', limit: 5, windowMs: 2_000 },
      { kind: 'bucket', capacity: 14, refillMs: 4_000 },
    ];
    const { queue, requests, visible, mostUnderWay } = open({
      posts,
      edits: [{ kind: 'window', limit: 5, windowMs: 2_000 }],
    });
    const said: string[] = [];
    for (let second = 0; second < 180; second += 6) {
      for (let person = 0; person < 25; person += 1) queue.set(interim(`${second}-${person}`, `${second}-${person}?`));
      await vi.advanceTimersByTimeAsync(6_000);
      for (let person = 0; person < 25; person += 1) {
        queue.set(final(`${second}-${person}`, `${second}-${person}`));
        said.push(`${second}-${person}`);
      }
    }
    const flushed = queue.flush(new AbortController().signal);
    await vi.advanceTimersByTimeAsync(400_000);
    await flushed;
    const sent = requests.filter(({ kind }) => kind === 'post').map(({ atMs }) => atMs);
    const inAMinute = sent.map((from) => sent.filter((at) => at >= from && at < from + 60_000).length);
    expect(Math.max(...inAMinute)).toBeLessThanOrEqual(30);
    expect(mostUnderWay()).toBeLessThanOrEqual(2);
    expect(visible().join(' | ').split(' | ')).toEqual(said);
  });

  it('gives every line its own message while enough may be posted', async () => {
    const posts = [{ kind: 'bucket', capacity: 14, refillMs: 4_000 }] as const;
    const { queue, visible } = open({ posts });
    const people = Array.from({ length: 12 }, (_, person) => `p${person}`);
    for (const person of people) queue.set(final(person, person));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(visible()).toEqual(people);
  });

  it('moves a line that outgrows its shared message to one of its own', async () => {
    const { queue, visible } = open({ posts: [{ kind: 'bucket', capacity: 1, refillMs: 1_000 }] });
    queue.set(final('a', 'a'));
    await vi.advanceTimersByTimeAsync(100);
    for (const id of ['b', 'c']) queue.set(interim(id, id));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(visible()).toEqual(['a', 'b | c']);
    queue.set(final('c', 'c'.repeat(100)));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(visible()).toEqual(['a', 'b', 'c'.repeat(100)]);
  });

  it('retries with growing waits while Discord is unreachable, and loses nothing', async () => {
    const { queue, requests, trouble, visible } = open();
    trouble.push('unreachable', 'unreachable', 'unreachable');
    queue.set(final('a', 'one'));
    queue.set(final('b', 'two'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(visible()).toEqual(['one', 'two']);
    const times = requests.slice(0, 4).map(({ atMs }) => atMs);
    expect(times.slice(1).map((atMs, index) => atMs - (times[index] ?? 0) - LATENCY_MS)).toEqual([1_000, 2_000, 4_000]);
  });

  it('does not lose a final text whose edit failed', async () => {
    const { queue, trouble, visible } = open();
    queue.set(interim('a', 'hel'));
    await vi.advanceTimersByTimeAsync(100);
    trouble.push('unreachable');
    queue.set(final('a', 'hello'));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(visible()).toEqual(['hello']);
  });

  it('posts a new message for text whose message was deleted', async () => {
    const { queue, trouble, visible } = open();
    queue.set(interim('a', 'hel'));
    await vi.advanceTimersByTimeAsync(100);
    trouble.push('gone');
    queue.set(final('a', 'hello'));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(visible()).toEqual(['hel', 'hello']);
  });

  it('does not edit a message that is about an hour old', async () => {
    const { queue, requests, visible } = open();
    queue.set(interim('a', 'hel'));
    await vi.advanceTimersByTimeAsync(58 * 60_000);
    queue.set(final('a', 'hello'));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(requests.map(({ kind }) => kind)).not.toContain('edit');
    expect(visible()).toEqual(['hello']);
  });

  it('continues after a line that Discord rejects', async () => {
    const { queue, trouble, visible } = open();
    trouble.push('refused');
    queue.set(final('a', 'bad'));
    queue.set(final('b', 'good'));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(visible()).toEqual(['good']);
  });

  it.each([
    ['before it is posted', 0],
    ['while it is being posted', 10],
    ['when it is posted', 200],
  ])('removes a line %s', async (_when, afterMs) => {
    const { queue, visible } = open();
    queue.set(final('first', 'first'));
    queue.set(interim('a', 'hel'));
    await vi.advanceTimersByTimeAsync(afterMs);
    queue.delete('a');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(visible()).toEqual(['first']);
  });

  it('removes a line from a shared message, even if Discord fails at first', async () => {
    const { queue, trouble, visible } = open({ posts: [{ kind: 'bucket', capacity: 1, refillMs: 1_000 }] });
    queue.set(final('a', 'a'));
    await vi.advanceTimersByTimeAsync(100);
    for (const id of ['b', 'c']) queue.set(final(id, id));
    await vi.advanceTimersByTimeAsync(2_000);
    trouble.push('unreachable');
    queue.delete('b');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(visible()).toEqual(['a', 'c']);
  });

  it('flushes until everything is at Discord, and leaves no listener on the signal', async () => {
    const { queue, visible } = open();
    queue.set(final('a', 'hello'));
    let isFlushed = false;
    const patience = new AbortController();
    const flushed = queue.flush(patience.signal).then(() => {
      isFlushed = true;
    });
    await vi.advanceTimersByTimeAsync(LATENCY_MS - 1);
    expect(isFlushed).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await flushed;
    expect(visible()).toEqual(['hello']);
    expect(getEventListeners(patience.signal, 'abort')).toHaveLength(0);
  });

  it('flushes no longer than its signal allows', async () => {
    const { queue, trouble } = open();
    trouble.push(...Array<Trouble>(10).fill('unreachable'));
    queue.set(final('a', 'hello'));
    const patience = new AbortController();
    const flushed = queue.flush(patience.signal);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(getEventListeners(patience.signal, 'abort')).toHaveLength(1);
    patience.abort();
    await flushed;
  });

  it('listens to the signal only while it has work, so that its lines can be freed', async () => {
    const { queue, signal } = open();
    queue.set(final('a', 'hello'));
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(LATENCY_MS);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
    queue.set(final('a', 'hello again'));
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  });

  it('sends nothing once it is closed, and leaves no timer', async () => {
    const { queue, requests, close } = open({ posts: [{ kind: 'bucket', capacity: 1, refillMs: 60_000 }] });
    for (const id of ['a', 'b']) queue.set(final(id, id));
    await vi.advanceTimersByTimeAsync(100);
    close();
    queue.set(final('c', 'c'));
    expect(vi.getTimerCount()).toBe(0);
    await queue.flush(new AbortController().signal);
    expect(requests).toHaveLength(1);
  });
});

describe('a turn whose webhook vanished', () => {
  const state = (lineId: string, settled: string, spoken = ''): DisplayLine => ({
    ...{ lineId, userId: lineId, settled, spokenAtMs: 1, isInterim: spoken !== '' },
    content: [settled, spoken && `*${spoken}…*`].filter((part) => part !== '').join(' '),
  });
  const pass = (ms = 1_000) => vi.advanceTimersByTimeAsync(ms);
  const oneAtATime = { posts: [{ kind: 'bucket', capacity: 1, refillMs: 1_000 }] as const };

  /** A queue that shows "a", and "b" and "c" in one message. */
  const openShared = async () => {
    const opened = open(oneAtATime);
    opened.queue.set(state('a', 'a'));
    await pass(100);
    opened.queue.set(state('b', 'b one'));
    opened.queue.set(state('c', 'c one', 'tw'));
    await pass(2_000);
    expect(opened.visible()).toEqual(['a', 'b one | c one *tw…*']);
    return opened;
  };

  it('continues in another message, without what the first one shows', async () => {
    const { queue, trouble, visible } = open();
    queue.set(state('a', 'One.', 'Tw'));
    await pass();
    trouble.push('gone');
    queue.set(state('a', 'One. Two.', 'Thr'));
    await pass();
    queue.set(state('a', 'One. Two. Three.'));
    await pass();
    expect(visible()).toEqual(['One. *Tw…*', 'Two. Three.']);
  });

  it('that vanished twice shows nothing twice either', async () => {
    const { queue, trouble, visible } = open();
    for (const text of ['One.', 'One. Two.', 'One. Two. Three three.', 'One. Two. Three three. Four.']) {
      if (text !== 'One.') trouble.push('gone');
      queue.set(state('a', text));
      await pass();
      trouble.length = 0;
    }
    expect(visible()).toEqual(['One.', 'Two.', 'Three three.', 'Four.']);
  });

  it('has a message without settled text shown whole', async () => {
    const { queue, trouble, visible } = open();
    queue.set(state('a', '', 'On'));
    await pass();
    trouble.push('gone');
    queue.set(state('a', 'One.'));
    await pass();
    expect(visible()).toEqual(['*On…*', 'One.']);
  });

  it('posts nothing where only interim text went', async () => {
    const { queue, requests, trouble, visible } = open();
    queue.set(state('a', 'One.', 'Tw'));
    await pass();
    trouble.push('gone');
    queue.set(state('a', 'One.'));
    await pass();
    expect(visible()).toEqual(['One. *Tw…*']);
    expect(requests.map(({ kind }) => kind)).toEqual(['post', 'edit']);
    queue.set(state('a', 'One. Two.'));
    await pass();
    expect(visible()).toEqual(['One. *Tw…*', 'Two.']);
  });

  it('loses a continuation that was only interim, and may still continue', async () => {
    const { queue, trouble, visible } = open();
    queue.set(state('a', 'One.'));
    await pass();
    trouble.push('gone');
    queue.set(state('a', 'One.', 'Tw'));
    await pass();
    expect(visible()).toEqual(['One.', '*Tw…*']);
    queue.set(state('a', 'One.'));
    await pass();
    expect(visible()).toEqual(['One.']);
    queue.set(state('a', 'One. Two.'));
    await pass();
    expect(visible()).toEqual(['One.', 'Two.']);
  });

  it('on a shared message continues too, and so do the others on it', async () => {
    const { queue, trouble, visible } = await openShared();
    trouble.push('gone');
    queue.set(state('c', 'c one two'));
    await pass(2_000);
    queue.set(state('b', 'b one two'));
    await pass(2_000);
    expect(visible()).toEqual(['a', 'b one | c one *tw…*', 'two', 'two']);
  });

  it('that outgrows a shared message at that moment is not shown twice', async () => {
    const { queue, trouble, visible } = await openShared();
    trouble.push('gone');
    const rest = 'c'.repeat(98);
    queue.set(state('c', `c one ${rest}`));
    await pass(5_000);
    expect(visible()).toEqual(['a', 'b one | c one *tw…*', rest]);
  });

  it('is not shown twice when its message is too old and stays where it is', async () => {
    const { queue, trouble, visible } = open();
    queue.set(state('a', 'One.'));
    await pass(58 * 60_000);
    trouble.push('gone');
    queue.set(state('a', 'One. Two.'));
    await pass();
    expect(visible()).toEqual(['One.', 'Two.']);
  });

  it('is shown anew with all others on its message, where the bot deleted that', async () => {
    const { queue, trouble, visible } = await openShared();
    trouble.push('withdrawn');
    queue.set(state('c', 'c one two'));
    await pass(5_000);
    expect(visible().join(' | ')).toBe('a | b one | c one two');
  });

  /** So many lines that the first two are not known any more. */
  const dropFirstTwo = async (queue: DisplayQueue<number>) => {
    for (let index = 0; index < 1_000; index += 1) {
      queue.set(state(`later ${index}`, 'x'));
      await pass(1_000);
    }
  };

  it('is shown anew with those that are too old to be known', async () => {
    const { queue, trouble, visible } = await openShared();
    await dropFirstTwo(queue);
    trouble.push('withdrawn');
    queue.set(state('c', 'c one two'));
    await pass(5_000);
    expect(
      visible()
        .filter((text) => text !== 'x')
        .join(' | '),
    ).toBe('a | b one | c one two');
  });

  it('is forgotten when it is too old to be known, and not posted again', async () => {
    const { queue, trouble, requests, visible } = await openShared();
    await dropFirstTwo(queue);
    queue.forget('b');
    trouble.push('withdrawn');
    queue.set(state('c', 'c one two'));
    await pass(5_000);
    expect(visible().filter((text) => text !== 'x')).toEqual(['a', 'c one two']);
    expect(requests.filter(({ kind, text }) => kind === 'post' && text.includes('b one'))).toHaveLength(1);
  });

  it('is taken back when it was too old to be known, and is forgotten while it is shown anew', async () => {
    const { queue, trouble, visible } = await openShared();
    await dropFirstTwo(queue);
    trouble.push('withdrawn');
    queue.set(state('c', 'c one two'));
    await pass(LATENCY_MS * 1.5);
    queue.forget('b');
    await pass(5_000);
    expect(visible().filter((text) => text !== 'x')).toEqual(['a', 'c one two']);
  });

  it('is forgotten like others, and not posted again', async () => {
    const { queue, trouble, visible } = await openShared();
    trouble.push('withdrawn');
    queue.forget('c');
    await pass(5_000);
    expect(visible()).toEqual(['a', 'b one']);
  });
});

describe('a message that a moderator deleted', () => {
  it('is not posted again: only what was said since', async () => {
    const { queue, trouble, visible } = open();
    queue.set(final('a', 'deleted words'));
    await vi.advanceTimersByTimeAsync(100);
    trouble.push('gone');
    queue.set(final('a', 'deleted words and more'));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(visible()).toEqual(['deleted words', 'and more']);
  });
});

describe('a person who opts out or is erased', () => {
  const by = (lineId: string, content: string, userId: string) => final(lineId, content, userId);

  it('has nothing more posted of them, however many lines wait', async () => {
    const { queue, requests, visible } = open();
    queue.set(by('b1', 'first', 'bob'));
    for (const id of ['a1', 'a2', 'a3']) queue.set(by(id, `secret ${id}`, 'ada'));
    queue.set(by('b2', 'last', 'bob'));
    queue.forget('ada');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(requests.map(({ text }) => text)).toEqual(['first', 'last']);
    expect(visible()).toEqual(['first', 'last']);
  });

  it('has a message deleted that is being posted meanwhile', {
    meta: { promises: ['being-posted-edited-moment'] },
  }, async () => {
    const { queue, requests, visible } = open();
    queue.set(by('a', 'secret', 'ada'));
    await vi.advanceTimersByTimeAsync(LATENCY_MS / 2);
    queue.forget('ada');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(requests.map(({ kind }) => kind)).toEqual(['post', 'remove']);
    expect(visible()).toEqual([]);
  });

  it('has an edit undone that is being made meanwhile', {
    meta: { promises: ['being-posted-edited-moment'] },
  }, async () => {
    const { queue, requests, visible } = open();
    queue.set(by('a', 'shown', 'ada'));
    await vi.advanceTimersByTimeAsync(100);
    queue.set(by('a', 'shown secret', 'ada'));
    await vi.advanceTimersByTimeAsync(LATENCY_MS / 2);
    queue.forget('ada');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(requests.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'post shown',
      'edit shown secret',
      'edit shown',
    ]);
    expect(visible()).toEqual(['shown']);
  });

  it('has an edit undone whose fate is unknown', async () => {
    const { queue, trouble, requests, visible } = open();
    queue.set(by('a', 'shown', 'ada'));
    await vi.advanceTimersByTimeAsync(100);
    trouble.push('unreachable');
    queue.set(by('a', 'shown secret', 'ada'));
    await vi.advanceTimersByTimeAsync(LATENCY_MS / 2);
    queue.forget('ada');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(requests.at(-1)).toMatchObject({ kind: 'edit', text: 'shown' });
    expect(visible()).toEqual(['shown']);
  });

  it('has no edit made that waits, and no interim text left', async () => {
    const { queue, requests, visible } = open({ edits: [{ kind: 'window', limit: 1, windowMs: 1_000 }] });
    queue.set(by('a', 'shown', 'ada'));
    queue.set(interim('b', 'interim'));
    await vi.advanceTimersByTimeAsync(200);
    queue.set(by('x', 'other', 'bob'));
    await vi.advanceTimersByTimeAsync(200);
    queue.set(by('x', 'other!', 'bob'));
    queue.set(by('a', 'shown secret', 'ada'));
    queue.set({ ...interim('a', 'shown secret *more…*'), userId: 'ada', settled: 'shown secret' });
    queue.forget('ada');
    queue.forget('b');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(requests.some(({ text }) => text.includes('secret'))).toBe(false);
    expect(visible()).toEqual(['shown', 'other!']);
  });

  it('keeps the final text that was there, without the interim text behind it', async () => {
    const { queue, visible } = open();
    queue.set({ ...interim('a', 'final *inter…*'), userId: 'ada', settled: 'final' });
    await vi.advanceTimersByTimeAsync(100);
    queue.forget('ada');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(visible()).toEqual(['final']);
  });

  it('goes from a message that others share, which stays', async () => {
    const { queue, visible } = open({ posts: [{ kind: 'bucket', capacity: 1, refillMs: 5_000 }] });
    queue.set(by('b0', 'zero', 'bob'));
    queue.set(by('b1', 'one', 'bob'));
    queue.set(by('a1', 'secret', 'ada'));
    await vi.advanceTimersByTimeAsync(5_010);
    queue.forget('ada');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(visible()).toEqual(['zero', 'one']);
  });

  it('is not shown in another message when theirs is gone or too old', async () => {
    const { queue, trouble, requests } = open();
    queue.set(by('a', 'shown', 'ada'));
    await vi.advanceTimersByTimeAsync(100);
    queue.set(by('a', 'shown secret', 'ada'));
    await vi.advanceTimersByTimeAsync(LATENCY_MS / 2);
    trouble.push('gone');
    queue.forget('ada');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(requests.map(({ kind }) => kind)).toEqual(['post', 'edit', 'edit']);
  });

  it('is shown again with what they say later', async () => {
    const { queue, visible } = open();
    queue.set(by('a1', 'before', 'ada'));
    queue.forget('ada');
    queue.set(by('a2', 'after', 'ada'));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(visible()).toEqual(['after']);
  });
});
