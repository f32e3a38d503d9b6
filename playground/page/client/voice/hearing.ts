import { decodeHeardFrame } from '../../voice-frames.ts';
import { isSilenceFrame } from './playout-buffer.ts';
import { SpeakerOutput } from './speaker-output.ts';

const RATE_HZ = 48_000;
/** Without packets for this long, someone no longer speaks. */
const SPEAKING_MS = 300;
/** Above 1, quiet speakers get louder. */
const MOST_GAIN = 2;

/** Whether the visitor hears: `blocked` until the browser lets the page make sound; `unsupported` without WebCodecs. */
export type HearingState = 'off' | 'on' | 'blocked' | 'unsupported';

interface HearingOptions {
  readonly onState: (state: HearingState) => void;
  readonly onSpeaking: (userId: string, isSpeaking: boolean) => void;
}

/** Plays everyone whom the visitor hears. */
export class Hearing {
  readonly #options: HearingOptions;
  readonly #outputs = new Map<string, SpeakerOutput>();
  readonly #speaking = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #gains = new Map<string, number>();
  #volume = 1;
  #output: { readonly context: AudioContext; readonly gain: GainNode } | undefined;

  constructor(options: HearingOptions) {
    this.#options = options;
  }

  /** Call it from a click if possible: browsers allow sound only then. */
  start(): void {
    if (typeof AudioDecoder === 'undefined') {
      this.#options.onState('unsupported');
      return;
    }
    const output = this.#output ?? this.#open();
    this.#output = output;
    const report = (): void => this.#options.onState(output.context.state === 'running' ? 'on' : 'blocked');
    output.context.onstatechange = report;
    report();
    // A browser that waits for a click leaves this promise open.
    output.context.resume().catch(() => undefined);
  }

  stop(): void {
    for (const output of this.#outputs.values()) output.close();
    this.#outputs.clear();
    for (const userId of [...this.#speaking.keys()]) this.#setSpeaking(userId, false);
    if (this.#output === undefined) return;
    this.#output.context.onstatechange = null;
    this.#output.context.close().catch(() => undefined);
    this.#output = undefined;
    this.#options.onState('off');
  }

  /** Takes a frame of `voice-frames.ts`. */
  receive(frame: Uint8Array): void {
    const heard = decodeHeardFrame(frame);
    this.#setSpeaking(heard.userId, !isSilenceFrame(heard.opus));
    if (this.#output?.context.state === 'running') this.#outputOf(heard.userId, this.#output).receive(heard);
  }

  /** Of everybody; 0 to 1. */
  setVolume(volume: number): void {
    this.#volume = volume;
    if (this.#output !== undefined) this.#output.gain.gain.value = volume;
  }

  /** Of one speaker; 0 is silence, 1 as they are, 2 the most. */
  setGain(userId: string, gain: number): void {
    this.#gains.set(userId, Math.min(MOST_GAIN, gain));
    this.#outputs.get(userId)?.setGain(Math.min(MOST_GAIN, gain));
  }

  #open(): { readonly context: AudioContext; readonly gain: GainNode } {
    const context = new AudioContext({ sampleRate: RATE_HZ, latencyHint: 'interactive' });
    const gain = context.createGain();
    gain.gain.value = this.#volume;
    gain.connect(context.destination);
    return { context, gain };
  }

  #outputOf(userId: string, { context, gain }: { context: AudioContext; gain: GainNode }): SpeakerOutput {
    const known = this.#outputs.get(userId);
    if (known !== undefined) return known;
    const output = new SpeakerOutput(context, gain);
    output.setGain(this.#gains.get(userId) ?? 1);
    this.#outputs.set(userId, output);
    return output;
  }

  #setSpeaking(userId: string, isSpeaking: boolean): void {
    const timer = this.#speaking.get(userId);
    clearTimeout(timer);
    if (isSpeaking)
      this.#speaking.set(
        userId,
        setTimeout(() => this.#setSpeaking(userId, false), SPEAKING_MS),
      );
    else this.#speaking.delete(userId);
    if (isSpeaking !== (timer !== undefined)) this.#options.onSpeaking(userId, isSpeaking);
  }
}
