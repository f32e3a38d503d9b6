import { createOggOpusWriter } from '@mynah/opus/ogg-opus-writer';
import { packetChannels } from '@mynah/opus/opus-packet';
import { isSpokenPacket } from './spoken-packet.ts';

/**
 * The Ogg Opus file of a voice message that a page has recorded. `recording` is what `encodeRecording` makes of Opus packets
 * of 20 ms; `undefined` when it is anything else, or empty.
 */
export function voiceMessageFile(recording: Uint8Array): Uint8Array | undefined {
  const packets = readPackets(recording);
  const [first] = packets ?? [];
  if (packets === undefined || first === undefined) return undefined;
  const writer = createOggOpusWriter({ channels: packetChannels(first) });
  return Buffer.concat([writer.header(), ...packets.map((packet) => writer.write(packet)), writer.end()]);
}

function readPackets(recording: Uint8Array): Uint8Array[] | undefined {
  const view = new DataView(recording.buffer, recording.byteOffset, recording.byteLength);
  const packets: Uint8Array[] = [];
  for (let position = 0; position < recording.length; ) {
    if (position + 2 > recording.length) return undefined;
    const end = position + 2 + view.getUint16(position);
    const packet = recording.subarray(position + 2, end);
    if (end > recording.length || !isSpokenPacket(packet)) return undefined;
    packets.push(packet);
    position = end;
  }
  return packets;
}
