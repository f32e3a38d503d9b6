import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { MynahError } from '../../../src/errors.ts';
import { createLogger } from '../../../src/log/log.ts';
import type { ItemEvent } from '../../../src/voice/item-event.ts';
import { createSpeaking, type TextLife } from '../../../src/voice/speaking.ts';
import type { SpeakOutcome, SpeakRequest } from '../../../src/voice/voice-api.ts';

const FAILURE = { code: 'SPEECH_BAD_REQUEST', message: '', retryable: false };
const TEXT = 'Hello there.';

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** An engine that answers when the test says so, and one text of 12 characters that it is asked to speak. */
function createScene(life: Partial<TextLife<string>> = {}, resume?: SpeakRequest['resume']) {
  const takenBack = new AbortController();
  const asked: { readonly request: SpeakRequest; readonly answer: PromiseWithResolvers<SpeakOutcome> }[] = [];
  const queue = new Map<string, SpeakRequest>();
  const noted: string[] = [];
  const queued: string[] = [];
  const events: ItemEvent[] = [];
  const charge = {
    left: TEXT.length,
    refund: (characters: number): void => {
      charge.left -= Math.min(characters, charge.left);
    },
    refundAll: (): void => {
      charge.left = 0;
    },
  };
  const speaking = createSpeaking<string>({
    engine: {
      speak: async (request) => {
        const answer = Promise.withResolvers<SpeakOutcome>();
        asked.push({ request, answer });
        const outcome = await answer.promise;
        if (outcome.kind === 'queued') queue.set(request.textId, request);
        return outcome;
      },
      remove: async (guildId, textId) => {
        if (!queue.has(textId)) return { kind: 'not-found' };
        end({ type: 'item-dropped', guildId, textId, reason: 'removed', unservedCharacters: TEXT.length });
        return { kind: 'removed' };
      },
    },
    note: (textId, about) => void noted.push(`${textId} ${about}`),
    log: createLogger('silent'),
  });
  /** The text of this event leaves the queue. */
  const end = (event: ItemEvent): void => {
    if (queue.delete(event.textId)) speaking.onVoiceEvent(event);
  };
  const request = { guildId: 'g', textId: 'first', text: TEXT, voiceId: 'own', userId: 'ada', resume };
  const spoken = speaking.speak(request, {
    ...{ charge, about: () => 'about', signal: takenBack.signal },
    onQueued: (textId) => void queued.push(textId),
    onEvent: (event) => void events.push(event),
    ...life,
  });
  const outcome = spoken.catch((error: unknown) => error);
  return { speaking, spoken, outcome, takenBack, asked, queue, noted, queued, events, charge, end };
}

const queuedAt = (position: number): SpeakOutcome => ({ kind: 'queued', position });
const failed = (textId: string, spokenMs: number, unservedCharacters = TEXT.length): ItemEvent => {
  return { type: 'item-failed', guildId: 'g', textId, spokenMs, failure: FAILURE, unservedCharacters };
};

