import { describe, expect, it } from 'vitest';
import { ViewerPlaces } from '../../../../src/web/overlay/viewer-places.ts';

const take = (places: ViewerPlaces, guildId: string, count: number, secret = 'secret') =>
  Array.from({ length: count }, () => places.take(guildId, secret));

describe('the places of viewers', () => {
  it('one server that has all of them gives its newest to a viewer of another server', () => {
    const places = new ViewerPlaces({ perLink: 10, inAll: 10 });
    const busy = take(places, 'busy', 10);
    const other = places.take('other', 'theirs');
    expect(other?.signal.aborted).toBe(false);
    expect(busy.map((place) => place?.signal.aborted)).toEqual([...Array(9).fill(false), true]);
    expect(places.count).toBe(10);
  });

  it('are shared until every server has as many, and not beyond', () => {
    const places = new ViewerPlaces({ perLink: 10, inAll: 10 });
    take(places, 'busy', 10);
    const taken = take(places, 'other', 10);
    expect(taken.filter((place) => place !== undefined)).toHaveLength(5);
    expect(places.take('busy', 'secret')).toBeUndefined();
    expect(places.take('third', 'secret')).toBeDefined();
  });

  it('are free again when a viewer goes, also one that was sent away before', () => {
    const places = new ViewerPlaces({ perLink: 2, inAll: 3 });
    const [first, second] = take(places, 'busy', 2);
    expect(places.take('busy', 'secret')).toBeUndefined();
    take(places, 'busy', 1, 'another link');
    places.take('other', 'theirs');
    for (const place of [first, second]) place?.[Symbol.dispose]();
    first?.[Symbol.dispose]();
    // That of the other link, or of the server that took its place.
    expect(places.count).toBe(1);
  });
});
