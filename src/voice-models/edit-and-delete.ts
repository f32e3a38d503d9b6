import type { CallContext } from '../speech/call-context.ts';
import { SpeechError } from '../speech/speech-error.ts';
import type { VoiceChanges } from '../speech/voice-model-form.ts';
import type { VoiceModelsClient } from '../speech/voice-models.ts';
import type { VoiceModelLookup } from './lookup.ts';
import type { VoiceModelStore } from './voice-model-ports.ts';
import type { DeleteOutcome, EditOutcome, Requester, VoiceEdit } from './voice-models-api.ts';

/** What edits and deletions need. */
interface EditParts {
  readonly client: Pick<VoiceModelsClient, 'update' | 'delete'>;
  readonly store: VoiceModelStore;
  readonly lookup: VoiceModelLookup;
}

/** Edits a voice, if this person may. */
export async function editVoice(
  requester: Requester,
  voiceId: string,
  changes: VoiceEdit,
  call: CallContext,
  { client, lookup }: EditParts,
): Promise<EditOutcome> {
  const found = await lookup.byId(requester, voiceId, call);
  if (found === undefined) return { kind: 'not-found' };
  const { voice } = found;
  if (!voice.mayEdit) return { kind: 'not-yours' };
  if (voice.status === 'gone') return { kind: 'gone' };
  const { visibility } = changes;
  if (visibility !== undefined && !voice.visibilities.includes(visibility)) return { kind: 'makers-choice' };
  const hasCover = changes.cover !== undefined || voice.model.cover_image !== '';
  if (visibility === 'public' && !hasCover) return { kind: 'needs-cover' };
  try {
    for (const update of toUpdates(changes)) await client.update(voiceId, update, call);
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  const edited = await lookup.byId(requester, voiceId, call);
  if (edited === undefined) return { kind: 'not-found' };
  return edited.voice.status === 'gone' ? { kind: 'gone' } : { kind: 'edited', voice: edited.voice };
}

/** Deletes a voice at the service and here, if this person may. */
export async function deleteVoice(
  requester: Requester,
  voiceId: string,
  call: CallContext,
  parts: EditParts,
): Promise<DeleteOutcome> {
  const found = await parts.lookup.byId(requester, voiceId, call);
  if (found === undefined) return { kind: 'not-found' };
  if (!found.voice.mayEdit) return { kind: 'not-yours' };
  await deleteEverywhere(voiceId, call, parts);
  return { kind: 'deleted', title: found.voice.title };
}

/** Deletes a voice at the service, where it may be gone already, and here. Everybody's choice of it is lost. */
export async function deleteEverywhere(
  voiceId: string,
  call: CallContext,
  { client, store }: Pick<EditParts, 'client' | 'store'>,
): Promise<void> {
  try {
    await client.delete(voiceId, call);
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  await store.loseChoices(voiceId, 'deleted');
  await store.remove(voiceId);
}

/** The multipart form of a cover cannot express an empty list, so the removal of all tags is an update of its own. */
function toUpdates({ cover, tags, ...rest }: VoiceEdit): VoiceChanges[] {
  if (cover === undefined || tags?.length !== 0) return [{ ...rest, ...(tags && { tags }), ...(cover && { cover }) }];
  return [{ tags }, { ...rest, cover }];
}

function isNotFound(error: unknown): boolean {
  return error instanceof SpeechError && error.code === 'SPEECH_NOT_FOUND';
}
