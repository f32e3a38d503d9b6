import { describe, expect, it } from 'vitest';
import type { CaptionSession } from '../../../../src/captions/captions-ports.ts';
import { createChannelStatus } from '../../../../src/discord/captions/channel-status.ts';
import { createLogger } from '../../../../src/log.ts';

const session: CaptionSession = {
  ...{ sessionId: 's', guildId: 'g', voiceChannelId: 'lounge', textChannelId: 'general', startedBy: '1' },
  ...{ language: undefined, startedAtMs: 0, endedAtMs: undefined },
};

function createSigns(setting: { may?: () => boolean; failure?: Error } = {}) {
  const set: string[] = [];
  const channelStatus = createChannelStatus({
    rest: {
      put: async (route, options) => {
        set.push(`${route} ${JSON.stringify(options?.body)}`);
        if (setting.failure !== undefined) throw setting.failure;
      },
    },
    maySet: setting.may ?? (() => true),
    log: createLogger('silent'),
  });
  return { channelStatus, set };
}

describe('the sign in a voice channel', () => {
  it('stands while captions are on', async () => {
    const { channelStatus, set } = createSigns();
    await channelStatus.set(session);
    expect(set).toEqual(['/channels/lounge/voice-status {"status":"💬 Live captions are on"}']);
    await channelStatus.clear('g');
    await channelStatus.clear('g');
    expect(set.slice(1)).toEqual(['/channels/lounge/voice-status {"status":""}']);
  });

  it('is not tried where the bot may not set it', async () => {
    const { channelStatus, set } = createSigns({ may: () => false });
    await channelStatus.set(session);
    await channelStatus.clear('g');
    expect(set).toEqual([]);
  });

  it('leaves the line alone once the bot has no right to it any more', async () => {
    let may = true;
    const { channelStatus, set } = createSigns({ may: () => may });
    await channelStatus.set(session);
    may = false;
    await channelStatus.clear('g');
    expect(set).toHaveLength(1);
  });

  it('troubles nobody when Discord fails', async () => {
    const { channelStatus } = createSigns({ failure: new Error('no network') });
    await channelStatus.set(session);
    await channelStatus.clear('g');
  });
});
