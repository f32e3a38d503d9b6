import { DiscordAPIError } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CaptionSession } from '../../../../../src/captions/captions-ports.ts';
import { createChannelStatus } from '../../../../../src/discord/captions/presence/channel-status.ts';
import { createLogger } from '../../../../../src/log/log.ts';
import { english } from '../../../../../src/messages/english.ts';

const session: CaptionSession = {
  ...{ sessionId: 's', guildId: 'g', voiceChannelId: 'lounge', textChannelId: 'general', startedBy: '1' },
  ...{ language: undefined, widerReaders: false, consent: 'opt-out', startedAtMs: 0, endedAtMs: undefined },
};
const OURS = '💬 Live captions are on';

/** A status whose requests succeed, and whose echo Discord sends as it does. */
function openStatus(
  setting: { may?: () => boolean; failure?: Error; before?: string | undefined; hasPeople?: () => boolean } = {},
) {
  const set: string[] = [];
  const channelStatus = createChannelStatus({
    rest: {
      put: async (route, options) => {
        expect(route).toBe('/channels/lounge/voice-status');
        const { status } = { status: '', ...(options?.body as object) };
        set.push(status);
        if (setting.failure !== undefined) throw setting.failure;
        channelStatus.onChanged('g', 'lounge', status);
      },
    },
    maySet: setting.may ?? (() => true),
    read: async () => setting.before,
    hasPeople: setting.hasPeople ?? (() => true),
    publicMessages: async () => english,
    log: createLogger('silent'),
  });
  const change = async (status: string): Promise<void> => {
    channelStatus.onChanged('g', 'lounge', status);
    await channelStatus.settle();
  };
  const enter = async (): Promise<void> => {
    channelStatus.onPeopleChanged('g');
    await channelStatus.settle();
  };
  return { channelStatus, set, change, enter };
}

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

