import { backoffMs, sleepUnlessAborted, withinTime } from '../../concurrency/async.ts';
import { isDatabaseAway } from '../../errors.ts';
import type { Logger } from '../../log/log.ts';
import type {
  CaptionMessageStore,
  CaptionSession,
  ErasableMessage,
  MessageRecord,
  VoiceMessageAnswer,
} from '../captions-ports.ts';

/** Most changes that wait for the database; beyond it the oldest is lost, so that its message can't be deleted later. */
const MAX_WAITING = 2_000;
const RETRY = { baseMs: 1_000, maxMs: 30_000, jitter: 'equal' } as const;

/** What ids of messages are recorded with. */
export interface MessageRecordsOptions {
  readonly store: Pick<CaptionMessageStore, 'add' | 'addAnswer' | 'remove'>;
  /** Called once messages are stored. */
  readonly onAdded: (messages: readonly Pick<ErasableMessage, 'userId' | 'spokenAtMs'>[]) => void;
  readonly log: Logger;
}

/** Stores the ids of caption messages in the background, in order, and again until the database takes them. */
export class MessageRecords {
  readonly #options: MessageRecordsOptions;
  readonly #waiting: (() => Promise<void>)[] = [];
  readonly #closing = new AbortController();
  #writing: Promise<void> | undefined;

  constructor(options: MessageRecordsOptions) {
    this.#options = options;
  }

  /** The record of a session's messages. */
  of({ sessionId, guildId }: CaptionSession): MessageRecord {
    const { store, onAdded } = this.#options;
    return {
      posted: (messages) => {
        const complete = messages.map((message) => ({ ...message, sessionId, guildId }));
        this.#enqueue(async () => {
          await store.add(complete);
          onAdded(complete);
        });
      },
      removed: (messageId, userIds) => this.#enqueue(() => store.remove(messageId, userIds)),
    };
  }

  /** Records an answer to a voice message. */
  answered(answer: VoiceMessageAnswer): void {
    const { store, onAdded } = this.#options;
    this.#enqueue(async () => {
      await store.addAnswer(answer);
      onAdded([{ userId: answer.userId, spokenAtMs: answer.sentAtMs }]);
    });
  }

  /** Records that a message is gone. */
  removed(messageId: string): void {
    this.#enqueue(() => this.#options.store.remove(messageId));
  }

  /** Waits for what is being stored, for `timeoutMs` at most. */
  async close(timeoutMs: number): Promise<void> {
    await withinTime(this.#writing ?? Promise.resolve(), timeoutMs, undefined);
    this.#closing.abort();
  }

  #enqueue(change: () => Promise<void>): void {
    this.#waiting.push(change);
    if (this.#waiting.length > MAX_WAITING) {
      this.#waiting.shift();
      this.#options.log.error('the id of a caption message could not be stored');
    }
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
    });
  }

  /** Never rejects. */
  async #write(): Promise<void> {
    let failures = 0;
    for (let next = this.#waiting.shift(); next !== undefined; ) {
      try {
        await next();
        failures = 0;
        next = this.#waiting.shift();
      } catch (error) {
        failures += 1;
        // A database that is away is logged by the store.
        if (failures === 1 && !isDatabaseAway(error)) {
          this.#options.log.warn({ err: error }, 'the ids of caption messages cannot be stored now');
        }
        await sleepUnlessAborted(backoffMs(failures, RETRY), this.#closing.signal);
        if (this.#closing.signal.aborted) return;
      }
    }
  }
}
