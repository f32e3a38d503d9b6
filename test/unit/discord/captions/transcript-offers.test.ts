import { DiscordAPIError, type RequestData } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CaptionsEnded } from '../../../../src/captions/captions-api.ts';
import type { CaptionLine, CaptionSession } from '../../../../src/captions/captions-ports.ts';
import { createTranscriptOffers } from '../../../../src/discord/captions/transcript-offers.ts';
import { createLogger } from '../../../../src/log.ts';

const session: CaptionSession = {
  ...{ sessionId: 's', guildId: 'g', voiceChannelId: 'lounge', textChannelId: 'general', startedBy: '1' },
  ...{ language: undefined, startedAtMs: Date.UTC(2026, 0, 2, 3, 4, 5), endedAtMs: undefined },
};
const line: CaptionLine = {
  ...{ lineId: '1', sessionId: 's', userId: '2', speaker: 'Ada', text: 'Good morning.', late: false },
  ...{ startedAtMs: session.startedAtMs + 1_000, endedAtMs: session.startedAtMs + 2_000 },
};
const ended: CaptionsEnded = { session, reason: 'stopped', lines: 1, waitingClips: 0 };

function createOffers(setting: { failures?: Error[]; mayAttach?: boolean; newest?: CaptionSession } = {}) {
  const posts: { route: string; content: string; files: string[]; body: unknown }[] = [];
  const failures = [...(setting.failures ?? [])];
  let attempts = 0;
  const offers = createTranscriptOffers({
    rest: {
      post: async (route: string, { body, files = [] }: RequestData = {}) => {
        attempts += 1;
        const failure = failures.shift();
        if (failure !== undefined) throw failure;
        const { content } = body as { content: string };
        posts.push({ route, content, files: files.map(({ name }) => name), body });
      },
    },
    transcript: async () => ({ session: setting.newest ?? session, lines: [line] }),
    channelName: (channelId) => channelId,
    mayAttachFiles: () => setting.mayAttach ?? true,
    log: createLogger('silent'),
  });
  return { offers, posts, attempts: () => attempts };
}

function refused(status: number): DiscordAPIError {
  return new DiscordAPIError({ code: 50_013, message: 'refused' }, 50_013, status, 'POST', '/', {});
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the transcript', () => {
  it('is offered in all forms where the captions were', async () => {
    const { offers, posts } = createOffers();
    await offers.offer(ended);
    expect(posts).toMatchObject([
      {
        route: '/channels/general/messages',
        content: 'Captions of <#lounge> are off. This is the whole transcript.',
        files: ['txt', 'srt', 'vtt', 'json'].map((form) => `captions-2026-01-02-0304.${form}`),
        body: { allowed_mentions: { parse: [] } },
      },
    ]);
  });

  it.each([
    ['voice-ended', 'I am no longer there'],
    ['moved', 'somebody moved me'],
    ['closed', 'I am restarting'],
    ['interrupted', 'broke off'],
  ] as const)('comes with the reason: %s', async (reason, words) => {
    const { offers, posts } = createOffers();
    await offers.offer({ ...ended, reason });
    expect(posts[0]?.content).toContain(words);
    expect(posts[0]?.files).toHaveLength(4);
  });

  it('says that text is still to come', async () => {
    const { offers, posts } = createOffers();
    await offers.offer({ ...ended, waitingClips: 2 });
    expect(posts[0]?.content).toContain('still waits for its text');
  });

  it.each([
    ['nothing was said', 0, {}, 'There is no text'],
    ['the bot may not post files', 1, { mayAttach: false }, '`/captions export` gives you'],
    ['other captions have begun since', 1, { newest: { ...session, sessionId: 't' } }, '`/captions export` gives you'],
  ])('is left out when %s', async (_when, lines, setting, words) => {
    const { offers, posts } = createOffers(setting);
    await offers.offer({ ...ended, lines });
    expect(posts[0]?.files).toEqual([]);
    expect(posts[0]?.content).toContain(words);
  });

  it('is offered again while Discord cannot be reached', async () => {
    const { offers, posts } = createOffers({ failures: [new Error('no network'), refused(503), new Error('timeout')] });
    const offered = offers.offer(ended);
    await vi.advanceTimersByTimeAsync(15_000);
    await offered;
    expect(posts).toHaveLength(1);
  });

  it('is given up when Discord refuses it', async () => {
    const { offers, attempts } = createOffers({ failures: [refused(403)] });
    await offers.offer(ended);
    expect(attempts()).toBe(1);
  });

  it('is given up when the bot has to go', async () => {
    const { offers, attempts } = createOffers({ failures: Array.from({ length: 100 }, () => new Error('no network')) });
    const offered = offers.offer(ended);
    await vi.advanceTimersByTimeAsync(3_000);
    const leaving = new AbortController();
    const settled = offers.settle(leaving.signal);
    leaving.abort(new Error('time is up'));
    await settled;
    await offered;
    const soFar = attempts();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(attempts()).toBe(soFar);
  });
});
