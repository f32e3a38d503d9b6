import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Reply } from '../../../../src/discord/client/replies.ts';
import { createExplainer } from '../../../../src/discord/interactions/explain-failure.ts';
import { createQueueItemReplies } from '../../../../src/discord/playback/queue-item-replies.ts';
import { createTextsOnTheWay } from '../../../../src/discord/playback/texts-on-the-way.ts';
import { UserError } from '../../../../src/errors.ts';
import type { AboutText } from '../../../../src/handover/handover-ports.ts';
import { createLogger } from '../../../../src/log/log.ts';
import { english } from '../../../../src/messages/english.ts';
import { type Arrival, createSpeaking } from '../../../../src/voice/speaking.ts';
import type { DropReason, SpeakOutcome, VoiceEngine, VoiceEvent } from '../../../../src/voice/voice-api.ts';

const HANDLE = { answerHandle: { token: 'a-token', locale: 'en-US' } };
const RECORD = { kind: 'characters', day: '2026-11-22', userId: '1', guildId: 'g', amount: 5 } as const;

const log = createLogger('silent');
const request = { guildId: 'g', textId: '7', text: 'hello', voiceId: undefined, userId: '1' };

const remove = async () => ({ kind: 'not-found' }) as const;

/** The replies over an engine, with the engine's events. */
function repliesOver(
  engine: Pick<VoiceEngine, 'speak' | 'remove' | 'session'>,
  keep: (guildId: string) => Promise<void> = async () => {},
) {
  const speaking = createSpeaking<AboutText>({ engine, note: () => {}, log });
  const replies = createQueueItemReplies({ engine, speaking, explain: createExplainer({ log }), keep, log });
  return { ...replies, onVoiceEvent: (reported: VoiceEvent) => speaking.onVoiceEvent(reported) };
}

/** One `/say` whose engine answers `outcome`; `during` runs while the engine is still thinking. */
function createScene(
  outcome: SpeakOutcome,
  options: { paused?: boolean; during?: VoiceEvent; keep?: () => Promise<void> } = {},
) {
  const answers: string[] = [];
  const session = { guildId: 'g', channelId: 'c', joining: false, paused: options.paused ?? false, items: [] };
  const engine = {
    speak: async () => {
      if (options.during !== undefined) replies.onVoiceEvent(options.during);
      return outcome;
    },
    session: async () => session,
    remove,
  };
  const replies = repliesOver(engine, options.keep);
  const answer = async (reply: Reply): Promise<void> => void answers.push(reply.content);
  return { answers, replies, spoken: replies.speak(request, { answer, messages: english, ...HANDLE }) };
}

const queuedAt = (position: number): SpeakOutcome => ({ kind: 'queued', position });
const event = (type: 'item-started' | 'item-finished', textId = '7'): VoiceEvent => {
  return { type, guildId: 'g', textId };
};
const dropped = (reason: DropReason): VoiceEvent => ({ type: 'item-dropped', guildId: 'g', textId: '7', reason });
const failed = (spokenMs: number): VoiceEvent => {
  const failure = { code: 'SPEECH_OUT_OF_CREDITS', message: 'Insufficient API credit', retryable: false };
  return { type: 'item-failed', guildId: 'g', textId: '7', spokenMs, failure };
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a text that is spoken immediately', () => {
  it('is answered when it can be heard, and again when it is over', async () => {
    const scene = createScene(queuedAt(0));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(scene.answers).toEqual([]);
    scene.replies.onVoiceEvent(event('item-started'));
    await scene.spoken;
    scene.replies.onVoiceEvent(event('item-finished'));
    expect(scene.answers).toEqual(['Speaking…', 'Spoken.']);
  });

  it('is answered with the reason alone when it fails', async () => {
    const scene = createScene(queuedAt(0));
    await vi.advanceTimersByTimeAsync(0);
    scene.replies.onVoiceEvent(failed(0));
    await scene.spoken;
    expect(scene.answers).toHaveLength(1);
    expect(scene.answers[0]).toMatch(/^The speech service account is out of credits/);
  });

  it('says how far it came when it fails in the middle', async () => {
    const scene = createScene(queuedAt(0));
    await vi.advanceTimersByTimeAsync(0);
    scene.replies.onVoiceEvent(event('item-started'));
    scene.replies.onVoiceEvent(failed(900));
    await scene.spoken;
    expect(scene.answers[1]).toMatch(/^I had to stop in the middle\. The speech service account/);
  });

  it('is answered even when its events come before its id', async () => {
    const scene = createScene(queuedAt(0), { during: event('item-started') });
    await scene.spoken;
    expect(scene.answers).toEqual(['Speaking…']);
  });

  it('ignores the events of other items', async () => {
    const scene = createScene(queuedAt(0));
    await vi.advanceTimersByTimeAsync(0);
    scene.replies.onVoiceEvent(event('item-started', '6'));
    expect(scene.answers).toEqual([]);
  });

  it('is answered meanwhile when the service takes its time', async () => {
    const scene = createScene(queuedAt(0));
    await vi.advanceTimersByTimeAsync(10_000);
    await scene.spoken;
    scene.replies.onVoiceEvent(event('item-started'));
    expect(scene.answers).toEqual(['Still waiting for the first sound…', 'Speaking…']);
  });
});

