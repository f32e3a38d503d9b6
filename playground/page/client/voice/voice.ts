import type { Connection } from '../connection.ts';
import type { PageState, Store } from '../state.ts';
import { Hearing, type HearingState } from './hearing.ts';
import { canSpeak, type Microphone, MicrophoneError, type MicrophoneProblem, openMicrophone } from './microphone.ts';
import { readSoundFile, speakSamples } from './sound-file.ts';
import { SpeechGate } from './speech-gate.ts';
import { SpeechSender } from './speech-sender.ts';
import { keepVoiceSettings, readVoiceSettings, type VoiceSettings } from './voice-settings.ts';

/** What went wrong with the visitor's own sound. */
type VoiceProblem = MicrophoneProblem | 'file-unreadable' | 'file-too-long' | 'not-said';

/** The visitor's voice as its panel shows it. Replaced, never changed in place. */
export interface VoiceState {
  readonly settings: VoiceSettings;
  readonly hearing: HearingState;
  readonly microphone: 'off' | 'opening' | 'on';
  readonly isMuted: boolean;
  /** The key or button of push-to-talk is held. */
  readonly isHeld: boolean;
  /** By user id; who is missing is as loud as they are. */
  readonly gains: ReadonlyMap<string, number>;
  /** The file that is being said, and how much of it was. */
  readonly file: { readonly name: string; readonly share: number } | undefined;
  readonly problem: VoiceProblem | undefined;
}

/** The voice channel that the visitor is in, with its server. */
export function voiceChannelOf({ welcome, servers }: PageState) {
  const visitorId = welcome?.visitor.id;
  if (visitorId === undefined) return undefined;
  for (const server of servers) {
    const channel = server.channels.find(({ voiceMembers }) => voiceMembers.includes(visitorId));
    if (channel !== undefined) return { server, channel };
  }
  return undefined;
}

/** The page's voice: hears while the visitor is in a voice channel, and says what they say. One for each page. */
export class Voice {
  readonly #store: Store;
  readonly #hearing: Hearing;
  readonly #sender: SpeechSender;
  readonly #gate = new SpeechGate();
  readonly #listeners = new Set<() => void>();
  readonly #levelListeners = new Set<(levelDb: number) => void>();
  #microphone: Microphone | undefined;
  #reading: AbortController | undefined;
  #state: VoiceState;

