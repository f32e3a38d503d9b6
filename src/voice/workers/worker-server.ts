import type { Transferable } from 'node:worker_threads';
import { type Logger, logFault } from '../../log/log.ts';
import type { LimiterClient } from '../../speech/limiter/limiter-client.ts';
import { toPlainError } from '../../speech/plain-error.ts';
import { RequestScope } from '../../telemetry/request-scope.ts';
import type { Clip, VoiceEvent } from '../voice-api.ts';
import type { LocalVoiceEngine } from '../voice-engine.ts';
import type { VoiceThreadFigures } from '../voice-figures.ts';
import { ProgressBatch } from './progress-batch.ts';
import { isCancellable, runCall } from './worker-call.ts';
import type { FromVoiceThread, ToVoiceThread, VoiceCall } from './worker-messages.ts';

/** The voice thread's end of the port to the main thread. */
interface ThreadPort {
  postMessage(message: FromVoiceThread, transfer?: readonly Transferable[]): void;
  on(event: 'message', listener: (message: ToVoiceThread) => void): unknown;
}

/** What serves a voice thread's port. */
export interface ServeWorkerOptions {
  readonly port: ThreadPort;
  readonly createEngine: (onEvent: (event: VoiceEvent) => void) => LocalVoiceEngine;
  readonly limiter: Pick<LimiterClient, 'receive'>;
  /** `performance.timeOrigin` of the main thread: every thread counts from its own start. */
  readonly mainTimeOriginMs: number;
  /** Reads what the thread knows of itself. */
  readonly figures: (engine: LocalVoiceEngine) => VoiceThreadFigures;
  /** Called when the engine is closed, to close what it was made of. */
  readonly onClosed: () => Promise<void>;
  /** Calls are run for the request that they bring. Default: none is known. */
  readonly scope?: RequestScope | undefined;
  readonly log: Logger;
}

/** Serves the engine over the port, until the main thread sends `close`. */
export function serveWorker(options: ServeWorkerOptions): void {
  const { port, limiter, scope = new RequestScope(), log } = options;
  const progress = new ProgressBatch((events) => port.postMessage({ type: 'progress', events }));
  const post = (message: FromVoiceThread, transfer?: readonly Transferable[]): void => {
    progress.flush();
    port.postMessage(message, transfer);
  };
  const originShiftMs = performance.timeOrigin - options.mainTimeOriginMs;
  const cancellable = new Map<number, AbortController>();
  const engine = options.createEngine((event) => {
    if (event.type === 'piece-progress') progress.add(event);
    else post(...eventMessage(event, originShiftMs));
  });

  const reply = async (callId: number, call: VoiceCall): Promise<void> => {
    try {
      post({ type: 'outcome', callId, outcome: await run(engine, { callId, call, cancellable }) });
    } catch (error) {
      const reference = isAbort(error)
        ? undefined
        : logFault(log, { err: error, method: call.method }, 'a voice call failed');
      post({ type: 'failure', callId, error: toPlainError(error, reference) });
    }
  };

  const close = async (): Promise<void> => {
    await engine.close();
    await options.onClosed();
    post({ type: 'closed' });
  };

  const halt = async (withinMs: number): Promise<void> => {
    await engine.halt(withinMs);
    post({ type: 'halted' });
  };

  port.on('message', (message) => {
    switch (message.type) {
      case 'restore':
        engine.restore(message.sessions);
        return;
      case 'call':
        scope.run(message.call.request, () => void reply(message.callId, message.call));
        return;
      case 'abort':
        cancellable.get(message.callId)?.abort();
        return;
      case 'dispatch':
        engine.dispatch(message.packet);
        return;
      case 'ping':
        post({ type: 'pong' });
        return;
      case 'figures':
        post({ type: 'figures', figures: options.figures(engine) });
        return;
      case 'halt':
        void halt(message.withinMs);
        return;
      case 'close':
        close().catch((error: unknown) => log.error({ err: error }, 'a voice thread did not close cleanly'));
        return;
      default:
        limiter.receive(message);
    }
  });
}

/** Runs a call. If it can be cancelled, it is in `cancellable` meanwhile. */
async function run(
  engine: LocalVoiceEngine,
  { callId, call, cancellable }: { callId: number; call: VoiceCall; cancellable: Map<number, AbortController> },
): Promise<unknown> {
  if (!isCancellable(call)) return await runCall(engine, call, undefined);
  const controller = new AbortController();
  cancellable.set(callId, controller);
  try {
    return await runCall(engine, call, controller.signal);
  } finally {
    cancellable.delete(callId);
  }
}

/** The caller cancelled the call and no longer waits for its outcome. */
function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** What to post for an event, and what of it is transferred. */
function eventMessage(
  event: VoiceEvent,
  originShiftMs: number,
): [message: FromVoiceThread, transfer?: readonly Transferable[]] {
  if (event.type === 'clip') {
    const clip = transferable(event.clip, originShiftMs);
    return [{ type: 'event', event: { ...event, clip } }, [clip.audio.buffer as ArrayBuffer]];
  }
  if (event.type === 'clip-grown') {
    const growth = transferable(event.growth, originShiftMs);
    return [{ type: 'event', event: { ...event, growth } }, [growth.audio.buffer as ArrayBuffer]];
  }
  return [{ type: 'event', event }];
}

/** The clip with audio that shares its memory with nothing else, so that it can be transferred without a copy. */
function transferable<Sound extends Clip>(clip: Sound, originShiftMs: number): Sound {
  const { audio } = clip;
  const isWhole = audio.byteLength === audio.buffer.byteLength;
  return {
    ...clip,
    audio: isWhole ? audio : new Uint8Array(audio),
    lastVoiceAtMs: clip.lastVoiceAtMs + originShiftMs,
  };
}
