import { describe, expect, it } from 'vitest';
import {
  clockTime,
  formatTimestamp,
  isoTime,
  messageTime,
  relativeTime,
  untilNextChange,
} from '../../../../../playground/page/client/times.ts';

const NOW = new Date(2026, 4, 20, 15, 30).getTime();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('times', () => {
  it.each([
    [0, 'now'],
    [-45_000, '45 seconds ago'],
    [-5 * MINUTE, '5 minutes ago'],
    [2 * HOUR, 'in 2 hours'],
    [-3 * DAY, '3 days ago'],
    [400 * DAY, 'in 1 year'],
  ])('%i ms from now is “%s”', (difference, words) => {
    expect(relativeTime('en-US', NOW + difference, NOW)).toBe(words);
  });

  it('speak the visitor’s language', () => {
    expect(relativeTime('de', NOW - 5 * MINUTE, NOW)).toBe('vor 5 Minuten');
    expect(formatTimestamp('ja', NOW, 'D', NOW)).toBe('2026年5月20日');
  });

  it('tick every second within a minute, and less often later', () => {
    expect(untilNextChange(NOW - 30_000, NOW)).toBe(1000);
    expect(untilNextChange(NOW - 5 * MINUTE, NOW)).toBe(10_000);
    expect(untilNextChange(NOW - 5 * DAY, NOW)).toBe(MINUTE);
  });

  it('of messages say the day only where it is another one', () => {
    expect(messageTime('en-GB', NOW - HOUR, NOW)).toBe('14:30');
    expect(messageTime('en-GB', NOW - 16 * HOUR, NOW)).toBe('yesterday 23:30');
    expect(messageTime('en-GB', NOW - 3 * DAY, NOW)).toBe('17/05/2026, 15:30');
  });

  it('that no calendar has show nothing', () => {
    expect(formatTimestamp('en-US', 1e20, 'R', NOW)).toBe('');
    expect(isoTime(1e20)).toBeUndefined();
    expect(formatTimestamp('en-US', Number.NaN, 'f', NOW)).toBe('');
  });

  it('of recordings are minutes and seconds', () => {
    expect([0, 5.9, 754].map(clockTime)).toEqual(['0:00', '0:05', '12:34']);
  });
});
