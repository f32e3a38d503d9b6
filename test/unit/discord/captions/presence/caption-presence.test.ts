import { describe, expect, it } from 'vitest';
import { DEFAULT_CAPTION_SETTINGS } from '../../../../../src/captions/caption-settings.ts';
import type { CaptionSession } from '../../../../../src/captions/captions-ports.ts';
import { createCaptionPresence } from '../../../../../src/discord/captions/presence/caption-presence.ts';
import type { Audience } from '../../../../../src/discord/captions/start/caption-places.ts';

const session: CaptionSession = {
  ...{ sessionId: 's', guildId: 'g', voiceChannelId: 'lounge', textChannelId: 'general', startedBy: '1' },
  ...{ language: undefined, widerReaders: false, consent: 'opt-out', startedAtMs: 0, endedAtMs: undefined },
};
const start = { session, settings: DEFAULT_CAPTION_SETTINGS, confirmedBy: undefined, isAnswer: false };

function openPresence(setting: { running?: string; audience?: Audience } = {}) {
  const acts: string[] = [];
  const presence = createCaptionPresence({
    channelStatus: {
      set: async () => void acts.push('set status'),
      clear: async (guildId, sessionId) => void acts.push(`clear status of ${guildId} ${sessionId}`),
      removeLeftOver: async () => undefined,
      onChanged: () => undefined,
      onPeopleChanged: (guildId) => void acts.push(`status: people of ${guildId}`),
      settle: async () => undefined,
    },
    notices: {
      open: async () => ({ kind: 'posted' }),
      onPeopleChanged: (guildId) => void acts.push(`notices: people of ${guildId}`),
      close: (sessionId) => void acts.push(`close notices of ${sessionId}`),
    },
    places: { audience: () => setting.audience ?? 'within' },
    captions: {
      status: async () => ({
        ...{ session: { ...session, sessionId: setting.running ?? 's' }, interim: false, consent: 'opt-out' },
        ...{ isCaptioned: () => true, hasOptedOut: () => false, delayMs: undefined, lossShare: 0, waitingClips: 0 },
        ...{ waitingBytes: 0, outage: undefined },
      }),
      end: (sessionId, reason) => void acts.push(`end ${sessionId}: ${reason}`),
    },
  });
  return { presence, acts };
}

describe('the presence of captions', () => {
  it('is status and notices, which follow the people and end with the session', async () => {
    const { presence, acts } = openPresence();
    expect(await presence.open(start)).toEqual({ kind: 'posted' });
    presence.onPeopleChanged('g');
    await presence.close(session);
    expect(acts).toEqual([
      'set status',
      'status: people of g',
      'notices: people of g',
      'close notices of s',
      'clear status of g s',
    ]);
  });

  it('ends at once when captions ended while they were announced', async () => {
    const { presence, acts } = openPresence({ running: 'another' });
    await presence.open(start);
    expect(acts).toEqual(['set status', 'close notices of s', 'clear status of g s']);
  });

  it.each([
    ['others can read them now', 'wider', false, ['end s: audience-widened']],
    ['nobody else can', 'within', false, []],
    ['a channel is not cached', 'unknown', false, []],
    ['someone confirmed these readers', 'wider', true, []],
  ] as const)('ends captions, or not, when permissions change and %s', async (_when, audience, widerReaders, ends) => {
    const { presence, acts } = openPresence({ audience });
    await presence.open({ ...start, session: { ...session, widerReaders } });
    acts.length = 0;
    presence.onPermissionsChanged('g');
    presence.onPermissionsChanged('other');
    // The bot may now be able to post the notice.
    expect(acts).toEqual([...ends, 'notices: people of g', 'notices: people of other']);
  });

  it('ends captions whose readers changed while they started', async () => {
    const { presence, acts } = openPresence({ audience: 'wider' });
    await presence.open(start);
    expect(acts).toContain('end s: audience-widened');
  });

  it.each([
    ['others can read them now', 'wider', false, false],
    ['nobody else can', 'within', false, true],
    ['a channel is not cached', 'unknown', false, true],
    ['someone confirmed these readers', 'wider', true, true],
  ] as const)(
    'lets text appear, or not, also after the end or a restart, when %s',
    async (_when, audience, widerReaders, mayShow) => {
      const setting: { audience: Audience } = { audience: 'within' };
      const { presence } = openPresence(setting);
      const own = { ...session, widerReaders };
      await presence.open({ ...start, session: own });
      expect(presence.mayShow(own)).toBe(true);
      await presence.close(own);
      setting.audience = audience;
      presence.onPermissionsChanged('g');
      expect(presence.mayShow(own)).toBe(mayShow);
      expect(presence.mayShow({ ...own, sessionId: 'of before a restart' })).toBe(mayShow);
    },
  );

  it('no longer ends captions that have ended', async () => {
    const { presence, acts } = openPresence({ audience: 'wider' });
    await presence.open(start);
    await presence.close(session);
    acts.length = 0;
    presence.onPermissionsChanged('g');
    expect(acts).toEqual(['notices: people of g']);
  });
});