describe('a text that waits', () => {
  it('is said to be queued once it is kept for the next process', async () => {
    const kept = Promise.withResolvers<void>();
    const scene = createScene(queuedAt(2), { keep: () => kept.promise });
    await vi.advanceTimersByTimeAsync(900);
    expect(scene.answers).toEqual([]);
    kept.resolve();
    await scene.spoken;
    expect(scene.answers).toEqual([expect.stringMatching(/^Queued: 2 texts/)]);
  });

  it.each([
    ['cannot be kept', () => Promise.reject(new Error('the database is away'))],
    ['takes long to keep', () => new Promise<void>(() => {})],
  ])('is said to be queued all the same if it %s', async (_, keep) => {
    const scene = createScene(queuedAt(2), { keep });
    await vi.advanceTimersByTimeAsync(1_000);
    await scene.spoken;
    expect(scene.answers).toEqual([expect.stringMatching(/^Queued: 2 texts/)]);
  });

  it('is answered with its place, then when it is spoken', async () => {
    const scene = createScene(queuedAt(2));
    await scene.spoken;
    expect(scene.answers).toEqual(['Queued: 2 texts are ahead of yours. `/queue` shows all.']);
    scene.replies.onVoiceEvent(event('item-started'));
    expect(scene.answers[1]).toBe('Speaking…');
  });

  it('behind one other text reads so in the singular', async () => {
    const scene = createScene(queuedAt(1));
    await scene.spoken;
    expect(scene.answers).toEqual(['Queued: 1 text is ahead of yours. `/queue` shows all.']);
  });

  it.each<[DropReason, string]>([
    ['skipped', 'Skipped.'],
    ['stopped', 'Stopped.'],
    ['removed', 'Removed from the queue.'],
    ['session-ended', 'Not spoken: I left the voice channel.'],
  ])('is answered with why it was dropped: %s', async (reason, message) => {
    const scene = createScene(queuedAt(2));
    await scene.spoken;
    scene.replies.onVoiceEvent(dropped(reason));
    expect(scene.answers[1]).toBe(message);
  });

  it('behind a pause is answered so', async () => {
    const scene = createScene(queuedAt(0), { paused: true });
    await scene.spoken;
    expect(scene.answers).toEqual(["Queued. I'm paused; use `/resume` to continue."]);
  });

  it.each([
    [1, "Queued: 1 text is ahead of yours. I'm paused; use `/resume` to continue."],
    [3, "Queued: 3 texts are ahead of yours. I'm paused; use `/resume` to continue."],
  ])('behind a pause and %i texts is answered with both', async (position, message) => {
    const scene = createScene(queuedAt(position), { paused: true });
    await scene.spoken;
    expect(scene.answers).toEqual([message]);
  });

  it('is answered differently when its session ends after it began', async () => {
    const scene = createScene(queuedAt(1));
    await scene.spoken;
    scene.replies.onVoiceEvent(event('item-started'));
    scene.replies.onVoiceEvent(dropped('session-ended'));
    expect(scene.answers[2]).toBe('I left the voice channel before this text was finished.');
  });
});

