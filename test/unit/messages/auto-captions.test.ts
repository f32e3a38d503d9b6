import { describe, expect, it } from 'vitest';
import { english } from '../../../src/messages/english.ts';

const { auto } = english.captions;
const startedAtMs = Date.UTC(2026, 10, 22, 23, 59);

describe('the thread of captions that start by themselves', () => {
  it('is named by the voice channel and the date', () => {
    expect(auto.threadName({ channelName: 'Lounge', startedAtMs })).toBe('Lounge · November 22, 2026');
  });

  it.each(['x'.repeat(100), '🦜'.repeat(50)])(
    'has a name that Discord takes, with the whole date: %s',
    (channelName) => {
      const name = auto.threadName({ channelName, startedAtMs });
      expect(name.length).toBeLessThanOrEqual(100);
      expect(name).toMatch(/ · November 22, 2026$/);
      expect(name.isWellFormed()).toBe(true);
    },
  );
});

describe('the list of captions that start by themselves', () => {
  it('fits one message below the status, and counts the rest', () => {
    const entry = {
      voiceChannelId: '1'.repeat(20),
      textChannelId: '2'.repeat(20),
      isThreaded: true,
      language: 'German',
    };
    const list = auto.list({ entries: Array.from({ length: 25 }, () => entry) });
    expect(list.split('\n').slice(-1)).toEqual(['- 15 more']);
    expect(list.length).toBeLessThan(900);
  });
});
