import { describe, expect, it } from 'vitest';
import { DEFAULT_AUTO_CAPTION_TIMINGS } from '../../../../src/captions/automatic/auto-caption-timings.ts';
import { GuildAutomation, type GuildView } from '../../../../src/captions/automatic/guild-automation.ts';

const { settleMs, emptyMs, retry } = DEFAULT_AUTO_CAPTION_TIMINGS;
const WAIT = { kind: 'wait', untilMs: undefined };

/** A guild in which captions of the lounge and the studio start by themselves. */
function createGuild() {
  const automation = new GuildAutomation(DEFAULT_AUTO_CAPTION_TIMINGS);
  automation.add('lounge');
  automation.add('studio');
  const people: Record<string, number> = {};
  let nowMs = 1_000_000;
  const countPeople = (channelId: string): number => people[channelId] ?? 0;
  return {
    automation,
    enter: (channelId: string, count = 1): void => {
      people[channelId] = count;
      automation.see(nowMs, countPeople);
    },
    empty: (channelId: string): void => {
      people[channelId] = 0;
      automation.see(nowMs, countPeople);
    },
    pass: (ms: number): void => {
      nowMs += ms;
    },
    now: () => nowMs,
    next: (more: Partial<GuildView> = {}) =>
      automation.next({ nowMs, countPeople, botChannelId: undefined, running: undefined, ...more }),
    /** Captions of a channel that are on since `agoMs`. */
    on: (voiceChannelId: string, agoMs = 0, sessionId = 's') => ({
      botChannelId: voiceChannelId,
      running: { sessionId, voiceChannelId, startedAtMs: nowMs - agoMs },
    }),
  };
}

