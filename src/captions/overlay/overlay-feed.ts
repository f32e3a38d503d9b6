import { createHmac, randomBytes } from 'node:crypto';
import type { WatchedLine } from './line-watcher.ts';
import type { NumberedEvent, OverlayEvent, OverlayStream } from './overlay-api.ts';

/** Most lines in memory, removed ones included: ten hours of lively talk, and as many as the page keeps. A new viewer gets those that are left. */
export const MAX_FEED_LINES = 5_000;
/** Most characters of all lines in memory. */
export const MAX_FEED_CHARACTERS = 1024 * 1024;
/** Most characters of one line, which is of at most 15 s of speech: what a service sends beyond that is no caption. */
const MAX_LINE_CHARACTERS = 4_000;

/** What captions are doing, as viewers see it. */
export type FeedState = 'live' | 'waiting';

/** 66 bits: no two of a server's members have the same. */
const SPEAKER_ID_LENGTH = 11;

type Listener = (event: NumberedEvent) => void;

/** The last thing that happened to a line. */
interface Entry {
  readonly sequence: number;
  readonly event: NumberedEvent;
  /** `undefined` for a line that was removed. */
  readonly line: WatchedLine | undefined;
}

/** A viewer of a feed. */
export interface Subscription extends OverlayStream {
  /** Sends `state: ended` to this viewer, and nothing after it. Safe to call twice. */
  end(): void;
}

/**
 * What viewers of captions see, and how they catch up. It keeps the newest state of each line, not what led to it, so that
 * catching up takes no more than what is on the screen: at most `MAX_FEED_LINES` and `MAX_FEED_CHARACTERS`. Older lines are
 * forgotten; a viewer who missed one of them starts over with those that are left.
 */
export class OverlayFeed {
  /** Begins every id: nobody may catch up by the number of another feed. */
  readonly #epoch = randomBytes(6).toString('base64url');
  readonly #listeners = new Set<Listener>();
  /** By line id, the one that changed last at the end. */
  readonly #entries = new Map<string, Entry>();
  /** User ids of those whose lines were forgotten here, but may be on screens. */
  readonly #forgotten = new Set<string>();
  /** What a viewer gets first who has seen nothing: the same array until anything changes. */
  #whole: readonly NumberedEvent[] | undefined;
  #characters = 0;
  #sequence = 0;
  /** Who has seen this much has missed nothing that was forgotten here. */
  #floor = 0;
  #state: FeedState;

  /** The same for a feed of the same captions after a restart; viewers outside of Discord don't know it. */
  readonly #key: string;

  constructor(state: FeedState, key: string) {
    this.#state = state;
    this.#key = key;
  }

  /** Those of viewers who are connected. */
  get viewers(): number {
    return this.#listeners.size;
  }

