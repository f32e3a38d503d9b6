import type { LocalSpeech, RecordedRequest } from '@mynah/local-speech/local-speech-api';
import { createOggOpusReader } from '@mynah/opus/ogg-opus-reader';
import { spokenPackets } from '../../playground/spoken-packets.ts';

/** The Opus packets that the service sent for one request, in hex. */
export function packetsSent(request: RecordedRequest): string[] {
  const reader = createOggOpusReader();
  return request.sent.flatMap((bytes) => reader.push(bytes)).map(toHex);
}

/** Requests for speech, live and by POST, that received audio; oldest first. */
export function spokenRequests(speech: LocalSpeech): RecordedRequest[] {
  return speech.requests.filter(({ endpoint, sent }) => (endpoint === 'live' || endpoint === 'tts') && sent.length > 0);
}

/** The service's Opus packets for a text, in hex, requested without the bot. */
export async function packetsOf(speech: LocalSpeech, text: string): Promise<string[]> {
  return (await spokenPackets(speech, text)).map(toHex);
}

export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}
