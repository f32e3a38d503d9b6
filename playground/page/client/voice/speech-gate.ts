/** Sound from before the first voiced frame, so that the start of a word is not cut: 200 ms. */
const PRE_ROLL_FRAMES = 10;
/** Speech ends after this much quiet: 400 ms, longer than the pauses within words. */
const HANGOVER_FRAMES = 20;
/** A single loud frame is a click. */
const FRAMES_TO_OPEN = 2;
/** After the key is let go, the end of the last word still counts: 200 ms. */
const RELEASE_FRAMES = 10;

/** How the microphone decides what is speech. */
export type SpeechMode = 'voice-activity' | 'push-to-talk';

/** What to do with a frame of the microphone. */
export interface GatedFrame {
  /** Loudness of the frame, in dB of full scale; −100 at the least. */
  readonly levelDb: number;
  /** An utterance begins with `frames`. */
  readonly begins: boolean;
  /** Frames to speak, oldest first. */
  readonly frames: readonly Float32Array<ArrayBuffer>[];
  /** The utterance ends after `frames`. */
  readonly ends: boolean;
}

/** Settings that may change at any time. */
export interface GateSettings {
  readonly mode: SpeechMode;
  readonly isMuted: boolean;
  /** Of push-to-talk: the key or button is held. */
  readonly isHeld: boolean;
  /** Of voice activity: frames louder than this are speech, in dB of full scale. */
  readonly thresholdDb: number;
}

/** Picks the speech out of the microphone's frames of 20 ms. */
export class SpeechGate {
  #preRoll: Float32Array<ArrayBuffer>[] = [];
  #isOpen = false;
  #loudFrames = 0;
  #quietFrames = 0;

  push(frame: Float32Array<ArrayBuffer>, settings: GateSettings): GatedFrame {
    const levelDb = levelOf(frame);
    if (settings.isMuted) return { levelDb, begins: false, frames: [], ends: this.close() };
    const isPushed = settings.mode === 'push-to-talk';
    const isSpeech = isPushed ? settings.isHeld : levelDb > settings.thresholdDb;
    this.#loudFrames = isSpeech ? this.#loudFrames + 1 : 0;
    this.#quietFrames = isSpeech ? 0 : this.#quietFrames + 1;
    if (!this.#isOpen) return this.#wait(frame, levelDb, isPushed);
    if (this.#quietFrames < (isPushed ? RELEASE_FRAMES : HANGOVER_FRAMES)) {
      return { levelDb, begins: false, frames: [frame], ends: false };
    }
    this.#isOpen = false;
    return { levelDb, begins: false, frames: [frame], ends: true };
  }

  /** Forgets what came before, as when the microphone is closed; returns whether an utterance was under way. */
  close(): boolean {
    const wasOpen = this.#isOpen;
    this.#isOpen = false;
    this.#loudFrames = 0;
    this.#preRoll = [];
    return wasOpen;
  }

  /** What was said before the key was pressed is not for others. */
  #wait(frame: Float32Array<ArrayBuffer>, levelDb: number, isPushed: boolean): GatedFrame {
    this.#preRoll = isPushed ? [frame] : [...this.#preRoll, frame].slice(-PRE_ROLL_FRAMES - FRAMES_TO_OPEN);
    if (this.#loudFrames < (isPushed ? 1 : FRAMES_TO_OPEN)) return { levelDb, begins: false, frames: [], ends: false };
    this.#isOpen = true;
    const frames = this.#preRoll;
    this.#preRoll = [];
    return { levelDb, begins: true, frames, ends: false };
  }
}

const QUIETEST_DB = -100;

/** The mean loudness of a frame in dB of full scale. */
export function levelOf(frame: Float32Array): number {
  const power = powerOf(frame);
  return power === 0 ? QUIETEST_DB : Math.max(QUIETEST_DB, 10 * Math.log10(power));
}

/** The mean square of a frame; full scale is 1. */
export function powerOf(frame: Float32Array): number {
  return frame.length === 0 ? 0 : frame.reduce((sum, sample) => sum + sample * sample, 0) / frame.length;
}
