import type { OggOpusWriter } from '@mynah/opus/ogg-opus-writer';
import { opusSilence } from '@mynah/opus/opus-silence';
import {
  type ClipAudio,
  createClipWriter,
  leadSamples,
  MIN_CLIP_SAMPLES,
  playedSamples,
  voiceOf,
  withoutGaps,
} from './clip-audio.ts';
import type { SpeechCut } from './endpointer.ts';

/** What was added to a clip under way. All but `audio` describes the clip so far. */
interface ClipGrowthAudio {
  /** The next pages of the clip's Ogg Opus stream. */
  readonly audio: Uint8Array;
  /** Bytes of the stream that were returned before. */
  readonly offset: number;
  /** Position of the clip's first sample on the speaker's clock, in samples at 48 kHz. */
  readonly position: number;
  /** Samples that a player plays. */
  readonly samples: number;
  readonly voice: ClipAudio['voice'];
  readonly lostPackets: number;
}

/**
 * Writes a clip while it is being spoken: each call returns only the pages that are new, so that a clip costs the same
 * however often it is asked. All pages so far are an Ogg Opus stream that can be transcribed; it lacks only the flag that
 * marks the last page, which readers don't need.
 */
export interface GrowingClip {
  /**
   * Takes what was added since the last call; `cut` is the same clip, longer. Returns `undefined` when nothing was added,
   * and while the clip is shorter than the speech service accepts, 1 s.
   */
  take(cut: SpeechCut): ClipGrowthAudio | undefined;
}

/** Creates the growing copy of one clip. */
export function createGrowingClip(): GrowingClip {
  return new GrowingOgg();
}

class GrowingOgg implements GrowingClip {
  #writer: OggOpusWriter | undefined;
  /** Packets of the cut that were written. */
  #taken = 0;
  /** Bytes that were returned. */
  #bytes = 0;
  #lostPackets = 0;
  /** On the speaker's clock: the first sample, and the end of what was written. */
  #position = 0;
  #end = 0;

  take(cut: SpeechCut): ClipGrowthAudio | undefined {
    const packets = cut.packets.slice(this.#taken);
    if (packets.length === 0) return undefined;
    const pages = this.#writer === undefined ? this.#begin(cut) : [];
    const writer = this.#writer;
    if (writer === undefined) return undefined;
    const { sequence, end } = withoutGaps(packets, this.#end);
    pages.push(...sequence.map((packet) => writer.write(packet)), writer.flush());
    const audio = Buffer.concat(pages);
    const offset = this.#bytes;
    this.#taken = cut.packets.length;
    this.#bytes += audio.length;
    this.#end = end;
    for (const { lost } of packets) this.#lostPackets += lost;
    const samples = playedSamples(end - this.#position);
    const voice = voiceOf(cut.packets);
    return { audio, offset, position: this.#position, samples, voice, lostPackets: this.#lostPackets };
  }

  /** Returns the headers and the silence before the clip; no writer begins while the clip is too short. */
  #begin(cut: SpeechCut): Uint8Array[] {
    const [first] = cut.packets;
    const last = cut.packets.at(-1);
    if (first === undefined || last === undefined) return [];
    const lead = leadSamples(cut);
    if (last.position + last.samples - first.position + lead < MIN_CLIP_SAMPLES) return [];
    const writer = createClipWriter(cut.packets.map(({ payload }) => payload));
    this.#writer = writer;
    this.#position = first.position - lead;
    this.#end = first.position;
    return [writer.header(), ...opusSilence(lead).map((packet) => writer.write(packet))];
  }
}
