import type { Person } from '../../discord/people/person.ts';
import type { HeardPacket, PersonVoice } from '../../discord/voice/person-voice-api.ts';
import { encodeHeardFrame } from '../voice-frames.ts';
import { FrameOutbox, type SendFrame } from './frame-outbox.ts';
import { SpeechQueue } from './speech-queue.ts';
import { isSpokenPacket } from './spoken-packet.ts';

/** Utterances that may be under way or wait: the one that ends, and the next. */
const MAX_UTTERANCES = 2;

/** The visitor as the voice part uses them. */
export type VoicePerson = Pick<
  Person,
  'id' | 'voice' | 'voiceChannelId' | 'watchVoice' | 'joinVoice' | 'leaveVoice'
>;

export interface VisitorVoiceOptions {
  /** Sends a frame of `voice-frames.ts` to the tab. */
  readonly send: SendFrame;
  /** Others ended the visitor's voice: they were kicked, or their channel was deleted. */
  readonly onEnded: () => void;
  /** Every packet that the visitor hears. */
  readonly onHeard?: (packet: HeardPacket) => void;
  /** An utterance of the visitor reached the channel: called after its last packet. */
  readonly onSpoken?: () => void;
}

/** Counts of one tab's voice. */
export interface VoiceFigures {
  /** Frames that the tab did not get because it was slow. */
  readonly droppedFrames: number;
  /** Packets of the tab that were not spoken: too many, or not Opus of 20 ms. */
  readonly droppedPackets: number;
}

/** The voice of one tab: what it hears, and what it says. The tab holds no keys; they stay with the person. */
export class VisitorVoice {
  readonly #options: VisitorVoiceOptions;
  readonly #outbox: FrameOutbox;
  #person: VoicePerson | undefined;
  #watch: Disposable | undefined;
  #voice: PersonVoice | undefined;
  #hearing: Disposable | undefined;
  #speech: { readonly queue: SpeechQueue; readonly stop: AbortController } | undefined;
  readonly #utterances = new Set<Promise<void>>();
  #droppedPackets = 0;
  /** Joining and leaving, one after the other. */
  #changes: Promise<void> = Promise.resolve();

  constructor(options: VisitorVoiceOptions) {
    this.#options = options;
    this.#outbox = new FrameOutbox(options.send);
  }

  get figures(): VoiceFigures {
    const dropped = this.#speech?.queue.dropped ?? 0;
    return { droppedFrames: this.#outbox.dropped, droppedPackets: this.#droppedPackets + dropped };
  }

  /** Joins a voice channel of the person's server, and leaves another one. Rejects with what Discord would say. */
  join(person: VoicePerson, channelId: string, signal?: AbortSignal): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#voice !== undefined && this.#person === person && person.voiceChannelId === channelId) return;
      await this.#leave();
      this.#person = person;
      this.#watch = person.watchVoice((voice) => this.#attach(person, voice));
      try {
        await person.joinVoice(channelId, signal);
      } catch (error) {
        this.#forget();
        throw error;
      }
    });
  }

  /** Leaves voice; an utterance under way ends. Does nothing outside of voice. */
  leave(): Promise<void> {
    return this.#inTurn(() => this.#leave());
  }

  /**
   * An utterance begins: the packets that follow are spoken, one every 20 ms.
   * @returns `false` when the visitor is in no voice channel, or two utterances are still being spoken.
   */
  beginSpeech(): boolean {
    this.endSpeech();
    if (this.#voice === undefined || this.#utterances.size >= MAX_UTTERANCES) return false;
    this.#speak(this.#voice);
    return true;
  }

  /** Takes one packet of the utterance; others are dropped. */
  speak(packet: Uint8Array): void {
    if (this.#speech === undefined || !isSpokenPacket(packet)) this.#droppedPackets += 1;
    else this.#speech.queue.push(packet);
  }

  /** The utterance ends after the packets that have come. */
  endSpeech(): void {
    const speech = this.#speech;
    this.#speech = undefined;
    speech?.queue.end();
    this.#droppedPackets += speech?.queue.dropped ?? 0;
  }

  /** Ends speech at once and leaves. Safe to call twice. */
  close(): Promise<void> {
    return this.leave();
  }

  #inTurn(change: () => Promise<void>): Promise<void> {
    const changed = this.#changes.then(change);
    this.#changes = changed.catch(() => undefined);
    return changed;
  }

  async #leave(): Promise<void> {
    const person = this.#person;
    this.#speech?.stop.abort();
    this.endSpeech();
    // The silence frames after an utterance go out before the connection ends, so that listeners see it end.
    await Promise.all(this.#utterances);
    this.#forget();
    await person?.leaveVoice();
  }

  #forget(): void {
    this.#watch?.[Symbol.dispose]();
    this.#hearing?.[Symbol.dispose]();
    this.#watch = undefined;
    this.#hearing = undefined;
    this.#voice = undefined;
    this.#person = undefined;
    this.#outbox.clear();
  }

  #attach(person: VoicePerson, voice: PersonVoice): void {
    this.#hearing?.[Symbol.dispose]();
    this.#voice = voice;
    this.#hearing = voice.heard.listen((packet) => {
      this.#outbox.push(encodeHeardFrame(packet));
      this.#options.onHeard?.(packet);
    });
    void voice.ended.then(() => {
      if (this.#voice === voice) this.#onVoiceEnded(person);
    });
    // Who is moved while they speak goes on speaking.
    if (this.#speech !== undefined) {
      this.endSpeech();
      this.#speak(voice);
    }
  }

  /** A move replaces the connection, and `#attach` gets the new one; anything else ends voice. */
  #onVoiceEnded(person: VoicePerson): void {
    this.#voice = undefined;
    if (person.voiceChannelId !== undefined) return;
    this.endSpeech();
    this.#forget();
    this.#options.onEnded();
  }

  #speak(voice: PersonVoice): void {
    const queue = new SpeechQueue();
    const stop = new AbortController();
    this.#speech = { queue, stop };
    const utterance = voice
      .speak(queue, { signal: stop.signal })
      // The connection ended in mid-speech; what comes next is decided there.
      .then(this.#options.onSpoken, () => undefined)
      .finally(() => this.#utterances.delete(utterance));
    this.#utterances.add(utterance);
  }
}
