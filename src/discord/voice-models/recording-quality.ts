import type { VoiceModel } from '@mynah/speech-wire/wire';
import type { Messages } from '../../messages/messages.ts';
import { sanitize, sanitizeWithin } from '../client/replies.ts';

/** Longest file name or reason, in UTF-16 units. */
const MAX_PART_LENGTH = 150;

/** The service's verdict on each recording that a voice was made from, a line each; empty without one. */
export function qualityLines({ voiceModels, format }: Messages, { quality }: Pick<VoiceModel, 'quality'>): string[] {
  return (quality?.audios ?? []).map((audio) =>
    voiceModels.info.recording({
      name: sanitizeWithin(audio.filename, MAX_PART_LENGTH),
      durationMs: audio.duration_ms,
      language: audio.language === 'unknown' ? '' : sanitize(format.language(audio.language)),
      passed: audio.quality_passed,
      problem: sanitizeWithin(audio.quality_reason, MAX_PART_LENGTH),
    }),
  );
}
