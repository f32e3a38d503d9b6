import type { CallContext } from '../../speech/call-context.ts';
import { VOICE_METHODS, type VoiceEngine } from '../voice-api.ts';
import type { VoiceCall, VoiceMethod, VoiceOutcomeOf } from './worker-messages.ts';

/** The engine's methods that run in the guild's voice thread. */
export type VoiceMethods = Pick<VoiceEngine, VoiceMethod>;

// The compiler does not relate a method's name to its arguments over the union of all methods: hence the casts here, and
// only here.

/** True for a call with a signal, which stays in the caller's thread. */
export function isCancellable({ method }: Pick<VoiceCall, 'method'>): boolean {
  return VOICE_METHODS[method] === 'cancellable';
}

/** Splits a method's arguments into a call that can cross threads and, of a cancellable method, the signal. */
export function splitSignal<Method extends VoiceMethod>(
  method: Method,
  args: Parameters<VoiceEngine[Method]>,
): { readonly call: VoiceCall; readonly signal: AbortSignal | undefined } {
  if (!isCancellable({ method })) return { call: { method, args } as unknown as VoiceCall, signal: undefined };
  const [request, { signal, ...context }] = args as unknown as readonly [unknown, CallContext];
  return { call: { method, args: [request, context] } as unknown as VoiceCall, signal };
}

/** Runs a call; a cancellable one gets `signal`. */
export function runCall(
  engine: VoiceMethods,
  { method, args }: VoiceCall,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const run = engine[method].bind(engine) as (...given: readonly unknown[]) => Promise<unknown>;
  if (signal === undefined) return run(...args);
  const [request, context] = args as readonly [unknown, Omit<CallContext, 'signal'>];
  return run(request, { ...context, signal });
}

/** Creates all methods out of one function, which receives the name, the guild's id and the arguments. */
export function createMethods(
  call: <Method extends VoiceMethod>(
    method: Method,
    guildId: string,
    args: Parameters<VoiceEngine[Method]>,
  ) => Promise<VoiceOutcomeOf<Method>>,
): VoiceMethods {
  const methods = Object.keys(VOICE_METHODS) as VoiceMethod[];
  const entries = methods.map((method) => [
    method,
    (...args: Parameters<VoiceEngine[typeof method]>) => call(method, guildIdOf(method, args), args),
  ]);
  return Object.fromEntries(entries) as VoiceMethods;
}

function guildIdOf(method: VoiceMethod, args: readonly unknown[]): string {
  switch (VOICE_METHODS[method]) {
    case 'guild-id':
      return args[0] as string;
    case 'request':
      return (args[0] as { readonly guildId: string }).guildId;
    case 'cancellable':
      return (args[1] as CallContext).tenant;
  }
}
