import { getEventListeners } from 'node:events';
import { DiscordAPIError, type RequestData } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CaptionsEnded } from '../../../../src/captions/captions-api.ts';
import type { CaptionLine, CaptionSession } from '../../../../src/captions/captions-ports.ts';
import { createTranscriptOffers } from '../../../../src/discord/captions/transcript-offers.ts';
import { createLogger } from '../../../../src/log/log.ts';
import { english } from '../../../../src/messages/english.ts';

const session: CaptionSession = {
  ...{ sessionId: 's', guildId: 'g', voiceChannelId: 'lounge', textChannelId: 'general', startedBy: '1' },
  ...{
    language: undefined,
    widerReaders: false,
    consent: 'opt-out',
    startedAtMs: Date.UTC(2026, 0, 2, 3, 4, 5),
    endedAtMs: undefined,
  },
};
const line: CaptionLine = {
  ...{ lineId: '1', sessionId: 's', userId: '2', speaker: 'Ada', text: 'Good morning.', late: false },
  ...{ startedAtMs: session.startedAtMs + 1_000, endedAtMs: session.startedAtMs + 2_000 },
};
const EXPORT = 'Captions of <#lounge> ended. Use `/captions export` to get the transcript.';
const ended: CaptionsEnded = { session, reason: 'stopped', movedTo: undefined, lines: 1, waitingClips: 0 };

