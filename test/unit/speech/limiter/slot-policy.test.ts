import { describe, expect, test } from 'vitest';
import type { SlotClaim, SlotKind } from '../../../../src/speech/limiter/limiter-ports.ts';
import { allot, CLAIM_OVERDUE_MS, shareWhileAway, usableSlots } from '../../../../src/speech/limiter/slot-policy.ts';

const OWN = 1;
/** Uses what no test says anything about. */
const OTHER = 99;
const LIMIT = 5;

const claim = (owner: number, waitedMs: number, kind: SlotKind = 'speech'): SlotClaim => ({
  ...{ owner, kind, waitedMs },
  isOwn: owner === OWN,
});

/** What process 1 does, where `free` slots are held by nobody and `idle` ones by itself. */
function allotted(
  claims: readonly SlotClaim[],
  {
    free = [],
    idle = [],
    used = new Map<number, number>(),
  }: { free?: readonly number[]; idle?: readonly number[]; used?: ReadonlyMap<number, number> },
) {
  const all = Array.from({ length: LIMIT }, (_, slot) => slot).filter((slot) => !free.includes(slot));
  const taken = new Map(all.map((slot) => [slot, idle.includes(slot) ? OWN : (used.get(slot) ?? OTHER)]));
  return allot({ taken, claims }, { idle, limit: LIMIT, demand: { speech: 3, background: 3, files: 3 } });
}

describe('the slots of a kind', () => {
  test('leave the first to speech, and the last half to files', () => {
    expect(usableSlots('speech', 5)).toEqual([0, 1, 2, 3, 4]);
    expect(usableSlots('background', 5)).toEqual([1, 2, 3, 4]);
    expect(usableSlots('files', 5)).toEqual([4, 3]);
  });

  test('are shared by all kinds where there is one', () => {
    for (const kind of ['speech', 'background', 'files'] as const) expect(usableSlots(kind, 1)).toEqual([0]);
  });

  test('are never none', () => {
    for (const kind of ['speech', 'background', 'files'] as const)
      for (let limit = 1; limit < 50; limit += 1) expect(usableSlots(kind, limit).length).toBeGreaterThan(0);
  });
});

describe('a slot that nobody uses', () => {
  test('goes to speech before what began to wait earlier', () => {
    const claims = [claim(2, 900, 'background'), claim(OWN, 100)];
    expect(allotted(claims, { free: [2] })).toMatchObject({ take: [{ slot: 2, kind: 'speech' }], met: [] });
  });

  test('goes to the process that has waited longest', () => {
    expect(allotted([claim(OWN, 100), claim(2, 200)], { free: [2] })).toMatchObject({ take: [], met: [{ owner: 2 }] });
    expect(allotted([claim(OWN, 300), claim(2, 200)], { free: [2] })).toMatchObject({ take: [{ slot: 2 }], met: [] });
  });

  test('goes to an overdue background request before younger speech', () => {
    const claims = [claim(OWN, CLAIM_OVERDUE_MS, 'background'), claim(2, 100)];
    expect(allotted(claims, { free: [2] })).toMatchObject({ take: [{ slot: 2, kind: 'background' }] });
  });

  test('stays for speech if it is the first one, however long others wait', () => {
    const claims = [claim(OWN, 60_000, 'background'), claim(2, 60_000, 'files')];
    expect(allotted(claims, { free: [0] })).toMatchObject({ take: [], met: [] });
  });

  test('goes to the process that uses least, also if it began to wait later', () => {
    const used = new Map([[0, 2] as const]);
    expect(allotted([claim(2, 900), claim(OWN, 100)], { free: [2], used })).toMatchObject({ take: [{ slot: 2 }] });
  });

  test('goes to one process after the other where several are free', () => {
    const { take, yield: yielded } = allotted([claim(OWN, 300), claim(7, 200)], { free: [1], idle: [2, 3] });
    expect({ take, yielded }).toEqual({ take: [], yielded: [] });
    expect(allotted([claim(OWN, 300), claim(7, 200)], { idle: [1, 2, 3] })).toMatchObject({
      ...{ keep: ['speech', 'speech'] },
      yield: [{ slot: 2, owner: 7 }],
    });
  });

  test('is yielded to another process whose turn it is, and named to it', () => {
    expect(allotted([claim(OWN, 100), claim(7, 200)], { idle: [3] })).toMatchObject({
      ...{ take: [], keep: [] },
      yield: [{ slot: 3, owner: 7 }],
    });
  });

  test('is kept when it is this process’s own turn', () => {
    expect(allotted([claim(OWN, 300), claim(7, 200)], { idle: [3] })).toMatchObject({ keep: ['speech'], yield: [] });
  });

  test('is not yielded where another free one is enough', () => {
    expect(allotted([claim(7, 200)], { free: [2], idle: [3] })).toMatchObject({ yield: [], met: [{ owner: 7 }] });
  });

  test('is not yielded to a request that may not use it', () => {
    expect(allotted([claim(7, 200, 'files')], { idle: [1, 2] })).toMatchObject({ yield: [] });
  });
});

test('without the database, the processes together keep within the limit, and each has at least one permit', () => {
  expect(shareWhileAway(10, 3)).toBe(3);
  expect(shareWhileAway(2, 3)).toBe(1);
  expect(shareWhileAway(5, 0)).toBe(5);
});
