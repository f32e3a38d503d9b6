import { afterEach, beforeEach, vi } from 'vitest';
import { createLogger } from '../../../../src/log/log.ts';
import { RequestScope } from '../../../../src/telemetry/request-scope.ts';
import type { WaitReason } from '../../../../src/voice/diagnosis.ts';
import type { VoiceOutput } from '../../../../src/voice/playback/lead-in.ts';
import { createPacer, type Pacer } from '../../../../src/voice/playback/pacer.ts';
import { PacketMemory } from '../../../../src/voice/playback/packet-memory.ts';
import { createPlayback } from '../../../../src/voice/playback/playback.ts';
import type { Playback, PlaybackOptions } from '../../../../src/voice/playback/playback-api.ts';
import { createStartDelay, type StartDelay } from '../../../../src/voice/playback/start-delay.ts';
import { createTraffic, type Traffic } from '../../../../src/voice/traffic.ts';
import { DatagramSchedule, type SendDatagram } from '../../../../src/voice/transport/datagram-schedule.ts';
import type { SpeakRequest, VoiceEvent } from '../../../../src/voice/voice-api.ts';
import { createFakeSpeech, type FakeCall, numberOf } from '../fake-speech.ts';

export const GUILD = '100000000000000001';
export const ALICE = '300000000000000001';
export const BOB = '300000000000000002';
export const SILENCE = Array.from({ length: 5 }, () => 'silence' as const);
/** What continues until the next item. */
export const BREATH = Array.from({ length: 7 }, () => 'silence' as const);
/** What goes ahead of the first sound: ten silence frames. */
export const LEAD_MS = 200;
export const LEAD = Array.from({ length: LEAD_MS / 20 }, () => 'silence' as const);
/** Two sentences that do not fit one piece. */
export const LONG_TEXT =
  `${'The first sentence goes on for a while. '.repeat(4)}${'And then the second one follows it. '.repeat(4)}`.trim();

/** What the bot knows of a service that sends a text's sound at once. */
export function afterFastTexts(): StartDelay {
  const startDelay = createStartDelay();
  startDelay.stream().arrived(1_000);
  return startDelay;
}

export async function advance(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
}

/** The lead-in has left; if sound was there, its first packet too. */
export async function led(): Promise<void> {
  await advance(LEAD_MS);
}

/** All promises that can settle without time passing. */
export async function now(): Promise<void> {
  await advance(0);
}

/** A playback under fake timers, with what it sends and reports. */
class PlaybackScene {
  readonly schedule = new DatagramSchedule();
  readonly pacer: Pacer = createPacer(this.schedule, (error) => {
    throw error;
  });
  /** Packets can be encrypted ahead. */
  canSchedule = true;
  readonly speech = createFakeSpeech();
  readonly traffic: Traffic = createTraffic();
  #said = 0;
  /** Delays to first sounds, in milliseconds. */
  readonly firstSounds: number[] = [];
  sent: { readonly packet: number | 'silence'; readonly atMs: number }[] = [];
  /** When each packet of sound was made, to leave then or later. */
  readonly madeAtMs: number[] = [];
  readonly speaking: boolean[] = [];
  readonly events: VoiceEvent[] = [];
  /** How far pieces were heard, each as it was reported. */
  readonly progress: VoiceEvent[] = [];
  /** The connection accepts packets. */
  connected = true;
  /** Nobody can hear the bot, so the connection accepts none. */
  waitsFor: WaitReason | undefined;
  readonly leave: SendDatagram = (packet) => this.sent.push({ packet: numberOf(packet), atMs: performance.now() }) > 0;
  playback = this.openPlayback(afterFastTexts());

  openPlayback(startDelay: StartDelay, parts: Partial<Pick<PlaybackOptions, 'log' | 'pacer'>> = {}): Playback {
    return createPlayback({
      ...{ log: createLogger('silent'), pacer: this.pacer, packetMemory: new PacketMemory(), ...parts },
      startDelay,
      scope: new RequestScope(),
      guildId: GUILD,
      speech: this.speech,
      traffic: this.traffic,
      onFirstSound: (delayMs) => this.firstSounds.push(delayMs),
      bounds: { maxItems: 50, maxCharacters: 20_000 },
      onEvent: (event) => (event.type === 'piece-progress' ? this.progress : this.events).push(event),
      output: outputOf(this),
    });
  }

  /** Texts have the ids 1, 2, … */
  say(text: string, userId = ALICE, voiceId?: string): ReturnType<Playback['add']> {
    this.#said += 1;
    const request: SpeakRequest = { guildId: GUILD, textId: String(this.#said), text, voiceId, userId };
    return this.playback.add(request);
  }

  call(index: number): FakeCall {
    const found = this.speech.calls[index];
    if (found === undefined) throw new Error(`there was no call ${index} of the speech service`);
    return found;
  }

  /** Breaks the connection: what was to leave later does not. Returns how many packets those are. */
  cut(): number {
    this.connected = false;
    const unsent = this.schedule.cancel(this.leave);
    this.playback.takeBack(unsent);
    return unsent;
  }

  packets(): (number | 'silence')[] {
    return this.sent.map(({ packet }) => packet);
  }

  voiced(): (number | 'silence')[] {
    return this.packets().filter((packet) => packet !== 'silence');
  }

  /** The characters of items that the service was never asked to speak, by the item's id. */
  unserved(): [textId: string, characters: number | undefined][] {
    return this.events.flatMap((event) =>
      'unservedCharacters' in event ? [[event.textId, event.unservedCharacters]] : [],
    );
  }

  told(): string[] {
    return this.events.map((event) => {
      if (!('textId' in event)) return event.type;
      const { type, textId } = event;
      return type === 'item-dropped' ? `${type} ${textId} ${event.reason}` : `${type} ${textId}`;
    });
  }
}

function outputOf(scene: PlaybackScene): VoiceOutput {
  return {
    maySchedule: () => scene.canSchedule && scene.connected && scene.waitsFor === undefined,
    send(packet, leavesAtMs) {
      const isHeard = scene.connected && scene.waitsFor === undefined;
      if (!isHeard) return false;
      const number = numberOf(packet);
      if (number !== 'silence') scene.madeAtMs.push(performance.now());
      if (leavesAtMs === undefined) scene.sent.push({ packet: number, atMs: performance.now() });
      else scene.schedule.add(Buffer.from(packet), scene.leave, leavesAtMs);
      return true;
    },
    get waitsFor() {
      return scene.waitsFor;
    },
    setSpeaking(on) {
      if (scene.speaking.at(-1) !== on) scene.speaking.push(on);
    },
  };
}

/** Opens a new scene before each test of the file. */
export function usePlaybackScene(): { readonly current: PlaybackScene } {
  let scene: PlaybackScene | undefined;
  beforeEach(() => {
    vi.useFakeTimers();
    scene = new PlaybackScene();
  });
  afterEach(() => {
    scene?.playback.close();
    scene?.pacer.close();
    scene = undefined;
    vi.useRealTimers();
  });
  return {
    get current() {
      if (scene === undefined) throw new Error('no test runs');
      return scene;
    },
  };
}
