import type { VoiceModel } from '../speech/wire.ts';
import { clip, harmless } from './replies.ts';

/** Discord's bounds leave room for this much of each, in characters. */
const MAX_FILENAME_LENGTH = 60;
const MAX_REASON_LENGTH = 200;

/** What the service found out about each recording that a voice was made from, a line each; empty while it is silent. */
export function qualityLines({ quality }: Pick<VoiceModel, 'quality'>): string[] {
  return (quality?.audios ?? []).map((audio) => {
    const name = harmless(clip(audio.filename, MAX_FILENAME_LENGTH));
    const seconds = (audio.duration_ms / 1_000).toFixed(1);
    const reason = harmless(clip(audio.quality_reason, MAX_REASON_LENGTH));
    const verdict = audio.quality_passed ? 'good enough' : 'not good enough';
    return `“${name}” (${seconds} s): ${verdict}${reason === '' ? '' : `, because: ${reason}`}`;
  });
}
