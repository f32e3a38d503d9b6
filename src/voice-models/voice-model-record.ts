import { oneVoiceModelSchema, type VoiceModel } from '@mynah/speech-wire/wire';
import type { StoredVoice } from './voice-model-ports.ts';

const storedSchema = oneVoiceModelSchema('trained');

/** A stored voice with its document, parsed, as it was last seen. */
export interface VoiceModelRecord extends Omit<StoredVoice, 'document'> {
  readonly model: VoiceModel;
}

/** Parses the document of a stored voice. An unreadable one is replaced by a minimal document of a private voice. */
export function toVoiceModelRecord({ document, ...stored }: StoredVoice): VoiceModelRecord {
  const model = storedSchema.safeParse(parse(document));
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
  const created_at = new Date(createdAtMs).toISOString();
  const model = { _id: '-', type: 'tts', title: voiceId, state: 'trained', visibility: 'private', created_at };
  // An id that was stored before may be one that the schema no longer accepts.
  return { ...storedSchema.parse(model), _id: voiceId };
}
