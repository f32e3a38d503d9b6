import { randomUUID } from 'node:crypto';
import type { ClipTimings } from '../../audio/endpointer.ts';
import type { Clip, HearingFigures, SpeakerPolicy, VoiceEvent } from '../voice-api.ts';
import { createHeardSpeaker, type HeardSpeaker, type SpokenClip } from './heard-speaker.ts';
import type { HeardPacket, PacketSink } from './packet-sink.ts';

/** What a listener is made of. */
export interface ListenerOptions {
  readonly guildId: string;
  /** The session's channel. */
  readonly channelId: () => string;
  readonly timings: ClipTimings;
  readonly onEvent: (event: VoiceEvent) => void;
}

/** What one session hears: everybody's packets in, clips out. */
export interface Listener extends PacketSink {
  /** Takes effect immediately: clips under way of people without a subscription are discarded. */
  setPolicy(policy: SpeakerPolicy): void;
  /** The clip under way of this utterance, if it has grown since the last call. */
  takeInterim(utteranceId: string): Clip | undefined;
  readonly figures: HearingFigures;
  /** Completes all clips under way. Later packets begin new ones. */
  complete(): void;
}

/**
 * Most people heard at once, four times the speakers of a full voice channel in practice. Each holds at most 15 s of
 * packets (120 kB at Discord's 64 kbit/s, never over 1.5 MB), and next to nothing while silent. Beyond the limit somebody
 * who is silent is forgotten; when all speak, a newcomer is not heard.
 */
const MAX_SPEAKERS = 100;

/** Creates the listener of one session. It holds timers while people speak; `complete` frees them. */
export function createListener(policy: SpeakerPolicy, options: ListenerOptions): Listener {
  return new SessionListener(policy, options);
}

type Counts = { -readonly [Name in keyof HearingFigures]: number };

class SessionListener implements Listener {
  readonly #options: ListenerOptions;
  readonly #speakers = new Map<string, HeardSpeaker>();
  readonly #everHeard = new Set<string>();
  /** Part of every id, which makes ids unique over all sessions and restarts. */
  readonly #prefix = randomUUID();
  readonly #counts: Counts = {
    speakers: 0,
    packets: 0,
    lost: 0,
    reordered: 0,
    duplicates: 0,
    decryptFailures: 0,
    unknown: 0,
    reopened: 0,
    clips: 0,
  };
  #utterances = 0;
  #others: SpeakerPolicy['others'] = 'ignore';
  #heard: ReadonlySet<string> = new Set();
  #ignored: ReadonlySet<string> = new Set();

  constructor(policy: SpeakerPolicy, options: ListenerOptions) {
    this.#options = options;
    this.setPolicy(policy);
  }

  get figures(): HearingFigures {
    return { ...this.#counts, speakers: this.#everHeard.size };
  }

  setPolicy({ others, hear, ignore }: SpeakerPolicy): void {
    this.#others = others;
    this.#heard = new Set(hear);
    this.#ignored = new Set(ignore);
    for (const [userId, speaker] of this.#speakers) {
      if (this.isSubscribedTo(userId)) continue;
      this.#speakers.delete(userId);
      speaker.drop();
    }
  }

  isSubscribedTo(userId: string): boolean {
    if (this.#ignored.has(userId)) return false;
    return this.#others === 'hear' || this.#heard.has(userId);
  }

  onPacket(packet: HeardPacket): void {
    const speaker = this.#speakers.get(packet.userId) ?? this.#admit(packet.userId);
    if (speaker === undefined) return;
    this.#counts.packets += 1;
    const arrival = speaker.receive(packet);
    if (arrival === 'reordered') this.#counts.reordered += 1;
    else if (arrival === 'duplicate') this.#counts.duplicates += 1;
  }

  onUnreadable(): void {
    this.#counts.decryptFailures += 1;
  }

  onUnknown(): void {
    this.#counts.unknown += 1;
  }

  onReopened(): void {
    this.#counts.reopened += 1;
  }

  onNewServer(): void {
    this.complete();
  }

  takeInterim(utteranceId: string): Clip | undefined {
    for (const [userId, speaker] of this.#speakers) {
      if (speaker.utteranceId !== utteranceId) continue;
      const clip = speaker.takeInterim();
      return clip === undefined ? undefined : this.#clipOf(userId, clip);
    }
    return undefined;
  }

  complete(): void {
    for (const speaker of this.#speakers.values()) speaker.complete();
    this.#speakers.clear();
  }

  #admit(userId: string): HeardSpeaker | undefined {
    if (this.#speakers.size >= MAX_SPEAKERS && !this.#forgetSilent()) return undefined;
    const speaker = this.#createSpeaker(userId);
    this.#speakers.set(userId, speaker);
    this.#everHeard.add(userId);
    return speaker;
  }

  #forgetSilent(): boolean {
    for (const [userId, speaker] of this.#speakers) {
      if (!speaker.idle) continue;
      speaker.drop();
      this.#speakers.delete(userId);
      return true;
    }
    return false;
  }

  #createSpeaker(userId: string): HeardSpeaker {
    const { guildId, timings, onEvent } = this.#options;
    return createHeardSpeaker(timings, {
      newUtteranceId: () => this.#newUtteranceId(),
      onStart: (utteranceId) => onEvent({ type: 'speech-started', guildId, userId, utteranceId }),
      onClip: (clip) => {
        this.#counts.clips += 1;
        onEvent({ type: 'clip', clip: this.#clipOf(userId, clip) });
      },
      onEnd: (utteranceId, clips) => onEvent({ type: 'speech-ended', guildId, userId, utteranceId, clips }),
      onLost: (packets) => {
        this.#counts.lost += packets;
      },
    });
  }

  #newUtteranceId(): string {
    this.#utterances += 1;
    return `${this.#prefix}-${String(this.#utterances).padStart(8, '0')}`;
  }

  #clipOf(userId: string, clip: SpokenClip): Clip {
    return { guildId: this.#options.guildId, channelId: this.#options.channelId(), userId, ...clip };
  }
}
