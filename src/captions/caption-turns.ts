import { splitText } from './caption-text.ts';
import type { CaptionTimings } from './caption-timings.ts';
import { Turn } from './caption-turn.ts';
import type { CaptionDisplay } from './captions-ports.ts';

/** Text of a clip, on one line and not empty. */
export interface SpokenText {
  readonly userId: string;
  /** Names the clip: interim text gives way to the final text of the same key. */
  readonly key: string;
  readonly utteranceId: string;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  readonly text: string;
}

/** What turns are made with. */
export interface TurnsOptions {
  /** Begins every turn's id, so that ids of different sessions differ. */
  readonly idPrefix: string;
  readonly display: Pick<CaptionDisplay, 'show' | 'remove'>;
  readonly timings: Pick<CaptionTimings, 'turnPauseMs' | 'turnOverlapPauseMs' | 'turnMaxAgeMs' | 'turnMaxCharacters'>;
  readonly nowMs: () => number;
}

/**
 * Sorts the texts of a session into messages: one for each turn of a person. Consecutive clips of a person join while
 * nobody else began a message, an utterance stays together in any case, and a message that is full or old is followed
 * by a new one. Late text stands in messages of its own.
 */
export class Turns {
  readonly #options: TurnsOptions;
  /** The newest turn of each person, late and not late apart. */
  readonly #newest = new Map<string, Turn>();
  /** Where the interim text of a clip stands. */
  readonly #interim = new Map<string, Turn>();
  #count = 0;
  #lastBegunBy: string | undefined;

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  /** Shows what is heard so far of a clip. */
  interim(spoken: SpokenText): void {
    const { turnMaxCharacters } = this.#options.timings;
    const standsIn = this.#interim.get(spoken.key);
    const text = splitText(spoken.text, turnMaxCharacters)[0] ?? '';
    let turn = standsIn ?? this.#turnToJoin(spoken, false);
    if (!turn?.hasRoomForInterim(spoken.key, text, turnMaxCharacters)) {
      if (turn !== undefined && standsIn === turn) this.drop(spoken.key);
      turn = this.#begin(spoken, false);
    }
    turn.setInterim(spoken.key, text);
    this.#interim.set(spoken.key, turn);
    this.#spoke(turn, spoken);
    this.#show(turn);
  }

  /** Shows the text of a clip for good, in place of its interim text where there is some. */
  final(spoken: SpokenText, late: boolean): void {
    const { turnMaxCharacters } = this.#options.timings;
    const standsIn = this.#interim.get(spoken.key);
    if (standsIn !== undefined) this.#takeOut(standsIn, spoken.key);
    let turn = standsIn ?? this.#turnToJoin(spoken, late);
    for (const piece of splitText(spoken.text, turnMaxCharacters)) {
      if (!turn?.hasRoomFor(piece, turnMaxCharacters)) {
        if (turn !== undefined && turn === standsIn) {
          this.#forgetInterim(turn);
          this.#show(turn);
        }
        turn = this.#begin(spoken, late && standsIn === undefined);
      }
      turn.addFinal(piece);
      this.#makeRoom(turn);
      this.#spoke(turn, spoken);
      this.#show(turn);
    }
  }

  /** The clip came to nothing: its interim text goes. */
  drop(key: string): void {
    const turn = this.#interim.get(key);
    if (turn === undefined) return;
    turn.removeInterim(key);
    this.#interim.delete(key);
    this.#show(turn);
  }

  /** Takes away the interim text of a person; what they say after it begins a new turn. */
  forget(userId: string): void {
    for (const [key, turn] of [...this.#interim]) if (turn.identity.userId === userId) this.drop(key);
    this.#newest.delete(laneOf(userId, false));
    this.#newest.delete(laneOf(userId, true));
  }

  /** Takes away all interim text: no final will come for it here. */
  close(): void {
    for (const key of [...this.#interim.keys()]) this.drop(key);
  }

  #turnToJoin({ userId, utteranceId, startedAtMs }: SpokenText, late: boolean): Turn | undefined {
    const { turnPauseMs, turnOverlapPauseMs, turnMaxAgeMs } = this.#options.timings;
    const turn = this.#newest.get(laneOf(userId, late));
    if (turn === undefined || this.#options.nowMs() - turn.identity.createdAtMs > turnMaxAgeMs) return undefined;
    if (turn.utteranceId === utteranceId) return turn;
    // A conversation that comes late is not torn into a message for every sentence: messages are limited.
    const isUndisturbed = late || this.#lastBegunBy === userId;
    const pauseMs = startedAtMs - turn.spokenUntilMs;
    return pauseMs <= (isUndisturbed ? turnPauseMs : turnOverlapPauseMs) ? turn : undefined;
  }

  #begin({ userId }: SpokenText, late: boolean): Turn {
    this.#count += 1;
    const turn = new Turn({
      turnId: `${this.#options.idPrefix}:${this.#count}`,
      userId,
      late,
      createdAtMs: this.#options.nowMs(),
    });
    this.#newest.set(laneOf(userId, late), turn);
    this.#lastBegunBy = userId;
    return turn;
  }

  #spoke(turn: Turn, spoken: SpokenText): void {
    turn.utteranceId = spoken.utteranceId;
    turn.spokenUntilMs = Math.max(turn.spokenUntilMs, spoken.endedAtMs);
  }

  /** Final text takes the place of interim text, also of what was said before it and got no final text in time. */
  #takeOut(turn: Turn, key: string): void {
    for (const passed of turn.removeInterim(key)) {
      turn.removeInterim(passed);
      this.#interim.delete(passed);
    }
    this.#interim.delete(key);
  }

  /** Interim text that does not fit behind the final text any more comes again with its next answer. */
  #makeRoom(turn: Turn): void {
    if (!turn.hasRoomForInterim('', '', this.#options.timings.turnMaxCharacters)) this.#forgetInterim(turn);
  }

  #forgetInterim(turn: Turn): void {
    for (const key of turn.removeAllInterim()) this.#interim.delete(key);
  }

  #show(turn: Turn): void {
    const { display } = this.#options;
    if (!turn.isEmpty) {
      display.show(turn.shown());
      return;
    }
    display.remove(turn.identity.turnId);
    const lane = laneOf(turn.identity.userId, turn.identity.late);
    if (this.#newest.get(lane) === turn) this.#newest.delete(lane);
  }
}

function laneOf(userId: string, late: boolean): string {
  return late ? `${userId}:late` : userId;
}
