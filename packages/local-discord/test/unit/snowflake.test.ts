import { expect, test } from 'vitest';
import { createSnowflakes, shardOf } from '../../src/snowflake.ts';

test('ids have 17 to 19 digits, grow, and contain their creation time', () => {
  const nowMs = Date.UTC(2026, 5, 1);
  const make = createSnowflakes(() => nowMs);
  const ids = Array.from({ length: 5_000 }, make);
  expect(ids.every((id) => /^\d{17,19}$/.test(id))).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted((one, other) => Number(BigInt(one) - BigInt(other)))).toEqual(ids);
  // Discord's ids begin with the milliseconds since 2015.
  expect(Number(BigInt(ids[4_999] ?? '0') >> 22n) + Date.UTC(2015, 0, 1)).toBe(nowMs);
});

test('ids still grow when the clock is set back', () => {
  const times = [Date.UTC(2026, 5, 2), Date.UTC(2026, 5, 1)];
  const make = createSnowflakes(() => times.shift() ?? 0);
  expect(BigInt(make())).toBeLessThan(BigInt(make()));
});

test('a guild belongs to the shard of its timestamp', () => {
  expect(shardOf(String(5n << 22n), 2)).toBe(1);
  expect(shardOf(String(6n << 22n), 2)).toBe(0);
});
