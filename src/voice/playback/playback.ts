import { SILENCE_FRAME } from '@mynah/opus/opus-packet';
import type { ItemRecord } from '../session-record.ts';
import type {
  DropReason,
  Failure,
  QueueItem,
  RemoveOutcome,
  SpeakOutcome,
  SpeakRequest,
  Stopped,
} from '../voice-api.ts';
import { createAskedPieces } from './asked-pieces.ts';
import { createClosing } from './closing.ts';
import { FirstSoundTimer } from './first-sound-timer.ts';
import { createHalt } from './halt.ts';
import { HeldItem } from './held-item.ts';
import { createHoleCounter, type HoleCounter } from './hole-counter.ts';
import { createLeadIn, type LeadIn } from './lead-in.ts';
import { FRAME_MS, type PacedSource } from './pacer.ts';
import { PacketsAhead } from './packets-ahead.ts';
import type { Playback, PlaybackOptions } from './playback-api.ts';
import { createPlaybackQueue, describeEntry, type PlaybackQueue, type QueueEntry, recordOf } from './playback-queue.ts';
import { createPlaybackReports, type PlaybackReports } from './playback-reports.ts';
import { IDLE, ledInAgain, type PlaybackState, withNext } from './playback-state.ts';
import { createPlayoutBuffer } from './playout-buffer.ts';
import { createTargetDelay } from './target-delay.ts';
import { NO_AUDIO } from './to-failure.ts';
import { createTrack, fillTrack, type Track } from './track.ts';

/** Ticks after the closing frames: 240 ms in all between two items, like a speaker's breath. */
const BREATH_FRAMES = 7;

/** Packets between two reports of how far a piece was heard: a second. */
const PROGRESS_PACKETS = 50;

/** Creates the playback of one session. The caller must close it. */
export function createPlayback(options: PlaybackOptions): Playback {
  return new QueuedPlayback(options);
}

