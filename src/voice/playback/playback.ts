import { SILENCE_FRAME } from '../../audio/opus/opus-packet.ts';
import type { Logger } from '../../log.ts';
import { wasNotServed } from '../../speech/speech-error.ts';
import type { SpeechClient } from '../../speech/speech-service.ts';
import type { SessionRecord } from '../session-record.ts';
import type { Traffic } from '../traffic.ts';
import type {
  DropReason,
  Failure,
  QueueItem,
  RemoveOutcome,
  SpeakOutcome,
  SpeakRequest,
  Stopped,
  VoiceEvent,
} from '../voice-api.ts';
import { createAskedPieces } from './asked-pieces.ts';
import { createClosing } from './closing.ts';
import { HeldItem } from './held-item.ts';
import { createHoleCounter, type HoleCounter } from './hole-counter.ts';
import { createLeadIn, type LeadIn, type VoiceOutput } from './lead-in.ts';
import { FRAME_MS, type PacedSource, type Pacer } from './pacer.ts';
import { writePieceAudio } from './piece-audio.ts';
import {
  createPlaybackQueue,
  describeEntry,
  type PlaybackQueue,
  pieceRequest,
  type QueueEntry,
  soundOf,
} from './playback-queue.ts';
import { createPlayoutBuffer, type PlayoutBuffer } from './playout-buffer.ts';
import type { StartDelay } from './start-delay.ts';
import { createTargetDelay } from './target-delay.ts';
import { NO_AUDIO, toFailure } from './to-failure.ts';

/** Ticks after the closing frames: 240 ms in all between two items, like a speaker's breath. */
const BREATH_FRAMES = 7;

/** What playback needs of the speech service. */
export type SpeechSource = Pick<SpeechClient, 'synthesize' | 'pcmSampleRateHz'>;

/** What a playback is made of. */
export interface PlaybackOptions {
  readonly guildId: string;
  readonly speech: SpeechSource;
  readonly output: VoiceOutput;
  readonly pacer: Pacer;
  /** Shared by all sessions: they hear the same service. */
  readonly startDelay: StartDelay;
  readonly bounds: { readonly maxItems: number; readonly maxCharacters: number };
  /** Counts the packets that leave, and holes. */
  readonly traffic: Traffic;
  readonly log: Logger;
  readonly onEvent: (event: VoiceEvent) => void;
}

/** One session's speech: speaks the queue, one item after the other. */
export interface Playback {
  add(request: SpeakRequest): Exclude<SpeakOutcome, { kind: 'no-session' }>;
  /** Restores the queue of a session; nothing was added before. */
  restore(record: Pick<SessionRecord, 'items' | 'lastItemId' | 'paused'>): void;
  /** Drops the first item and returns it as it was. */
  skip(): QueueItem | undefined;
  /** Drops all items. */
  stop(): Stopped;
  /** False when it was already paused. */
  pause(): boolean;
  /** False when it was not paused. */
  resume(): boolean;
  remove(itemId: number, userId: string, anyone: boolean): Exclude<RemoveOutcome['kind'], 'no-session'>;
  readonly paused: boolean;
  readonly items: readonly QueueItem[];
  /** To be called when the output may have become ready. */
  wake(): void;
  /** To be called when other people hear the output than before: the utterance is led in again. */
  moved(): void;
  /** Drops all items and is silent immediately. */
  close(): void;
}

/** One piece of an item, on its way from text to packets. */
interface Track {
  readonly entry: QueueEntry;
  readonly piece: number;
  readonly buffer: PlayoutBuffer;
  readonly controller: AbortController;
}

/** Creates the playback of one session. The caller must close it. */
export function createPlayback(options: PlaybackOptions): Playback {
  return new QueuedPlayback(options);
}

