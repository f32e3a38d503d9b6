import type { TtsRequestBody } from '@mynah/speech-wire/wire';

/** What the service takes for speed, a factor, and volume, in dB. */
export const PROSODY_BOUNDS = { speed: { min: 0.5, max: 2 }, volumeDb: { min: -20, max: 20 } } as const;

/** How a text sounds. */
export interface Delivery {
  /** `reference_id` of the voice; `undefined` means the service's default voice. */
  readonly voiceId: string | undefined;
  /** A factor within `PROSODY_BOUNDS`; 1 if left out. */
  readonly speed?: number | undefined;
  /** In dB, within `PROSODY_BOUNDS`; 0 if left out. */
  readonly volumeDb?: number | undefined;
}

/** The fields of a request for this delivery. What the service does anyway is not sent. */
export function deliveryFields({
  voiceId,
  speed = 1,
  volumeDb = 0,
}: Delivery): Pick<TtsRequestBody, 'reference_id' | 'prosody'> {
  const prosody = { ...(speed === 1 ? {} : { speed }), ...(volumeDb === 0 ? {} : { volume: volumeDb }) };
  return {
    ...(voiceId === undefined ? {} : { reference_id: voiceId }),
    ...(speed === 1 && volumeDb === 0 ? {} : { prosody }),
  };
}

/** Copies the delivery from anything that has one. */
export function deliveryOf({ voiceId, speed, volumeDb }: Delivery): Delivery {
  return { voiceId, speed, volumeDb };
}
