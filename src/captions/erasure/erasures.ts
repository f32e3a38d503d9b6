import type { Upkeep } from '../../concurrency/upkeep.ts';
import type { Logger } from '../../log/log.ts';
import type { CaptionTimings } from '../caption-timings.ts';
import type { Erasure, MessagesErased } from '../captions-api.ts';
import type {
  CaptionMessageStore,
  CaptionSession,
  ClipSpool,
  DeleteMessage,
  MessageRecord,
  ProcessNotices,
  Tombstone,
  TombstoneStore,
  TranscriptStore,
  VoiceMessageAnswer,
} from '../captions-ports.ts';
import type { ClipTranscription } from '../clips/clip-transcription.ts';
import type { Clock } from '../clock.ts';
import { KnownTombstones } from './known-tombstones.ts';
import { MessageDeletion } from './message-deletion.ts';
import { MessageRecords } from './message-records.ts';

/** The captions of one session, as an erasure needs them. */
interface RunToErase {
  /** Whether something of this person may be under way. */
  knows(userId: string): boolean;
  /** Discards all that the person has said so far. */
  erase(userId: string): Promise<void>;
}

/** What is needed to take back what people said. */
export interface ErasuresOptions {
  readonly tombstones: TombstoneStore;
  readonly captionMessages: CaptionMessageStore;
  readonly transcripts: Pick<TranscriptStore, 'erasePerson'>;
  readonly spool: Pick<ClipSpool, 'removeWhere'>;
  readonly transcription: Pick<ClipTranscription, 'cancel'>;
  readonly notices: ProcessNotices;
  readonly deleteMessage: DeleteMessage;
  /** The captions of this process. */
  readonly runs: () => readonly RunToErase[];
  readonly timings: Pick<CaptionTimings, 'refreshEveryMs' | 'purgeEveryMs' | 'deleteMessageEveryMs'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Takes back what people said before they opted out or were erased: in this process at once, and through tombstones in all
 * processes on the database, also in those that are down now or store a line too late.
 */
export class Erasures {
  readonly tombstones: KnownTombstones;
  readonly #options: ErasuresOptions;
  readonly #records: MessageRecords;
  readonly #deletion: MessageDeletion;
  #hurryDeletion: () => void = () => undefined;
  #ignoreNotices: () => void = () => undefined;

  constructor(options: ErasuresOptions) {
    const { captionMessages: store, deleteMessage, timings, log } = options;
    this.#options = options;
    this.tombstones = new KnownTombstones({ store: options.tombstones, apply: (found) => this.#apply(found) });
    this.#deletion = new MessageDeletion({ store, deleteMessage, everyMs: timings.deleteMessageEveryMs, log });
    this.#records = new MessageRecords({
      ...{ store, log },
      onAdded: (messages) => {
        // A request was under way when the person was erased.
        const isLate = messages.some(({ userId, spokenAtMs }) => this.tombstones.covers(userId, spokenAtMs));
        if (isLate) this.#hurryDeletion();
      },
    });
  }

  /** Records the messages of a session, so that they can be deleted. */
  recordOf(session: CaptionSession): MessageRecord {
    return this.#records.of(session);
  }

  /** Records an answer to a voice message, so that it can be deleted. */
  recordAnswer(answer: VoiceMessageAnswer): void {
    this.#records.answered(answer);
  }

  /**
   * Deletes the answers to messages that are gone, with those in `recent`, which may not be stored yet. Never rejects: what
   * fails is logged.
   */
  async deleteAnswersTo(sourceIds: readonly string[], recent: readonly VoiceMessageAnswer[]): Promise<void> {
    const { captionMessages, deleteMessage, log } = this.#options;
    const stored = await captionMessages.answersTo(sourceIds).catch((error: unknown) => {
      log.warn({ err: error }, 'could not look up answers to deleted voice messages');
      return [];
    });
    const answers = new Map([...stored, ...recent].map((answer) => [answer.messageId, answer]));
    for (const { messageId, channelId } of answers.values()) {
      const outcome = await deleteMessage({ messageId, channelId, webhookId: undefined });
      if (outcome === 'deleted' || outcome === 'gone') this.#records.removed(messageId);
      else log.warn({ outcome }, 'the answer to a deleted voice message could not be deleted');
    }
  }

