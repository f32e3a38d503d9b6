import { startLocalSpeech } from '@mynah/local-speech/local-speech';
import { createOggOpusWriter } from '@mynah/opus/ogg-opus-writer';
import { spokenPackets } from '../../playground/spoken-packets.ts';

/** Ten seconds of real speech, synthesized once. */
export interface CannedSound {
  /** 20 ms each. */
  readonly packets: readonly Uint8Array[];
  /** The same packets as Ogg Opus with pages of 100 ms. */
  readonly ogg: Uint8Array;
  readonly mp3: Uint8Array;
}

/** Length of the canned audio. */
export const CANNED_MS = 10_000;
const PACKET_MS = 20;
const TEXT =
  'We are going to the park after lunch. My brother is coming from the big city, and he brings his children. ' +
  'They play in the garden until it is dark. I would like a cup of tea and a piece of cake, if there is any left. ' +
  'The weather is nice today, but they say that there will be rain in the evening.';

/** Synthesizes the text with the local speech service, once as Opus and once as mp3. */
export async function makeCannedSound(): Promise<CannedSound> {
  const speech = await startLocalSpeech({ recognizer: false });
  try {
    const spoken = await spokenPackets(speech, TEXT, speech.voices.slt);
    const count = CANNED_MS / PACKET_MS;
    if (spoken.length < count) throw new Error(`too few packets: ${spoken.length}`);
    const packets = spoken.slice(0, count);
    const writer = createOggOpusWriter({ channels: 1 });
    const pages = [writer.header(), ...packets.map((packet) => writer.write(packet)), writer.end()];
    const response = await fetch(`${speech.url}/v1/tts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${speech.apiKey}`, 'content-type': 'application/json', model: 's2-pro' },
      body: JSON.stringify({ text: TEXT, format: 'mp3', reference_id: speech.voices.slt }),
    });
    return { packets, ogg: Buffer.concat(pages), mp3: new Uint8Array(await response.arrayBuffer()) };
  } finally {
    await speech.close();
  }
}
