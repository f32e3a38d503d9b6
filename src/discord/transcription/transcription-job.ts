import { randomBytes } from 'node:crypto';
import { BudgetError, type Budgets, type Charge } from '../../budgets/budgets-api.ts';
import { withinTime } from '../../concurrency/async.ts';
import { UserError } from '../../errors.ts';
import type { FileTranscriber } from '../../files/files-api.ts';
import type { Logger } from '../../log/log.ts';
import type { Messages } from '../../messages/messages.ts';
import type { TranscriptFormat } from '../../text/transcript-format.ts';
import type { AttachmentDownload } from '../client/attachment-download.ts';
import type { Reply } from '../client/replies.ts';
import { buttonRow } from '../interactions/buttons.ts';
import type { Attachment, InteractionContext } from '../interactions/command.ts';
import type { Explain, Explanation } from '../interactions/explain-failure.ts';
import type { LateAnswers } from '../interactions/late-answers.ts';
import { failedMessage, failureMessage, refusalMessage } from './attachment-messages.ts';
import { type AttachmentResult, transcriptReply } from './transcript-reply.ts';
import { TranscriptionProgress } from './transcription-progress.ts';

/** What a person wants transcribed, and how. */
export interface TranscriptionOrder {
  /** At least one. */
  readonly attachments: readonly Attachment[];
  /** ISO code; `undefined` leaves it to the service. */
  readonly language: string | undefined;
  /** `undefined`: short text in the message, long text as `txt`. */
  readonly format: TranscriptFormat | undefined;
  /** Called once the transcripts are there: rejects with why they may not be shown. */
  readonly requireShowable?: () => Promise<void>;
}

/** What transcriptions are made with. */
export interface TranscriptionTools {
  readonly files: FileTranscriber;
  readonly budgets: Pick<Budgets, 'take'>;
  readonly attachments: AttachmentDownload;
  readonly lateAnswers: LateAnswers;
  readonly explain: Explain;
  /** The catalogue of what a whole server reads. */
  readonly publicMessages: (guildId: string) => Promise<Messages>;
  readonly log: Logger;
}

/** Failures before this are shown to the requester alone. The router would defer ephemerally after 1.5 s. */
const ANNOUNCED_AFTER_MS = 1_000;
/** This long before Discord takes no more answers, the person reads that the transcript comes as a message. */
const LATE_BEFORE_MS = 60_000;

/** The reason of a job that a person cancelled. */
class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

/** The result for an attachment, as it is written with a catalogue: some are read by everyone, some by the requester. */
type Result = (messages: Messages) => AttachmentResult;

/** How the work ended: with a result for each attachment, or early. */
type Outcome =
  | { readonly kind: 'done'; readonly results: readonly Result[] }
  | { readonly kind: 'ended'; readonly reason: unknown };

/** One request for transcripts: its work, its progress, and its answer. */
export class TranscriptionJob {
  readonly id = randomBytes(8).toString('hex');
  readonly #tools: TranscriptionTools;
  readonly #context: InteractionContext;
  readonly #order: TranscriptionOrder;
  /** Of those who read the transcript: in a server, everyone. */
  readonly #readers: Messages;
  readonly #ending = new AbortController();

  constructor(
    tools: TranscriptionTools,
    context: InteractionContext,
    { readers, ...order }: TranscriptionOrder & { readonly readers: Messages },
  ) {
    this.#readers = readers;
    this.#tools = tools;
    this.#context = context;
    this.#order = order;
  }

  /** The requester. */
  get userId(): string {
    return this.#context.userId;
  }

  /** The guild of the request, where the bot is a member of it. */
  get guildId(): string | undefined {
    const { place } = this.#context;
    return place.kind === 'guild' ? place.guildId : undefined;
  }

  cancel(): void {
    this.#ending.abort(new Cancelled());
  }

  /** Ends the work because the bot restarts; the requester reads so. */
  endForRestart(): void {
    this.#ending.abort(new UserError(this.#context.messages.interactions.restarting));
  }