  /** Follows other processes and deletes the messages that must go. The caller refreshes the tombstones first. */
  start(upkeep: Upkeep): void {
    const { refreshEveryMs, purgeEveryMs } = this.#options.timings;
    const reading = upkeep.start({
      ...{ name: 'erasures', everyMs: refreshEveryMs },
      run: () => this.tombstones.refresh(),
    });
    this.#ignoreNotices = this.#options.notices.on('erasures', (news) => {
      if (news === 'reconnected') this.tombstones.doubt();
      reading.hurry();
    });
    const deleting = upkeep.start({
      ...{ name: 'message-deletion', everyMs: purgeEveryMs },
      run: () => this.#deletion.eraseAll(),
    });
    this.#hurryDeletion = () => deleting.hurry();
  }

  /** From now on nothing is used that the person said until `untilMs`; `optedOut` makes that last. */
  note(userId: string, untilMs: number): void {
    this.tombstones.note(userId, untilMs);
  }

  /** Removes pending clips of a person who opted out, in all processes. Their stored lines and messages stay. */
  async optedOut(userId: string, untilMs: number): Promise<void> {
    await this.tombstones.store(userId, untilMs, false);
    void this.#options.notices.notify('erasures');
    await this.#removeClips(userId);
  }

  /** Deletes what a person has said so far, in all processes. */
  async erase(userId: string, messages: boolean): Promise<Erasure> {
    const { runs, transcription, transcripts, notices, clock } = this.#options;
    const untilMs = clock.nowMs();
    this.note(userId, untilMs);
    await Promise.all(runs().map((run) => run.erase(userId)));
    const cancelled = await transcription.cancel(({ clip }) => clip.userId === userId);
    const removed = await this.#removeClips(userId);
    await this.tombstones.store(userId, untilMs, messages);
    void notices.notify('erasures');
    const lines = await transcripts.erasePerson(userId);
    return { lines, clips: cancelled + removed, messages: messages ? this.#deleteMessages(userId) : undefined };
  }

  /** Waits for ids being stored, for `timeoutMs` at most. */
  async close(timeoutMs: number): Promise<void> {
    this.#ignoreNotices();
    this.#deletion.close();
    await this.#records.close(timeoutMs);
  }

  /** A damaged clip whose speaker can't be told may be theirs. */
  #removeClips(userId: string): Promise<number> {
    return this.#options.spool.removeWhere((speaker) => speaker === undefined || speaker === userId);
  }

  /** What fails stays stored, and upkeep deletes it. */
  async #deleteMessages(userId: string): Promise<MessagesErased> {
    const { captionMessages, log } = this.#options;
    try {
      const outcome = await this.#deletion.erase(userId);
      if (outcome.remaining > 0) this.#hurryDeletion();
      return outcome;
    } catch (error) {
      log.warn({ err: error }, 'the messages of a person could not be deleted yet');
      this.#hurryDeletion();
      const remaining = await captionMessages.countOf(userId).catch(() => 1);
      return { deleted: 0, refused: 0, remaining };
    }
  }

  async #apply(found: readonly Tombstone[]): Promise<void> {
    const { runs, transcription, spool } = this.#options;
    const covers = (userId: string, startedAtMs: number): boolean => this.tombstones.covers(userId, startedAtMs);
    const erasing = runs().flatMap((run) =>
      found.filter(({ userId }) => run.knows(userId)).map(({ userId }) => run.erase(userId)),
    );
    await Promise.all(erasing);
    await transcription.cancel(({ clip }) => covers(clip.userId, clip.startedAtMs));
    await spool.removeWhere((userId, startedAtMs) =>
      userId === undefined ? found.some(({ untilMs }) => startedAtMs <= untilMs) : covers(userId, startedAtMs),
    );
  }
}
