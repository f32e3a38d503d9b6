import type { ChatMessage } from './reading-ports.ts';

/**
 * What waits at most: about three minutes of speech at 15 characters a second. What comes faster than it can be spoken
 * pushes out the oldest.
 */
const MAX_MESSAGES = 30;
const MAX_CHARACTERS = 3_000;
/** A message counts at most so much of them: long ones are shortened when they are spoken. */
const MAX_COUNTED_CHARACTERS = 400;
/** Messages up to this length are spoken together with those around them, up to the second number. */
const SHORT_CHARACTERS = 120;
const MAX_JOINED_CHARACTERS = 300;

/** Messages that are spoken as one request, all of one writer in one channel. */
export interface Run {
  readonly messages: readonly ChatMessage[];
  /** How many older messages were left out before it. */
  readonly leftOut: number;
}

/** The messages of one guild that wait to be spoken, in a bounded queue that keeps the newest. */
export class ReadQueue {
  #waiting: ChatMessage[] = [];
  #leftOut = 0;

  get size(): number {
    return this.#waiting.length;
  }

  /** What waits, oldest first. */
  get messages(): readonly ChatMessage[] {
    return this.#waiting;
  }

  /** Adds a message at the end; the oldest are left out where there are too many. */
  add(message: ChatMessage): void {
    this.#waiting.push(message);
    this.#bound();
  }

  /** Puts messages back that were taken, at the front, with what was left out before them. */
  putBack({ messages, leftOut }: Run): void {
    this.#waiting.unshift(...messages);
    this.#leftOut += leftOut;
    this.#bound();
  }

  /** Takes the oldest message, with the short ones that follow it from the same writer. */
  take(): Run | undefined {
    const [first] = this.#waiting;
    if (first === undefined) return undefined;
    let [count, characters] = [1, first.text.length];
    for (const next of this.#waiting.slice(1)) {
      characters += next.text.length;
      if (!isShort(first) || !isShort(next) || characters > MAX_JOINED_CHARACTERS) break;
      if (!isSameWriter(first, next) || next.channelId !== first.channelId) break;
      count += 1;
    }
    const run = { messages: this.#waiting.splice(0, count), leftOut: this.#leftOut };
    this.#leftOut = 0;
    return run;
  }

  /** Replaces a message that was edited. */
  replace(message: ChatMessage): void {
    this.#waiting = this.#waiting.map((waiting) => (waiting.id === message.id ? message : waiting));
  }

  /** Takes out the messages that `isGone` accepts, and returns how many there were. They don't count as left out. */
  remove(isGone: (message: ChatMessage) => boolean): number {
    const before = this.#waiting.length;
    this.#waiting = this.#waiting.filter((message) => !isGone(message));
    return before - this.#waiting.length;
  }

  /** Empties the queue, and forgets what was left out. Returns how many messages waited. */
  clear(): number {
    this.#leftOut = 0;
    return this.#waiting.splice(0).length;
  }

  #bound(): void {
    let characters = this.#waiting.reduce((sum, message) => sum + countedCharacters(message), 0);
    while (this.#waiting.length > MAX_MESSAGES || characters > MAX_CHARACTERS) {
      const oldest = this.#waiting.shift();
      characters -= oldest === undefined ? characters : countedCharacters(oldest);
      this.#leftOut += 1;
    }
  }
}

/** Whether both messages are of the same person or identity. Webhooks post for several people, in their names. */
export function isSameWriter(one: ChatMessage, other: ChatMessage): boolean {
  if (one.authorId !== other.authorId || one.authorKind !== other.authorKind) return false;
  return one.authorKind === 'person' || one.authorName === other.authorName;
}

function countedCharacters({ text }: ChatMessage): number {
  return Math.min(text.length, MAX_COUNTED_CHARACTERS);
}

function isShort({ text, isVoiceMessage }: ChatMessage): boolean {
  return !isVoiceMessage && text.length <= SHORT_CHARACTERS;
}
