import { randomUUID } from 'node:crypto';
import type { ClipTimings } from '../../audio/endpointer.ts';
import { createUndecryptable } from '../diagnosis.ts';
import type { Traffic } from '../traffic.ts';
import type { Clip, SpeakerChanges, SpeakerPolicy, VoiceEvent } from '../voice-api.ts';
import type { HearingFigures } from '../voice-figures.ts';
import { createHeardSpeaker, type HeardSpeaker, type SpokenClip } from './heard-speaker.ts';
import type { HeardPacket, PacketSink } from './packet-sink.ts';

/** What a listener is made of. */
export interface ListenerOptions {
  readonly guildId: string;
  /** The session's channel. */
  readonly channelId: () => string;
  readonly timings: ClipTimings;
  /** Counts over the whole session, and more than `figures`. */
  readonly traffic: Traffic;
  readonly onEvent: (event: VoiceEvent) => void;
}

/** What one session hears: everybody's packets in, clips out. */
export interface Listener extends PacketSink {
  /** Takes effect immediately: clips under way of people without a subscription are discarded. */
  setPolicy(policy: SpeakerPolicy): void;
  /** Takes effect immediately too. */
  changeSpeakers(changes: SpeakerChanges): void;
  /** The clip under way of this utterance, if it has grown since the last call. */
  takeInterim(utteranceId: string): Clip | undefined;
  readonly figures: HearingFigures;
  /** People whose packets can't be decrypted, by user id. */
  readonly undecryptable: readonly string[];
  /** Completes all clips under way. Later packets begin new ones. */
  complete(): void;
}

/**
 * Most people heard at once, four times the speakers of a full voice channel in practice. Each holds at most 15 s of
 * packets (120 kB at Discord's 64 kbit/s, never over 1.5 MB), and next to nothing while silent. Beyond the limit somebody
 * who is silent is forgotten; when all speak, a newcomer is not heard.
 */
const MAX_SPEAKERS = 100;

/** How long somebody's speech waits for an answer to `speaker-unknown`, which takes milliseconds. */
const ANSWER_PATIENCE_MS = 10_000;

/** Creates the listener of one session. It holds timers while people speak; `complete` frees them. */
export function createListener(policy: SpeakerPolicy, options: ListenerOptions): Listener {
  return new SessionListener(policy, options);
}

/** A speaker of whom it is not known yet whether they may be heard. */
interface Unanswered {
  readonly askedAtMs: number;
  /** What to report once they may. */
  readonly held: VoiceEvent[];
}

class SessionListener implements Listener {
  readonly #options: ListenerOptions;
  readonly #speakers = new Map<string, HeardSpeaker>();
  /** Part of every id, which makes ids unique over all sessions and restarts. */
  readonly #prefix = randomUUID();
  #packets = 0;
  #lost = 0;
  readonly #undecryptable = createUndecryptable();
  #utterances = 0;
  /** Speakers whom nobody has answered for, by user id. */
  readonly #unanswered = new Map<string, Unanswered>();
  #others: SpeakerPolicy['others'] = 'ignore';
  #heard = new Set<string>();
  #ignored = new Set<string>();

  constructor(policy: SpeakerPolicy, options: ListenerOptions) {
    this.#options = options;
    this.setPolicy(policy);
  }

  get undecryptable(): readonly string[] {
    return this.#undecryptable.people;
  }