function createOffers(
  setting: {
    failures?: Error[];
    mayAttach?: boolean;
    mayPost?: boolean;
    mayShow?: boolean;
    startsAgain?: boolean;
    isDeleted?: boolean;
    /** The lines that are left at each reading of the transcript. */
    readings?: readonly (readonly CaptionLine[])[];
  } = {},
) {
  const patches: { route: string; files: string[]; body: unknown }[] = [];
  const readings = [...(setting.readings ?? [])];
  const posts: { route: string; content: string; files: string[]; body: unknown }[] = [];
  const texts: string[] = [];
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
        texts.push(...files.map(({ data }) => String(data)));
        return { id: 'm' };
      },
      patch: async (route: string, { body, files = [] }: RequestData = {}) => {
        patches.push({ route, files: files.map(({ data }) => String(data)), body });
      },
    },
    transcript: async (guildId, sessionId) => {
      expect([guildId, sessionId]).toEqual(['g', 's']);
      const lines = readings.shift() ?? [line];
      return setting.isDeleted ? undefined : { session, lines };
    },
    channelName: (channelId) => channelId,
    mayAttachFiles: () => setting.mayAttach ?? true,
    mayPostIn: () => setting.mayPost ?? true,
    mayShow: () => setting.mayShow ?? true,
    startsAgain: () => setting.startsAgain ?? false,
    publicMessages: async () => english,
    log: createLogger('silent'),
  });
  return { offers, posts, texts, patches, attempts: () => attempts };
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
      'Captions of <#lounge> were interrupted because I stopped unexpectedly. Use `/captions start` to start them again.',
    ],
  ] as const)('comes with the reason: %s', async (reason, words) => {
    const { offers, posts } = createOffers();
    await offers.offer({ ...ended, reason, movedTo: reason === 'moved' ? 'studio' : undefined });
    expect(posts[0]?.content).toBe(`${words} The transcript is attached.`);
    expect(posts[0]?.files).toHaveLength(1);
  });

  it.each([
    ['emptied', 'Captions of <#lounge> ended because everyone left.'],
    ['closed', "Captions of <#lounge> ended because I'm restarting. They start again automatically."],
    [
      'interrupted',
      'Captions of <#lounge> were interrupted because I stopped unexpectedly. They start again automatically.',
    ],
  ] as const)('promises a new start where captions start by themselves: %s', async (reason, words) => {
    const { offers, posts } = createOffers({ startsAgain: true });
    await offers.offer({ ...ended, reason });
    expect(posts[0]?.content).toBe(`${words} The transcript is attached.`);
  });

  it('says that text is pending', async () => {
    const { offers, posts } = createOffers();
    await offers.offer({ ...ended, waitingClips: 2 });
    expect(posts[0]?.content).toContain(
      "Some speech isn't transcribed yet. Use `/captions export` later to get its text too.",
    );
  });

  it.each([
    ['nothing was said', 0, {}, 'Captions of <#lounge> ended. Nothing was captioned.'],
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

  it('lacks what a person said who was erased while Discord could not be reached', {
    meta: { promises: ['transcript-offered-end-lacks'] },
  }, async () => {
    const ofBob = { ...line, lineId: '2', userId: '3', text: 'Good evening.' };
    const readings = [[line, ofBob], [ofBob], [ofBob]];
    const { offers, texts, patches } = createOffers({ failures: [new Error('no network')], readings });
    const offered = offers.offer({ ...ended, lines: 2 });
    await vi.advanceTimersByTimeAsync(3_000);
    await offered;
    expect(texts).toHaveLength(1);
    expect(texts[0]).toContain('Good evening.');
    expect(texts[0]).not.toContain('Good morning.');
    expect(patches).toEqual([]);
  });

  it('is replaced when a person was erased while it was under way', {
    meta: { promises: ['transcript-offered-end-lacks'] },
  }, async () => {
    const ofBob = { ...line, lineId: '2', userId: '3', text: 'Good evening.' };
    const some = createOffers({ readings: [[line, ofBob], [ofBob]] });
    await some.offers.offer({ ...ended, lines: 2 });
    expect(some.patches).toMatchObject([{ route: '/channels/general/messages/m', body: { attachments: [{ id: 0 }] } }]);
    expect(some.patches[0]?.files[0]).not.toContain('Good morning.');
    const all = createOffers({ readings: [[line], []] });
    await all.offers.offer(ended);
    expect(all.patches).toMatchObject([{ files: [], body: { content: EXPORT, attachments: [] } }]);
    const none = createOffers({ readings: [[line], [line, ofBob]] });
    await none.offers.offer(ended);
    expect(none.patches).toEqual([]);
  });

  it('has no button when nothing was said', async () => {
    const { offers, posts } = createOffers();
    await offers.offer({ ...ended, lines: 0 });
    expect(posts[0]?.body).toMatchObject({ components: [] });
  });

  it('does not say that nothing was said while text is pending', async () => {
    const { offers, posts } = createOffers();
    await offers.offer({ ...ended, lines: 0, waitingClips: 1 });
    expect(posts[0]?.content).not.toContain('Nothing was captioned');
  });

  it('is abandoned when Discord rejects it', async () => {
    const { offers, attempts } = createOffers({ failures: [refused(403)] });
    await offers.offer(ended);
    expect(attempts()).toBe(1);
  });

  it('says in the voice channel’s chat that nothing can be posted any more, and gives no file there', async () => {
    const { offers, posts } = createOffers();
    await offers.offer({ ...ended, reason: 'cannot-post' });
    expect(posts).toMatchObject([{ route: '/channels/lounge/messages', files: [] }]);
    expect(posts[0]?.content).toBe(
      "Captions of <#lounge> ended because I can't post in <#general> anymore. Let me post there, or use `/captions start` in another channel. Use `/captions export` to get the transcript.",
    );
  });

  it('is not made where nothing can be posted at all', async () => {
    const shut = createOffers({ mayPost: false });
    await shut.offers.offer({ ...ended, reason: 'cannot-post' });
    const own = createOffers();
    await own.offers.offer({ ...ended, session: { ...session, textChannelId: 'lounge' }, reason: 'cannot-post' });
    expect([shut.attempts(), own.attempts()]).toEqual([0, 0]);
  });

  it('holds no file for people who could not read the captions', async () => {
    const { offers, posts } = createOffers();
    await offers.offer({ ...ended, reason: 'audience-widened' });
    expect(posts).toMatchObject([{ route: '/channels/general/messages', files: [] }]);
    expect(posts[0]?.content).toContain("because people who can't see it can now read <#general>");
  });

  it('holds no file where others can read it now, as after a restart', {
    meta: { promises: ['transcript-captions-nobody-confirmed'] },
  }, async () => {
    const { offers, posts } = createOffers({ mayShow: false });
    await offers.offer({ ...ended, reason: 'interrupted' });
    expect(posts).toMatchObject([{ route: '/channels/general/messages', files: [] }]);
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
