import type { FliteVoiceName } from '@mynah/local-speech/synthesis/flite-voices';

/** People without anybody behind them, who say what they are given. */
export const SPEAKERS = ['Grace', 'Linus'] as const;
export type SpeakerName = (typeof SPEAKERS)[number];

/**
 * How each sounds with the local speech service: a woman with its default voice, which PocketSphinx understands best, and a
 * man. A service elsewhere has other voices; there all speak with its default one.
 */
export const FLITE_VOICE_OF: Readonly<Record<SpeakerName, FliteVoiceName>> = { Grace: 'slt', Linus: 'rms' };
