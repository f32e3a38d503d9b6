import type { ClipUnderWay } from '../voice/voice-api.ts';
import { splitText } from './caption-text.ts';
import type { CaptionTimings } from './caption-timings.ts';
import { CaptionTurn } from './caption-turn.ts';
import type { CaptionDisplay } from './captions-ports.ts';

/** Text of a clip: not empty, with a line for each speaker turn. */
export interface SpokenText {
  readonly userId: string;
  /** Identifies the clip: its final text replaces the interim text of the same key. */
  readonly key: string;
  readonly utteranceId: string;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  readonly text: string;
}

/** The key of a clip's text. */
export function keyOf({ utteranceId, part }: Pick<ClipUnderWay, 'utteranceId' | 'part'>): string {
  return `${utteranceId}/${part}`;
}

/** Text of this clip, said at these times: milliseconds since 1970. */
export function spokenText(clip: ClipUnderWay, startedAtMs: number, endedAtMs: number, text: string): SpokenText {
  return { userId: clip.userId, key: keyOf(clip), utteranceId: clip.utteranceId, startedAtMs, endedAtMs, text };
}

/** What the turns of a session are made with. */
export interface CaptionTurnsOptions {
  /** Begins every turn's id, so that ids of different sessions differ. */
  readonly idPrefix: string;
  readonly display: Pick<CaptionDisplay, 'show' | 'remove' | 'forget'>;
  readonly timings: Pick<CaptionTimings, 'turnPauseMs' | 'turnMaxAgeMs' | 'turnMaxCharacters'>;
  readonly nowMs: () => number;
}

/**
 * Groups the texts of a session into turns, each of which is one message. Consecutive clips of a person join one turn
 * when the pause between them is short and no one else has written since the turn began: readers miss text that is
 * edited into a message further up. A turn that is full or old is followed by a new one. Late text has turns of its own.
 */
export class CaptionTurns {
  readonly #options: CaptionTurnsOptions;
  /** The turns that clips may still join, by lane: of the person who has written last. */
  readonly #joinable = new Map<string, CaptionTurn>();
  /** The turn that holds the interim text of a clip. */
  readonly #interim = new Map<string, CaptionTurn>();
  #count = 0;

  constructor(options: CaptionTurnsOptions) {
    this.#options = options;
  }

  /** Shows the text of a clip so far. */
  interim(spoken: SpokenText): void {
    const { turnMaxCharacters } = this.#options.timings;
    const current = this.#interim.get(spoken.key);
    const text = splitText(spoken.text, turnMaxCharacters)[0] ?? '';
    let turn = current ?? this.#turnToJoin(spoken, false);
    if (!turn?.hasRoomForInterim(spoken.key, text, turnMaxCharacters)) {
      if (turn !== undefined && current === turn) this.drop(spoken.key);
      turn = this.#begin(spoken, false);
    }
    turn.setInterim(spoken.key, text);
    this.#interim.set(spoken.key, turn);
    noteSpeech(turn, spoken);
    this.#show(turn);
  }

  /** Shows the final text of a clip, in place of its interim text. */
  final(spoken: SpokenText, late: boolean): void {
    const { turnMaxCharacters } = this.#options.timings;
    const current = this.#interim.get(spoken.key);
    if (current !== undefined) this.#removeInterim(current, spoken.key);
    let turn = current ?? this.#turnToJoin(spoken, late);
    for (const piece of splitText(spoken.text, turnMaxCharacters)) {
      if (!turn?.hasRoomFor(piece, turnMaxCharacters)) {
        if (turn !== undefined && turn === current) {
          this.#removeAllInterim(turn);
          this.#show(turn);
        }
        turn = this.#begin(spoken, late && current === undefined);
      }
      turn.addFinal(piece);
      // Interim text that no longer fits behind the final text returns with its next answer.
      if (!turn.hasRoomForInterim('', '', turnMaxCharacters)) this.#removeAllInterim(turn);
      noteSpeech(turn, spoken);
      this.#show(turn);
    }
  }

  /** Removes the interim text of a clip that has no final text. */
  drop(key: string): void {
    const turn = this.#interim.get(key);
    if (turn === undefined) return;
    turn.removeInterim(key);
    this.#interim.delete(key);
    this.#show(turn);
  }

  /** Shows nothing more of what a person has said so far; what they say next begins a new turn. */
  forget(userId: string): void {
    for (const [key, turn] of [...this.#interim]) if (turn.identity.userId === userId) this.#interim.delete(key);
    this.#options.display.forget(userId);
    this.#joinable.delete(laneOf(userId, false));
    this.#joinable.delete(laneOf(userId, true));
  }

  /** Something else was posted after the turns: what is said next begins new ones. */
  interrupt(): void {
    this.#joinable.clear();
  }

  /** Removes all interim text: its final text will not come here. */
  close(): void {
    for (const key of [...this.#interim.keys()]) this.drop(key);
  }

  #turnToJoin({ userId, utteranceId, startedAtMs }: SpokenText, late: boolean): CaptionTurn | undefined {
    const { turnPauseMs, turnMaxAgeMs } = this.#options.timings;
    const turn = this.#joinable.get(laneOf(userId, late));
    if (turn === undefined || this.#options.nowMs() - turn.identity.createdAtMs > turnMaxAgeMs) return undefined;
    return turn.utteranceId === utteranceId || startedAtMs - turn.spokenUntilMs <= turnPauseMs ? turn : undefined;
  }

  #begin({ userId, startedAtMs: spokenAtMs }: SpokenText, late: boolean): CaptionTurn {
    this.#count += 1;
    const turnId = `${this.#options.idPrefix}:${this.#count}`;
    const turn = new CaptionTurn({ turnId, userId, late, spokenAtMs, createdAtMs: this.#options.nowMs() });
    for (const [lane, { identity }] of this.#joinable) if (identity.userId !== userId) this.#joinable.delete(lane);
    this.#joinable.set(laneOf(userId, late), turn);
    return turn;
  }

  /** Also removes the interim text before it, whose final text did not come in time. */
  #removeInterim(turn: CaptionTurn, key: string): void {
    for (const passed of turn.removeInterim(key)) {
      turn.removeInterim(passed);
      this.#interim.delete(passed);
    }
    this.#interim.delete(key);
  }

  #removeAllInterim(turn: CaptionTurn): void {
    for (const key of turn.removeAllInterim()) this.#interim.delete(key);
  }

  #show(turn: CaptionTurn): void {
    const { display } = this.#options;
    if (!turn.isEmpty) {
      display.show(turn.shown());
      return;
    }
    display.remove(turn.identity.turnId);
    const lane = laneOf(turn.identity.userId, turn.identity.late);
    if (this.#joinable.get(lane) === turn) this.#joinable.delete(lane);
  }
}

function noteSpeech(turn: CaptionTurn, spoken: SpokenText): void {
  turn.utteranceId = spoken.utteranceId;
  turn.spokenUntilMs = Math.max(turn.spokenUntilMs, spoken.endedAtMs);
}

function laneOf(userId: string, late: boolean): string {
  return late ? `${userId}:late` : userId;
}