class QueuedPlayback implements Playback {
  readonly #options: PlaybackOptions;
  readonly #queue: PlaybackQueue;
  readonly #clock: PacedSource;
  readonly #lead: LeadIn;
  readonly #targetDelay = createTargetDelay();
  readonly #holes: HoleCounter;
  #current: Track | undefined;
  /** The piece that is synthesized ahead while `#current` plays. */
  #ahead: Track | undefined;
  readonly #asked = createAskedPieces();
  /** Packets of the first item that were sent. */
  #framesSent = 0;
  readonly #held: HeldItem;
  /** Listeners hear an utterance, which silence must close. */
  #isAudible = false;
  #closing: (() => boolean) | undefined;
  #paused = false;

  constructor(options: PlaybackOptions) {
    this.#options = options;
    this.#lead = createLeadIn(options.output, options.traffic);
    this.#queue = createPlaybackQueue(options.bounds);
    this.#holes = createHoleCounter(options.log, options.guildId, options.traffic);
    this.#held = new HeldItem(options);
    this.#clock = options.pacer.source(() => this.#tick());
  }

  get paused(): boolean {
    return this.#paused;
  }

  get items(): readonly QueueItem[] {
    return this.#queue.entries.map((entry) => describeEntry(entry, this.#stateOf(entry)));
  }

  add(request: SpeakRequest): Exclude<SpeakOutcome, { kind: 'no-session' }> {
    const outcome = this.#queue.add(request);
    if (outcome.kind === 'full') return outcome;
    this.#current ??= this.#prepareHead();
    if (this.#framesSent > 0) this.#prepareAhead();
    this.#clock.start();
    return outcome;
  }

  restore({ items, lastItemId, paused }: Parameters<Playback['restore']>[0]): void {
    this.#queue.restore(items, lastItemId);
    this.#paused = paused;
    this.#current = this.#prepareHead();
    this.#clock.start();
  }

  skip(): QueueItem | undefined {
    const head = this.#queue.entries[0];
    if (head === undefined) return undefined;
    const item = describeEntry(head, this.#stateOf(head));
    this.#drop([{ entry: head, reason: 'skipped' }]);
    return item;
  }

  stop(): Stopped {
    const begun = this.#queue.entries.slice(0, this.#framesSent > 0 ? 1 : 0);
    const unspoken = this.#queue.entries.slice(begun.length);
    this.#drop([
      ...begun.map((entry) => ({ entry, reason: 'stopped' as const })),
      ...unspoken.map((entry) => ({ entry, reason: 'removed' as const })),
    ]);
    return { interrupted: begun.length > 0, removed: unspoken.length };
  }