describe('the status of a voice channel', () => {
  it('is shown while captions are on', async () => {
    const { channelStatus, set } = openStatus();
    await channelStatus.set(session);
    expect(set).toEqual([OURS]);
    await channelStatus.clear('g');
    await channelStatus.clear('g');
    expect(set.slice(1)).toEqual(['']);
  });

  it('that a crash left behind is removed, and what people had set behind it stays', async () => {
    const alone = openStatus({ before: OURS });
    await alone.channelStatus.removeLeftOver('g', 'lounge');
    expect(alone.set).toEqual(['']);
    const combined = openStatus({ before: `${OURS} · Pizza night` });
    await combined.channelStatus.removeLeftOver('g', 'lounge');
    expect(combined.set).toEqual(['Pizza night']);
  });

  it('is not taken for left over while captions are on, nor is that of people', async () => {
    const running = openStatus({ before: OURS });
    await running.channelStatus.set(session);
    await running.channelStatus.removeLeftOver('g', 'lounge');
    expect(running.set).toEqual([OURS]);
    const theirs = openStatus({ before: 'Pizza night' });
    await theirs.channelStatus.removeLeftOver('g', 'lounge');
    expect(theirs.set).toEqual([]);
    const forbidden = openStatus({ before: OURS, may: () => false });
    await forbidden.channelStatus.removeLeftOver('g', 'lounge');
    expect(forbidden.set).toEqual([]);
  });

  it('is not set where the bot may not set it', async () => {
    const { channelStatus, set } = openStatus({ may: () => false });
    await channelStatus.set(session);
    await channelStatus.clear('g');
    expect(set).toEqual([]);
  });

  it('is not cleared once the bot may not set it', async () => {
    let may = true;
    const { channelStatus, set } = openStatus({ may: () => may });
    await channelStatus.set(session);
    may = false;
    await channelStatus.clear('g');
    expect(set).toHaveLength(1);
  });

  it('is skipped silently when Discord fails', async () => {
    const { channelStatus } = openStatus({ failure: new Error('no network') });
    await channelStatus.set(session);
    await channelStatus.clear('g');
  });

  it('stays what people set when Discord refuses ours', async () => {
    const failure = new DiscordAPIError({ code: 50_013, message: 'refused' }, 50_013, 403, 'PUT', '/', {});
    const { channelStatus, set } = openStatus({ failure, before: undefined });
    await channelStatus.set(session);
    await channelStatus.clear('g');
    expect(set).toEqual([OURS]);
  });

  it('is what people had set again at the end', async () => {
    const { channelStatus, set } = openStatus({ before: 'Chess night' });
    await channelStatus.set(session);
    await channelStatus.clear('g', 's');
    expect(set).toEqual([OURS, 'Chess night']);
  });

  it('is not restored for an earlier session that ends late', async () => {
    const { channelStatus, set } = openStatus();
    await channelStatus.set(session);
    await channelStatus.clear('g', 'earlier');
    expect(set).toEqual([OURS]);
  });

  it.each([OURS, `${OURS} · `])('is nothing to restore when it is left over from a crash: %s', async (before) => {
    const { channelStatus, set } = openStatus({ before });
    await channelStatus.set(session);
    await channelStatus.clear('g');
    expect(set).toEqual([OURS, '']);
  });

  it('is set again when Discord drops it, and what people had set is still restored', async () => {
    const { channelStatus, set, change } = openStatus({ before: 'Chess night' });
    await channelStatus.set(session);
    await change('');
    expect(set).toEqual([OURS, OURS]);
    await channelStatus.clear('g');
    expect(set.at(-1)).toBe('Chess night');
  });

  it('waits for people when the channel is empty', { meta: { promises: ['channel-status-set-again'] } }, async () => {
    let hasPeople = false;
    const { channelStatus, set, change, enter } = openStatus({ hasPeople: () => hasPeople });
    await channelStatus.set(session);
    await change('');
    await enter();
    expect(set).toEqual([OURS]);
    hasPeople = true;
    await enter();
    expect(set).toEqual([OURS, OURS]);
  });

  it('goes in front of what people set while captions run, which stays at the end', async () => {
    const { channelStatus, set, change } = openStatus();
    await channelStatus.set(session);
    await change('Chess night');
    expect(set.at(-1)).toBe(`${OURS} · Chess night`);
    await channelStatus.clear('g');
    expect(set.at(-1)).toBe('Chess night');
  });

  it('is left alone when people change what stands behind it', async () => {
    const { channelStatus, set, change } = openStatus();
    await channelStatus.set(session);
    await change(`${OURS} · Go night`);
    expect(set).toEqual([OURS]);
    await channelStatus.clear('g');
    expect(set.at(-1)).toBe('Go night');
  });

  it('gives way to a person who insists', { meta: { promises: ['status-person-sets-meanwhile'] } }, async () => {
    const { channelStatus, set, change } = openStatus();
    await channelStatus.set(session);
    for (const status of ['1', '2', '3', '4', '5']) await change(status);
    expect(set).toEqual([OURS, `${OURS} · 1`, `${OURS} · 2`, `${OURS} · 3`]);
    await channelStatus.clear('g');
    expect(set).toHaveLength(4);
  });

  it('is set again once a minute at most while someone removes it', async () => {
    const { channelStatus, set, change, enter } = openStatus();
    await channelStatus.set(session);
    for (let times = 0; times < 20; times += 1) await change('');
    expect(set).toHaveLength(6);
    await vi.advanceTimersByTimeAsync(60_000);
    await enter();
    expect(set).toHaveLength(7);
  });

  it('has at most 500 characters, and restores all that people had set', async () => {
    const { channelStatus, set, change } = openStatus();
    await channelStatus.set(session);
    const long = 'x'.repeat(500);
    await change(long);
    expect(set.at(-1)).toHaveLength(500);
    await channelStatus.clear('g');
    expect(set.at(-1)).toBe(long);
  });

  it('is not restored where it was removed together with what people had set', async () => {
    const { channelStatus, set, change } = openStatus();
    await channelStatus.set(session);
    await change('Chess night');
    await change('');
    expect(set.at(-1)).toBe(OURS);
    await channelStatus.clear('g');
    expect(set.at(-1)).toBe('');
  });
});
