import { describe, expect, it } from 'vitest';
import { FairPlaces } from '../../../src/concurrency/fair-places.ts';

const take = (places: FairPlaces, group: string, count: number, key = 'secret') =>
  Array.from({ length: count }, () => places.take({ group, key }));

describe('places', () => {
  it('one server that has all of them gives its newest to another server', {
    meta: { promises: ['viewers-voice-messages-have'] },
  }, () => {
    const places = new FairPlaces({ limit: 10, limitPerKey: 10 });
    const busy = take(places, 'busy', 10);
    const other = places.take({ group: 'other', key: 'theirs' });
    expect(other?.signal.aborted).toBe(false);
    expect(busy.map((place) => place?.signal.aborted)).toEqual([...Array(9).fill(false), true]);
    expect(places.count).toBe(10);
  });

  it('are shared until every server has as many, and not beyond', () => {
    const places = new FairPlaces({ limit: 10, limitPerKey: 10 });
    take(places, 'busy', 10);
    const taken = take(places, 'other', 10);
    expect(taken.filter((place) => place !== undefined)).toHaveLength(5);
    expect(places.take({ group: 'busy', key: 'secret' })).toBeUndefined();
    expect(places.take({ group: 'third', key: 'secret' })).toBeDefined();
  });

  it('are free again when they are given back, also one that was taken away before', () => {
    const places = new FairPlaces({ limit: 3, limitPerKey: 2 });
    const [first, second] = take(places, 'busy', 2);
    expect(places.take({ group: 'busy', key: 'secret' })).toBeUndefined();
    take(places, 'busy', 1, 'another link');
    places.take({ group: 'other', key: 'theirs' });
    for (const place of [first, second]) place?.[Symbol.dispose]();
    first?.[Symbol.dispose]();
    // That of the other link, or of the server that took its place.
    expect(places.count).toBe(1);
  });
});