  pause(): boolean {
    if (this.#paused) return false;
    this.#paused = true;
    if (this.#isAudible) this.#closeUtterance(0);
    // Ends a lead-in, too.
    this.#clock.start();
    return true;
  }

  resume(): boolean {
    if (!this.#paused) return false;
    this.#paused = false;
    this.wake();
    return true;
  }

  remove(itemId: number, userId: string, anyone: boolean): Exclude<RemoveOutcome['kind'], 'no-session'> {
    const entry = this.#queue.entries.find((candidate) => candidate.itemId === itemId);
    if (entry === undefined) return 'not-found';
    if (entry.userId !== userId && !anyone) return 'not-yours';
    this.#drop([{ entry, reason: 'removed' }]);
    return 'removed';
  }

  wake(): void {
    if (this.#queue.entries.length > 0) this.#announce();
    this.#clock.start();
  }

  moved(): void {
    this.#isAudible = false;
    this.#lead.restart();
  }

  close(): void {
    this.#drop(this.#queue.entries.map((entry) => ({ entry, reason: 'session-ended' })));
    this.#clock.stop();
  }

  /** One step of the 20 ms clock: sends at most one packet and returns whether to tick again. */
  #tick(): boolean {
    if (this.#closing?.() === true) return true;
    this.#closing = undefined;
    return this.#speakStep();
  }

  #speakStep(): boolean {
    if (this.#lead.isOver) this.#isAudible = false;
    while (!this.#paused) {
      this.#current ??= this.#prepareHead();
      const track = this.#current;
      if (track === undefined) break;
      const step = track.buffer.peek();
      if (step.kind === 'frame') {
        this.#sendFrame(track, step.packet);
        return true;
      }
      if (step.kind === 'waiting') {
        if (!this.#isAudible) return this.#awaitSound(step.forMs);
        // A stall in the middle of a text is silence, not an end.
        if (this.#lead.send(SILENCE_FRAME)) this.#holes.silent();
        return true;
      }
      this.#finish(track, step.failure);
      if (this.#closing !== undefined) return this.#closing();
    }
    return this.#lead.end();
  }

  /** One tick before the first sound; false when the clock may rest until more arrives, or for `forMs`. */
  #awaitSound(forMs: number | undefined): boolean {
    if (this.#lead.waitStep()) return true;
    if (forMs !== undefined) this.#clock.startIn(forMs);
    return false;
  }

  /** Sends the packet, or a silence frame while the lead-in is not complete. */
  #sendFrame(track: Track, packet: Uint8Array): void {
    const isLedIn = this.#isAudible || this.#lead.isComplete;
    const isSent = isLedIn ? this.#lead.send(packet) : this.#lead.sendAhead();
    if (!isSent) this.#held.onHeld(track.entry.itemId, this.#options.output.waitsFor);
    if (!isSent || !isLedIn) return;
    track.buffer.take();
    this.#isAudible = true;
    this.#framesSent += 1;
    this.#holes.voiced();
    if (this.#held.onSent() || this.#framesSent === 1) this.#report('item-started', track.entry);
    this.#prepareAhead();
  }

  /** Continues after a track's last packet: with the item's next piece, or with the end of the item. */
  #finish(track: Track, failure: Failure | undefined): void {
    this.#current = undefined;
    if (!track.buffer.ranDry) this.#targetDelay.relax();
    const { entry } = track;
    if (failure === undefined && track.piece + 1 < entry.pieces.length) {
      const piece = track.piece + 1;
      this.#current = this.#takeAhead(entry, piece) ?? this.#prepare(entry, piece);
      this.#options.onEvent({ type: 'piece-started', guildId: this.#options.guildId, itemId: entry.itemId, piece });
      return;
    }
    const spokenMs = this.#framesSent * FRAME_MS;
    const unserved = this.#asked.unservedCharacters(entry);
    this.#forget(entry);
    if (failure === undefined && spokenMs > 0) this.#report('item-finished', entry);
    else this.#fail(entry, spokenMs, failure ?? NO_AUDIO, unserved);
    if (this.#isAudible) this.#closeUtterance(BREATH_FRAMES);
  }

  #drop(dropped: readonly { readonly entry: QueueEntry; readonly reason: DropReason }[]): void {
    const { guildId, onEvent } = this.#options;
    const spoken = this.#current;
    for (const { entry, reason } of dropped) {
      const unservedCharacters = this.#asked.unservedCharacters(entry);
      this.#forget(entry);
      onEvent({ type: 'item-dropped', guildId, itemId: entry.itemId, reason, unservedCharacters });
    }
    if (this.#current === spoken) return;
    if (this.#isAudible) this.#closeUtterance(BREATH_FRAMES);
    else if (!this.#paused) this.#current ??= this.#prepareHead();
    this.#clock.start();
  }

  /** Removes an entry from the queue and ends its synthesis. */
  #forget(entry: QueueEntry): void {
    for (const track of [this.#current, this.#ahead]) if (track?.entry === entry) track.controller.abort();
    if (this.#ahead?.entry === entry) this.#ahead = undefined;
    if (this.#current?.entry === entry) this.#current = undefined;
    if (this.#queue.entries[0] === entry) {
      if (this.#framesSent > 0) this.#holes.report(entry.itemId);
      this.#framesSent = 0;
      this.#held.onSent();
    }
    this.#queue.remove(entry);
    this.#asked.forget(entry);
  }

  /** Announces whose packets follow: a client that learns it only afterwards drops the first word. */
  #announce(): void {
    if (this.#paused) return;
    this.#options.output.setSpeaking(true);
    this.#lead.expectSound();
  }

  #closeUtterance(breathFrames: number): void {
    this.#isAudible = false;
    const isFollowed = (): boolean => !this.#paused && this.#queue.entries.length > 0;
    this.#closing = createClosing({ lead: this.#lead, breathFrames, isFollowed });
  }

  #prepareHead(): Track | undefined {
    const head = this.#queue.entries[0];
    if (head === undefined) return undefined;
    const track = this.#takeAhead(head, head.firstPiece) ?? this.#prepare(head, head.firstPiece);
    this.#announce();
    return track;
  }

  /** Begins the synthesis of what follows the current track, unless something is ahead already. */
  #prepareAhead(): void {
    if (this.#ahead !== undefined || this.#current === undefined) return;
    const { entry, piece } = this.#current;
    const next = this.#queue.entries[1];
    if (piece + 1 < entry.pieces.length) this.#ahead = this.#prepare(entry, piece + 1);
    else if (next !== undefined) this.#ahead = this.#prepare(next, next.firstPiece);
  }

  #takeAhead(entry: QueueEntry, piece: number): Track | undefined {
    const ahead = this.#ahead;
    if (ahead?.entry !== entry || ahead.piece !== piece) return undefined;
    this.#ahead = undefined;
    return ahead;
  }

  #prepare(entry: QueueEntry, piece: number): Track {
    const buffer = createPlayoutBuffer(this.#options.startDelay.stream(), this.#targetDelay);
    const track: Track = { entry, piece, buffer, controller: new AbortController() };
    this.#asked.add(entry, piece);
    void this.#fill(track);
    return track;
  }

  /** Runs one synthesis into the track's buffer, which ends with the failure if there is one. */
  async #fill(track: Track): Promise<void> {
    const { entry, piece, buffer } = track;
    const { signal } = track.controller;
    const { guildId, speech } = this.#options;
    let hasAudio = false;
    try {
      const request = pieceRequest(entry, piece);
      const chunks = soundOf(entry, request, speech, { tenant: guildId, priority: 'speech', signal });
      const write = (packets: readonly Uint8Array[], isRestarted: boolean): Promise<void> | undefined => {
        hasAudio = true;
        const hasRoom = buffer.push(packets, isRestarted);
        this.#onArrival(track);
        // Not only with the first packet sent, so that the wait before it does not delay the next piece as well.
        if (this.#current === track && !this.#paused) this.#prepareAhead();
        return hasRoom ? undefined : buffer.room(signal);
      };
      const { pcmSampleRateHz } = speech;
      await writePieceAudio(chunks, { characters: request.text.length, pcmSampleRateHz, signal, write });
      buffer.end();
    } catch (error) {
      if (signal.aborted) return;
      if (!hasAudio && wasNotServed(error)) this.#asked.remove(entry, piece);
      buffer.end(toFailure(error, this.#options.log));
    }
    this.#onArrival(track);
  }

  /** More of a track has arrived. Its first sound, or its failure, does not wait for the tick of a lead-in. */
  #onArrival({ buffer, controller }: Track): void {
    if (controller.signal.aborted) return;
    this.#lead.expectSound();
    const isAwaited = buffer === this.#current?.buffer && !this.#isAudible && this.#closing === undefined;
    const next = isAwaited ? buffer.peek().kind : 'waiting';
    if (next === 'done' || (next === 'frame' && this.#lead.isComplete)) this.#clock.stop();
    this.#clock.start();
  }

  #stateOf(entry: QueueEntry): QueueItem['state'] {
    if (entry !== this.#queue.entries[0]) return 'waiting';
    if (this.#paused) return 'paused';
    return this.#held.state ?? (this.#framesSent > 0 ? 'speaking' : 'preparing');
  }

  #report(type: 'item-started' | 'item-finished', { itemId }: QueueEntry): void {
    this.#options.onEvent({ type, guildId: this.#options.guildId, itemId });
  }

  #fail({ itemId }: QueueEntry, spokenMs: number, failure: Failure, unservedCharacters: number): void {
    const { guildId, onEvent } = this.#options;
    onEvent({ type: 'item-failed', guildId, itemId, spokenMs, failure, unservedCharacters });
  }
}
