const RATE_HZ = 48_000;
const FRAME_SAMPLES = 960;
const FRAME_MS = 20;
/** The server gets a file 1.5 s ahead of its time: browsers wake pages in the background once a second. */
const AHEAD_FRAMES = 75;
const TICK_MS = 200;
/** 20 minutes: longer files would need too much memory, decoded as they are. */
const MOST_SECONDS = 1_200;

/** The sound of a file: 48 kHz, one channel. */
export type FileSound =
  | { readonly kind: 'sound'; readonly samples: Float32Array<ArrayBuffer> }
  /** `unreadable`: the browser knows no such sound. `too-long`: more than 20 minutes. */
  | { readonly kind: 'unreadable' | 'too-long' };

/** Decodes a file that the browser can play. */
export async function readSoundFile(file: Blob): Promise<FileSound> {
  // A context that makes no sound decodes to its own rate.
  const context = new OfflineAudioContext(1, 1, RATE_HZ);
  try {
    const sound = await context.decodeAudioData(await file.arrayBuffer());
    if (sound.duration > MOST_SECONDS) return { kind: 'too-long' };
    return { kind: 'sound', samples: mixChannels(sound) };
  } catch {
    return { kind: 'unreadable' };
  }
}

function mixChannels(sound: AudioBuffer): Float32Array<ArrayBuffer> {
  const mixed = new Float32Array(sound.length);
  for (let channel = 0; channel < sound.numberOfChannels; channel++) {
    const samples = sound.getChannelData(channel);
    for (let index = 0; index < mixed.length; index++) {
      mixed[index] = (mixed[index] ?? 0) + (samples[index] ?? 0) / sound.numberOfChannels;
    }
  }
  return mixed;
}

interface Speaking {
  readonly onFrame: (frame: Float32Array<ArrayBuffer>) => void;
  /** Share of the file that was said, 0…1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

/** Says a sound at its own pace; resolves when all of it was said, or when the signal aborts. */
export async function speakSamples(samples: Float32Array, { onFrame, onProgress, signal }: Speaking): Promise<void> {
  const frames = Math.ceil(samples.length / FRAME_SAMPLES);
  const startedAtMs = performance.now();
  let sent = 0;
  while (!signal.aborted) {
    const said = Math.min(frames, Math.floor((performance.now() - startedAtMs) / FRAME_MS));
    onProgress(said / frames);
    if (said >= frames) return;
    for (; sent < Math.min(frames, said + AHEAD_FRAMES); sent++) onFrame(frameOf(samples, sent));
    await wait(TICK_MS, signal);
  }
}

/** The last frame is filled up with silence. */
function frameOf(samples: Float32Array, index: number): Float32Array<ArrayBuffer> {
  const frame = new Float32Array(FRAME_SAMPLES);
  frame.set(samples.subarray(index * FRAME_SAMPLES, (index + 1) * FRAME_SAMPLES));
  return frame;
}

function wait(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, delayMs);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
