import { createOggOpusReader } from '../src/audio/opus/ogg-opus-reader.ts';
import { PATHS, type TtsFormat } from '../src/speech/wire.ts';

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
  return createOggOpusReader().push(await spokenFile(access, { text, format: 'opus', voiceId }));
}

/** A text as an audio file, spoken by the speech service. Rejects when the service does not answer with 200. */
export async function spokenFile(
  access: SpeechAccess,
  { text, format, voiceId }: { text: string; format: TtsFormat; voiceId?: string | undefined },
): Promise<Uint8Array> {
  const response = await fetch(access.url + PATHS.tts, {
    method: 'POST',
    headers: { authorization: `Bearer ${access.apiKey}`, 'content-type': 'application/json', model: 's2-pro' },
    body: JSON.stringify({ text, format, ...(voiceId === undefined ? {} : { reference_id: voiceId }) }),
  });
  if (!response.ok) throw new Error(`the speech service answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
