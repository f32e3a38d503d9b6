import type { LocalSpeech, RecordedRequest } from '../../playground/speech/local-speech-api.ts';
import { spokenPackets } from '../../playground/spoken-packets.ts';
import { createOggOpusReader } from '../../src/audio/opus/ogg-opus-reader.ts';

/** The Opus packets of all that the service sent in answer to one request, in hex, for comparing. */
export function packetsSent(request: RecordedRequest): string[] {
  const reader = createOggOpusReader();
  return request.sent.flatMap((bytes) => reader.push(bytes)).map(toHex);
}

/** Requests for speech, by live and by POST, that were given sound; oldest first. */
export function spokenRequests(speech: LocalSpeech): RecordedRequest[] {
  return speech.requests.filter(({ endpoint, sent }) => (endpoint === 'live' || endpoint === 'tts') && sent.length > 0);
}

/** What the service makes of a text when nothing goes wrong: its Opus packets in hex, asked for beside the bot. */
export async function packetsOf(speech: LocalSpeech, text: string): Promise<string[]> {
  return (await spokenPackets(speech, text)).map(toHex);
}

export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}
