import { createHash } from 'node:crypto';

/** Decisions that one seed makes again and again. */
export interface Random {
  /** A number from 0 up to 1, exclusive. */
  next(): number;
  /** A number between these, or exactly one of them. */
  between(from: number, to: number): number;
  /** One of these, which must not be none. */
  pick<Item>(items: readonly Item[]): Item;
  /** One of these, which must not be none, as often as its weight says. */
  weigh<Item extends { readonly weight: number }>(items: readonly Item[]): Item;
  /** Decisions of their own: how many this one makes meanwhile changes none of them. */
  fork(name: string): Random;
}

/** Creates decisions from a seed: the same ones for the same seed. */
export function createRandom(seed: string): Random {
  const draw = mulberry32(createHash('sha256').update(seed).digest().readUInt32BE());
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(draw() * items.length)] as Item;
  return {
    next: draw,
    between: (from, to) => from + draw() * (to - from),
    pick,
    weigh: (items) => {
      let left = draw() * items.reduce((total, { weight }) => total + weight, 0);
      for (const item of items) {
        left -= item.weight;
        if (left < 0) return item;
      }
      return pick(items);
    },
    fork: (name) => createRandom(`${seed} ${name}`),
  };
}

/** Tommy Ettinger's generator "mulberry32": 32 bits of state, more than the decisions of a run need. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
