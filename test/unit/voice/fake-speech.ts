import { createOggOpusWriter } from '@mynah/opus/ogg-opus-writer';
import type { SpeechSource } from '../../../src/voice/playback/track.ts';
import type { VoiceEngineOptions } from '../../../src/voice/voice-engine.ts';

type Chunk = { readonly kind: 'audio'; readonly bytes: Uint8Array } | { readonly kind: 'restart' };

/** A 20 ms Opus packet that carries its number; never a silence frame. */
function numbered(number: number): Uint8Array {
  return Uint8Array.of(0xf8, 1 + (number >> 8), number % 256);
}

/** The number of a packet, or `silence`. */
export function numberOf(packet: Uint8Array): number | 'silence' {
  if (packet[1] === 0xff && packet[2] === 0xfe) return 'silence';
  return ((packet[1] ?? 0) - 1) * 256 + (packet[2] ?? 0);
}

export function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}

/** An Ogg Opus file of the numbered packets from `from` up to but not including `to`. */
export function oggOf(from: number, to: number): Uint8Array {
  const writer = createOggOpusWriter({ channels: 1, packetsPerPage: 1 });
  return Buffer.concat([writer.header(), ...range(from, to).map((number) => writer.write(numbered(number)))]);
}

/** One call of the speech service, answered by the test as it goes. */
export class FakeCall {
  readonly text: string;
  readonly voiceId: string | undefined;
  readonly speed: number | undefined;
  readonly volumeDb: number | undefined;
  readonly tenant: string;
  readonly priority: string;
  readonly signal: AbortSignal;
  /** Aborts when somebody begins to wait for the sound. */
  readonly awaited: AbortSignal | undefined;
  /** Aborts when playback has sound. */
  readonly begun: AbortSignal | undefined;
  /** The reader is done with the stream. */
  isReturned = false;
  #writer = createOggOpusWriter({ channels: 1, packetsPerPage: 1 });
  #headed = false;
  readonly #chunks: Chunk[] = [];
  #end: { readonly error: Error | undefined } | undefined;
  #wake: () => void = () => {};

  constructor(request: Parameters<SpeechSource['synthesize']>[0], context: Parameters<SpeechSource['synthesize']>[1]) {
    this.text = request.text;
    this.voiceId = request.voiceId;
    this.speed = request.speed;
    this.volumeDb = request.volumeDb;
    this.tenant = context.tenant;
    this.priority = context.priority;
    this.signal = context.signal;
    this.awaited = context.awaited;
    this.begun = context.begun;
  }

  /** Sends the numbered packets from `from` up to but not including `to`. */
  send(from: number, to: number): this {
    const pages = [...(this.#headed ? [] : [this.#writer.header()])];
    this.#headed = true;
    for (const number of range(from, to)) pages.push(this.#writer.write(numbered(number)));
    return this.#push({ kind: 'audio', bytes: Buffer.concat(pages) });
  }

  /** Sends bytes as they are. */
  sendBytes(bytes: Uint8Array): this {
    return this.#push({ kind: 'audio', bytes });
  }

  /** Begins the text again in a new container. */
  restart(): this {
    this.#writer = createOggOpusWriter({ channels: 1, packetsPerPage: 1 });
    this.#headed = false;
    return this.#push({ kind: 'restart' });
  }

  end(error?: Error): this {
    this.#end = { error };
    this.#wake();
    return this;
  }

  async *stream(): AsyncGenerator<Chunk> {
    this.signal.addEventListener('abort', () => this.#wake());
    try {
      for (;;) {
        this.signal.throwIfAborted();
        const chunk = this.#chunks.shift();
        if (chunk !== undefined) yield chunk;
        else if (this.#end?.error !== undefined) throw this.#end.error;
        else if (this.#end !== undefined) return;
        else await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    } finally {
      this.isReturned = true;
    }
  }

  #push(chunk: Chunk): this {
    this.#chunks.push(chunk);
    this.#wake();
    return this;
  }
}

/** A speech service whose calls the test answers one by one. */
export function createFakeSpeech(): VoiceEngineOptions['speech'] & {
  readonly calls: FakeCall[];
  /** Recordings that were transcribed. */
  readonly recordings: Uint8Array[];
  readonly holds: number;
} {
  const calls: FakeCall[] = [];
  const recordings: Uint8Array[] = [];
  let holds = 0;
  return {
    calls,
    pcmSampleRateHz: 44_100,
    recordings,
    transcribe: async ({ audio }) => {
      recordings.push(audio);
      return { text: `${audio.length} bytes`, duration: 1, segments: [] };
    },
    get holds() {
      return holds;
    },
    synthesize(request, context) {
      const call = new FakeCall(request, context);
      calls.push(call);
      return call.stream();
    },
    figures: () => ({ warmSockets: 0, liveUsable: true, oddVoices: 0 }),
    holdWarm() {
      holds += 1;
      return {
        [Symbol.dispose]() {
          holds -= 1;
        },
      };
    },
  };
}
