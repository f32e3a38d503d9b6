import { SCRIPTED_HEADER } from '@mynah/local-speech/endpoints/speech-router';
import { PACING_HEADER } from '@mynah/local-speech/paced-sink';
import { createOggOpusReader } from '@mynah/opus/ogg-opus-reader';
import { PATHS, type TtsFormat } from '@mynah/speech-wire/wire';

/** A speech service's address and key. */
export interface SpeechAccess {
  readonly url: string;
  readonly apiKey: string;
}

/**
 * Has the speech service speak a text; gives 20 ms Opus packets, for scripted people to say and for comparison. Rejects
 * when the service responds with anything but 200.
 */
export async function spokenPackets(
  access: SpeechAccess,
  text: string,
  voiceId?: string,
  signal?: AbortSignal,
): Promise<Uint8Array[]> {
  return createOggOpusReader().push(await spokenFile(access, { text, format: 'opus', voiceId, signal }));
}

/** Has the speech service speak a text as an audio file; the local one answers at once. Rejects when it responds with anything but 200. */
export async function spokenFile(
  access: SpeechAccess,
  {
    text,
    format,
    voiceId,
    isScripted = false,
    signal,
  }: {
    text: string;
    format: TtsFormat;
    voiceId?: string | undefined;
    /** The local one has no faults for what scripted people say, and counts it for nobody. */
    isScripted?: boolean;
    /** Gives up asking. */
    signal?: AbortSignal | undefined;
  },
): Promise<Uint8Array> {
  const response = await fetch(access.url + PATHS.tts, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${access.apiKey}`,
      'content-type': 'application/json',
      model: 's2-pro',
      [PACING_HEADER]: 'off',
      ...(isScripted ? { [SCRIPTED_HEADER]: 'on' } : {}),
    },
    body: JSON.stringify({ text, format, ...(voiceId === undefined ? {} : { reference_id: voiceId }) }),
    ...(signal === undefined ? {} : { signal }),
  });
  if (!response.ok) throw new Error(`the speech service responded with ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
