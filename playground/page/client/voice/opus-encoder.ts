const RATE_HZ = 48_000;
const FRAME_SAMPLES = 960;
const FRAME_US = 20_000;

/** TypeScript's types don't know all that the Opus registration of WebCodecs lists. */
const FOR_SPEECH = { frameDuration: FRAME_US, application: 'voip', signal: 'voice' };

/** Discord's own clients use 64 kbit/s in channels that nobody changed (Discord API reference, channel `bitrate`). */
const CONFIG: AudioEncoderConfig = {
  codec: 'opus',
  sampleRate: RATE_HZ,
  numberOfChannels: 1,
  bitrate: 64_000,
  opus: FOR_SPEECH,
};

/** Encodes one stretch of sound. */
export interface OpusEncoding {
  /** Takes 960 samples of 48 kHz. */
  add(frame: Float32Array<ArrayBuffer>): void;
  /** Resolves once `onPacket` has got the last packet; the encoder is closed. Rejects if the browser can't encode. */
  end(): Promise<void>;
}

/** Starts to encode: `onPacket` gets Opus packets of 20 ms, mono, in order. */
export function encodeOpus(onPacket: (packet: Uint8Array<ArrayBuffer>) => void): OpusEncoding {
  let failure: Error | undefined;
  let frames = 0;
  const encoder = new AudioEncoder({
    output: (chunk) => {
      const packet = new Uint8Array(chunk.byteLength);
      chunk.copyTo(packet);
      onPacket(packet);
    },
    error: (error) => {
      failure = error;
    },
  });
  encoder.configure(CONFIG);
  return {
    add(frame) {
      if (encoder.state !== 'configured') return;
      const timestamp = frames * FRAME_US;
      frames += 1;
      const shape = { sampleRate: RATE_HZ, numberOfFrames: FRAME_SAMPLES, numberOfChannels: 1, timestamp };
      const data = new AudioData({ format: 'f32-planar', ...shape, data: frame });
      encoder.encode(data);
      data.close();
    },
    async end() {
      if (encoder.state === 'configured') await encoder.flush();
      if (encoder.state !== 'closed') encoder.close();
      if (failure !== undefined) throw failure;
    },
  };
}
