import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLogger } from '../../../../src/log.ts';
import { ConcurrencyLimiter } from '../../../../src/speech/limiter/concurrency-limiter.ts';
import type { Clip, SpeakRequest, VoiceEngine, VoiceEvent } from '../../../../src/voice/voice-api.ts';
import type { FromVoiceThread, ToVoiceThread } from '../../../../src/voice/workers/worker-messages.ts';
import type { VoiceThread } from '../../../../src/voice/workers/worker-supervisor.ts';
import { WorkerSupervisor } from '../../../../src/voice/workers/worker-supervisor.ts';

const GUILD = '100000000000000001';
const LOUNGE = '200000000000000001';
const STUDIO = '200000000000000002';
const ALICE = '300000000000000001';

/** A thread whose other side is the test. */
class FakeThread implements VoiceThread {
  readonly got: ToVoiceThread[] = [];
  readonly #listeners = new Map<string, (argument: never) => void>();

  postMessage(message: ToVoiceThread): void {
    this.got.push(structuredClone(message));
  }

  on(event: string, listener: (argument: never) => void): void {
    this.#listeners.set(event, listener);
  }

  async terminate(): Promise<void> {
    this.die();
  }

  tell(message: FromVoiceThread): void {
    this.#listeners.get('message')?.(structuredClone(message) as never);
  }

  event(event: VoiceEvent): void {
    this.tell({ type: 'event', event });
  }

  die(): void {
    this.#listeners.get('exit')?.(1 as never);
  }

  /** Answers the newest call. */
  answer(outcome: unknown): void {
    const call = this.got.findLast((message) => message.type === 'call');
    this.tell({ type: 'outcome', callId: call?.callId ?? 0, outcome });
  }

  get calls(): string[] {
    return this.got.flatMap((message) => (message.type === 'call' ? [message.call.method] : []));
  }

  get restored() {
    return this.got.flatMap((message) => (message.type === 'restore' ? message.sessions : []));
  }
}

let threads: FakeThread[];
let events: VoiceEvent[];
let worker: WorkerSupervisor;
let governor: ConcurrencyLimiter;

beforeEach(() => {
  vi.useFakeTimers();
  threads = [];
  events = [];
  governor = new ConcurrencyLimiter({
    ...{ concurrency: 1, raiseMs: 1_000, maxWaiting: 10, maxWaitingPerTenant: 10 },
    log: createLogger('silent'),
  });
  worker = new WorkerSupervisor({
    startThread: () => {
      const thread = new FakeThread();
      threads.push(thread);
      return thread;
    },
    permits: governor,
    onEvent: (event) => events.push(event),
    log: createLogger('silent'),
  });
});

afterEach(() => {
  vi.useRealTimers();
});

function thread(index = threads.length - 1): FakeThread {
  const found = threads[index];
  if (found === undefined) throw new Error(`there is no thread ${index}`);
  return found;
}

async function join(channelId = LOUNGE): Promise<void> {
  const joined = worker.call('join', [{ guildId: GUILD, channelId }]);
  thread().answer({ kind: 'joined', channelId, moved: false });
  await joined;
}

async function say(itemId: number, text = `Text ${itemId}.`): Promise<void> {
  const request: SpeakRequest = { guildId: GUILD, text, voiceId: undefined, userId: ALICE };
  const queued = worker.call('speak', [request]);
  thread().answer({ kind: 'queued', itemId, position: itemId - 1 });
  await queued;
}

/** The thread asks Discord for a channel, or with null to leave. */
function ask(channelId: string | null): void {
  const d = { guild_id: GUILD, channel_id: channelId, self_mute: false, self_deaf: true };
  thread().event({ type: 'gateway-send', guildId: GUILD, payload: { op: 4, d } });
}

/** The thread dies, and the next one stands. */
async function die(): Promise<void> {
  thread().die();
  await vi.advanceTimersByTimeAsync(0);
}

const item = (itemId: number, firstPiece = 0) => ({
  ...{ itemId, userId: ALICE, text: `Text ${itemId}.`, voiceId: undefined },
  firstPiece,
});

test('a call is answered with its outcome, or fails as it failed in the thread', async () => {
  const skipped = worker.call('skip', [GUILD]);
  expect(thread().got).toEqual([{ type: 'call', callId: 1, call: { method: 'skip', args: [GUILD] } }]);
  thread().answer({ kind: 'nothing' });
  expect(await skipped).toEqual({ kind: 'nothing' });
  const failed = worker.call('skip', [GUILD]);
  const error = { code: 'SOME_CODE', message: 'why', retryable: true, speech: undefined };
  thread().tell({ type: 'failure', callId: 2, error });
  await expect(failed).rejects.toMatchObject({ code: 'SOME_CODE', retryable: true });
});

