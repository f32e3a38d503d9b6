import { describe, expect, it } from 'vitest';
import type { CaptionSession } from '../../../../src/captions/captions-ports.ts';
import { createChannelStatus } from '../../../../src/discord/captions/channel-status.ts';
import { createLogger } from '../../../../src/log.ts';
import { english } from '../../../../src/messages/english.ts';

const session: CaptionSession = {
  ...{ sessionId: 's', guildId: 'g', voiceChannelId: 'lounge', textChannelId: 'general', startedBy: '1' },
  ...{ language: undefined, consent: 'opt-out', startedAtMs: 0, endedAtMs: undefined },
};

function openStatus(setting: { may?: () => boolean; failure?: Error } = {}) {
  const set: string[] = [];
  const channelStatus = createChannelStatus({
    rest: {
      put: async (route, options) => {
        set.push(`${route} ${JSON.stringify(options?.body)}`);
        if (setting.failure !== undefined) throw setting.failure;
      },
    },
    maySet: setting.may ?? (() => true),
    messages: english,
    log: createLogger('silent'),
  });
  return { channelStatus, set };
}

describe('the status of a voice channel', () => {
  it('is shown while captions are on', async () => {
    const { channelStatus, set } = openStatus();
    await channelStatus.set(session);
    expect(set).toEqual(['/channels/lounge/voice-status {"status":"💬 Live captions are on"}']);
    await channelStatus.clear('g');
    await channelStatus.clear('g');
    expect(set.slice(1)).toEqual(['/channels/lounge/voice-status {"status":""}']);
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
});
