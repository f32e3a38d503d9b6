import { type VoiceModel, voiceModelSchema } from '../speech/wire.ts';
import type { StoredVoice } from './voice-model-ports.ts';

/** A stored voice with its document, parsed, as it was last seen. */
export interface VoiceModelRecord extends Omit<StoredVoice, 'document'> {
  readonly model: VoiceModel;
}

/** Parses the document of a stored voice. An unreadable one is replaced by a minimal document of a private voice. */
export function toVoiceModelRecord({ document, ...stored }: StoredVoice): VoiceModelRecord {
  const model = voiceModelSchema.safeParse(parse(document));
  return { ...stored, model: model.success ? model.data : placeholder(stored) };
}

/** The inverse of `toVoiceModelRecord`. */
export function toStoredVoice({ model, ...rest }: VoiceModelRecord): StoredVoice {
  return { ...rest, document: JSON.stringify(model) };
}

function parse(document: string): unknown {
  try {
    return JSON.parse(document);
  } catch {
    return undefined;
  }
}

function placeholder({ voiceId, createdAtMs }: Omit<StoredVoice, 'document'>): VoiceModel {
  const createdAt = new Date(createdAtMs).toISOString();
  return voiceModelSchema.parse({
    ...{ _id: voiceId, type: 'tts', title: voiceId, state: 'trained', visibility: 'private', tags: [] },
    ...{ created_at: createdAt, updated_at: createdAt, author: { _id: '', nickname: '', avatar: '' } },
    ...{ like_count: 0, mark_count: 0, shared_count: 0, task_count: 0 },
  });
}
