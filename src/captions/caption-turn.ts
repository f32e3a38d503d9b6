import { joinTextsOfClips, sanitizedLength } from './caption-text.ts';
import type { ShownTurn } from './captions-ports.ts';

/** Interim text of one clip within a turn. */
interface InterimPart {
  readonly key: string;
  readonly text: string;
}

/** What identifies a turn for its whole life. */
export interface TurnIdentity {
  readonly turnId: string;
  readonly userId: string;
  readonly late: boolean;
  readonly createdAtMs: number;
  /** When the first speech in it began: milliseconds since 1970. */
  readonly spokenAtMs: number;
}

/** A caption turn: one message of one person. Final text, then the interim text of clips whose final is still to come. */
export class CaptionTurn {
  readonly identity: TurnIdentity;
  /** Of the clip that was added last. */
  utteranceId: string | undefined;
  /** When the newest speech in it ended: milliseconds since 1970. */
  spokenUntilMs = 0;
  /** One for each clip. */
  readonly #final: string[] = [];
  #interim: InterimPart[] = [];

  constructor(identity: TurnIdentity) {
    this.identity = identity;
  }

  get isEmpty(): boolean {
    return this.#final.length === 0 && this.#interim.length === 0;
  }

  /** Whether final text fits. Interim text does not count: it can move to the next turn. */
  hasRoomFor(text: string, maxLength: number): boolean {
    return sanitizedLength(joinTextsOfClips([...this.#final, text])) <= maxLength;
  }

  /** Whether interim text fits at the end. The clip's previous interim text does not count. */
  hasRoomForInterim(key: string, text: string, maxLength: number): boolean {
    const others = this.#interim.filter((part) => part.key !== key).map((part) => part.text);
    return sanitizedLength(joinTextsOfClips([...this.#final, ...others, text])) <= maxLength;
  }

  addFinal(text: string): void {
    this.#final.push(text);
  }

  setInterim(key: string, text: string): void {
    const index = this.#interim.findIndex((part) => part.key === key);
    if (index < 0) this.#interim.push({ key, text });
    else this.#interim[index] = { key, text };
  }

  /** Removes a clip's interim text. Returns the keys before it, whose final text did not come in time. */
  removeInterim(key: string): readonly string[] {
    const index = this.#interim.findIndex((part) => part.key === key);
    this.#interim = this.#interim.filter((part) => part.key !== key);
    return this.#interim.slice(0, Math.max(0, index)).map((part) => part.key);
  }

  /** Removes all interim text. Returns its keys. */
  removeAllInterim(): readonly string[] {
    return this.#interim.splice(0).map((part) => part.key);
  }

  shown(): ShownTurn {
    const { turnId, userId, late, spokenAtMs } = this.identity;
    const interim = this.#interim.map((part) => part.text);
    const text = joinTextsOfClips([...this.#final, ...interim]);
    return { turnId, userId, spokenAtMs, text, interimLength: joinTextsOfClips(interim).length, late };
  }
}
