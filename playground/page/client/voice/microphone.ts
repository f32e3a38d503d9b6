import type { MicrophoneOptions } from './voice-settings.ts';

const RATE_HZ = 48_000;

/** Why the page can't use a microphone. */
export type MicrophoneProblem = 'unsupported' | 'denied' | 'missing' | 'busy';

/** An open microphone; close it to free the device. */
export interface Microphone {
  close(): void;
}

/** The page has no microphone to use. */
export class MicrophoneError extends Error {
  override readonly name = 'MicrophoneError';
  readonly problem: MicrophoneProblem;

  constructor(problem: MicrophoneProblem, options?: ErrorOptions) {
    super(problem, options);
    this.problem = problem;
  }
}

/** Whether this browser can record and encode speech at all. */
export function canSpeak(): boolean {
  return typeof AudioEncoder !== 'undefined' && typeof AudioWorkletNode !== 'undefined';
}

/**
 * Opens the microphone: `onFrame` gets each 20 ms of it, 960 samples at 48 kHz. `onLost`: the device was unplugged, or the
 * visitor took the permission back.
 * @throws {MicrophoneError} with what is missing.
 */
export async function openMicrophone(
  options: MicrophoneOptions,
  { onFrame, onLost }: { readonly onFrame: (frame: Float32Array<ArrayBuffer>) => void; readonly onLost: () => void },
): Promise<Microphone> {
  if (!canSpeak() || navigator.mediaDevices === undefined) throw new MicrophoneError('unsupported');
  const stream = await askForStream(options);
  let context: AudioContext | undefined;
  const close = (): void => {
    for (const track of stream.getTracks()) track.stop();
    context?.close().catch(() => undefined);
  };
  try {
    const opened = openSource(stream);
    ({ context } = opened);
    await context.audioWorklet.addModule(new URL('./capture-worklet.ts', import.meta.url));
    const capture = new AudioWorkletNode(context, 'frame-capture', { numberOfOutputs: 0, channelCount: 1 });
    capture.port.onmessage = ({ data }: MessageEvent<Float32Array<ArrayBuffer>>) => onFrame(data);
    opened.source.connect(capture);
    await context.resume();
  } catch (error) {
    close();
    throw new MicrophoneError('unsupported', { cause: error });
  }
  for (const track of stream.getTracks()) track.addEventListener('ended', onLost);
  return { close };
}

/** Firefox connects no device of another rate to a context of 48 kHz. The worklet converts from the device's rate. */
function openSource(stream: MediaStream): { readonly context: AudioContext; readonly source: AudioNode } {
  const context = new AudioContext({ sampleRate: RATE_HZ, latencyHint: 'interactive' });
  try {
    return { context, source: context.createMediaStreamSource(stream) };
  } catch (error) {
    context.close().catch(() => undefined);
    if (!(error instanceof DOMException && error.name === 'NotSupportedError')) throw error;
    const own = new AudioContext({ latencyHint: 'interactive' });
    return { context: own, source: own.createMediaStreamSource(stream) };
  }
}

const PROBLEMS: ReadonlyMap<string, MicrophoneProblem> = new Map([
  ['NotAllowedError', 'denied'],
  ['SecurityError', 'denied'],
  ['NotFoundError', 'missing'],
  ['OverconstrainedError', 'missing'],
  ['NotReadableError', 'busy'],
  ['AbortError', 'busy'],
]);

async function askForStream({ echoCancellation, noiseSuppression }: MicrophoneOptions): Promise<MediaStream> {
  try {
    const audio = { echoCancellation, noiseSuppression, autoGainControl: noiseSuppression, channelCount: 1 };
    return await navigator.mediaDevices.getUserMedia({ audio });
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    throw new MicrophoneError(PROBLEMS.get(name) ?? 'unsupported', { cause: error });
  }
}