describe('a text that the bot may not speak yet', () => {
  it('is answered so, then when it is spoken', async () => {
    const scene = createScene(queuedAt(0));
    await vi.advanceTimersByTimeAsync(200);
    scene.replies.onVoiceEvent({ type: 'item-waiting', guildId: 'g', textId: '7', waitsFor: 'permission' });
    await scene.spoken;
    scene.replies.onVoiceEvent(event('item-started'));
    expect(scene.answers).toEqual([expect.stringMatching(/^I'm not allowed to speak here yet\./), 'Speaking…']);
  });
});

describe('a text in a channel where nobody is', () => {
  const waiting: VoiceEvent = { type: 'item-waiting', guildId: 'g', textId: '7', waitsFor: 'listeners' };
  const message = "Nobody is in the voice channel to hear this. I'll speak when someone joins.";

  it('is answered so instead of with the wait for its sound, then when it is spoken', async () => {
    const scene = createScene(queuedAt(0));
    await vi.advanceTimersByTimeAsync(1_000);
    scene.replies.onVoiceEvent(waiting);
    await scene.spoken;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(scene.answers).toEqual([message]);
    scene.replies.onVoiceEvent(event('item-started'));
    scene.replies.onVoiceEvent(event('item-finished'));
    expect(scene.answers).toEqual([message, 'Speaking…', 'Spoken.']);
  });

  it('is answered so when everyone left in the middle of it', async () => {
    const scene = createScene(queuedAt(0));
    await vi.advanceTimersByTimeAsync(0);
    scene.replies.onVoiceEvent(event('item-started'));
    scene.replies.onVoiceEvent(waiting);
    scene.replies.onVoiceEvent(dropped('session-ended'));
    const continued = "Nobody is in the voice channel to hear this. I'll continue when someone joins.";
    const left = 'I left the voice channel before this text was finished.';
    expect(scene.answers).toEqual(['Speaking…', continued, left]);
  });

  it('is answered with why it was not spoken when nobody came', async () => {
    const scene = createScene(queuedAt(0));
    await vi.advanceTimersByTimeAsync(1_000);
    scene.replies.onVoiceEvent(waiting);
    scene.replies.onVoiceEvent(dropped('session-ended'));
    expect(scene.answers).toEqual([message, 'Not spoken: I left the voice channel.']);
  });
});

describe('a text for a channel that the bot is joining', () => {
  /** A `/say` of 5 characters during a join; `takes`: the engine queues it before the bot is there. */
  function createJoining({ takes = true } = {}) {
    const { promise: arrived, resolve: arrive, reject } = Promise.withResolvers<void>();
    arrived.catch(() => undefined);
    const refunds: (number | 'all')[] = [];
    const asked: (string | undefined)[] = [];
    const answers: string[] = [];
    const engine = {
      speak: async ({ whileJoining }: { whileJoining?: string | undefined }): Promise<SpeakOutcome> => {
        asked.push(whileJoining);
        return takes || whileJoining === undefined ? queuedAt(0) : { kind: 'no-session' };
      },
      session: async () => undefined,
      remove,
    };
    const replies = repliesOver(engine);
    const answer = async (reply: Reply): Promise<void> => void answers.push(reply.content);
    const about = {
      charge: {
        record: RECORD,
        refund: (count: number) => void refunds.push(count),
        refundAll: () => void refunds.push('all'),
      },
      arrival: { firstChannelId: 'lounge', arrived },
      notice: 'By the way.',
    };
    const spoken = replies.speak(request, { answer, messages: english, ...HANDLE }, about);
    const fail = (): void => reject(new UserError("Discord didn't let me join."));
    return { answers, asked, refunds, replies, spoken, arrive, fail };
  }

  it('is queued at once', async () => {
    const scene = createJoining();
    await vi.advanceTimersByTimeAsync(0);
    expect(scene.asked).toEqual(['lounge']);
    scene.arrive();
    scene.replies.onVoiceEvent(event('item-started'));
    await scene.spoken;
    expect(scene.answers).toEqual(['By the way.\nSpeaking…']);
  });

  it('is answered with why the bot did not come, and gives back what was not spoken', async () => {
    const scene = createJoining();
    await vi.advanceTimersByTimeAsync(0);
    scene.replies.onVoiceEvent({ ...dropped('session-ended'), unservedCharacters: 5 } as VoiceEvent);
    await vi.advanceTimersByTimeAsync(0);
    expect(scene.answers).toEqual([]);
    scene.fail();
    await scene.spoken;
    expect(scene.answers).toEqual(["By the way.\nDiscord didn't let me join."]);
    expect(scene.refunds).toEqual([5]);
  });

  it('is answered as always when it was stopped before the join failed', async () => {
    const scene = createJoining();
    await vi.advanceTimersByTimeAsync(0);
    scene.replies.onVoiceEvent(dropped('removed'));
    scene.fail();
    await scene.spoken;
    expect(scene.answers).toEqual(['By the way.\nRemoved from the queue.']);
  });

  it('is answered as always when the session ends after the bot had come', async () => {
    const scene = createJoining();
    scene.arrive();
    await vi.advanceTimersByTimeAsync(0);
    scene.replies.onVoiceEvent(dropped('session-ended'));
    await scene.spoken;
    expect(scene.answers).toEqual(['By the way.\nNot spoken: I left the voice channel.']);
  });

  it('is queued when the bot is there, where the engine does not take it before', async () => {
    const scene = createJoining({ takes: false });
    await vi.advanceTimersByTimeAsync(0);
    expect(scene.asked).toEqual(['lounge']);
    scene.arrive();
    await vi.advanceTimersByTimeAsync(0);
    expect(scene.asked).toEqual(['lounge', undefined]);
    scene.replies.onVoiceEvent(event('item-started'));
    await scene.spoken;
  });

  it('is left to the caller when it could not be queued, and does not count', async () => {
    const scene = createJoining({ takes: false });
    const refused = expect(scene.spoken).rejects.toThrow("Discord didn't let me join.");
    scene.fail();
    await refused;
    expect([scene.answers, scene.refunds, scene.asked]).toEqual([[], ['all'], ['lounge']]);
  });
});

describe('a text that is taken back before it is queued', () => {
  /** A `/say` whose engine answers when the test says so; its voice is refused. */
  function createOnTheWay(arrival?: Arrival) {
    const texts = createTextsOnTheWay();
    const queueing = Promise.withResolvers<SpeakOutcome>();
    const lookUp = Promise.withResolvers<undefined>();
    const calls: string[] = [];
    const answers: string[] = [];
    const refunds: (number | 'all')[] = [];
    const engine = {
      speak: async ({ whileJoining = 'there' }: { whileJoining?: string | undefined }) => {
        calls.push(`speak ${whileJoining}`);
        return await queueing.promise;
      },
      session: async () => undefined,
      remove: async (_guildId: string, textId: string, userId: string, anyone: boolean) => {
        calls.push(`remove ${textId} of ${userId} ${anyone}`);
        replies.onVoiceEvent(dropped('removed'));
        return { kind: 'removed' } as const;
      },
    };
    const replies = repliesOver(engine);
    const about = {
      charge: {
        record: RECORD,
        refund: (count: number) => void refunds.push(count),
        refundAll: () => void refunds.push('all'),
      },
      onTheWay: texts.add({ guildId: 'g', channelId: 'studio', userId: '1' }, english),
      instead: () => lookUp.promise,
      arrival,
    };
    const answer = async (reply: Reply): Promise<void> => void answers.push(reply.content);
    const speak = () => replies.speak(request, { answer, messages: english, ...HANDLE }, about);
    return { answers, calls, refunds, replies, queueing, lookUp, speak, stop: () => texts.takeBack('g', () => true) };
  }

  const never = new Promise<void>(() => {});

  it.each<[string, Arrival | undefined, string[]]>([
    ['before the engine is asked', undefined, []],
    ['as the bot moves', { firstChannelId: undefined, arrived: never }, []],
    ['as an earlier leave is confirmed', { firstChannelId: 'studio', arrived: never }, ['speak studio']],
  ])('%s is answered so at once, and does not count', async (when, arrival, calls) => {
    const scene = createOnTheWay(arrival);
    if (arrival === undefined) scene.stop();
    const refused = expect(scene.speak(), when).rejects.toThrow('Removed from the queue.');
    await vi.advanceTimersByTimeAsync(0);
    scene.stop();
    await refused;
    scene.queueing.resolve({ kind: 'no-session' });
    await vi.advanceTimersByTimeAsync(0);
    expect([scene.calls, scene.refunds]).toEqual([calls, ['all']]);
  });

  it('is removed again if the engine was just queueing it', async () => {
    const scene = createOnTheWay();
    const spoken = scene.speak();
    await vi.advanceTimersByTimeAsync(0);
    expect(scene.stop()).toHaveLength(1);
    scene.queueing.resolve(queuedAt(0));
    await spoken;
    expect([scene.calls, scene.answers]).toEqual([['speak there', 'remove 7 of 1 false'], ['Removed from the queue.']]);
  });

  it('is not spoken with another voice that is looked up', async () => {
    const scene = createOnTheWay();
    scene.queueing.resolve(queuedAt(0));
    const spoken = scene.speak();
    await vi.advanceTimersByTimeAsync(0);
    expect(scene.stop()).toEqual([]);
    scene.replies.onVoiceEvent({ ...failed(0), unservedCharacters: 5 } as VoiceEvent);
    await vi.advanceTimersByTimeAsync(0);
    expect(scene.stop()).toHaveLength(1);
    scene.lookUp.resolve(undefined);
    await spoken;
    expect([scene.calls, scene.answers, scene.refunds]).toEqual([['speak there'], ['Removed from the queue.'], [5]]);
  });
});

describe('a text that is not taken', () => {
  it('is left to the caller', async () => {
    const outcome = { kind: 'full', limit: 'items', max: 50 } as const;
    const scene = createScene(outcome);
    expect(await scene.spoken).toEqual(outcome);
    expect(scene.answers).toEqual([]);
  });
});

describe('a text whose voice the service refuses', () => {
  /** A text with a voice of one's own; a second one is queued `outcome`. */
  function createRefusal(
    options: { outcome?: SpeakOutcome | Error; instead?: { voiceId: string; notice: string } } = {},
  ) {
    const { outcome = queuedAt(0), instead } = options;
    const answers: string[] = [];
    const asked: (string | undefined)[] = [];
    const ids: string[] = [];
    const engine = {
      speak: async ({ voiceId, textId }: { voiceId: string | undefined; textId: string }) => {
        asked.push(voiceId);
        ids.push(textId);
        if (outcome instanceof Error && asked.length > 1) throw outcome;
        return asked.length === 1 || outcome instanceof Error ? queuedAt(0) : outcome;
      },
      session: async () => undefined,
      remove,
    };
    const replies = repliesOver(engine);
    const about = { notice: 'By the way.', instead: async () => instead };
    const answer = async (reply: Reply): Promise<void> => void answers.push(reply.content);
    const spoken = replies.speak({ ...request, voiceId: 'own' }, { answer, messages: english, ...HANDLE }, about);
    return { answers, asked, ids, replies, spoken };
  }

  const instead = { voiceId: 'default', notice: 'Your voice is gone.' };

  it('is spoken with another voice instead, and its member reads why', async () => {
    const scene = createRefusal({ instead });
    await vi.advanceTimersByTimeAsync(0);
    scene.replies.onVoiceEvent(failed(0));
    await vi.advanceTimersByTimeAsync(0);
    scene.replies.onVoiceEvent(event('item-started', scene.ids[1]));
    await scene.spoken;
    scene.replies.onVoiceEvent(event('item-finished', scene.ids[1]));
    await vi.advanceTimersByTimeAsync(0);
    expect(scene.asked).toEqual(['own', 'default']);
    expect(scene.answers).toEqual(['Your voice is gone.\nSpeaking…', 'Your voice is gone.\nSpoken.']);
  });

  it('is answered with its new place when others are ahead', async () => {
    const scene = createRefusal({ instead, outcome: queuedAt(2) });
    await vi.advanceTimersByTimeAsync(0);
    scene.replies.onVoiceEvent(failed(0));
    await scene.spoken;
    expect(scene.answers).toEqual(['Your voice is gone.\nQueued: 2 texts are ahead of yours. `/queue` shows all.']);
  });

  it.each<[string, Parameters<typeof createRefusal>[0], number]>([
    ['when there is no other voice', {}, 0],
    ['when the queue takes no more', { instead, outcome: { kind: 'full', limit: 'items', max: 50 } }, 0],
    ['when the engine takes no more', { instead, outcome: new Error('closed') }, 0],
    ['when some of it was heard', { instead }, 900],
  ])('fails %s', async (_when, options, spokenMs) => {
    const scene = createRefusal(options);
    await vi.advanceTimersByTimeAsync(0);
    scene.replies.onVoiceEvent(failed(spokenMs));
    await scene.spoken;
    expect(scene.answers).toHaveLength(1);
    expect(scene.answers[0]).toMatch(/^By the way\.\n.*The speech service account is out of credits/);
  });

  it('is tried twice at most', async () => {
    const scene = createRefusal({ instead });
    await vi.advanceTimersByTimeAsync(0);
    scene.replies.onVoiceEvent(failed(0));
    await vi.advanceTimersByTimeAsync(0);
    scene.replies.onVoiceEvent({ ...failed(0), textId: scene.ids[1] } as VoiceEvent);
    await scene.spoken;
    expect(scene.asked).toHaveLength(2);
    expect(scene.answers[0]).toMatch(/^Your voice is gone\.\nThe speech service account/);
  });
});