  constructor(store: Store, connection: Connection) {
    this.#store = store;
    this.#state = { ...SILENT, settings: readVoiceSettings(localStorage) };
    this.#hearing = new Hearing({
      onState: (hearing) => this.#update({ hearing }),
      onSpeaking: (userId, isSpeaking) => this.#showSpeaking(userId, isSpeaking),
    });
    this.#hearing.setVolume(this.#state.settings.volume);
    this.#sender = new SpeechSender(connection, () => this.#update({ problem: 'not-said' }));
    connection.listenToFrames((frame) => this.#hearing.receive(frame));
    let channelId: string | undefined;
    store.listen(() => {
      const joined = store.state.isConnected ? voiceChannelOf(store.state)?.channel.id : undefined;
      if (joined === channelId) return;
      const isMoved = joined !== undefined && channelId !== undefined;
      channelId = joined;
      if (joined === undefined) this.#end();
      else if (!isMoved) this.#hearing.start();
    });
  }

  get state(): VoiceState {
    return this.#state;
  }

  /** Returns a function that removes the listener. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The microphone's loudness, 50 times a second, in dB of full scale. Returns a function that removes the listener. */
  listenToLevel(listener: (levelDb: number) => void): () => void {
    this.#levelListeners.add(listener);
    return () => this.#levelListeners.delete(listener);
  }

  /** To be called from a click, where the browser blocks sound. */
  turnOnSound(): void {
    this.#hearing.start();
  }

  /** Changes settings and keeps them. The microphone's own apply from its next start on. */
  set(settings: Partial<VoiceSettings>): void {
    const changed = { ...this.#state.settings, ...settings };
    this.#hearing.setVolume(changed.volume);
    keepVoiceSettings(localStorage, changed);
    this.#update({ settings: changed });
  }

  setGain(userId: string, gain: number): void {
    this.#hearing.setGain(userId, gain);
    this.#update({ gains: new Map(this.#state.gains).set(userId, gain) });
  }

  setMuted(isMuted: boolean): void {
    this.#update({ isMuted });
  }

  /** Push-to-talk: the key or button went down or up. */
  hold(isHeld: boolean): void {
    if (isHeld !== this.#state.isHeld) this.#update({ isHeld });
  }

  async openMicrophone(): Promise<void> {
    if (this.#state.microphone !== 'off') return;
    this.#update({ microphone: 'opening', problem: undefined });
    try {
      const opened = await openMicrophone(this.#state.settings, {
        onFrame: (frame) => this.#onFrame(frame),
        onLost: () => this.#loseMicrophone(),
      });
      // The visitor may have left voice while the browser asked.
      if (voiceChannelOf(this.#store.state) === undefined) opened.close();
      else this.#microphone = opened;
      this.#update({ microphone: this.#microphone === undefined ? 'off' : 'on', isMuted: false });
    } catch (error) {
      const problem = error instanceof MicrophoneError ? error.problem : 'unsupported';
      this.#update({ microphone: 'off', problem });
    }
  }

  closeMicrophone(): void {
    this.#microphone?.close();
    this.#microphone = undefined;
    if (this.#gate.close()) this.#endUtterance();
    this.#update({ microphone: 'off', isHeld: false });
  }

  /** Says the sound of a file; resolves when it was said. The microphone is not heard meanwhile. */
  async speakFile(file: File): Promise<void> {
    if (!canSpeak()) return this.#update({ problem: 'unsupported' });
    this.stopFile();
    const reading = new AbortController();
    this.#reading = reading;
    this.#update({ file: { name: file.name, share: 0 }, problem: undefined });
    const sound = await readSoundFile(file);
    if (sound.kind !== 'sound') {
      this.#update({ file: undefined, problem: sound.kind === 'too-long' ? 'file-too-long' : 'file-unreadable' });
    } else if (!reading.signal.aborted) {
      if (this.#gate.close()) this.#endUtterance();
      this.#beginUtterance();
      await speakSamples(sound.samples, {
        onFrame: (frame) => this.#sender.add(frame),
        onProgress: (share) => this.#update({ file: { name: file.name, share } }),
        signal: reading.signal,
      });
      this.#endUtterance({ isCutOff: reading.signal.aborted });
    }
    if (this.#reading !== reading) return;
    this.#reading = undefined;
    this.#update({ file: undefined });
  }

  /** Ends the file at once. */
  stopFile(): void {
    this.#reading?.abort();
  }

  #onFrame(frame: Float32Array<ArrayBuffer>): void {
    const { settings, isMuted, isHeld, file } = this.#state;
    const gated = this.#gate.push(frame, { ...settings, isMuted: isMuted || file !== undefined, isHeld });
    for (const listener of this.#levelListeners) listener(gated.levelDb);
    if (gated.begins) this.#beginUtterance();
    for (const each of gated.frames) this.#sender.add(each);
    if (gated.ends) this.#endUtterance();
  }

  #beginUtterance(): void {
    this.#showOwnSpeaking(true);
    this.#sender.begin();
  }

  #endUtterance(options?: { readonly isCutOff: boolean }): void {
    this.#showOwnSpeaking(false);
    void this.#sender.end(options);
  }

  #loseMicrophone(): void {
    this.closeMicrophone();
    this.#update({ problem: 'missing' });
  }

  /** The visitor left voice, or lost the connection. */
  #end(): void {
    this.stopFile();
    this.closeMicrophone();
    this.#hearing.stop();
  }

  #showOwnSpeaking(isSpeaking: boolean): void {
    const id = this.#store.state.welcome?.visitor.id;
    if (id !== undefined) this.#showSpeaking(id, isSpeaking);
  }

  #showSpeaking(userId: string, isSpeaking: boolean): void {
    this.#store.update(({ speaking }) => {
      const changed = new Set(speaking);
      if (isSpeaking) changed.add(userId);
      else changed.delete(userId);
      return { speaking: changed };
    });
  }

  #update(change: Partial<VoiceState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of [...this.#listeners]) listener();
  }
}

const SILENT: Omit<VoiceState, 'settings'> = {
  hearing: 'off',
  microphone: 'off',
  isMuted: false,
  isHeld: false,
  gains: new Map(),
  file: undefined,
  problem: undefined,
};
