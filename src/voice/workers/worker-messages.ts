/** The messages between the main thread and a voice thread. All of them are plain data. */

import type { LimiterAnswer, LimiterRequest } from '../../speech/limiter/limiter-messages.ts';
import type { PlainError } from '../../speech/plain-error.ts';
import type { RequestContext } from '../../telemetry/spans.ts';
import type { GatewayVoiceDispatch } from '../gateway-messages.ts';
import type { SessionRecord } from '../session-record.ts';
import type { VOICE_METHODS, VoiceEngine, VoiceEvent } from '../voice-api.ts';
import type { VoiceObservation, VoiceThreadFigures } from '../voice-figures.ts';
import type { ProgressEvent } from './progress-batch.ts';

/** A method of the engine that runs in the guild's voice thread. */
export type VoiceMethod = keyof typeof VOICE_METHODS;

type CancellableMethod = {
  [Method in VoiceMethod]: (typeof VOICE_METHODS)[Method] extends 'cancellable' ? Method : never;
}[VoiceMethod];

/** A method's arguments as they cross threads: an `abort` message takes the place of the context's signal. */
type CallArguments<Method extends VoiceMethod> = Method extends CancellableMethod
  ? readonly [request: Parameters<VoiceEngine[Method]>[0], context: Omit<Parameters<VoiceEngine[Method]>[1], 'signal'>]
  : Readonly<Parameters<VoiceEngine[Method]>>;

/** A call of one of the engine's methods, and the request that it is part of. */
export type VoiceCall = {
  [Method in VoiceMethod]: {
    readonly method: Method;
    readonly args: CallArguments<Method>;
    readonly request?: RequestContext | undefined;
  };
}[VoiceMethod];

/** What a method resolves to. */
export type VoiceOutcomeOf<Method extends VoiceMethod> = Awaited<ReturnType<VoiceEngine[Method]>>;

/** A call and what it returned. */
export type VoiceOutcome = {
  [Method in VoiceMethod]: {
    readonly method: Method;
    readonly args: CallArguments<Method>;
    readonly outcome: VoiceOutcomeOf<Method>;
  };
}[VoiceMethod];

/** From the main thread to a voice thread. */
export type ToVoiceThread =
  /** Sent first, if at all: the sessions of the thread that this one replaces. */
  | { readonly type: 'restore'; readonly sessions: readonly SessionRecord[] }
  | { readonly type: 'call'; readonly callId: number; readonly call: VoiceCall }
  /** The caller of a cancellable method no longer waits for its outcome. */
  | { readonly type: 'abort'; readonly callId: number }
  | { readonly type: 'dispatch'; readonly packet: GatewayVoiceDispatch }
  /** The thread answers with `pong`. One that does not answer hangs, and is terminated. */
  | { readonly type: 'ping' }
  /** The thread answers with its `figures`. */
  | { readonly type: 'figures' }
  /** Fall silent; the thread answers with `halted` after the events that say what was heard. */
  | { readonly type: 'halt'; readonly withinMs: number }
  /** Leave every channel; the thread answers with `closed`, its last message. */
  | { readonly type: 'close' }
  | LimiterAnswer;

/** From a voice thread to the main thread. */
export type FromVoiceThread =
  | { readonly type: 'outcome'; readonly callId: number; readonly outcome: unknown }
  | { readonly type: 'failure'; readonly callId: number; readonly error: PlainError }
  | { readonly type: 'event'; readonly event: VoiceEvent }
  | { readonly type: 'progress'; readonly events: readonly ProgressEvent[] }
  | { readonly type: 'pong' }
  | { readonly type: 'figures'; readonly figures: VoiceThreadFigures }
  | { readonly type: 'observed'; readonly observation: VoiceObservation }
  | { readonly type: 'halted' }
  | { readonly type: 'closed' }
  | LimiterRequest;
