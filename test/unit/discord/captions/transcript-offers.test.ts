import { getEventListeners } from 'node:events';
import { DiscordAPIError, type RequestData } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CaptionsEnded } from '../../../../src/captions/captions-api.ts';
import type { CaptionLine, CaptionSession } from '../../../../src/captions/captions-ports.ts';
import { createTranscriptOffers } from '../../../../src/discord/captions/transcript-offers.ts';
import { createLogger } from '../../../../src/log.ts';
import { english } from '../../../../src/messages/english.ts';

const session: CaptionSession = {
  ...{ sessionId: 's', guildId: 'g', voiceChannelId: 'lounge', textChannelId: 'general', startedBy: '1' },
  ...{ language: undefined, consent: 'opt-out', startedAtMs: Date.UTC(2026, 0, 2, 3, 4, 5), endedAtMs: undefined },
};
const line: CaptionLine = {
  ...{ lineId: '1', sessionId: 's', userId: '2', speaker: 'Ada', text: 'Good morning.', late: false },
  ...{ startedAtMs: session.startedAtMs + 1_000, endedAtMs: session.startedAtMs + 2_000 },
};
const EXPORT = 'Captions of <#lounge> ended. Use `/captions export` to get the transcript.';
const ended: CaptionsEnded = { session, reason: 'stopped', movedTo: undefined, lines: 1, waitingClips: 0 };

function createOffers(setting: { failures?: Error[]; mayAttach?: boolean; isDeleted?: boolean } = {}) {
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
    transcript: async (guildId, sessionId) => {
      expect([guildId, sessionId]).toEqual(['g', 's']);
      return setting.isDeleted ? undefined : { session, lines: [line] };
    },
    channelName: (channelId) => channelId,
    mayAttachFiles: () => setting.mayAttach ?? true,
    messages: english,
    log: createLogger('silent'),
  });
  return { offers, posts, attempts: () => attempts };
}

function refused(status: number): DiscordAPIError {
  return new DiscordAPIError({ code: 50_013, message: 'refused' }, 50_013, status, 'POST', '/', {});
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the offer of a transcript', () => {
  it('is one text file in the captions’ channel, and a button for other formats', async () => {
    const { offers, posts } = createOffers();
    await offers.offer(ended);
    expect(posts).toMatchObject([
      {
        route: '/channels/general/messages',
        content: 'Captions of <#lounge> ended. The transcript is attached.',
        files: ['captions-2026-01-02-0304.txt'],
        body: {
          allowed_mentions: { parse: [] },
          components: [{ components: [{ custom_id: 'captions:export:s', label: 'Export' }] }],
        },
      },
    ]);
  });

  it.each([
    ['voice-ended', 'Captions of <#lounge> ended because I left the voice channel.'],
    [
      'moved',
      'Captions of <#lounge> ended because I moved to <#studio>. Use `/captions start` to caption the new channel.',
    ],
    ['closed', "Captions of <#lounge> ended because I'm restarting. Use `/captions start` again in a moment."],
    [
      'interrupted',
      'Captions of <#lounge> were interrupted because I stopped unexpectedly. Use `/captions start` to resume.',
    ],
  ] as const)('comes with the reason: %s', async (reason, words) => {
    const { offers, posts } = createOffers();
    await offers.offer({ ...ended, reason, movedTo: reason === 'moved' ? 'studio' : undefined });
    expect(posts[0]?.content).toBe(`${words} The transcript is attached.`);
    expect(posts[0]?.files).toHaveLength(1);
  });

  it('says that text is pending', async () => {
    const { offers, posts } = createOffers();
    await offers.offer({ ...ended, waitingClips: 2 });
    expect(posts[0]?.content).toContain(
      "Some speech isn't transcribed yet. Use `/captions export` later to get its text too.",
    );
  });

  it.each([
    ['nothing was said', 0, {}, 'Captions of <#lounge> ended. Nothing was said.'],
    ['the bot may not post files', 1, { mayAttach: false }, EXPORT],
    ['the transcript was deleted', 1, { isDeleted: true }, EXPORT],
  ])('has no file when %s', async (_when, lines, setting, words) => {
    const { offers, posts } = createOffers(setting);
    await offers.offer({ ...ended, lines });
    expect(posts[0]?.files).toEqual([]);
    expect(posts[0]?.content).toBe(words);
  });

  it('is retried while Discord is unreachable', async () => {
    const { offers, posts } = createOffers({ failures: [new Error('no network'), refused(503), new Error('timeout')] });
    const offered = offers.offer(ended);
    await vi.advanceTimersByTimeAsync(15_000);
    await offered;
    expect(posts).toHaveLength(1);
  });

  it('has no button when nothing was said', async () => {
    const { offers, posts } = createOffers();
    await offers.offer({ ...ended, lines: 0 });
    expect(posts[0]?.body).toMatchObject({ components: [] });
  });

  it('does not say that nothing was said while text is pending', async () => {
    const { offers, posts } = createOffers();
    await offers.offer({ ...ended, lines: 0, waitingClips: 1 });
    expect(posts[0]?.content).not.toContain('Nothing was said');
  });

  it('is abandoned when Discord rejects it', async () => {
    const { offers, attempts } = createOffers({ failures: [refused(403)] });
    await offers.offer(ended);
    expect(attempts()).toBe(1);
  });

  it('leaves no listener on the signal when it is accepted in time', async () => {
    const { offers, posts } = createOffers({ failures: [new Error('no network')] });
    const leaving = new AbortController();
    const offered = offers.offer(ended);
    const settled = offers.settle(leaving.signal);
    expect(getEventListeners(leaving.signal, 'abort')).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2_000);
    await Promise.all([offered, settled]);
    expect(posts).toHaveLength(1);
    expect(getEventListeners(leaving.signal, 'abort')).toHaveLength(0);
  });

  it('is abandoned when the bot must stop', async () => {
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
