import { createFrameEncoder } from '@mynah/opus/frame-encoder';
import { createOggOpusWriter } from '@mynah/opus/ogg-opus-writer';
import { floatFromInt16, int16FromFloat } from '@mynah/pcm/pcm';
import { writeWav } from '@mynah/pcm/wav';
import { createMp3Encoder } from 'wasm-media-encoders';
import type { SpeechSpec } from './synthesizer.ts';

/** Encodes one stream of speech in the requested format, rate and volume. The same input gives the same bytes. */
export interface SpeechEncoder {
  /** Takes the next mono samples at the requested rate, and returns the bytes that are ready. */
  push(samples: Int16Array): Uint8Array;
  /** Returns the last bytes and frees the encoder. */
  end(): Uint8Array;
  /** Frees the encoder; safe to call twice. */
  close(): void;
}

/** The part that differs between formats: takes samples in −1…1 at the format's rate. */
interface FormatWriter {
  write(samples: Float32Array): Uint8Array;
  end(): Uint8Array;
  close(): void;
}

/** The sizes in a WAV header whose length is not known yet. */
const UNKNOWN_SIZE = 0xffff_ffff;
const RIFF_SIZE_OFFSET = 4;
const DATA_SIZE_OFFSET = 40;

/** Creates the encoder. The caller must `end` or `close` it. */
export async function createSpeechEncoder(spec: SpeechSpec): Promise<SpeechEncoder> {
  const writer = await createWriter(spec);
  const gain = 10 ** (spec.volumeDb / 20);
  return {
    push: (samples) => writer.write(floatFromInt16(samples).map((sample) => Math.max(-1, Math.min(1, sample * gain)))),
    end: () => {
      const last = writer.end();
      writer.close();
      return last;
    },
    close: () => writer.close(),
  };
}

async function createWriter(spec: SpeechSpec): Promise<FormatWriter> {
  switch (spec.format) {
    case 'pcm':
      return createPcmWriter();
    case 'wav':
      return withHeader(wavHeader(spec.sampleRateHz), createPcmWriter());
    case 'mp3':
      return await createMp3Writer(spec);
    case 'opus':
      return createOpusWriter();
  }
}

function createPcmWriter(): FormatWriter {
  return {
    write: (samples) => new Uint8Array(int16FromFloat(samples).buffer),
    end: () => new Uint8Array(),
    close: () => undefined,
  };
}

async function createMp3Writer({ sampleRateHz, mp3BitrateKbps }: SpeechSpec): Promise<FormatWriter> {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate: sampleRateHz, channels: 1, bitrate: mp3BitrateKbps });
  // The encoder's next call overwrites the memory that it returns.
  return {
    write: (samples) => (samples.length === 0 ? new Uint8Array() : encoder.encode([samples]).slice()),
    end: () => encoder.finalize().slice(),
    close: () => undefined,
  };
}

function createOpusWriter(): FormatWriter {
  const encoder = createFrameEncoder();
  const ogg = createOggOpusWriter({ channels: 1 });
  const writePages = (packets: readonly Uint8Array[]): Uint8Array =>
    Buffer.concat(packets.map((packet) => ogg.write(packet)));
  return withHeader(ogg.header(), {
    write: (samples) => writePages(encoder.push(int16FromFloat(samples))),
    end: () => Buffer.concat([writePages(encoder.end()), ogg.end()]),
    close: () => encoder.close(),
  });
}

function withHeader(header: Uint8Array, writer: FormatWriter): FormatWriter {
  let pending = header;
  return {
    write(samples) {
      const bytes = Buffer.concat([pending, writer.write(samples)]);
      pending = new Uint8Array();
      return bytes;
    },
    end: () => writer.end(),
    close: () => writer.close(),
  };
}

function wavHeader(sampleRateHz: number): Uint8Array {
  const header = Buffer.from(writeWav(new Int16Array(), sampleRateHz, 1));
  header.writeUInt32LE(UNKNOWN_SIZE, RIFF_SIZE_OFFSET);
  header.writeUInt32LE(UNKNOWN_SIZE, DATA_SIZE_OFFSET);
  return header;
}
