import { FREE_TTS_MODEL } from '@mynah/speech-wire/wire';
import type { CallContext } from './call-context.ts';
import { SpeechError } from './speech-error.ts';
import type { SpeechClient } from './speech-service.ts';

/** What a failure of the speech service means; `odd`: it answers, but not as it should. */
export type SpeechProblemKind = 'key-rejected' | 'out-of-credits' | 'busy' | 'down' | 'unreachable' | 'odd';

const KINDS: Readonly<Record<string, SpeechProblemKind>> = {
  SPEECH_UNAUTHORIZED: 'key-rejected',
  SPEECH_FORBIDDEN: 'key-rejected',
  SPEECH_OUT_OF_CREDITS: 'out-of-credits',
  SPEECH_RATE_LIMITED: 'busy',
  SPEECH_BUSY: 'busy',
  SPEECH_UNAVAILABLE: 'down',
  SPEECH_CONNECTION: 'unreachable',
  SPEECH_TIMEOUT: 'unreachable',
};

/** Classifies the code of a failure; all others are `odd`. */
export function problemKindOf(code = ''): SpeechProblemKind {
  return KINDS[code] ?? 'odd';
}

/** The account's API credit, a plain decimal, and what it is enough for. */
export type Credit =
  /** The service has no wallet, or none that can be read, which keeps nobody from speaking. */
  | { readonly kind: 'unknown' }
  /** `speech-only`: the model that speaks is free; everything else needs credit. */
  | { readonly kind: 'left' | 'speech-only' | 'used-up'; readonly amount: string };

/** The context of a check: it waits behind everything else, and its first failure counts. */
export function checkContext(signal: AbortSignal): CallContext {
  return { tenant: 'operator', priority: 'listings', retries: false, signal };
}

/** Lists one voice of the account, which needs a valid key and costs nothing. Resolves with how many voices it has, if known. */
export async function checkKey(
  { voices }: Pick<SpeechClient, 'voices'>,
  signal: AbortSignal,
): Promise<number | undefined> {
  return (await voices.list({ self: true, pageSize: 1 }, checkContext(signal))).total;
}

/** Reads the credit of the account, on which `model` speaks. */
export async function checkCredit(
  { credit }: Pick<SpeechClient, 'credit'>,
  model: string,
  signal: AbortSignal,
): Promise<Credit> {
  const amount = await credit(checkContext(signal)).catch((error: unknown) => {
    if (error instanceof SpeechError && error.code === 'SPEECH_MALFORMED_ANSWER') return undefined;
    throw error;
  });
  if (amount === undefined) return { kind: 'unknown' };
  if (Number(amount) > 0) return { kind: 'left', amount };
  return { kind: model === FREE_TTS_MODEL ? 'speech-only' : 'used-up', amount };
}

/** The model that speaks without credit; `undefined` where it is in use already. */
export function freeModelBeside(model: string): string | undefined {
  return model === FREE_TTS_MODEL ? undefined : FREE_TTS_MODEL;
}
