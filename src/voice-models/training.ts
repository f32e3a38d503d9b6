import { sleep } from '../concurrency/async.ts';
import type { Logger } from '../log/log.ts';
import type { CallContext } from '../speech/call-context.ts';
import { SpeechError } from '../speech/speech-error.ts';
import type { VoiceModelLookup } from './lookup.ts';
import type { KnownVoice, Requester, TrainingStep } from './voice-models-api.ts';

/** How often and how long training is polled. The service's documentation asks for 5 s, and 300 s at most. */
export interface TrainingTimings {
  readonly pollMs: number;
  readonly giveUpMs: number;
}

export const DEFAULT_TRAINING_TIMINGS: TrainingTimings = { pollMs: 5_000, giveUpMs: 300_000 };

/** The steps of a voice's training, up to the last one. Polls that fail are skipped: the next one may succeed. */
export async function* followTraining(
  requester: Requester,
  voice: KnownVoice,
  parts: {
    readonly lookup: VoiceModelLookup;
    readonly timings: TrainingTimings;
    readonly log: Logger;
    readonly call: CallContext;
  },
): AsyncGenerator<TrainingStep, void, undefined> {
  const { lookup, timings, log, call } = parts;
  let step = stepOf(voice);
  yield step;
  const giveUpAtMs = performance.now() + timings.giveUpMs;
  while (step.kind === 'waiting') {
    if (performance.now() >= giveUpAtMs) {
      yield { kind: 'gave-up', afterMs: timings.giveUpMs };
      return;
    }
    await sleep(timings.pollMs, call.signal);
    const polled = await poll(requester, voice.id, { lookup, log, call });
    if (polled === undefined) continue;
    step = polled;
    yield step;
  }
}

/** `undefined` when the service could not be reached. */
async function poll(
  requester: Requester,
  voiceId: string,
  { lookup, log, call }: { readonly lookup: VoiceModelLookup; readonly log: Logger; readonly call: CallContext },
): Promise<TrainingStep | undefined> {
  try {
    const found = await lookup.byId(requester, voiceId, call);
    return found === undefined ? { kind: 'gone' } : stepOf(found.voice);
  } catch (error) {
    call.signal.throwIfAborted();
    if (!(error instanceof SpeechError) || error.code === 'SPEECH_CLOSED') throw error;
    log.info({ err: error, voiceId }, 'could not poll the training of a voice');
    return undefined;
  }
}

function stepOf(voice: KnownVoice): TrainingStep {
  if (voice.status === 'gone') return { kind: 'gone' };
  switch (voice.model.state) {
    case 'created':
    case 'training':
      return { kind: 'waiting', state: voice.model.state };
    case 'trained':
      return { kind: 'trained', voice };
    case 'failed':
      return { kind: 'failed', voice };
  }
}
