import type { HeardFrame } from '../../voice-frames.ts';
import { FRAME_SAMPLES, type Playable, PlayoutBuffer } from './playout-buffer.ts';

const RATE_HZ = 48_000;
/** The decoder makes two channels of every packet: Discord's clients send stereo, others mono. */
const CHANNELS = 2;

/** Plays what one speaker says. Close it when they are gone. */
export class SpeakerOutput {
  readonly #context: AudioContext;
  readonly #gain: GainNode;
  readonly #buffer = new PlayoutBuffer();
  /** When each packet that is being decoded is heard; the decoder keeps their order. */
  readonly #decoding: number[] = [];
  #decoder: AudioDecoder | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(context: AudioContext, destination: AudioNode) {
    this.#context = context;
    this.#gain = context.createGain();
    this.#gain.connect(destination);
  }

  /** 0 is silence, 1 as it was sent. */
  setGain(gain: number): void {
    this.#gain.gain.value = gain;
  }

  receive(frame: HeardFrame): void {
    this.#play(this.#buffer.push(frame, this.#context.currentTime));
  }

  close(): void {
    clearTimeout(this.#timer);
    if (this.#decoder !== undefined && this.#decoder.state !== 'closed') this.#decoder.close();
    this.#gain.disconnect();
  }

  #play(playables: readonly Playable[]): void {
    for (const { opus, atS } of playables) {
      const decoder = this.#openDecoder();
      this.#decoding.push(atS);
      decoder.decode(new EncodedAudioChunk({ type: 'key', timestamp: Math.round(atS * 1e6), data: opus.slice() }));
    }
    this.#waitForMissing();
  }

  /** Browsers close decoders that were idle, and those of packets that are no Opus: the next packet gets another one. */
  #openDecoder(): AudioDecoder {
    if (this.#decoder !== undefined && this.#decoder.state !== 'closed') return this.#decoder;
    this.#decoding.length = 0;
    const decoder = new AudioDecoder({
      output: (data) => this.#schedule(data),
      error: () => undefined,
    });
    decoder.configure({ codec: 'opus', sampleRate: RATE_HZ, numberOfChannels: CHANNELS });
    this.#decoder = decoder;
    return decoder;
  }

  #schedule(data: AudioData): void {
    const atS = this.#decoding.shift();
    const { numberOfFrames, numberOfChannels, sampleRate } = data;
    // A decoder may leave out the first samples, which only warm it up.
    const missingS = Math.max(0, FRAME_SAMPLES / RATE_HZ - numberOfFrames / sampleRate);
    if (atS !== undefined && numberOfFrames > 0 && atS + missingS >= this.#context.currentTime) {
      const sound = this.#context.createBuffer(numberOfChannels, numberOfFrames, sampleRate);
      for (let channel = 0; channel < numberOfChannels; channel++) {
        data.copyTo(sound.getChannelData(channel), { planeIndex: channel, format: 'f32-planar' });
      }
      const source = this.#context.createBufferSource();
      source.buffer = sound;
      source.connect(this.#gain);
      source.start(atS + missingS);
    }
    data.close();
  }

  #waitForMissing(): void {
    clearTimeout(this.#timer);
    const { flushAtS } = this.#buffer;
    if (flushAtS === undefined) return;
    const waitMs = Math.max(0, flushAtS - this.#context.currentTime) * 1_000;
    this.#timer = setTimeout(() => this.#play(this.#buffer.flush(this.#context.currentTime)), waitMs);
  }
}
