import type { VoiceModel } from '../../speech/wire.ts';
import { languageName } from '../interactions/languages.ts';
import { sanitize, sanitizeWithin } from '../interactions/replies.ts';

type QualityAudio = NonNullable<VoiceModel['quality']>['audios'][number];

/** Longest file name or reason, in UTF-16 units. */
const MAX_PART_LENGTH = 150;
/** The service says neither which figures there are nor how many. */
const MAX_FIGURES = 4;
const MAX_FIGURE_LENGTH = 40;

/** What the service found out about each recording that a voice was made from, a line each; empty while it is silent. */
export function qualityLines({ quality }: Pick<VoiceModel, 'quality'>): string[] {
  return (quality?.audios ?? []).map((audio) => {
    const length = `${(audio.duration_ms / 1_000).toFixed(1)} s`;
    const language = audio.language === 'unknown' ? 'language unknown' : languageName(audio.language);
    const reason = audio.quality_reason.trim() === '' ? 'not good enough' : audio.quality_reason;
    const verdict = audio.quality_passed ? '✅ passed' : `⚠️ ${sanitizeWithin(reason, MAX_PART_LENGTH)}`;
    return [
      sanitizeWithin(audio.filename, MAX_PART_LENGTH),
      length,
      sanitize(language),
      verdict,
      ...figuresOf(audio),
    ].join(' · ');
  });
}

function figuresOf({ quality }: QualityAudio): string[] {
  return Object.entries(quality ?? {})
    .slice(0, MAX_FIGURES)
    .map(([name, value]) =>
      sanitizeWithin(`${name.replaceAll('_', ' ')} ${Math.round(value * 100) / 100}`, MAX_FIGURE_LENGTH),
    );
}
