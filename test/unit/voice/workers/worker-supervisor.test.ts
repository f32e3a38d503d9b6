import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLogger } from '../../../../src/log/log.ts';
import { ConcurrencyLimiter } from '../../../../src/speech/limiter/concurrency-limiter.ts';
import { NO_TRAFFIC } from '../../../../src/voice/traffic.ts';
import type { Clip, ClipGrowth, SpeakRequest, VoiceEvent } from '../../../../src/voice/voice-api.ts';
import type { VoiceObservation, VoiceThreadFigures } from '../../../../src/voice/voice-figures.ts';
import type { FromVoiceThread, ToVoiceThread } from '../../../../src/voice/workers/worker-messages.ts';
import type { VoiceThread } from '../../../../src/voice/workers/worker-supervisor.ts';
import { WorkerSupervisor } from '../../../../src/voice/workers/worker-supervisor.ts';

const GUILD = '100000000000000001';
const LOUNGE = '200000000000000001';
const STUDIO = '200000000000000002';
const ALICE = '300000000000000001';

/** A thread that the test plays. */
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
    this.crash();
  }

  send(message: FromVoiceThread): void {
    this.#listeners.get('message')?.(structuredClone(message) as never);
  }

  event(event: VoiceEvent): void {
    if (event.type === 'piece-progress') this.send({ type: 'progress', events: [event] });
    else this.send({ type: 'event', event });
  }

  crash(): void {
    this.#listeners.get('exit')?.(1 as never);
  }

  /** Answers the newest call. */
  answer(outcome: unknown): void {
    const call = this.got.findLast((message) => message.type === 'call');
    this.send({ type: 'outcome', callId: call?.callId ?? 0, outcome });
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
let observations: VoiceObservation[];
let worker: WorkerSupervisor;
let limiter: ConcurrencyLimiter;

beforeEach(() => {
  vi.useFakeTimers();
  threads = [];
  events = [];
  observations = [];
  limiter = new ConcurrencyLimiter({
    ...{
      concurrency: 1,
      preemptionSettleMs: 0,
      speechExpectedMs: 0,
      raiseMs: 1_000,
      maxWaiting: 10,
      maxWaitingPerTenant: 10,
    },
    log: createLogger('silent'),
  });
  worker = new WorkerSupervisor({
    startThread: () => {
      const thread = new FakeThread();
      threads.push(thread);
      return thread;
    },
    permits: limiter,
    onEvent: (event) => events.push(event),
    onObservation: (observation) => observations.push(observation),
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

async function say(textId: string, text = `Text ${textId}.`, whileJoining?: string): Promise<void> {
  const request: SpeakRequest = { guildId: GUILD, textId, text, voiceId: undefined, userId: ALICE, whileJoining };
  const queued = worker.call('speak', [request]);
  thread().answer({ kind: 'queued', position: 0 });
  await queued;
}

/** Texts that wait for the first join of a session, whose call is the first of all. */
async function sayWhileJoining(textIds: readonly string[]): Promise<void> {
  for (const textId of textIds) await say(textId, `Text ${textId}.`, LOUNGE);
}

/** The outcome of the first call of all. */
function answerFirst(outcome: unknown): void {
  thread().send({ type: 'outcome', callId: 1, outcome });
}

/** The thread requests a channel at the gateway, or with null to leave; the request waits there. */
function request(channelId: string | null): void {
  const d = { guild_id: GUILD, channel_id: channelId, self_mute: false, self_deaf: true };
  const sending = { requestId: 'r', priority: 'person', maxWaitMs: 1_000 } as const;
  thread().event({ type: 'gateway-send', guildId: GUILD, payload: { op: 4, d }, ...sending });
}

/** The same, and the request is sent. */
function ask(channelId: string | null): void {
  request(channelId);
  worker.dispatch({ t: 'GATEWAY_REQUEST', d: { guild_id: GUILD, request_id: 'r', outcome: { kind: 'sent' } } });
}

/** The thread crashes, and the next one starts. */
async function crash(): Promise<void> {
  thread().crash();
  await vi.advanceTimersByTimeAsync(0);
}

const item = (textId: string, firstPiece = 0) => ({
  ...{ textId, userId: ALICE, text: `Text ${textId}.`, voiceId: undefined },
  firstPiece,
});

test('a call resolves with its outcome, or rejects with the thread’s error', async () => {
  const skipped = worker.call('skip', [GUILD]);
  expect(thread().got).toEqual([{ type: 'call', callId: 1, call: { method: 'skip', args: [GUILD] } }]);
  thread().answer({ kind: 'nothing' });
  expect(await skipped).toEqual({ kind: 'nothing' });
  const failed = worker.call('skip', [GUILD]);
  const plain = { code: 'SOME_CODE', message: 'why', retryable: true };
  const error = { ...plain, reference: undefined, stack: undefined, speech: undefined };
  thread().send({ type: 'failure', callId: 2, error });
  await expect(failed).rejects.toMatchObject({ code: 'SOME_CODE', retryable: true });
});

describe('a clip under way', () => {
  const method = 'transcribeInterim';
  const request = { utteranceId: 'u', channelId: LOUNGE, language: undefined, soundCues: false };
  const transcribe = (signal: AbortSignal): Promise<unknown> =>
    worker.call(method, [request, { tenant: GUILD, priority: 'final-captions', signal }]);

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
    await crash();
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

test('a thread that never answers is replaced, and its successor gets the calls', async () => {
  const joining = worker.call('join', [{ guildId: GUILD, channelId: LOUNGE }]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(threads.length).toBeGreaterThan(1);
  expect(thread().calls).toEqual(['join']);
  thread().answer({ kind: 'joined', channelId: LOUNGE, moved: false });
  expect(await joining).toMatchObject({ kind: 'joined' });
});

test('the figures count sessions and their texts, also after a crash', async () => {
  expect(worker.figures).toEqual({ sessions: 0, items: 0 });
  await join();
  await say('1');
  await say('2');
  expect(worker.figures).toEqual({ sessions: 1, items: 2 });
  thread().event({ type: 'item-finished', guildId: GUILD, textId: '1' });
  await crash();
  expect(worker.figures).toEqual({ sessions: 1, items: 1 });
  thread().event({ type: 'session-ended', guildId: GUILD, channelId: LOUNGE, reason: 'disconnected' });
  expect(worker.figures).toEqual({ sessions: 0, items: 0 });
});

describe('texts that wait for the first join of a session', () => {
  const joined = { kind: 'joined', channelId: LOUNGE, moved: false };

  test('end with a crash, once each, and the next thread joins without them', async () => {
    const joining = worker.call('join', [{ guildId: GUILD, channelId: LOUNGE }]);
    await sayWhileJoining(['1', '2', '3']);
    request(LOUNGE);
    await crash();
    const lost = { type: 'item-failed', guildId: GUILD, spokenMs: 0, failure: { code: 'VOICE_THREAD_LOST' } };
    expect(events.filter(({ type }) => type === 'item-failed')).toMatchObject([
      { ...lost, textId: '1', unservedCharacters: 0 },
      // Its sound is requested as soon as the first one's has begun to arrive.
      { ...lost, textId: '2', unservedCharacters: 0 },
      { ...lost, textId: '3', unservedCharacters: 7 },
    ]);
    expect([thread().restored, thread().calls]).toEqual([[], ['join']]);
    thread().answer(joined);
    expect(await joining).toEqual(joined);
    thread().crash();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(thread().restored).toMatchObject([{ channelId: LOUNGE, items: [] }]);
  });

  test('are restored when the thread crashes after it', async () => {
    const joining = worker.call('join', [{ guildId: GUILD, channelId: LOUNGE }]);
    await sayWhileJoining(['1', '2']);
    answerFirst(joined);
    await joining;
    thread().event({ type: 'item-finished', guildId: GUILD, textId: '1' });
    await crash();
    expect(thread().restored).toMatchObject([{ channelId: LOUNGE, items: [item('2')] }]);
  });

  test('are restored with how they sound', async () => {
    const joining = worker.call('join', [{ guildId: GUILD, channelId: LOUNGE }]);
    const sound = { voiceId: 'v', speed: 2, volumeDb: -6, mark: '[sad]' };
    const text = { guildId: GUILD, textId: '1', text: 'Text 1.', userId: ALICE, whileJoining: LOUNGE, ...sound };
    const queued = worker.call('speak', [text]);
    thread().answer({ kind: 'queued', position: 0 });
    await queued;
    answerFirst(joined);
    await joining;
    await crash();
    expect(thread().restored).toEqual([expect.objectContaining({ items: [{ ...item('1'), ...sound }] })]);
  });

  test.each([
    { pausedBy: ['pause'], paused: true },
    { pausedBy: ['pause', 'resume'], paused: false },
  ] as const)('are restored as paused: $paused, after $pausedBy before the first of them', async (scene) => {
    const joining = worker.call('join', [{ guildId: GUILD, channelId: LOUNGE }]);
    for (const method of scene.pausedBy) {
      const settled = worker.call(method, [GUILD]);
      thread().answer({ kind: `${method}d` });
      await settled;
    }
    await sayWhileJoining(['1']);
    answerFirst(joined);
    await joining;
    await crash();
    expect(thread().restored).toMatchObject([{ channelId: LOUNGE, paused: scene.paused, items: [item('1')] }]);
  });

  test('leave nothing to restore when it fails', async () => {
    const joining = worker.call('join', [{ guildId: GUILD, channelId: LOUNGE }]);
    await sayWhileJoining(['1']);
    thread().event({
      type: 'item-dropped',
      guildId: GUILD,
      textId: '1',
      reason: 'session-ended',
      unservedCharacters: 0,
    });
    answerFirst({ kind: 'no-answer' });
    await joining;
    await join();
    await crash();
    expect(thread().restored).toMatchObject([{ channelId: LOUNGE, items: [] }]);
    expect(events.filter((event) => 'textId' in event)).toHaveLength(1);
  });
});

test('an item that waits for somebody to come reports its start again', async () => {
  await join();
  await say('1');
  const item = { guildId: GUILD, textId: '1' };
  thread().event({ type: 'item-started', ...item });
  thread().event({ type: 'item-waiting', ...item, waitsFor: 'listeners' });
  await crash();
  thread().event({ type: 'item-started', ...item });
  expect(events.map(({ type }) => type)).toEqual(['item-started', 'item-waiting', 'item-started']);
});

describe('a thread that crashes', () => {
  test('is restarted with its sessions, their queues and the calls without an outcome', async () => {
    await join();
    await say('1');
    await say('2');
    await say('3');
    thread().event({ type: 'item-started', guildId: GUILD, textId: '1' });
    thread().event({ type: 'item-finished', guildId: GUILD, textId: '1' });
    thread().event({ type: 'item-started', guildId: GUILD, textId: '2' });
    thread().event({ type: 'piece-started', guildId: GUILD, textId: '2', piece: 1 });
    thread().event({ type: 'piece-progress', guildId: GUILD, textId: '2', piece: 1, packets: 150 });
    const unanswered = worker.call('pause', [GUILD]);
    await crash();
    expect(threads).toHaveLength(2);
    expect(thread().restored).toEqual([
      {
        ...{ guildId: GUILD, channelId: LOUNGE, paused: false, policy: undefined },
        items: [{ ...item('2', 1), heardPackets: 150 }, item('3')],
      },
    ]);
    expect(thread().calls).toEqual(['pause']);
    thread().answer({ kind: 'paused' });
    expect(await unanswered).toEqual({ kind: 'paused' });
  });

  test('restores the listen policy with all that changed since it was sent', {
    meta: { promises: ['restarted-voice-thread-gets'] },
  }, async () => {
    const policy = { channelId: LOUNGE, others: 'ask', hear: [ALICE], ignore: [] } as const;
    await join();
    const calls = [
      worker.call('listen', [GUILD, policy]),
      worker.call('changeSpeakers', [GUILD, { hear: ['bob'], ignore: [ALICE] }]),
      worker.call('changeSpeakers', [GUILD, { ignore: ['carl'], forget: ['bob'] }]),
    ];
    for (const [index, kind] of ['listening', 'changed', 'changed'].entries()) {
      thread().send({ type: 'outcome', callId: 2 + index, outcome: { kind } });
    }
    await Promise.all(calls);
    await crash();
    expect(thread().restored).toMatchObject([{ policy: { ...policy, hear: [], ignore: [ALICE, 'carl'] } }]);
  });

  test('restores pause, channel and listen policy', async () => {
    const policy = { channelId: STUDIO, others: 'hear', hear: [], ignore: [ALICE] } as const;
    await join();
    thread().event({ type: 'session-moved', guildId: GUILD, channelId: STUDIO, isRequested: false });
    const [paused, listening] = [worker.call('pause', [GUILD]), worker.call('listen', [GUILD, policy])];
    thread().send({ type: 'outcome', callId: 2, outcome: { kind: 'paused' } });
    thread().send({ type: 'outcome', callId: 3, outcome: { kind: 'listening' } });
    await Promise.all([paused, listening]);
    await crash();
    expect(thread().restored).toEqual([{ guildId: GUILD, channelId: STUDIO, paused: true, policy, items: [] }]);
  });

  test('does not restore ended sessions', async () => {
    await join();
    thread().event({ type: 'session-ended', guildId: GUILD, channelId: LOUNGE, reason: 'left' });
    await crash();
    expect(thread().got).toEqual([]);
  });

  test('does not make an item start twice', async () => {
    await join();
    await say('1');
    thread().event({ type: 'item-started', guildId: GUILD, textId: '1' });
    await crash();
    thread().event({ type: 'item-started', guildId: GUILD, textId: '1' });
    thread().event({ type: 'item-finished', guildId: GUILD, textId: '1' });
    expect(events.map(({ type }) => type)).toEqual(['item-started', 'item-finished']);
  });

  test('twice while the same item is spoken does not get it again', async () => {
    await join();
    await say('1');
    await say('2');
    thread().event({ type: 'item-started', guildId: GUILD, textId: '1' });
    await crash();
    expect(thread().restored[0]?.items).toEqual([item('1'), item('2')]);
    thread().event({ type: 'item-started', guildId: GUILD, textId: '1' });
    await crash();
    expect(events.at(-1)).toMatchObject({ type: 'item-failed', textId: '1', failure: { code: 'VOICE_THREAD_LOST' } });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(thread().restored[0]?.items).toEqual([item('2')]);
  });

  test('three times while an item is first in the queue does not get it again', async () => {
    await join();
    await say('1');
    for (let death = 0; death < 3; death += 1) {
      ask(LOUNGE);
      await crash();
      await vi.advanceTimersByTimeAsync(10_000);
    }
    expect(events.at(-1)).toMatchObject({ type: 'item-failed', textId: '1', failure: { code: 'VOICE_THREAD_LOST' } });
    expect(thread().restored[0]?.items).toEqual([]);
  });

  test('before it could start blames no item', async () => {
    await join();
    await say('1');
    thread().event({ type: 'item-started', guildId: GUILD, textId: '1' });
    for (let death = 0; death < 6; death += 1) {
      await crash();
      await vi.advanceTimersByTimeAsync(30_000);
    }
    expect(thread().restored[0]?.items).toEqual([item('1')]);
  });

  test('ends the speech that was under way', async () => {
    const speech = { guildId: GUILD, userId: ALICE, utteranceId: 'u1' };
    thread().event({ type: 'speech-started', ...speech });
    thread().event({ type: 'clip', clip: { ...speech, audio: Uint8Array.of(1) } as Partial<Clip> as Clip });
    await crash();
    expect(events.at(-1)).toEqual({ type: 'speech-ended', ...speech, clips: 1 });
  });

  test('completes what had grown of a clip, before the end of its utterance, in the order of speech', async () => {
    const speech = { guildId: GUILD, userId: ALICE, utteranceId: 'u1' };
    const grow = (part: number, durationMs: number, offset: number, ...audio: number[]): void => {
      const about = { ...speech, channelId: LOUNGE, clipId: `u1-${part}`, part, startedAtMs: 1, lostPackets: 0 };
      const voice = { voiceStartedAtMs: 1, voiceEndedAtMs: durationMs, lastVoiceAtMs: durationMs };
      const growth = { ...about, ...voice, durationMs, offset, audio: Uint8Array.from(audio) };
      thread().event({ type: 'clip-grown', growth });
    };
    thread().event({ type: 'speech-started', ...speech });
    grow(0, 1_000, 0, 1, 2);
    grow(1, 1_000, 0, 3);
    thread().event({
      type: 'clip',
      clip: { ...speech, clipId: 'u1-0', audio: Uint8Array.of(1) } as Partial<Clip> as Clip,
    });
    grow(1, 2_000, 1, 4, 5);
    thread().event({ type: 'speech-started', ...speech, utteranceId: 'noise' });
    thread().event({ type: 'speech-ended', ...speech, utteranceId: 'noise', clips: 0 });
    events.length = 0;
    await crash();
    const clip = { ...speech, channelId: LOUNGE, clipId: 'u1-1', part: 1, startedAtMs: 1, lostPackets: 0 };
    const voice = { voiceStartedAtMs: 1, voiceEndedAtMs: 2_000, lastVoiceAtMs: 2_000 };
    expect(events).toEqual([
      { type: 'clip', clip: { ...clip, ...voice, durationMs: 2_000, audio: Buffer.from([3, 4, 5]) } },
      { type: 'speech-ended', ...speech, clips: 2 },
    ]);
  });

  test('does not complete what was discarded: somebody opted out', async () => {
    const speech = { guildId: GUILD, userId: ALICE, utteranceId: 'u1' };
    const growth = { ...speech, clipId: 'u1-0', offset: 0, audio: Uint8Array.of(1) } as Partial<Clip> as ClipGrowth;
    thread().event({ type: 'speech-started', ...speech });
    thread().event({ type: 'clip-grown', growth });
    thread().event({ type: 'speech-ended', ...speech, clips: 0 });
    events.length = 0;
    await crash();
    expect(events).toEqual([]);
  });

  test('returns its permits for the speech service', async () => {
    thread().send({ type: 'permit-request', permitId: 1, tenant: GUILD, priority: 'speech' });
    await vi.advanceTimersByTimeAsync(0);
    expect(thread().got).toEqual([{ type: 'permit-granted', permitId: 1 }]);
    expect(limiter.figures().underWay).toBe(1);
    await crash();
    expect(limiter.figures().underWay).toBe(0);
  });

  test('or hangs, without an answer for half a minute, is terminated and restarted', async () => {
    await join();
    thread().send({ type: 'pong' });
    await vi.advanceTimersByTimeAsync(36_000);
    expect(threads).toHaveLength(2);
    expect(thread().restored).toMatchObject([{ guildId: GUILD }]);
  });

  test('is restarted immediately, then with growing waits while each run is short', async () => {
    const waits: number[] = [];
    for (let death = 0; death < 8; death += 1) {
      const before = performance.now();
      const count = threads.length;
      thread().crash();
      while (threads.length === count) await vi.advanceTimersToNextTimerAsync();
      waits.push(performance.now() - before);
    }
    expect(waits).toEqual([0, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    await vi.advanceTimersByTimeAsync(60_000);
    await crash();
    expect(threads).toHaveLength(10);
  });
});

describe('while no thread runs', () => {
  /** Discord reports where the bot is. */
  const seen = (channelId: string | null): void =>
    worker.dispatch({ t: 'VOICE_STATE_UPDATE', d: { guild_id: GUILD, channel_id: channelId } });

  beforeEach(async () => {
    ask(LOUNGE);
    seen(LOUNGE);
    await join();
    await say('1');
    events.length = 0;
  });

  test('a kick gives back what was queued too far behind to be sent', async () => {
    await say('2');
    await say('3');
    thread().crash();
    seen(null);
    const unserved = events.flatMap((event) => (event.type === 'item-dropped' ? [event.unservedCharacters ?? 0] : []));
    expect(unserved.map((characters) => characters > 0)).toEqual([false, false, true]);
  });

  test('a kick ends the session, and the bot does not come back', async () => {
    thread().crash();
    seen(null);
    const ended = [
      { type: 'item-dropped', guildId: GUILD, textId: '1', reason: 'session-ended', unservedCharacters: 0 },
      { type: 'session-ended', guildId: GUILD, channelId: LOUNGE, reason: 'disconnected' },
    ];
    expect(events).toEqual(ended);
    await vi.advanceTimersByTimeAsync(0);
    expect(thread().got).toEqual([]);
    expect(events).toEqual(ended);
  });

  test('a kick that the thread could not process ends the session too', async () => {
    seen(null);
    await crash();
    expect(events.at(-1)).toMatchObject({ type: 'session-ended', reason: 'disconnected' });
    expect(thread().got).toEqual([]);
  });

  test('the confirmation of the thread’s own leave is not taken for a kick', async () => {
    ask(null);
    thread().crash();
    seen(null);
    await vi.advanceTimersByTimeAsync(0);
    expect(thread().restored).toHaveLength(1);
  });

  test('a kick before the thread’s own leave was sent ends the session', async () => {
    ask(LOUNGE);
    request(null);
    thread().crash();
    seen(null);
    expect(events.at(-1)).toMatchObject({ type: 'session-ended', reason: 'disconnected' });
  });

  test('a drag is followed', async () => {
    thread().crash();
    seen(STUDIO);
    expect(events).toEqual([{ type: 'session-moved', guildId: GUILD, channelId: STUDIO, isRequested: false }]);
    await vi.advanceTimersByTimeAsync(0);
    expect(thread().restored).toMatchObject([{ channelId: STUDIO, items: [item('1')] }]);
  });

  test('entering the channel that the thread requested is not taken for a drag', async () => {
    ask(STUDIO);
    thread().crash();
    seen(STUDIO);
    await vi.advanceTimersByTimeAsync(0);
    expect(events).toMatchObject([
      { type: 'gateway-send' },
      { type: 'session-moved', guildId: GUILD, channelId: STUDIO, isRequested: true },
    ]);
    expect(thread().restored).toMatchObject([{ channelId: STUDIO }]);
  });

  test.each([
    ['a drag', () => undefined],
    ['a move that the thread requested', () => ask(STUDIO)],
  ])('listening ends with %s', async (_move, move) => {
    const policy = { channelId: LOUNGE, others: 'hear', hear: [], ignore: [] } as const;
    const listening = worker.call('listen', [GUILD, policy]);
    thread().answer({ kind: 'listening' });
    await listening;
    move();
    thread().crash();
    seen(STUDIO);
    await vi.advanceTimersByTimeAsync(0);
    expect(thread().restored).toMatchObject([{ channelId: STUDIO, policy: undefined }]);
  });

  test('calls wait for a restart that is soon', async () => {
    await crash();
    thread().crash();
    const asked = worker.call('skip', [GUILD]);
    await vi.advanceTimersByTimeAsync(1_000);
    thread().answer({ kind: 'nothing' });
    expect(await asked).toEqual({ kind: 'nothing' });
  });

  describe('and the restart is not soon', () => {
    const WAIT_MS = 8_000;

    beforeEach(async () => {
      for (const waitMs of [0, 1_000, 2_000, 4_000]) {
        thread().crash();
        await vi.advanceTimersByTimeAsync(waitMs);
      }
      thread().crash();
      events.length = 0;
    });

    test('calls fail immediately, and so do those without an outcome', async () => {
      await expect(worker.call('session', [GUILD])).rejects.toMatchObject({ code: 'VOICE_THREAD_LOST' });
      await vi.advanceTimersByTimeAsync(WAIT_MS);
      const unanswered = expect(worker.call('skip', [GUILD])).rejects.toMatchObject({ code: 'VOICE_THREAD_LOST' });
      await crash();
      await unanswered;
      await vi.advanceTimersByTimeAsync(60_000);
      expect(thread().calls).toEqual([]);
    });

    test('the bot leaves on request', async () => {
      expect(await worker.call('leave', [GUILD])).toBe(true);
      expect(events).toMatchObject([
        { type: 'item-dropped', textId: '1', reason: 'session-ended' },
        { type: 'session-ended', channelId: LOUNGE, reason: 'left' },
        { type: 'gateway-send', guildId: GUILD, payload: { op: 4, d: { guild_id: GUILD, channel_id: null } } },
      ]);
      expect(await worker.call('leave', [GUILD])).toBe(false);
      await vi.advanceTimersByTimeAsync(WAIT_MS);
      expect(thread().got).toEqual([]);
    });

    test('people who are ignored meanwhile are ignored by the next thread', async () => {
      const policy = { channelId: LOUNGE, others: 'hear', hear: [], ignore: [ALICE] } as const;
      expect(await worker.call('listen', [GUILD, policy])).toEqual({ kind: 'listening' });
      expect(await worker.call('listen', ['1', policy])).toEqual({ kind: 'no-session' });
      expect(await worker.call('changeSpeakers', [GUILD, { hear: ['bob'] }])).toEqual({ kind: 'changed' });
      expect(await worker.call('changeSpeakers', ['1', { hear: ['bob'] }])).toEqual({ kind: 'no-session' });
      await vi.advanceTimersByTimeAsync(WAIT_MS);
      expect(thread().restored).toMatchObject([{ policy: { ...policy, hear: ['bob'] } }]);
    });
  });
});

test('a join that the thread could not finish is taken back before it is sent again', async () => {
  const joining = worker.call('join', [{ guildId: GUILD, channelId: LOUNGE }]);
  ask(LOUNGE);
  await crash();
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
    thread().send({ type: 'closed' });
    await closing;
  });

  test('takes at most 4 s, starts no further thread, and rejects calls without an outcome', async () => {
    const unanswered = expect(worker.call('skip', [GUILD])).rejects.toMatchObject({ code: 'VOICE_CLOSED' });
    const closing = worker.close();
    await vi.advanceTimersByTimeAsync(4_000);
    await closing;
    await unanswered;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(threads).toHaveLength(1);
    await expect(worker.call('skip', [GUILD])).rejects.toMatchObject({ code: 'VOICE_CLOSED' });
  });

  test('resolves immediately while no thread runs', async () => {
    await crash();
    thread().crash();
    await worker.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(threads).toHaveLength(2);
  });
});

test('figures are asked of the thread that runs; the next one adds to them', async () => {
  const figures: VoiceThreadFigures = {
    ...{ traffic: { ...NO_TRAFFIC, packetsSent: 10 }, warmSockets: 0, liveUsable: true, load: undefined },
  };
  const report = async () => {
    const reporting = worker.report();
    threads.at(-1)?.send({ type: 'figures', figures });
    return await reporting;
  };
  expect(await report()).toMatchObject({ isAnswering: true, restarts: 0, figures: { traffic: { packetsSent: 10 } } });
  expect(threads[0]?.got.at(-1)).toEqual({ type: 'figures' });
  threads[0]?.crash();
  await vi.advanceTimersByTimeAsync(0);
  expect(await report()).toMatchObject({ isAnswering: true, restarts: 1, figures: { traffic: { packetsSent: 20 } } });
});

test('what a thread observes reaches the main thread', () => {
  const observation: VoiceObservation = { kind: 'first-sound', delayMs: 300 };
  threads[0]?.send({ type: 'observed', observation });
  expect(observations).toEqual([observation]);
});

describe('a halt', () => {
  const halting = (withinMs = 1_000) => {
    const halted = vi.fn();
    void worker.halt(withinMs).then(halted);
    return halted;
  };

  test('resolves when the thread says what was heard last, and the records have it', async () => {
    await join();
    await say('1');
    const halted = halting();
    expect(thread().got.at(-1)).toEqual({ type: 'halt', withinMs: 1_000 });
    thread().event({ type: 'piece-progress', guildId: GUILD, textId: '1', piece: 0, packets: 33 });
    await vi.advanceTimersByTimeAsync(0);
    expect(halted).not.toHaveBeenCalled();
    thread().send({ type: 'halted' });
    await vi.advanceTimersByTimeAsync(0);
    expect(halted).toHaveBeenCalled();
    expect(worker.records).toMatchObject([
      { channelId: LOUNGE, items: [{ textId: '1', firstPiece: 0, heardPackets: 33 }] },
    ]);
  });

  test('does not wait for a thread that hangs', async () => {
    const halted = halting();
    await vi.advanceTimersByTimeAsync(1_300);
    expect(halted).toHaveBeenCalled();
  });
});