describe.each([
  ['a recording', 'transcribe', { audio: Uint8Array.of(1, 2, 3), timestamps: true }],
  ['a clip under way', 'transcribeInterim', { utteranceId: 'u', channelId: LOUNGE, language: undefined }],
] as const)('%s', (_what, method, request) => {
  const transcribe = (signal: AbortSignal): Promise<unknown> => {
    const context = { tenant: GUILD, priority: 'final-captions', signal } as const;
    return worker.call(method, [request, context] as Parameters<VoiceEngine[typeof method]>);
  };

  test('is transcribed in the thread, and its abort reaches the thread', async () => {
    const controller = new AbortController();
    const outcome = { text: 'Hello.' };
    const transcribed = transcribe(controller.signal);
    const call = { method, args: [request, { tenant: GUILD, priority: 'final-captions' }] };
    expect(thread().got).toEqual([{ type: 'call', callId: 1, call }]);
    thread().answer(outcome);
    expect(await transcribed).toEqual(outcome);
    const aborted = transcribe(controller.signal);
    controller.abort(new Error('not wanted'));
    await expect(aborted).rejects.toThrow('not wanted');
    expect(thread().got.at(-1)).toEqual({ type: 'abort', callId: 2 });
    await expect(transcribe(controller.signal)).rejects.toThrow('not wanted');
    expect(thread().calls).toHaveLength(2);
  });

  test('whose thread crashes fails as retryable, and is not sent twice', async () => {
    const lost = transcribe(new AbortController().signal);
    const rejected = expect(lost).rejects.toMatchObject({ code: 'VOICE_THREAD_LOST', retryable: true });
    await die();
    await rejected;
    expect(thread().calls).toEqual([]);
  });

  test('leaves no listener on its signal', async () => {
    const { signal } = new AbortController();
    const transcribed = transcribe(signal);
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    thread().answer({ text: 'Hello.' });
    await transcribed;
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });
});