  /**
   * Starts the work. `answered` settles when the interaction has its answer, even if that only announces a later one; it
   * rejects with what the person must read. `over` resolves when nothing is left to do.
   */
  start(): { readonly answered: Promise<void>; readonly over: Promise<void> } {
    const { signal } = this.#context;
    const onAbort = (): void => this.#ending.abort(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    const progress = new TranscriptionProgress({
      messages: this.#readers,
      attachments: this.#order.attachments,
      show: (content) => this.#showProgress(content),
      log: this.#tools.log,
    });
    const announcing = setTimeout(() => void this.#announce(), ANNOUNCED_AFTER_MS);
    const work = this.#work(progress);
    const answered = this.#answer(work, progress).finally(() => {
      clearTimeout(announcing);
      progress[Symbol.dispose]();
      signal.removeEventListener('abort', onAbort);
    });
    const over = answered.then(
      async (when) => {
        if (when === 'later') await this.#answerLate(await work);
      },
      () => {},
    );
    return { answered: answered.then(() => {}), over };
  }

  async #work(progress: TranscriptionProgress): Promise<Outcome> {
    try {
      const { attachments, requireShowable } = this.#order;
      const results = await Promise.all(attachments.map((attachment) => this.#transcribe(attachment, progress)));
      await requireShowable?.();
      return { kind: 'done', results };
    } catch (reason) {
      return { kind: 'ended', reason };
    }
  }

  /** Rejects only when the job is ended. */
  async #transcribe(attachment: Attachment, progress: TranscriptionProgress): Promise<Result> {
    const { files, attachments, explain } = this.#tools;
    const { userId: owner, tenant } = this.#context;
    const { signal } = this.#ending;
    const failed = (reason: Explanation): Result => {
      progress.report(attachment, 'failed');
      return (messages) => ({ kind: 'failed', attachment, reason: reason(messages) });
    };
    const refusal = (messages: Messages): string | undefined => refusalMessage(messages, attachment, files.limits);
    if (refusal(this.#readers) !== undefined) return failed((messages) => refusal(messages) ?? '');
    try {
      const transcript = await files.transcribe({
        download: (limits) => attachments.stream(attachment, limits),
        ...{ sizeBytes: attachment.sizeBytes, language: this.#order.language, owner, tenant, signal },
        diarize: !attachment.isVoiceMessage,
        reserve: (durationMs) => this.#reserve(durationMs),
        onProgress: (report) => progress.report(attachment, report),
      });
      const reasons = transcript.holes.map(({ reason }) => failureMessage(reason, explain));
      progress.report(attachment, 'done');
      return (messages) => ({
        kind: 'transcribed',
        attachment,
        transcript,
        reasons: reasons.map((reason) => reason(messages)),
      });
    } catch (error) {
      signal.throwIfAborted();
      return failed(failureMessage(error, explain));
    }
  }

  /** @throws {BudgetError} when the recording is longer than what is left today. */
  async #reserve(durationMs: number): Promise<Charge> {
    const { userId, place } = this.#context;
    const who = { userId, guildId: this.guildId, channelId: place.channelId };
    const outcome = await this.#tools.budgets.take('transcription', who, durationMs);
    if (outcome.kind === 'used-up') throw new BudgetError(outcome.usedUp);
    return outcome.charge;
  }

  async #answer(work: Promise<Outcome>, progress: TranscriptionProgress): Promise<'now' | 'later'> {
    const timeLeftMs = this.#context.answerableUntilMs - LATE_BEFORE_MS - performance.now();
    const outcome = await withinTime(work, timeLeftMs, undefined);
    progress[Symbol.dispose]();
    if (outcome === undefined) {
      await this.#context.answer(this.#cancellable(this.#readers.transcription.postedLater));
      return 'later';
    }
    await this.#answerNow(outcome, progress.wasShown);
    return 'now';
  }

  async #answerNow(outcome: Outcome, wasShown: boolean): Promise<void> {
    if (outcome.kind === 'done') {
      const { results } = outcome;
      if (this.#hasTranscript(results)) return this.#deliver(results);
      // Everybody saw the progress, but only the requester reads why it failed.
      if (wasShown)
        await this.#context.answer({ content: this.#readers.transcription.nothingTranscribed, visibility: 'public' });
      throw new UserError(this.#failedMessage(results));
    }
    if (outcome.reason instanceof Cancelled) return this.#context.answer(cancelledReply(this.#readers));
    if (!wasShown) throw outcome.reason;
    await this.#context.answer({ content: this.#tools.explain(outcome.reason)(this.#readers), visibility: 'public' });
  }

  async #answerLate(outcome: Outcome): Promise<void> {
    const { lateAnswers, explain } = this.#tools;
    if (outcome.kind === 'done') {
      const { results } = outcome;
      if (this.#hasTranscript(results)) return this.#deliver(results);
      await lateAnswers.post(this.#context, { content: this.#failedMessage(results), visibility: 'ephemeral' });
    } else if (!(outcome.reason instanceof Cancelled)) {
      await lateAnswers.post(this.#context, { content: explain(outcome.reason)(this.#readers), visibility: 'public' });
    }
  }

  #hasTranscript(results: readonly Result[]): boolean {
    return results.some((result) => result(this.#readers).kind === 'transcribed');
  }

  #failedMessage(results: readonly Result[]): string {
    const { messages } = this.#context;
    return failedMessage(
      messages,
      results.map((result) => result(messages)).filter((result) => result.kind === 'failed'),
    );
  }

  /** Answers the interaction, or posts a message where Discord no longer takes the answer. */
  async #deliver(results: readonly Result[]): Promise<void> {
    const { uploadLimitBytes: maxFileBytes } = this.#context;
    const readers = this.#readers;
    const written = results.map((result) => result(readers));
    const reply = await transcriptReply(readers, written, { format: this.#order.format, maxFileBytes });
    const isTaken = await this.#context.tryAnswer(reply).catch((error: unknown) => {
      this.#tools.log.warn({ err: error }, 'Discord refused a transcript as an answer');
      return false;
    });
    if (isTaken || (await this.#tools.lateAnswers.post(this.#context, reply)) !== 'nowhere') return;
    throw new UserError(this.#context.messages.transcription.undeliverable);
  }

  async #announce(): Promise<void> {
    try {
      await this.#context.defer('public');
    } catch (error) {
      this.#tools.log.warn({ err: error }, 'could not announce a transcription');
    }
  }

  #showProgress(content: string): Promise<void> {
    return this.#context.answer(this.#cancellable(content));
  }

  #cancellable(content: string): Reply {
    const cancel = [`transcribe:cancel:${this.id}`, this.#readers.transcription.cancelButton] as const;
    return { content, visibility: 'public', components: [buttonRow([cancel])] };
  }
}

/** What a cancelled transcription shows in place of its progress. */
export function cancelledReply({ transcription }: Messages): Reply {
  return { content: transcription.cancelled, visibility: 'public' };
}
