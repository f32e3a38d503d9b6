import type { Person } from '@mynah/local-discord/people/person';
import type { PersonVoice } from '@mynah/local-discord/voice/person-voice-api';
import type { TabVoice, TabVoiceOptions } from '../ports.ts';
import { encodeHeardFrame } from '../voice-frames.ts';
import { FrameOutbox } from './frame-outbox.ts';
import { SpeechQueue } from './speech-queue.ts';
import { isSpokenPacket } from './spoken-packet.ts';

/** Utterances that may be under way or wait: the one that ends, and the next. */
const MAX_UTTERANCES = 2;

/** The visitor as their voice uses them. */
type VoicePerson = Pick<Person, 'id' | 'voiceChannelId' | 'watchVoice' | 'joinVoice' | 'leaveVoice'>;

export interface VisitorVoiceOptions extends TabVoiceOptions {
  /** The visitor is about to join a voice channel as this person. */
  readonly onJoin: (person: Person) => void;
  /** A packet of this person was sent. */
  readonly onSent: (userId: string) => void;
  /** An utterance of this person ended. */
  readonly onSpoken: (userId: string) => void;
}

/** Counts of one tab's voice. */
export interface VoiceFigures {
  /** Frames that the tab did not get because it was slow. */
  readonly droppedFrames: number;
  /** Packets of the tab that were not spoken: too many, or not Opus of 20 ms. */
  readonly droppedPackets: number;
}

/** The voice of one tab: what it hears, and what it says. The tab holds no keys; they stay with the person. */
export class VisitorVoice implements TabVoice {
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

  join(person: Person, channelId: string, signal?: AbortSignal): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#voice !== undefined && this.#person === person && person.voiceChannelId === channelId) return;
      await this.#leave();
      this.#options.onJoin(person);
      this.#person = person;
      this.#watch = person.watchVoice((voice) => (voice === undefined ? this.#end() : this.#attach(person, voice)));
      try {
        await person.joinVoice(channelId, signal);
      } catch (error) {
        this.#forget();
        throw error;
      }
    });
  }

  leave(): Promise<void> {
    return this.#inTurn(() => this.#leave());
  }

  beginSpeech(): boolean {
    this.endSpeech();
    if (this.#voice === undefined || this.#utterances.size >= MAX_UTTERANCES) return false;
    this.#speak(this.#voice);
    return true;
  }

  speak(packet: Uint8Array): void {
    if (this.#speech === undefined || !isSpokenPacket(packet)) this.#droppedPackets += 1;
    else this.#speech.queue.push(packet);
  }

  endSpeech({ isCutOff }: { readonly isCutOff: boolean } = { isCutOff: false }): void {
    const speech = this.#speech;
    this.#speech = undefined;
    if (isCutOff) speech?.queue.clear();
    speech?.queue.end();
    this.#droppedPackets += speech?.queue.dropped ?? 0;
  }

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
      this.#options.onHeard(packet);
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
    this.#end();
  }

  #end(): void {
    this.endSpeech();
    this.#forget();
    this.#options.onEnded();
  }

  #speak(voice: PersonVoice): void {
    const queue = new SpeechQueue();
    const stop = new AbortController();
    this.#speech = { queue, stop };
    const { onSent, onSpoken } = this.#options;
    const utterance = voice
      .speak(queue, { signal: stop.signal, onSent: () => onSent(voice.userId) })
      // The connection ended in mid-speech; what comes next is decided there.
      .catch(() => undefined)
      .then(() => {
        this.#utterances.delete(utterance);
        onSpoken(voice.userId);
      });
    this.#utterances.add(utterance);
  }
}
