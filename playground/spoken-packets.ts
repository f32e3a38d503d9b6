import { createOggOpusReader } from '../src/audio/ogg-opus-reader.ts';
import { PATHS } from '../src/speech/wire.ts';

/** Where a speech service is and how to use it. */
export interface SpeechAccess {
  readonly url: string;
  readonly apiKey: string;
}

/**
 * A text as 20 ms Opus packets, spoken by the speech service: for scripted people to say, and for comparing.
 * Rejects when the service does not answer with 200.
 */
export async function spokenPackets(access: SpeechAccess, text: string, voiceId?: string): Promise<Uint8Array[]> {
  const response = await fetch(access.url + PATHS.tts, {
    method: 'POST',
    headers: { authorization: `Bearer ${access.apiKey}`, 'content-type': 'application/json', model: 's2-pro' },
    body: JSON.stringify({ text, format: 'opus', ...(voiceId === undefined ? {} : { reference_id: voiceId }) }),
  });
  if (!response.ok) throw new Error(`the speech service answered ${response.status}`);
  return createOggOpusReader().push(new Uint8Array(await response.arrayBuffer()));
}
