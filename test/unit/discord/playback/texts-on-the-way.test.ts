import { describe, expect, it } from 'vitest';
import { createTextsOnTheWay } from '../../../../src/discord/playback/texts-on-the-way.ts';
import { UserError } from '../../../../src/errors.ts';
import { english } from '../../../../src/messages/english.ts';

const text = { guildId: 'g', channelId: 'lounge', userId: '1' };
const always = (): boolean => true;

describe('texts on their way to the queue', () => {
  it('are taken back once, with what their member reads', () => {
    const texts = createTextsOnTheWay();
    const added = texts.add(text, english);
    expect(texts.takeBack('g', always)).toMatchObject([{ isQueued: false }]);
    expect(added.signal.reason).toEqual(new UserError('Removed from the queue.'));
    expect(texts.takeBack('g', always)).toEqual([]);
  });

  it('stay where the caller may not stop them, and in other guilds', () => {
    const texts = createTextsOnTheWay();
    const added = [texts.add(text, english), texts.add({ ...text, userId: '2' }, english)];
    const elsewhere = texts.add({ ...text, guildId: 'other' }, english);
    expect(texts.takeBack('g', ({ userId }) => userId === '2')).toHaveLength(1);
    expect([...added, elsewhere].map(({ signal }) => signal.aborted)).toEqual([false, true, false]);
  });

  it('are forgotten when they are queued, or given up', () => {
    const texts = createTextsOnTheWay();
    const queued = texts.add(text, english);
    queued.markQueued();
    texts.add(text, english)[Symbol.dispose]();
    expect(texts.takeBack('g', always)).toEqual([]);
    expect([queued.isQueued, queued.signal.aborted]).toEqual([true, false]);
  });

  it('can be on their way once more', () => {
    const texts = createTextsOnTheWay();
    const first = texts.add(text, english);
    first.markQueued();
    const second = first.again();
    expect(texts.takeBack('g', ({ channelId }) => channelId === 'lounge')).toEqual([second]);
    expect([first.signal.aborted, second.signal.aborted]).toEqual([true, true]);
  });

  it('are bounded: the oldest are no longer known', () => {
    const texts = createTextsOnTheWay();
    const oldest = texts.add(text, english);
    for (let count = 0; count < 10_000; count += 1) texts.add(text, english);
    expect(texts.takeBack('g', always)).toHaveLength(10_000);
    expect(oldest.signal.aborted).toBe(false);
  });
});