  /** User ids of those whose lines may be on screens. */
  get speakers(): ReadonlySet<string> {
    const shown = [...this.#entries.values()].flatMap(({ line }) => (line === undefined ? [] : [line.userId]));
    return new Set([...shown, ...this.#forgotten]);
  }

  /** Shows a line, or its new text. Interim text that comes after the final text changes nothing. */
  show(shown: WatchedLine): void {
    const line = { ...shown, text: shown.text.slice(0, MAX_LINE_CHARACTERS).toWellFormed() };
    const before = this.#entries.get(line.lineId)?.line;
    if (before?.isFinal && !line.isFinal) return;
    const isSame = before?.isFinal === line.isFinal && before.text === line.text && before.speaker === line.speaker;
    if (isSame) return;
    const { lineId, speaker, text, isFinal, startedAtMs, userId } = line;
    const speakerId = this.#speakerIdOf(userId);
    this.#record(lineId, { kind: 'line', lineId, speaker, speakerId, text, isFinal, startedAtMs }, line);
  }

  /**
   * Puts lines in front that were said before, in order of time: the newest that fit, except those whose fate is known here
   * already. Call it before the first viewer.
   */
  seed(lines: readonly WatchedLine[]): void {
    const known = new Map(this.#entries);
    this.#entries.clear();
    this.#whole = undefined;
    this.#characters = 0;
    for (const line of lines.slice(-MAX_FEED_LINES)) if (!known.has(line.lineId)) this.show(line);
    for (const { line } of known.values()) if (line !== undefined) this.show(line);
    // Nobody has seen them.
    this.#forgotten.clear();
  }

  /** Takes a line off the screens, if it is there. */
  remove(lineId: string): void {
    if (this.#entries.get(lineId)?.line !== undefined) this.#record(lineId, { kind: 'remove', lineId }, undefined);
  }

  /**
   * Takes the lines of a person off the screens: all, or those that `isGone` names. Where some are on screens that are
   * forgotten here, the screens start over.
   */
  forget(userId: string, isGone: (line: WatchedLine) => boolean = () => true): void {
    const gone = [...this.#entries.values()].flatMap(({ line }) =>
      line?.userId === userId && isGone(line) ? [line.lineId] : [],
    );
    if (!this.#forgotten.has(userId)) {
      for (const lineId of gone) this.remove(lineId);
      return;
    }
    for (const lineId of gone) this.#drop(lineId);
    this.#startOver();
  }

  /** What captions are doing from now on. */
  setState(state: FeedState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#send(this.#number({ kind: 'state', state }));
  }

  /** See `OverlaySource.open`. */
  subscribe(after: string | undefined, listener: Listener): Subscription {
    const seen = this.#sequenceOf(after);
    const backlog = seen === undefined ? this.#all() : this.#since(seen);
    // A function of its own: one listener may subscribe twice.
    const receive: Listener = (event) => listener(event);
    this.#listeners.add(receive);
    const close = (): void => void this.#listeners.delete(receive);
    const end = (): void => {
      if (!this.#listeners.delete(receive)) return;
      listener({ id: this.#idOf(this.#sequence), event: { kind: 'state', state: 'ended' } });
    };
    return { backlog, close, end };
  }

  #all(): readonly NumberedEvent[] {
    if (this.#whole !== undefined) return this.#whole;
    const shown = [...this.#entries.values()].filter(({ line }) => line !== undefined).map(({ event }) => event);
    this.#whole = [{ id: this.#idOf(0), event: { kind: 'reset' } }, ...shown, this.#now()];
    return this.#whole;
  }

  #since(seen: number): readonly NumberedEvent[] {
    const missed = [...this.#entries.values()].filter(({ sequence }) => sequence > seen).map(({ event }) => event);
    return [...missed, this.#now()];
  }

  /** The state comes last: a viewer cut off before it asks again for what follows the last line that arrived. */
  #now(): NumberedEvent {
    return { id: this.#idOf(this.#sequence), event: { kind: 'state', state: this.#state } };
  }

  #record(lineId: string, event: OverlayEvent, line: WatchedLine | undefined): void {
    this.#drop(lineId);
    const numbered = this.#number(event);
    // At the end, because it changed last.
    this.#entries.set(lineId, { sequence: this.#sequence, event: numbered, line });
    this.#characters += line?.text.length ?? 0;
    this.#forgetOldest();
    this.#send(numbered);
  }

  #drop(lineId: string): void {
    this.#whole = undefined;
    this.#characters -= this.#entries.get(lineId)?.line?.text.length ?? 0;
    this.#entries.delete(lineId);
  }

  #forgetOldest(): void {
    for (const [lineId, { sequence, line }] of this.#entries) {
      if (this.#entries.size <= MAX_FEED_LINES && this.#characters <= MAX_FEED_CHARACTERS) return;
      this.#drop(lineId);
      this.#floor = sequence;
      if (line !== undefined) this.#forgotten.add(line.userId);
    }
  }

  #startOver(): void {
    this.#send(this.#number({ kind: 'reset' }));
    this.#floor = this.#sequence;
    this.#forgotten.clear();
    for (const { line } of [...this.#entries.values()]) {
      if (line === undefined) continue;
      this.#drop(line.lineId);
      this.show(line);
    }
  }

  #speakerIdOf(userId: string): string {
    return createHmac('sha256', this.#key).update(userId).digest('base64url').slice(0, SPEAKER_ID_LENGTH);
  }

  #number(event: OverlayEvent): NumberedEvent {
    this.#whole = undefined;
    this.#sequence += 1;
    return { id: this.#idOf(this.#sequence), event };
  }

  #send(event: NumberedEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }

  #idOf(sequence: number): string {
    return `${this.#epoch}-${sequence}`;
  }

  /** How much a viewer has seen who names this id last; `undefined` where that can't be told, or is too little. */
  #sequenceOf(id: string | undefined): number | undefined {
    const [, epoch, digits] = /^(.{8})-(\d{1,15})$/.exec(id ?? '') ?? [];
    const sequence = Number(digits);
    if (epoch !== this.#epoch || sequence < this.#floor || sequence > this.#sequence) return undefined;
    return sequence;
  }
}