class QueuedPlayback implements Playback {
  readonly #options: PlaybackOptions;
  readonly #queue: PlaybackQueue;
  readonly #clock: PacedSource;
  readonly #lead: LeadIn;
  readonly #ahead: PacketsAhead;
  readonly #targetDelay = createTargetDelay();
  readonly #holes: HoleCounter;
  readonly #firstSound: FirstSoundTimer;
  #state: PlaybackState = IDLE;
  /** The piece that is synthesized ahead while another one plays. */
  #next: Track | undefined;
  readonly #asked = createAskedPieces();
  /** Packets of the first item that were sent. */
  #framesSent = 0;
  readonly #held: HeldItem;
  readonly #reports: PlaybackReports;
  #paused = false;
  readonly #halt = createHalt(async () => {
    this.#fallSilent();
    await this.#ahead.untilSettled();
  });

  constructor(options: PlaybackOptions) {
    this.#options = options;
    const { traffic } = options;
    this.#lead = createLeadIn(options.output, traffic);
    this.#ahead = new PacketsAhead({ lead: this.#lead, traffic, onLeft: (track) => this.#onHeard(track) });
    this.#queue = createPlaybackQueue(options.bounds);
    this.#holes = createHoleCounter(options.log, options.guildId, traffic);
    this.#firstSound = new FirstSoundTimer(options.onFirstSound);
    this.#held = new HeldItem(options);
    this.#reports = createPlaybackReports(options);
    this.#clock = options.pacer.source({
      tick: () => this.#tick(),
      makeAhead: (dueMs) => this.#makeAhead(dueMs),
    });
  }

  /** The piece that is played, or whose turn it is. */
  get #track(): Track | undefined {
    return this.#state.kind === 'idle' ? undefined : this.#state.track;
  }

  get #isAudible(): boolean {
    return this.#state.kind === 'speaking';
  }

  get paused(): boolean {
    return this.#paused;
  }

  get items(): readonly QueueItem[] {
    return this.#queue.entries.map((entry) => describeEntry(entry, this.#stateOf(entry)));
  }

  get records(): readonly ItemRecord[] {
    return this.#queue.entries.map((entry) => recordOf(entry, this.#track));
  }

  halt(withinMs: number): Promise<void> {
    return this.#halt.begin(this.#isAudible && !this.#paused ? withinMs : 0);
  }

  add(request: SpeakRequest): Exclude<SpeakOutcome, { kind: 'no-session' }> {
    const outcome = this.#queue.add(request, () => this.#options.scope.start('speech.before-sound'));
    if (outcome.kind === 'full' || this.#halt.isOver) return outcome;
    this.#takeHead();
    if (this.#framesSent > 0) this.#prepareNext();
    this.#clock.start();
    return outcome;
  }

  restore({ items, paused }: Parameters<Playback['restore']>[0]): void {
    this.#queue.restore(items);
    this.#paused = paused;
    this.#takeHead();
    this.#firstSound.ignore();
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
    this.#firstSound.ignore();
    this.#fallSilent();
    return true;
  }

  resume(): boolean {
    if (!this.#paused) return false;
    this.#paused = false;
    this.wake();
    return true;
  }

  remove(textId: string, userId: string, anyone: boolean): Exclude<RemoveOutcome['kind'], 'no-session'> {
    const entry = this.#queue.entries.find((candidate) => candidate.textId === textId);
    if (entry === undefined) return 'not-found';
    if (entry.userId !== userId && !anyone) return 'not-yours';
    this.#drop([{ entry, reason: 'removed' }]);
    return 'removed';
  }

  wake(): void {
    if (this.#queue.entries.length > 0) this.#announce();
    this.#clock.start();
  }

  takeBack(packets: number): void {
    this.#settle(packets);
  }

  moved(): void {
    this.#state = ledInAgain(this.#state);
    this.#lead.restart();
  }

  close(): void {
    this.#drop(this.#queue.entries.map((entry) => ({ entry, reason: 'session-ended' })));
    this.#settle();
    this.#clock.stop();
  }

  /** One step of the 20 ms clock: sends at most one packet and returns whether to tick again. */
  #tick(): boolean {
    this.#settle();
    if (this.#state.kind === 'closing') {
      const { step, track } = this.#state;
      if (step()) return true;
      this.#state = withNext(IDLE, track);
    }
    return this.#speakStep();
  }

  #speakStep(): boolean {
    if (this.#lead.isOver) this.#state = ledInAgain(this.#state);
    while (!this.#paused && !this.#halt.isOver) {
      const track = this.#takeHead();
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
      if (this.#state.kind === 'closing') return this.#state.step();
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
    const isSent = isLedIn ? this.#lead.send(packet) : this.#lead.sendInstead();
    if (!isSent) this.#held.onHeld(track.entry.textId, this.#options.output.waitsFor);
    if (this.#held.state !== undefined) this.#firstSound.ignore();
    if (!isSent || !isLedIn) return;
    this.#state = { kind: 'speaking', track };
    this.#onHeard(track);
    this.#firstSound.sounded();
    this.#holes.voiced();
    if (this.#framesSent === 1) track.entry.beforeSound?.end();
    if (this.#held.onSent() || this.#framesSent === 1) this.#reports.started(track.entry);
    this.#prepareNext();
  }

  /** Has the packets that follow encrypted, to leave when their time comes. Returns how many. */
  #makeAhead(dueMs: number): number {
    this.#settle();
    const track = this.#track;
    // Listeners hear the track, and nothing but its packets follows.
    const mayFollow = (): boolean => this.#isAudible && !this.#paused && this.#track === track;
    if (track === undefined || !mayFollow() || !this.#options.output.maySchedule()) return 0;
    const packets = this.#ahead.make(track, dueMs, mayFollow);
    this.#prepareNext();
    return packets;
  }

  /** Counts the packets made ahead as sent, except the last `unsent`. */
  #settle(unsent = 0): void {
    const track = this.#ahead.settle(unsent);
    if (track !== undefined && track === this.#track && !this.#isAudible) this.#reports.progress(track);
  }

  #onHeard(track: Track): void {
    if (track !== this.#track) return;
    track.buffer.take();
    track.heardPackets += 1;
    this.#framesSent += 1;
    if (track.heardPackets % PROGRESS_PACKETS === 0) this.#reports.progress(track);
  }

  /** Continues after a track's last packet: with the item's next piece, or with the end of the item. */
  #finish(track: Track, failure: Failure | undefined): void {
    if (!track.buffer.ranDry) this.#targetDelay.relax();
    const { entry } = track;
    const wasAudible = this.#isAudible;
    if (failure === undefined && track.piece + 1 < entry.pieces.length) {
      const piece = track.piece + 1;
      this.#state = { kind: wasAudible ? 'speaking' : 'preparing', track: this.#takeTurn(entry, piece) };
      this.#reports.pieceStarted(entry, piece);
      this.#halt.onPieceEnd();
      return;
    }
    // Of a resumed item, everything may have been heard before.
    const spokenMs = (this.#framesSent + (entry.heardPackets ?? 0)) * FRAME_MS;
    const unserved = this.#asked.unservedCharacters(entry);
    this.#state = IDLE;
    this.#forget(entry);
    if (failure === undefined && spokenMs > 0) this.#reports.finished(entry);
    else this.#reports.failed(entry, { spokenMs, failure: failure ?? NO_AUDIO, unservedCharacters: unserved });
    if (wasAudible) this.#closeUtterance(BREATH_FRAMES);
    this.#halt.onPieceEnd();
  }

  /** Ends the utterance in the middle of a text, which another process or `resume` continues. */
  #fallSilent(): void {
    const track = this.#track;
    if (this.#isAudible) this.#closeUtterance(0, track);
    if (track !== undefined && this.#framesSent > 0) this.#reports.progress(track);
    // Ends a lead-in, too.
    this.#clock.start();
  }

  #drop(dropped: readonly { readonly entry: QueueEntry; readonly reason: DropReason }[]): void {
    const spoken = this.#track;
    for (const { entry, reason } of dropped) {
      const unservedCharacters = this.#asked.unservedCharacters(entry);
      this.#forget(entry);
      this.#reports.dropped(entry, { reason, unservedCharacters });
    }
    if (spoken === undefined || !dropped.some(({ entry }) => entry === spoken.entry)) return;
    if (this.#isAudible) {
      this.#closeUtterance(BREATH_FRAMES);
    } else {
      this.#state = withNext(this.#state, undefined);
      if (!this.#paused) this.#takeHead();
    }
    this.#clock.start();
  }

  /** Removes an entry from the queue and ends its synthesis. */
  #forget(entry: QueueEntry): void {
    for (const track of [this.#track, this.#next]) if (track?.entry === entry) track.controller.abort();
    entry.beforeSound?.end();
    if (this.#next?.entry === entry) this.#next = undefined;
    if (this.#queue.entries[0] === entry) {
      if (this.#framesSent > 0) this.#holes.report(entry.textId);
      this.#framesSent = 0;
      this.#held.onSent();
    }
    this.#queue.remove(entry);
    this.#asked.forget(entry);
  }

  /** Announces whose packets follow: a client that learns it only afterwards drops the first word. */
  #announce(): void {
    if (this.#paused || this.#halt.isOver) return;
    this.#options.output.setSpeaking(true);
    this.#lead.expectSound();
  }

  /** Has silence end the utterance, before `track` goes on. */
  #closeUtterance(breathFrames: number, track?: Track): void {
    const isFollowed = (): boolean => !this.#paused && !this.#halt.isOver && this.#queue.entries.length > 0;
    const step = createClosing({ lead: this.#lead, breathFrames, isFollowed });
    this.#state = { kind: 'closing', step, track };
  }

  /** The piece whose turn it is: without one, that is the first one of the queue. */
  #takeHead(): Track | undefined {
    const taken = this.#track;
    const head = this.#queue.entries[0];
    if (taken !== undefined || head === undefined) return taken;
    this.#firstSound.first(head.textId);
    if (this.#paused) this.#firstSound.ignore();
    const track = this.#takeTurn(head, head.firstPiece);
    this.#state = withNext(this.#state, track);
    this.#announce();
    return track;
  }

  /** Begins the synthesis of what follows the current track, unless something is ahead already. */
  #prepareNext(): void {
    if (this.#next !== undefined || this.#track === undefined || this.#halt.isOver) return;
    const { entry, piece } = this.#track;
    const next = this.#queue.entries[1];
    if (piece + 1 < entry.pieces.length) this.#next = this.#prepare(entry, piece + 1);
    else if (next !== undefined) this.#next = this.#prepare(next, next.firstPiece);
  }

  /** The piece whose turn it is, synthesized ahead or from now on: nothing is left to be played before it. */
  #takeTurn(entry: QueueEntry, piece: number): Track {
    const ahead = this.#next;
    const track = ahead?.entry === entry && ahead.piece === piece ? ahead : this.#prepare(entry, piece);
    if (track === ahead) this.#next = undefined;
    track.awaited.abort();
    return track;
  }

  #prepare(entry: QueueEntry, piece: number): Track {
    const { guildId, speech, startDelay, packetMemory, log } = this.#options;
    const track = createTrack(entry, piece, createPlayoutBuffer(startDelay.stream(), this.#targetDelay, packetMemory));
    this.#asked.add(entry, piece);
    const onArrival = (arrived: Track, isEnd: boolean): void => {
      this.#onArrival(arrived);
      this.#options.pacer.catchUp();
      // Not only with the first packet sent, so that the wait before it does not delay the next piece as well.
      if (!isEnd && this.#track === arrived && !this.#paused) this.#prepareNext();
    };
    const tools = { guildId, speech, asked: this.#asked, onArrival, log };
    this.#options.scope.run(entry.beforeSound?.context, () => void fillTrack(track, tools));
    return track;
  }

  /** More of a track has arrived. Its first sound, or its failure, does not wait for the tick of a lead-in. */
  #onArrival({ buffer, controller }: Track): void {
    if (controller.signal.aborted) return;
    this.#lead.expectSound();
    const isAwaited = this.#state.kind === 'preparing' && buffer === this.#state.track.buffer;
    const next = isAwaited ? buffer.peek().kind : 'waiting';
    if (next === 'done' || (next === 'frame' && this.#lead.isComplete)) this.#clock.stop();
    this.#clock.start();
  }

  #stateOf(entry: QueueEntry): QueueItem['state'] {
    if (entry !== this.#queue.entries[0]) return 'waiting';
    if (this.#paused) return 'paused';
    return this.#held.state ?? (this.#framesSent > 0 ? 'speaking' : 'preparing');
  }
}