  get figures(): HearingFigures {
    return { packets: this.#packets, lost: this.#lost };
  }

  setPolicy({ others, hear, ignore }: SpeakerPolicy): void {
    this.#others = others;
    this.#heard = new Set(hear);
    this.#ignored = new Set(ignore);
    for (const userId of this.#speakers.keys()) {
      const mayStay = others === 'ask' ? this.#heard.has(userId) : true;
      if (!mayStay || !this.isSubscribedTo(userId)) this.#discard(userId);
    }
  }

  changeSpeakers({ hear = [], ignore = [], forget = [] }: SpeakerChanges): void {
    for (const userId of hear) {
      this.#ignored.delete(userId);
      this.#heard.add(userId);
      this.#reportHeld(userId);
    }
    for (const userId of [...ignore, ...forget]) {
      this.#heard.delete(userId);
      this.#discard(userId);
    }
    for (const userId of ignore) this.#ignored.add(userId);
    for (const userId of forget) this.#ignored.delete(userId);
  }

  isSubscribedTo(userId: string): boolean {
    if (this.#ignored.has(userId)) return false;
    return this.#others !== 'ignore' || this.#heard.has(userId);
  }

  onPacket(packet: HeardPacket): void {
    const unanswered = this.#unanswered.get(packet.userId);
    if (unanswered !== undefined && packet.receivedAtMs - unanswered.askedAtMs > ANSWER_PATIENCE_MS) {
      this.#discard(packet.userId);
    }
    const speaker = this.#speakers.get(packet.userId) ?? this.#admit(packet.userId, packet.receivedAtMs);
    if (speaker === undefined) return;
    this.#packets += 1;
    if (packet.payload.length > 0) this.#undecryptable.opened(packet.userId);
    this.#options.traffic.received(speaker.receive(packet));
  }

  onUnreadable(userId: string | undefined): void {
    if (userId !== undefined) this.#undecryptable.failed(userId);
    this.#options.traffic.undecrypted();
  }

  onUnknown(): void {
    this.#options.traffic.unknown();
  }

  onReopened(): void {
    this.#options.traffic.reopened();
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
    this.#unanswered.clear();
  }

  #admit(userId: string, askedAtMs: number): HeardSpeaker | undefined {
    if (this.#speakers.size >= MAX_SPEAKERS && !this.#forgetSilent()) return undefined;
    const speaker = this.#createSpeaker(userId);
    this.#speakers.set(userId, speaker);
    if (this.#others === 'ask' && !this.#heard.has(userId)) {
      this.#unanswered.set(userId, { askedAtMs, held: [] });
      this.#options.onEvent({ type: 'speaker-unknown', guildId: this.#options.guildId, userId });
    }
    return speaker;
  }

  /** Discards what is being recorded of a person, and what was held back. */
  #discard(userId: string): void {
    const speaker = this.#speakers.get(userId);
    this.#speakers.delete(userId);
    // While it is still held back, the end of the recording is not reported either.
    speaker?.drop();
    this.#unanswered.delete(userId);
  }

  #reportHeld(userId: string): void {
    const unanswered = this.#unanswered.get(userId);
    this.#unanswered.delete(userId);
    for (const event of unanswered?.held ?? []) this.#options.onEvent(event);
  }

  #report(userId: string, event: VoiceEvent): void {
    const unanswered = this.#unanswered.get(userId);
    if (unanswered === undefined) this.#options.onEvent(event);
    else unanswered.held.push(event);
  }

  #forgetSilent(): boolean {
    for (const [userId, speaker] of this.#speakers) {
      if (!speaker.idle) continue;
      this.#discard(userId);
      return true;
    }
    return false;
  }

  #createSpeaker(userId: string): HeardSpeaker {
    const { guildId, timings } = this.#options;
    return createHeardSpeaker(timings, {
      newUtteranceId: () => this.#newUtteranceId(),
      onStart: (utteranceId) => this.#report(userId, { type: 'speech-started', guildId, userId, utteranceId }),
      // What nobody has answered for stays in memory.
      mayGrow: () => !this.#unanswered.has(userId),
      onGrown: (growth) => this.#report(userId, { type: 'clip-grown', growth: this.#clipOf(userId, growth) }),
      onClip: (clip) => this.#report(userId, { type: 'clip', clip: this.#clipOf(userId, clip) }),
      onEnd: (utteranceId, clips) =>
        this.#report(userId, { type: 'speech-ended', guildId, userId, utteranceId, clips }),
      onLost: (packets) => {
        this.#lost += packets;
        this.#options.traffic.lost(packets);
      },
    });
  }

  #newUtteranceId(): string {
    this.#utterances += 1;
    return `${this.#prefix}-${String(this.#utterances).padStart(8, '0')}`;
  }

  #clipOf<Spoken extends SpokenClip>(userId: string, clip: Spoken): Spoken & Clip {
    return { guildId: this.#options.guildId, channelId: this.#options.channelId(), userId, ...clip };
  }
}