describe('a thread that dies', () => {
  test('is replaced by one that gets its sessions with their queues, and what was not answered', async () => {
    await join();
    await say(1);
    await say(2);
    await say(3);
    thread().event({ type: 'item-started', guildId: GUILD, itemId: 1 });
    thread().event({ type: 'item-finished', guildId: GUILD, itemId: 1 });
    thread().event({ type: 'item-started', guildId: GUILD, itemId: 2 });
    thread().event({ type: 'piece-started', guildId: GUILD, itemId: 2, piece: 1 });
    const unanswered = worker.call('pause', [GUILD]);
    await die();
    expect(threads).toHaveLength(2);
    expect(thread().restored).toEqual([
      {
        ...{ guildId: GUILD, channelId: LOUNGE, paused: false, policy: undefined },
        items: [item(2, 1), item(3)],
        lastItemId: 3,
      },
    ]);
    expect(thread().calls).toEqual(['pause']);
    thread().answer({ kind: 'paused' });
    expect(await unanswered).toEqual({ kind: 'paused' });
  });

  test('comes back paused, where it was dragged to, and hearing whom it heard', async () => {
    const policy = { others: 'hear', hear: [], ignore: [ALICE] } as const;
    await join();
    thread().event({ type: 'session-moved', guildId: GUILD, channelId: STUDIO });
    const [paused, listening] = [worker.call('pause', [GUILD]), worker.call('listen', [GUILD, policy])];
    thread().tell({ type: 'outcome', callId: 2, outcome: { kind: 'paused' } });
    thread().tell({ type: 'outcome', callId: 3, outcome: { kind: 'listening' } });
    await Promise.all([paused, listening]);
    await die();
    expect(thread().restored).toEqual([
      { guildId: GUILD, channelId: STUDIO, paused: true, policy, items: [], lastItemId: 0 },
    ]);
  });

  test('brings nothing back that was over', async () => {
    await join();
    thread().event({ type: 'session-ended', guildId: GUILD, channelId: LOUNGE, reason: 'left' });
    await die();
    expect(thread().got).toEqual([]);
  });

  test('does not let its successor tell again that an item began', async () => {
    await join();
    await say(1);
    thread().event({ type: 'item-started', guildId: GUILD, itemId: 1 });
    await die();
    thread().event({ type: 'item-started', guildId: GUILD, itemId: 1 });
    thread().event({ type: 'item-finished', guildId: GUILD, itemId: 1 });
    expect(events.map(({ type }) => type)).toEqual(['item-started', 'item-finished']);
  });

  test('at the same item twice does not get it a third time', async () => {
    await join();
    await say(1);
    await say(2);
    thread().event({ type: 'item-started', guildId: GUILD, itemId: 1 });
    await die();
    expect(thread().restored[0]?.items).toEqual([item(1), item(2)]);
    thread().event({ type: 'item-started', guildId: GUILD, itemId: 1 });
    await die();
    expect(events.at(-1)).toMatchObject({ type: 'item-failed', itemId: 1, failure: { code: 'VOICE_THREAD_LOST' } });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(thread().restored[0]?.items).toEqual([item(2)]);
  });

  test('three times at an item without a sound of it does not get it a fourth time', async () => {
    await join();
    await say(1);
    for (let death = 0; death < 3; death += 1) {
      ask(LOUNGE);
      await die();
      await vi.advanceTimersByTimeAsync(10_000);
    }
    expect(events.at(-1)).toMatchObject({ type: 'item-failed', itemId: 1, failure: { code: 'VOICE_THREAD_LOST' } });
    expect(thread().restored[0]?.items).toEqual([]);
  });

  test('before it could begin has no item to blame', async () => {
    await join();
    await say(1);
    thread().event({ type: 'item-started', guildId: GUILD, itemId: 1 });
    for (let death = 0; death < 6; death += 1) {
      await die();
      await vi.advanceTimersByTimeAsync(30_000);
    }
    expect(thread().restored[0]?.items).toEqual([item(1)]);
  });

  test('ends the speech whose end nobody else will tell', async () => {
    const speech = { guildId: GUILD, userId: ALICE, utteranceId: 'u1' };
    thread().event({ type: 'speech-started', ...speech });
    thread().event({ type: 'clip', clip: { ...speech, audio: Uint8Array.of(1) } as Partial<Clip> as Clip });
    await die();
    expect(events.at(-1)).toEqual({ type: 'speech-ended', ...speech, clips: 1 });
  });

  test('gives its turns at the speech service back', async () => {
    thread().tell({ type: 'turn-wanted', turnId: 1, tenant: GUILD, priority: 'speech' });
    await vi.advanceTimersByTimeAsync(0);
    expect(thread().got).toEqual([{ type: 'turn-granted', turnId: 1 }]);
    expect(governor.figures().underWay).toBe(1);
    await die();
    expect(governor.figures().underWay).toBe(0);
  });

  test('or hangs, so that it answers nothing for half a minute, is ended and replaced', async () => {
    await join();
    thread().tell({ type: 'pong' });
    await vi.advanceTimersByTimeAsync(36_000);
    expect(threads).toHaveLength(2);
    expect(thread().restored).toMatchObject([{ guildId: GUILD }]);
  });

  test('is replaced at once, then after longer and longer while each lives briefly', async () => {
    const waits: number[] = [];
    for (let death = 0; death < 8; death += 1) {
      const before = performance.now();
      const count = threads.length;
      thread().die();
      while (threads.length === count) await vi.advanceTimersToNextTimerAsync();
      waits.push(performance.now() - before);
    }
    expect(waits).toEqual([0, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    await vi.advanceTimersByTimeAsync(60_000);
    await die();
    expect(threads).toHaveLength(10);
  });
});

describe('while no thread runs', () => {
  /** As Discord tells where the bot is now. */
  const seen = (channelId: string | null): void =>
    worker.dispatch({ t: 'VOICE_STATE_UPDATE', d: { guild_id: GUILD, channel_id: channelId } });

  beforeEach(async () => {
    ask(LOUNGE);
    seen(LOUNGE);
    await join();
    await say(1);
    events.length = 0;
  });

  test('a kick ends the session, and the bot does not come back', async () => {
    thread().die();
    seen(null);
    const ended = [
      { type: 'item-dropped', guildId: GUILD, itemId: 1, reason: 'session-ended' },
      { type: 'session-ended', guildId: GUILD, channelId: LOUNGE, reason: 'disconnected' },
    ];
    expect(events).toEqual(ended);
    await vi.advanceTimersByTimeAsync(0);
    expect(thread().got).toEqual([]);
    expect(events).toEqual(ended);
  });

  test('a kick that the thread did not live to heed ends the session too', async () => {
    seen(null);
    await die();
    expect(events.at(-1)).toMatchObject({ type: 'session-ended', reason: 'disconnected' });
    expect(thread().got).toEqual([]);
  });

  test('the confirmation of the thread’s own leave is no kick', async () => {
    ask(null);
    thread().die();
    seen(null);
    await vi.advanceTimersByTimeAsync(0);
    expect(thread().restored).toHaveLength(1);
  });

  test('a drag is followed', async () => {
    thread().die();
    seen(STUDIO);
    expect(events).toEqual([{ type: 'session-moved', guildId: GUILD, channelId: STUDIO }]);
    await vi.advanceTimersByTimeAsync(0);
    expect(thread().restored).toMatchObject([{ channelId: STUDIO, items: [item(1)] }]);
  });

  test('a channel that is entered as the thread had asked is no drag', async () => {
    ask(STUDIO);
    thread().die();
    seen(STUDIO);
    await vi.advanceTimersByTimeAsync(0);
    expect(events.map(({ type }) => type)).toEqual(['gateway-send']);
    expect(thread().restored).toMatchObject([{ channelId: STUDIO }]);
  });

  test('what is asked is put to the next one, if that comes soon', async () => {
    await die();
    thread().die();
    const asked = worker.call('skip', [GUILD]);
    await vi.advanceTimersByTimeAsync(1_000);
    thread().answer({ kind: 'nothing' });
    expect(await asked).toEqual({ kind: 'nothing' });
  });

  describe('and the next one does not come soon', () => {
    const WAIT_MS = 8_000;

    beforeEach(async () => {
      for (const waitMs of [0, 1_000, 2_000, 4_000]) {
        thread().die();
        await vi.advanceTimersByTimeAsync(waitMs);
      }
      thread().die();
      events.length = 0;
    });

    test('what is asked fails at once, and so does what was not answered', async () => {
      await expect(worker.call('session', [GUILD])).rejects.toMatchObject({ code: 'VOICE_THREAD_LOST' });
      await vi.advanceTimersByTimeAsync(WAIT_MS);
      const unanswered = expect(worker.call('skip', [GUILD])).rejects.toMatchObject({ code: 'VOICE_THREAD_LOST' });
      await die();
      await unanswered;
      await vi.advanceTimersByTimeAsync(60_000);
      expect(thread().calls).toEqual([]);
    });

    test('the bot leaves where it is sent away', async () => {
      expect(await worker.call('leave', [GUILD])).toBe(true);
      expect(events).toMatchObject([
        { type: 'item-dropped', itemId: 1, reason: 'session-ended' },
        { type: 'session-ended', channelId: LOUNGE, reason: 'left' },
        { type: 'gateway-send', guildId: GUILD, payload: { op: 4, d: { guild_id: GUILD, channel_id: null } } },
      ]);
      expect(await worker.call('leave', [GUILD])).toBe(false);
      await vi.advanceTimersByTimeAsync(WAIT_MS);
      expect(thread().got).toEqual([]);
    });

    test('who must not be heard any more is not heard by the next one', async () => {
      const policy = { others: 'hear', hear: [], ignore: [ALICE] } as const;
      expect(await worker.call('listen', [GUILD, policy])).toEqual({ kind: 'listening' });
      expect(await worker.call('listen', ['1', policy])).toEqual({ kind: 'no-session' });
      await vi.advanceTimersByTimeAsync(WAIT_MS);
      expect(thread().restored).toMatchObject([{ policy }]);
    });
  });
});

test('a join that the thread did not live to finish is taken back before it is asked for again', async () => {
  const joining = worker.call('join', [{ guildId: GUILD, channelId: LOUNGE }]);
  ask(LOUNGE);
  await die();
  expect(events.at(-1)).toMatchObject({ type: 'gateway-send', payload: { d: { channel_id: null } } });
  expect(thread().calls).toEqual(['join']);
  thread().answer({ kind: 'joined', channelId: LOUNGE, moved: false });
  expect(await joining).toMatchObject({ kind: 'joined' });
});

describe('closing', () => {
  test('waits until the thread has left its channels', async () => {
    const closed = vi.fn();
    const closing = worker.close().then(closed);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(thread().got).toEqual([{ type: 'close' }]);
    expect(closed).not.toHaveBeenCalled();
    thread().tell({ type: 'closed' });
    await closing;
  });

  test('takes 4 s at most, starts no further thread, and ends what was not answered', async () => {
    const unanswered = expect(worker.call('skip', [GUILD])).rejects.toMatchObject({ code: 'VOICE_CLOSED' });
    const closing = worker.close();
    await vi.advanceTimersByTimeAsync(4_000);
    await closing;
    await unanswered;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(threads).toHaveLength(1);
    await expect(worker.call('skip', [GUILD])).rejects.toMatchObject({ code: 'VOICE_CLOSED' });
  });

  test('ends at once when the thread is dead', async () => {
    await die();
    thread().die();
    await worker.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(threads).toHaveLength(2);
  });
});
