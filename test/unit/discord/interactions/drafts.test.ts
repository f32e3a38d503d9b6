import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Drafts } from '../../../../src/discord/interactions/drafts.ts';

describe('drafts', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('are taken once, and known as answered from then on', () => {
    const drafts = new Drafts<{ title: string }>({ keptForMs: 1_000, max: 10 });
    const { id } = drafts.add('g', { title: 'one' });
    expect(drafts.take(id)).toEqual({ kind: 'taken', draft: { title: 'one' } });
    expect(drafts.take(id)).toEqual({ kind: 'answered' });
  });

  it('can be taken again when they were put back, until they expire', () => {
    const drafts = new Drafts<{ title: string }>({ keptForMs: 1_000, max: 10 });
    const { id, expiresAtMs } = drafts.add('g', { title: 'one' });
    drafts.take(id);
    expect(drafts.putBack(id, { title: 'two' })).toEqual({ expiresAtMs });
    expect(drafts.take(id)).toEqual({ kind: 'taken', draft: { title: 'two' } });
    vi.advanceTimersByTime(1_000);
    expect(drafts.putBack(id, { title: 'three' })).toBeUndefined();
    expect(drafts.take(id)).toEqual({ kind: 'unknown' });
  });

  it('expire, whether they were answered or not', () => {
    const drafts = new Drafts<{ title: string }>({ keptForMs: 1_000, max: 10 });
    const open = drafts.add('g', { title: 'open' });
    const answered = drafts.add('g', { title: 'answered' });
    drafts.take(answered.id);
    vi.advanceTimersByTime(999);
    expect(drafts.take(answered.id)).toEqual({ kind: 'answered' });
    vi.advanceTimersByTime(1);
    expect(drafts.take(open.id)).toEqual({ kind: 'unknown' });
    expect(drafts.take(answered.id)).toEqual({ kind: 'unknown' });
  });

  it('expire by a clock that nobody sets', () => {
    const drafts = new Drafts<{ title: string }>({ keptForMs: 1_000, max: 10 });
    const { id } = drafts.add('g', { title: 'one' });
    vi.setSystemTime(Date.now() + 3_600_000);
    expect(drafts.take(id)).toMatchObject({ kind: 'taken' });
    vi.setSystemTime(Date.now() - 7_200_000);
    vi.advanceTimersByTime(1_000);
    expect(drafts.take(id)).toEqual({ kind: 'unknown' });
  });

  it('give way to newer ones beyond their bound', () => {
    const drafts = new Drafts<{ title: string }>({ keptForMs: 1_000, max: 2 });
    const [first, second, third] = ['1', '2', '3'].map((title) => drafts.add('g', { title }));
    expect(drafts.take(first?.id ?? '')).toEqual({ kind: 'unknown' });
    expect(drafts.take(second?.id ?? '')).toMatchObject({ kind: 'taken' });
    expect(drafts.take(third?.id ?? '')).toMatchObject({ kind: 'taken' });
  });

  it('of one server take no place of another’s', () => {
    const drafts = new Drafts<{ title: string }>({ keptForMs: 1_000, max: 3 });
    const { id } = drafts.add('quiet', { title: 'mine' });
    const loud = ['1', '2', '3', '4'].map((title) => drafts.add('loud', { title }));
    expect(drafts.take(id)).toMatchObject({ kind: 'taken' });
    expect(loud.map((each) => drafts.take(each.id).kind)).toEqual(['unknown', 'unknown', 'taken', 'taken']);
  });

  it('are unknown by made-up ids', () => {
    expect(new Drafts({ keptForMs: 1_000, max: 2 }).take('nothing')).toEqual({ kind: 'unknown' });
  });
});
