import type { FileTranscriber } from '../../files/files-api.ts';
import type { Core } from '../core/core.ts';
import type { Feature } from '../core/feature.ts';
import { TRANSCRIPTIONS_GRACE_MS } from '../core/shutdown.ts';
import { createTranscriptions, type Transcriptions } from './transcriptions.ts';

/** Creates the transcription of recordings that people attach. */
export function createTranscriptionFeature(
  { budgets, explain, publicMessages, services: { attachments, lateAnswers }, log }: Core,
  { files }: { readonly files: FileTranscriber },
): Feature<{ readonly transcriptions: Transcriptions }> {
  const transcriptions = createTranscriptions({
    ...{ files, budgets, attachments, lateAnswers, explain, publicMessages, log },
  });
  return { services: { transcriptions }, halt: () => transcriptions.close(TRANSCRIPTIONS_GRACE_MS) };
}
