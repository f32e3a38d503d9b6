import { describe, expect, it } from 'vitest';
import type { CaptionSession } from '../../../../src/captions/captions-ports.ts';
import { createCaptionSigns } from '../../../../src/discord/captions/channel-status.ts';
import { createLogger } from '../../../../src/log.ts';

const session: CaptionSession = {
  ...{ sessionId: 's', guildId: 'g', voiceChannelId: 'lounge', textChannelId: 'general', startedBy: '1' },
  ...{ language: undefined, startedAtMs: 0, endedAtMs: undefined },
};

function createSigns(setting: { may?: () => boolean; failure?: Error } = {}) {
  const set: string[] = [];
  const signs = createCaptionSigns({
    rest: {
      put: async (route, options) => {
        set.push(`${route} ${JSON.stringify(options?.body)}`);
        if (setting.failure !== undefined) throw setting.failure;
      },
    },
    maySet: setting.may ?? (() => true),
    log: createLogger('silent'),
  });
  return { signs, set };
}

describe('the sign in a voice channel', () => {
  it('stands while captions are on', async () => {
    const { signs, set } = createSigns();
    await signs.raise(session);
    expect(set).toEqual(['/channels/lounge/voice-status {"status":"💬 Live captions are on"}']);
    await signs.lower('g');
    await signs.lower('g');
    expect(set.slice(1)).toEqual(['/channels/lounge/voice-status {"status":""}']);
  });

  it('is not tried where the bot may not set it', async () => {
    const { signs, set } = createSigns({ may: () => false });
    await signs.raise(session);
    await signs.lower('g');
    expect(set).toEqual([]);
  });

  it('leaves the line alone once the bot has no right to it any more', async () => {
    let may = true;
    const { signs, set } = createSigns({ may: () => may });
    await signs.raise(session);
    may = false;
    await signs.lower('g');
    expect(set).toHaveLength(1);
  });

  it('troubles nobody when Discord fails', async () => {
    const { signs } = createSigns({ failure: new Error('no network') });
    await signs.raise(session);
    await signs.lower('g');
  });
});
