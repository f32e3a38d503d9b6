import { sleepUnlessAborted } from '../../concurrency/async.ts';
import { FairSemaphore } from '../../concurrency/fair-semaphore.ts';
import { MynahError } from '../../errors.ts';
import type { Logger } from '../../log/log.ts';
import type { MessagesErased } from '../captions-api.ts';
import type { CaptionMessageStore, DeleteMessage, ErasableMessage } from '../captions-ports.ts';

/** Messages that are read from the store at a time. */
const BATCH = 100;
/** After so many failures in a row Discord is taken to be unreachable, and the rest is left for later. */
const MAX_FAILURES = 3;

/** What messages are deleted with. */
export interface MessageDeletionOptions {
  readonly store: CaptionMessageStore;
  readonly deleteMessage: DeleteMessage;
  /** The least time from one deletion to the next, of all people together. */
  readonly everyMs: number;
  readonly log: Logger;
}

/**
 * Deletes caption messages at Discord: slowly, one at a time, people in turn. A message stays stored until it is deleted
 * or Discord refuses for good, so that an interrupted deletion continues with the next call.
 */
export class MessageDeletion {
  readonly #options: MessageDeletionOptions;
  readonly #closing = new AbortController();
  readonly #pace = new FairSemaphore({
    limit: 1,
    createFullError: () => new MynahError('CAPTION_MESSAGES_REMAIN', 'too many deletions wait', { retryable: true }),
  });
  /** By user id: the deletion under way, and the one that follows it. */
  readonly #underWay = new Map<string, Promise<MessagesErased>>();
  readonly #next = new Map<string, Promise<MessagesErased>>();

  constructor(options: MessageDeletionOptions) {
    this.#options = options;
  }

  /**
   * Deletes all messages of a person that must be deleted: after a deletion under way, which may have read too little.
   * Calls that wait for the same one share their result. Rejects like the store.
   */
  erase(userId: string): Promise<MessagesErased> {
    const before = this.#underWay.get(userId);
    if (before === undefined) return this.#start(userId);
    const known = this.#next.get(userId);
    if (known !== undefined) return known;
    const again = (): Promise<MessagesErased> => {
      this.#next.delete(userId);
      return this.#start(userId);
    };
    const next = before.then(again, again);
    this.#next.set(userId, next);
    return next;
  }

  /**
   * Does so for everyone. Rejects like the store.
   * @throws {MynahError} CAPTION_MESSAGES_REMAIN (retryable) when Discord could not be reached for some.
   */
  async eraseAll(): Promise<void> {
    const people = await this.#options.store.peopleDue();
    const outcomes = await Promise.all(people.map((userId) => this.erase(userId)));
    const remaining = outcomes.reduce((sum, outcome) => sum + outcome.remaining, 0);
    if (remaining === 0 || this.#closing.signal.aborted) return;
    throw new MynahError('CAPTION_MESSAGES_REMAIN', 'caption messages could not be deleted yet', { retryable: true });
  }

  /** Ends deletions under way after their current message. The next start continues them. */
  close(): void {
    this.#closing.abort();
  }

  #start(userId: string): Promise<MessagesErased> {
    const erasing = this.#erase(userId).finally(() => this.#underWay.delete(userId));
    this.#underWay.set(userId, erasing);
    return erasing;
  }

  async #erase(userId: string): Promise<MessagesErased> {
    const counts = { deleted: 0, refused: 0, remaining: 0 };
    let [failures, afterId] = [0, ''];
    for (;;) {
      const batch = await this.#options.store.due(userId, afterId, BATCH);
      for (const message of batch) {
        const outcome = this.#isOver(failures) ? 'failed' : await this.#deleteInTurn(message);
        failures = outcome === 'failed' ? failures + 1 : 0;
        if (outcome === 'deleted') counts.deleted += 1;
        if (outcome === 'refused') counts.refused += 1;
        if (outcome === 'failed') counts.remaining += 1;
        afterId = message.messageId;
      }
      if (batch.length < BATCH) return counts;
    }
  }

  #isOver(failures: number): boolean {
    return failures >= MAX_FAILURES || this.#closing.signal.aborted;
  }

  async #deleteInTurn(message: ErasableMessage): Promise<Awaited<ReturnType<DeleteMessage>>> {
    const { store, deleteMessage, everyMs, log } = this.#options;
    const { signal } = this.#closing;
    try {
      using _permit = await this.#pace.acquire({ group: message.userId, key: '', signal });
      const outcome = await deleteMessage(message);
      // Others' words in a message that is gone are gone too.
      if (outcome === 'deleted' || outcome === 'gone') await store.remove(message.messageId);
      if (outcome === 'refused') await store.remove(message.messageId, [message.userId]);
      await sleepUnlessAborted(everyMs, signal);
      return outcome;
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'a caption message could not be deleted');
      return 'failed';
    }
  }
}