describe('captions that start by themselves', () => {
  it('begin once someone has stayed, not for someone passing through', () => {
    const guild = createGuild();
    expect(guild.next()).toEqual(WAIT);
    guild.enter('lounge');
    expect(guild.next()).toEqual({ kind: 'wait', untilMs: guild.now() + settleMs });
    guild.pass(settleMs - 1);
    guild.empty('lounge');
    guild.pass(1);
    expect(guild.next()).toEqual(WAIT);
    guild.enter('lounge');
    guild.pass(settleMs);
    expect(guild.next()).toEqual({ kind: 'start', voiceChannelId: 'lounge' });
  });

  it('end once everyone has left, not for someone who reconnects', () => {
    const guild = createGuild();
    guild.enter('lounge');
    guild.pass(settleMs);
    const on = guild.on('lounge');
    expect(guild.next(on)).toEqual(WAIT);
    guild.pass(60_000);
    guild.empty('lounge');
    expect(guild.next(on)).toEqual({ kind: 'wait', untilMs: guild.now() + emptyMs });
    guild.pass(emptyMs - 1);
    guild.enter('lounge');
    guild.pass(1);
    expect(guild.next(on)).toEqual(WAIT);
    guild.empty('lounge');
    guild.pass(emptyMs);
    expect(guild.next(on)).toEqual({ kind: 'end', sessionId: 's' });
  });

  it('are not started twice where someone starts them by hand, and end with those', () => {
    const guild = createGuild();
    guild.enter('lounge');
    guild.pass(settleMs);
    expect(guild.next(guild.on('lounge', 1_000))).toEqual(WAIT);
    guild.empty('lounge');
    guild.pass(emptyMs);
    expect(guild.next(guild.on('lounge', 60_000))).toEqual({ kind: 'end', sessionId: 's' });
  });

  it('leave captions of other channels alone, and those that wait for their first people', () => {
    const guild = createGuild();
    expect(guild.next(guild.on('elsewhere', 60_000))).toEqual(WAIT);
    guild.empty('lounge');
    guild.pass(emptyMs);
    expect(guild.next(guild.on('lounge', 1, 'other'))).toEqual(WAIT);
  });

  it('begin in the channel that filled first, and in the next one when the bot is free', () => {
    const guild = createGuild();
    guild.enter('studio');
    guild.pass(1);
    guild.enter('lounge');
    guild.pass(settleMs);
    expect(guild.next()).toEqual({ kind: 'start', voiceChannelId: 'studio' });
    const studio = guild.on('studio');
    guild.empty('studio');
    guild.pass(emptyMs);
    expect(guild.next(studio)).toEqual({ kind: 'end', sessionId: 's' });
    expect(guild.next({ botChannelId: 'studio' })).toEqual({ kind: 'start', voiceChannelId: 'lounge' });
  });

  it('never take the bot away from a channel with listeners or captions', () => {
    const guild = createGuild();
    guild.enter('lounge');
    guild.enter('elsewhere');
    guild.pass(settleMs);
    expect(guild.next({ botChannelId: 'elsewhere' })).toEqual(WAIT);
    expect(guild.next(guild.on('elsewhere'))).toEqual(WAIT);
    guild.empty('elsewhere');
    expect(guild.next(guild.on('elsewhere'))).toEqual(WAIT);
    expect(guild.next({ botChannelId: 'elsewhere' })).toEqual({ kind: 'start', voiceChannelId: 'lounge' });
  });

  it('begin where the bot is when people listen to it there', () => {
    const guild = createGuild();
    guild.enter('studio');
    guild.pass(1);
    guild.enter('lounge');
    guild.pass(settleMs);
    expect(guild.next({ botChannelId: 'lounge' })).toEqual({ kind: 'start', voiceChannelId: 'lounge' });
  });

  it('stay off after someone ended them, until everyone has left once', () => {
    const guild = createGuild();
    guild.enter('lounge', 2);
    guild.pass(settleMs);
    guild.automation.hold('lounge');
    guild.enter('lounge', 1);
    guild.pass(60 * 60_000);
    guild.automation.unblock();
    expect(guild.next()).toEqual(WAIT);
    guild.empty('lounge');
    guild.enter('lounge');
    guild.pass(settleMs);
    expect(guild.next()).toEqual({ kind: 'start', voiceChannelId: 'lounge' });
  });

  it('go to another channel while one is held', () => {
    const guild = createGuild();
    guild.enter('lounge');
    guild.automation.hold('lounge');
    guild.pass(1);
    guild.enter('studio');
    guild.pass(settleMs);
    expect(guild.next()).toEqual({ kind: 'start', voiceChannelId: 'studio' });
    expect(guild.next({ botChannelId: 'lounge' })).toEqual(WAIT);
  });

  it('are tried again after a refusal when permissions change, everyone has left once, or its time comes', () => {
    const guild = createGuild();
    const start = { kind: 'start', voiceChannelId: 'lounge' };
    guild.enter('lounge');
    guild.pass(settleMs);
    guild.automation.block('lounge');
    expect(guild.next()).toEqual(WAIT);
    guild.automation.unblock();
    expect(guild.next()).toEqual(start);
    guild.automation.block('lounge', guild.now() + 5);
    guild.automation.unblock();
    expect(guild.next()).toEqual({ kind: 'wait', untilMs: guild.now() + 5 });
    guild.pass(5);
    expect(guild.next()).toEqual(start);
    guild.automation.block('lounge');
    guild.empty('lounge');
    guild.enter('lounge');
    guild.pass(settleMs);
    expect(guild.next()).toEqual(start);
  });

  it('are tried again ever later after failures that pass', () => {
    const guild = createGuild();
    guild.enter('lounge');
    guild.pass(settleMs);
    for (const waitMs of [retry.baseMs, retry.baseMs * 2]) {
      guild.automation.fail('lounge', guild.now());
      expect(guild.next()).toEqual({ kind: 'wait', untilMs: guild.now() + waitMs });
      guild.pass(waitMs);
    }
    guild.automation.started('lounge');
    guild.automation.fail('lounge', guild.now());
    expect(guild.next()).toEqual({ kind: 'wait', untilMs: guild.now() + retry.baseMs });
  });

  it('start nothing in a channel that is not theirs any more', () => {
    const guild = createGuild();
    guild.enter('lounge');
    guild.pass(settleMs);
    guild.automation.remove('lounge');
    expect(guild.next()).toEqual(WAIT);
  });
});
