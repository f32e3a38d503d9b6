import type { Logger } from '../log/log.ts';
import type { CallContext } from '../speech/call-context.ts';
import { SpeechError } from '../speech/speech-error.ts';
import type { VoiceModelsClient } from '../speech/voice-models.ts';
import { ATTEMPT_LASTS_MS } from './creation.ts';
import { deleteEverywhere } from './edit-and-delete.ts';
import type { VoiceModelStore } from './voice-model-ports.ts';
import type { PersonVoices, VoicesErasure } from './voice-models-api.ts';

/** Counts what is stored about a person. */
export async function summarize(userId: string, store: VoiceModelStore): Promise<PersonVoices> {
  const [voices, counts] = await Promise.all([store.voicesOf(userId, undefined), store.personSummary(userId)]);
  return { voices: voices.length, ...counts };
}

/** Deletes all of it, and the person's voices at the service. A voice that cannot be deleted now stays theirs. */
export async function erasePerson(
  userId: string,
  call: CallContext,
  parts: {
    readonly client: Pick<VoiceModelsClient, 'update' | 'delete'>;
    readonly store: VoiceModelStore;
    readonly log: Logger;
  },
): Promise<VoicesErasure> {
  const { store, log } = parts;
  let [voices, remaining] = [0, 0];
  for (const { voiceId } of await store.voicesOf(userId, undefined)) {
    try {
      await deleteEverywhere(voiceId, call, parts);
      voices += 1;
    } catch (error) {
      call.signal.throwIfAborted();
      if (!(error instanceof SpeechError)) throw error;
      log.warn({ err: error, voiceId }, 'could not delete a voice of a person who is being erased');
      remaining += 1;
    }
  }
  const counts = await store.erasePerson(userId, Date.now() - ATTEMPT_LASTS_MS);
  return { voices, remaining, ...counts };
}
