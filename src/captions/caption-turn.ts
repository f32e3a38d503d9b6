import { sanitizedLength } from './caption-text.ts';
import type { ShownTurn } from './captions-ports.ts';

/** Text of one clip within a turn. */
interface Part {
  readonly key: string;
  readonly text: string;
}

/** What a turn is, from its beginning on. */
export interface TurnIdentity {
  readonly turnId: string;
  readonly userId: string;
  readonly late: boolean;
  readonly createdAtMs: number;
}

/** One message of one person: final text, then the interim text of clips whose final is still to come. */
export class Turn {
  readonly identity: TurnIdentity;
  /** Of the clip that was added last. */
  utteranceId: string | undefined;
  /** When the speech in it ends, as far as it is known: milliseconds since 1970. */
  spokenUntilMs = 0;
  #final = '';
  #interim: Part[] = [];

  constructor(identity: TurnIdentity) {
    this.identity = identity;
  }

  get isEmpty(): boolean {
    return this.#final === '' && this.#interim.length === 0;
  }

  /** Whether final text fits in, interim text left aside: it can always move on. */
  hasRoomFor(text: string, maxLength: number): boolean {
    return sanitizedLength(joined([this.#final, text])) <= maxLength;
  }

  /** Whether interim text fits in behind all that stands there, its own former text left aside. */
  hasRoomForInterim(key: string, text: string, maxLength: number): boolean {
    const others = this.#interim.filter((part) => part.key !== key).map((part) => part.text);
    return sanitizedLength(joined([this.#final, ...others, text])) <= maxLength;
  }

  addFinal(text: string): void {
    this.#final = joined([this.#final, text]);
  }

  setInterim(key: string, text: string): void {
    const index = this.#interim.findIndex((part) => part.key === key);
    if (index < 0) this.#interim.push({ key, text });
    else this.#interim[index] = { key, text };
  }

  /** Takes interim text out; gives the keys of what stood before it, which no final followed in time. */
  removeInterim(key: string): readonly string[] {
    const index = this.#interim.findIndex((part) => part.key === key);
    this.#interim = this.#interim.filter((part) => part.key !== key);
    return this.#interim.slice(0, Math.max(0, index)).map((part) => part.key);
  }

  /** Takes all interim text out and gives its keys. */
  removeAllInterim(): readonly string[] {
    return this.#interim.splice(0).map((part) => part.key);
  }

  shown(): ShownTurn {
    const { turnId, userId, late } = this.identity;
    const interim = joined(this.#interim.map((part) => part.text));
    return { turnId, userId, text: joined([this.#final, interim]), interimLength: interim.length, late };
  }
}

function joined(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join(' ');
}