describe('a text', () => {
  it('is followed by its own id, and noted for the next process, once it is queued', async () => {
    const scene = createScene();
    expect(scene.noted).toEqual([]);
    scene.asked[0]?.answer.resolve(queuedAt(1));
    expect(await scene.spoken).toEqual(queuedAt(1));
    expect([scene.noted, scene.queued]).toEqual([['first about'], ['first']]);
    scene.speaking.onVoiceEvent({ type: 'item-started', guildId: 'g', textId: 'another' });
    scene.end({ type: 'item-finished', guildId: 'g', textId: 'first' });
    expect(scene.events.map(({ type }) => type)).toEqual(['item-finished']);
    expect(scene.charge.left).toBe(TEXT.length);
  });

  it('that ends before the engine says that it is queued is neither noted nor taken back', async () => {
    const scene = createScene();
    scene.speaking.onVoiceEvent(failed('first', 0));
    scene.asked[0]?.answer.resolve(queuedAt(0));
    await scene.spoken;
    expect([scene.noted, scene.queued, scene.charge.left]).toEqual([[], [], 0]);
  });

  it('that goes on and is not queued leaves what it was counted as to the caller', async () => {
    const scene = createScene({}, { piece: 1, packets: 0 });
    scene.asked[0]?.answer.resolve({ kind: 'no-session' });
    await scene.spoken;
    expect(scene.charge.left).toBe(TEXT.length);
  });

  it('that could not begin is spoken in another way, once, under an id of its own', async () => {
    const instead = async () => ({ voiceId: 'default' });
    const scene = createScene({ instead });
    scene.asked[0]?.answer.resolve(queuedAt(0));
    await scene.spoken;
    scene.end(failed('first', 0));
    await settle();
    const again = scene.asked[1]?.request;
    expect(again).toMatchObject({ text: TEXT, voiceId: 'default', userId: 'ada' });
    expect(again?.textId).not.toBe('first');
    scene.asked[1]?.answer.resolve(queuedAt(2));
    await settle();
    expect([scene.events, scene.queued[1], scene.charge.left]).toEqual([[], again?.textId, TEXT.length]);
    scene.end(failed(again?.textId ?? '', 0));
    await settle();
    expect([scene.asked.length, scene.events.length, scene.charge.left]).toEqual([2, 1, 0]);
  });

  it('whose session has moved meanwhile is spoken in the other way where the bot is now', async () => {
    const arrival = { firstChannelId: 'lounge', arrived: Promise.resolve() };
    const scene = createScene({ instead: async () => ({ voiceId: 'default' }), arrival });
    scene.asked[0]?.answer.resolve(queuedAt(0));
    await scene.spoken;
    scene.end(failed('first', 0));
    for (const outcome of [{ kind: 'no-session' }, { kind: 'no-session' }, queuedAt(0)] as const) {
      await settle();
      scene.asked.at(-1)?.answer.resolve(outcome);
    }
    await settle();
    expect(scene.asked.map(({ request }) => request.whileJoining)).toEqual(['lounge', 'lounge', undefined, undefined]);
    expect(scene.queue.size).toBe(1);
  });

  it('gets back only what its first try never had when the second one finds no room, though it is taken back', async () => {
    const scene = createScene({ instead: async () => ({ voiceId: 'default' }) });
    scene.asked[0]?.answer.resolve(queuedAt(0));
    await scene.spoken;
    scene.end(failed('first', 0, 5));
    await settle();
    scene.takenBack.abort();
    scene.asked[1]?.answer.resolve({ kind: 'full', limit: 'items', max: 1 });
    await settle();
    expect([scene.charge.left, scene.events.length]).toEqual([TEXT.length - 5, 1]);
  });

  it('that goes on is said by another voice from the beginning of its piece', async () => {
    const scene = createScene({ instead: async () => ({ voiceId: 'default' }) }, { piece: 2, packets: 30 });
    scene.asked[0]?.answer.resolve(queuedAt(0));
    await scene.spoken;
    scene.end(failed('first', 0));
    await settle();
    expect(scene.asked[1]?.request.resume).toEqual({ piece: 2, packets: 0 });
  });

  it('is removed as soon as its voice thread is back, if that was lost', async () => {
    vi.useFakeTimers();
    try {
      let isLost = true;
      const removed: string[] = [];
      const speaking = createSpeaking<string>({
        engine: {
          speak: async () => queuedAt(0),
          remove: async (_guildId, textId) => {
            if (isLost) throw new MynahError('VOICE_THREAD_LOST', 'lost', { retryable: true });
            removed.push(textId);
            return { kind: 'removed' };
          },
        },
        note: () => {},
        log: createLogger('silent'),
      });
      const takenBack = new AbortController();
      const request = { guildId: 'g', textId: 'first', text: TEXT, voiceId: undefined, userId: 'ada' };
      await speaking.speak(request, {
        charge: undefined,
        about: () => '',
        signal: takenBack.signal,
        onEvent: () => {},
      });
      takenBack.abort();
      await vi.advanceTimersByTimeAsync(5_000);
      expect(removed).toEqual([]);
      isLost = false;
      await vi.advanceTimersByTimeAsync(2_000);
      expect(removed).toEqual(['first']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is dropped for good when it is taken back as another way is looked for', async () => {
    const looking = Promise.withResolvers<{ voiceId: string }>();
    const scene = createScene({ instead: () => looking.promise });
    scene.asked[0]?.answer.resolve(queuedAt(0));
    await scene.spoken;
    scene.end(failed('first', 0));
    scene.takenBack.abort();
    looking.resolve({ voiceId: 'default' });
    await settle();
    expect(scene.asked).toHaveLength(1);
    expect(scene.events).toMatchObject([{ type: 'item-dropped', reason: 'removed' }]);
  });
});

/** What can happen to a text, in any order. */
const step = fc.record({
  what: fc.constantFrom('queue', 'full', 'nowhere', 'reject', 'fail', 'break', 'finish', 'drop', 'take back', 'arrive'),
  served: fc.nat(TEXT.length),
});

it('every charge is spoken or given back once, whatever happens to its text', async () => {
  const cases = fc.record({
    steps: fc.array(step, { maxLength: 12 }),
    joins: fc.boolean(),
    mayRetry: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(cases, async ({ steps, joins, mayRetry }) => {
      const arrived = Promise.withResolvers<void>();
      const scene = createScene({
        ...(joins ? { arrival: { firstChannelId: 'lounge', arrived: arrived.promise } } : {}),
        ...(mayRetry ? { instead: async () => ({ voiceId: 'default' }) } : {}),
      });
      let spoken = 0;
      const answered = new Set<SpeakRequest>();
      const answer = (outcome: SpeakOutcome | Error): void => {
        const open = scene.asked.find(({ request }) => !answered.has(request));
        if (open === undefined) return;
        answered.add(open.request);
        if (outcome instanceof Error) open.answer.reject(outcome);
        else open.answer.resolve(outcome);
      };
      const end = (make: (textId: string) => ItemEvent, characters: number): void => {
        const [textId] = scene.queue.keys();
        if (textId === undefined) return;
        spoken = characters;
        scene.end(make(textId));
      };
      const dropped = (textId: string, served: number): ItemEvent => {
        const unservedCharacters = TEXT.length - served;
        return { type: 'item-dropped', guildId: 'g', textId, reason: 'skipped', unservedCharacters };
      };
      const act = ({ what, served }: (typeof steps)[number]): void => {
        if (what === 'queue') answer(queuedAt(0));
        else if (what === 'full') answer({ kind: 'full', limit: 'items', max: 1 });
        else if (what === 'nowhere') answer({ kind: 'no-session' });
        else if (what === 'reject') answer(new Error('closed'));
        else if (what === 'fail') end((textId) => failed(textId, 0), 0);
        else if (what === 'break') end((textId) => failed(textId, 500, TEXT.length - served), served);
        else if (what === 'finish') {
          end((textId) => ({ type: 'item-finished', guildId: 'g', textId }), TEXT.length);
        } else if (what === 'drop') end((textId) => dropped(textId, served), served);
        else if (what === 'arrive') arrived.resolve();
        else scene.takenBack.abort();
      };
      for (const each of steps) {
        act(each);
        await settle();
      }
      // Everything comes to its end.
      arrived.resolve();
      for (let rest = 0; rest < 8; rest += 1) {
        act({ what: 'nowhere', served: 0 });
        act({ what: 'drop', served: 0 });
        await settle();
      }
      await scene.outcome;
      expect(scene.charge.left).toBe(spoken);
      const ends = scene.events.filter(({ type }) => type !== 'item-started' && type !== 'item-waiting');
      expect(ends.length).toBeLessThanOrEqual(1);
    }),
  );
});
