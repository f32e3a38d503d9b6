import type { Transferable } from 'node:worker_threads';
import { MynahError } from '../../errors.ts';
import type { Logger } from '../../log.ts';
import type { LimiterClient } from '../../speech/limiter/limiter-client.ts';
import { toPlainError } from '../../speech/plain-error.ts';
import type { Clip, FromVoiceThread, ToVoiceThread, TranscribeCall, VoiceCall, VoiceEvent } from '../voice-api.ts';
import type { LocalVoiceEngine } from '../voice-engine.ts';

/** The thread's end of the port to the main thread. */
interface ThreadPort {
  postMessage(message: FromVoiceThread, transfer?: readonly Transferable[]): void;
  on(event: 'message', listener: (message: ToVoiceThread) => void): unknown;
}

/** What serves a voice thread's port. */
export interface ServeWorkerOptions {
  readonly port: ThreadPort;
  readonly createEngine: (onEvent: (event: VoiceEvent) => void) => LocalVoiceEngine;
  readonly governor: Pick<LimiterClient, 'receive'>;
  /** `performance.timeOrigin` of the main thread: every thread counts from its own start. */
  readonly mainTimeOriginMs: number;
  /** Called when the engine is closed, for what it was made of. */
  readonly onClosed: () => Promise<void>;
  readonly log: Logger;
}

/** Carries the engine's calls, outcomes and events over the port until it is closed. */
export function serveWorker(options: ServeWorkerOptions): void {
  const { port, governor, log } = options;
  const originShiftMs = performance.timeOrigin - options.mainTimeOriginMs;
  const requests = new Map<number, AbortController>();
  const engine = options.createEngine((event) => {
    if (event.type !== 'clip') return port.postMessage({ type: 'event', event });
    const clip = outgoing(event.clip, originShiftMs);
    port.postMessage({ type: 'event', event: { type: 'clip', clip } }, [clip.audio.buffer as ArrayBuffer]);
  });

  const transcribe = async (callId: number, { request, context }: TranscribeCall): Promise<unknown> => {
    const controller = new AbortController();
    requests.set(callId, controller);
    try {
      return await engine.transcribe(request, { ...context, signal: controller.signal });
    } finally {
      requests.delete(callId);
    }
  };

  const answer = async (callId: number, call: VoiceCall | TranscribeCall): Promise<void> => {
    try {
      if (call.method === 'transcribe') {
        port.postMessage({ type: 'outcome', callId, outcome: await transcribe(callId, call) });
      } else if (call.method === 'peek') {
        const clip = await engine.peek(...call.args);
        const outcome = clip === undefined ? undefined : outgoing(clip, originShiftMs);
        port.postMessage(
          { type: 'outcome', callId, outcome },
          outcome === undefined ? [] : [outcome.audio.buffer as ArrayBuffer],
        );
      } else port.postMessage({ type: 'outcome', callId, outcome: await callEngine(engine, call) });
    } catch (error) {
      const isExpected = error instanceof MynahError || isAbort(error);
      if (!isExpected) log.error({ err: error, method: call.method }, 'a voice call failed');
      port.postMessage({ type: 'failure', callId, error: toPlainError(error) });
    }
  };

  const close = async (): Promise<void> => {
    await engine.close();
    await options.onClosed();
    port.postMessage({ type: 'closed' });
  };

  port.on('message', (message) => {
    switch (message.type) {
      case 'restore':
        engine.restore(message.sessions);
        return;
      case 'call':
        void answer(message.callId, message.call);
        return;
      case 'abort':
        requests.get(message.callId)?.abort();
        return;
      case 'dispatch':
        engine.dispatch(message.packet);
        return;
      case 'ping':
        port.postMessage({ type: 'pong' });
        return;
      case 'close':
        close().catch((error: unknown) => log.error({ err: error }, 'a voice thread did not close cleanly'));
        return;
      default:
        governor.receive(message);
    }
  });
}

/** A request that was given up: whoever did so does not wait for its answer. */
function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** The arguments of a method always go with its name, which the compiler cannot see over the union of them. */
function callEngine(engine: LocalVoiceEngine, { method, args }: VoiceCall): Promise<unknown> {
  const run = engine[method].bind(engine) as (...given: readonly unknown[]) => Promise<unknown>;
  return run(...args);
}

/** A clip as it leaves the thread: bytes that nothing else shares, to be handed over and not copied. */
function outgoing(clip: Clip, originShiftMs: number): Clip {
  const { audio } = clip;
  const isWhole = audio.byteLength === audio.buffer.byteLength;
  return {
    ...clip,
    audio: isWhole ? audio : new Uint8Array(audio),
    lastVoiceAtMs: clip.lastVoiceAtMs + originShiftMs,
  };
}
