import { setImmediate } from 'node:timers/promises';
import { createOggOpusWriter } from '@mynah/opus/ogg-opus-writer';
import { createOpusDecoder } from '@mynah/opus/opus-encoder';
import { OPUS_SAMPLE_RATE_HZ, packetSamples } from '@mynah/opus/opus-packet';
import { MynahError } from '../errors.ts';
import { withOwnErrors } from './conversion/own-error.ts';
import { toOpusPackets } from './conversion/to-opus-packets.ts';
import { waveformOf } from './waveform.ts';

/** Sound in the form of Discord's voice messages: one stream of mono Ogg Opus. */
export interface VoiceRecording {
  readonly bytes: Uint8Array;
  readonly durationS: number;
  /** Base64, one byte a point. */
  readonly waveform: string;
}

/** Duration of the packets of `toOpusPackets`. */
const PACKET_MS = 20;
/** Packets that are decoded without a pause for other work: 1 s of sound, some milliseconds with opusscript. */
const PACKETS_AT_A_TIME = 50;
/** Pages of 1 s, as libopusenc writes them. */
const MAX_PACKETS_PER_PAGE = 50;
/** What the header tells players to skip: the delay of libopus's encoder, in samples at 48 kHz. */
const PRE_SKIP_SAMPLES = 312;
/** 16-bit samples at full scale. */
const FULL_SCALE = 32_768;

/**
 * Turns a file of speech into a voice recording. Opus packets of 20 ms stay as they are; all else is converted. The duration
 * is that of the granule positions: all samples of the packets without the pre-skip. The waveform is measured in the decoded
 * packets, since the size of a packet does not follow its level at a constant bit rate. Other work runs in between.
 * @throws {MynahError} AUDIO_EMPTY without any sound, and what `toOpusPackets` and the decoder throw; the signal's reason.
 */
export async function toVoiceRecording(
  sound: Uint8Array,
  options: { readonly pcmSampleRateHz: number | undefined; readonly signal?: AbortSignal },
): Promise<VoiceRecording> {
  using resources = new DisposableStack();
  const decoder = resources.adopt(createOpusDecoder(), (opened) => opened.close());
  const packets: Uint8Array[] = [];
  const powers: number[] = [];
  for await (const batch of toOpusPackets(once(sound), options)) {
    for (const packet of batch) {
      packets.push(packet);
      powers.push(meanSquare(withOwnErrors(() => decoder.decode(packet))));
      if (powers.length % PACKETS_AT_A_TIME === 0) await setImmediate();
    }
  }
  if (powers.length === 0) throw new MynahError('AUDIO_EMPTY', 'The recording has no sound.');
  const samples = packets.reduce((sum, packet) => sum + packetSamples(packet), 0);
  return {
    bytes: withOwnErrors(() => writeOgg(packets)),
    durationS: (samples - PRE_SKIP_SAMPLES) / OPUS_SAMPLE_RATE_HZ,
    waveform: waveformOf(powers, PACKET_MS),
  };
}

/** The last page is never empty: such a page has no granule position, from which players read the duration. */
function writeOgg(packets: readonly Uint8Array[]): Uint8Array {
  const sizes = Array.from({ length: MAX_PACKETS_PER_PAGE }, (_, index) => MAX_PACKETS_PER_PAGE - index);
  const packetsPerPage = sizes.find((size) => packets.length % size !== 0) ?? MAX_PACKETS_PER_PAGE;
  const writer = createOggOpusWriter({ channels: 1, preSkipSamples: PRE_SKIP_SAMPLES, packetsPerPage });
  const pages = [writer.header(), ...packets.map((packet) => writer.write(packet)), writer.end()];
  return Buffer.concat(pages);
}

function meanSquare(pcm: Int16Array): number {
  let sum = 0;
  for (const sample of pcm) sum += (sample / FULL_SCALE) ** 2;
  return pcm.length === 0 ? 0 : sum / pcm.length;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes;
}
