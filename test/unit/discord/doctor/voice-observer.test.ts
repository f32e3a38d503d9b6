import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Asker } from '../../../../src/discord/doctor/asker.ts';
import { createVoiceObserver } from '../../../../src/discord/doctor/voice.ts';
import type { VoiceDiagnosis } from '../../../../src/voice/diagnosis.ts';
import { diagnosisIn } from '../../../support/voice-diagnosis.ts';

const GUILD = 'g';
const asker: Asker = {
  userId: '1',
  place: {
    ...{ kind: 'guild', guildId: GUILD, channelId: 't', voiceChannelId: 'v' },
    ...{ roleIds: [], managesGuild: false, managesVoice: false },
  },
  ...{ isManager: false, isOperator: false },
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** An observer of a bot whose only session is `session`. */
function observe({ isBehindProxy = true, session }: { isBehindProxy?: boolean; session?: VoiceDiagnosis } = {}) {
  const observer = createVoiceObserver({
    engine: { diagnose: async () => session },
    discord: { gateway: () => ({ isConnected: true, pingMs: 1, sinceMs: 0 }), own: () => undefined },
    directory: { voiceChannel: () => undefined, maySeeVoice: () => true },
    sources: { isBehindProxy },
  });
  const lacksWayOut = async () => (await observer.see(asker)).lacksWayOut;
  return { observer, lacksWayOut };
}

describe('behind a proxy, voice lacks a way out', () => {
  it.each(['joining', 'repairing'] as const)('while %s takes much longer than it does with one', async (phase) => {
    const { lacksWayOut } = observe({ session: diagnosisIn('v', { phase, sinceMs: Date.now() }) });
    expect(await lacksWayOut()).toBe(false);
    await vi.advanceTimersByTimeAsync(6_000);
    expect(await lacksWayOut()).toBe(true);
  });

  it('not while it works', async () => {
    expect(await observe({ session: diagnosisIn('v', { sinceMs: 0 }) }).lacksWayOut()).toBe(false);
  });

  it('for some minutes after a join or a session failed, until the next join succeeds', async () => {
    const { observer, lacksWayOut } = observe();
    expect(await lacksWayOut()).toBe(false);
    observer.onJoined(GUILD, { kind: 'not-ready' });
    expect(await lacksWayOut()).toBe(true);
    observer.onJoined(GUILD, { kind: 'joined', channelId: 'v', moved: false });
    expect(await lacksWayOut()).toBe(false);
    observer.onVoiceEvent({ type: 'session-ended', guildId: GUILD, channelId: 'v', reason: 'failed' });
    expect(await lacksWayOut()).toBe(true);
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    expect(await lacksWayOut()).toBe(false);
  });

  it('not when Discord did not answer, somebody ended the session, or another server has the problem', async () => {
    const { observer, lacksWayOut } = observe();
    observer.onJoined(GUILD, { kind: 'no-answer' });
    observer.onJoined('other', { kind: 'not-ready' });
    observer.onVoiceEvent({ type: 'session-ended', guildId: GUILD, channelId: 'v', reason: 'disconnected' });
    expect(await lacksWayOut()).toBe(false);
  });
});

it('without a proxy, voice that fails lacks no way out', async () => {
  const { observer, lacksWayOut } = observe({ isBehindProxy: false });
  observer.onJoined(GUILD, { kind: 'not-ready' });
  expect(await lacksWayOut()).toBe(false);
});
