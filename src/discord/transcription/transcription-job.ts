import { randomBytes } from 'node:crypto';
import { UserError } from '../../errors.ts';
import type { FileTranscriber } from '../../files/files-api.ts';
import type { Logger } from '../../log.ts';
import type { TranscriptFormat } from '../../text/transcript-format.ts';
import type { AttachmentDownload } from '../client/attachment-download.ts';
import type { Attachment, InteractionContext } from '../interactions/command.ts';
import type { Explain } from '../interactions/explain.ts';
import type { LateAnswers } from '../interactions/late-answers.ts';
import type { Reply } from '../interactions/replies.ts';
import {
  type AttachmentResult,
  cancelButton,
  failedWords,
  failureWords,
  refusalWords,
  resultReply,
} from './transcript-reply.ts';
import { TranscriptionProgress } from './transcription-progress.ts';

/** What a person wants transcribed, and how. */
export interface TranscriptionOrder {
  /** At least one. */
  readonly attachments: readonly Attachment[];
  /** ISO code; `undefined` leaves it to the service. */
  readonly language: string | undefined;
  /** `undefined`: short text in the message, long text as `txt`. */
  readonly format: TranscriptFormat | undefined;
}

/** What transcriptions are made with. */
export interface TranscriptionTools {
  readonly files: FileTranscriber;
  readonly attachments: AttachmentDownload;
  readonly lateAnswers: LateAnswers;
  readonly explain: Explain;
  readonly log: Logger;
}

/** What fails before this is told to whoever asked, with nothing shown to others; the router defers after 1.5 s. */
const ANNOUNCED_AFTER_MS = 1_000;
/** So long before Discord takes no more answers, the person is told that the text comes as a message. */
const LATE_BEFORE_MS = 60_000;
const LATE_WORDS =
  'This takes longer than Discord keeps an answer open. I go on, and post the text here when it is ready.';

/** What a cancelled transcription shows in place of its progress. */
export const CANCELLED: Reply = { content: 'Cancelled: nothing was transcribed.', visibility: 'public' };

/** The reason of a job that a person ended. */
class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

/** How the work ended: with what became of each attachment, or early. */
type Outcome =
  | { readonly kind: 'done'; readonly results: readonly AttachmentResult[] }
  | { readonly kind: 'ended'; readonly reason: unknown };

/** One request for transcripts: its work, its progress, and its answer. */
export class TranscriptionJob {
  readonly id = randomBytes(8).toString('hex');
  readonly #tools: TranscriptionTools;
  readonly #context: InteractionContext;
  readonly #order: TranscriptionOrder;
  readonly #ending = new AbortController();

  constructor(tools: TranscriptionTools, context: InteractionContext, order: TranscriptionOrder) {
    this.#tools = tools;
    this.#context = context;
    this.#order = order;
  }

  /** The person who asked. */
  get userId(): string {
    return this.#context.userId;
  }

  /** Where it was asked, when that was in a guild of the bot. */
  get guildId(): string | undefined {
    const { place } = this.#context;
    return place.kind === 'guild' ? place.guildId : undefined;
  }

  cancel(): void {
    this.#ending.abort(new Cancelled('a person cancelled this'));
  }

  /** Ends the work; whoever asked is told `reason`. */
  end(reason: UserError): void {
    this.#ending.abort(reason);
  }

  /**
   * Begins. `answered` settles when the interaction has its answer, be it the promise of a later one; it rejects with
   * what the person has to be told. `over` resolves when nothing is left to do.
   */
  start(): { readonly answered: Promise<void>; readonly over: Promise<void> } {
    const { signal } = this.#context;
    const onAbort = (): void => this.#ending.abort(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    const progress = new TranscriptionProgress(
      this.#order.attachments,
      (text) => this.#showProgress(text),
      this.#tools.log,
    );
    const announcing = setTimeout(() => void this.#announce(), ANNOUNCED_AFTER_MS);
    const work = this.#work(progress);
    const answered = this.#answer(work, progress).finally(() => {
      clearTimeout(announcing);
      progress[Symbol.dispose]();
      signal.removeEventListener('abort', onAbort);
    });
    const over = answered.then(
      async (how) => {
        if (how === 'later') await this.#answerLate(await work);
      },
      () => {},
    );
    return { answered: answered.then(() => {}), over };
  }

  async #work(progress: TranscriptionProgress): Promise<Outcome> {
    try {
      const { attachments } = this.#order;
      const results = attachments.map((attachment) => this.#transcribe(attachment, progress));
      return { kind: 'done', results: await Promise.all(results) };
    } catch (reason) {
      return { kind: 'ended', reason };
    }
  }

  /** Rejects only when the job is ended. */
  async #transcribe(attachment: Attachment, progress: TranscriptionProgress): Promise<AttachmentResult> {
    const { files, attachments, explain } = this.#tools;
    const { userId: owner, tenant } = this.#context;
    const { signal } = this.#ending;
    const failed = (words: string): AttachmentResult => {
      progress.tell(attachment, 'failed');
      return { kind: 'failed', attachment, words };
    };
    const refused = refusalWords(attachment, files.limits);
    if (refused !== undefined) return failed(refused);
    try {
      const transcript = await files.transcribe({
        download: (limits) => attachments.stream(attachment, limits),
        ...{ sizeBytes: attachment.sizeBytes, language: this.#order.language, owner, tenant, signal },
        onProgress: (told) => progress.tell(attachment, told),
      });
      const reasons = transcript.holes.map(({ reason }) => failureWords(reason, explain));
      progress.tell(attachment, 'done');
      return { kind: 'transcribed', attachment, transcript, reasons };
    } catch (error) {
      signal.throwIfAborted();
      return failed(failureWords(error, explain));
    }
  }

  async #answer(work: Promise<Outcome>, progress: TranscriptionProgress): Promise<'now' | 'later'> {
    const late = Promise.withResolvers<'late'>();
    const timer = setTimeout(() => late.resolve('late'), this.#context.answerableUntilMs - LATE_BEFORE_MS - Date.now());
    const first = await Promise.race([work, late.promise]);
    clearTimeout(timer);
    progress[Symbol.dispose]();
    if (first === 'late') {
      await this.#context.answer({ content: LATE_WORDS, visibility: 'public', components: [cancelButton(this.id)] });
      return 'later';
    }
    await this.#answerNow(first, progress.wasShown);
    return 'now';
  }

  async #answerNow(outcome: Outcome, wasShown: boolean): Promise<void> {
    if (outcome.kind === 'done') {
      const { results } = outcome;
      if (results.some(({ kind }) => kind === 'transcribed')) return this.#deliver(results);
      // The bar was for everybody; why it came to nothing is for whoever asked.
      if (wasShown) await this.#context.answer({ content: 'Nothing was transcribed.', visibility: 'public' });
      throw new UserError(failedWords(results.filter((result) => result.kind === 'failed')));
    }
    if (outcome.reason instanceof Cancelled) return this.#context.answer(CANCELLED);
    if (!wasShown) throw outcome.reason;
    await this.#context.answer({ content: this.#tools.explain(outcome.reason), visibility: 'public' });
  }

  async #answerLate(outcome: Outcome): Promise<void> {
    if (outcome.kind === 'done') {
      const { results } = outcome;
      if (results.some(({ kind }) => kind === 'transcribed')) return this.#deliver(results);
      await this.#tools.lateAnswers.post(this.#context, {
        content: failedWords(results.filter((result) => result.kind === 'failed')),
        visibility: 'ephemeral',
      });
    } else if (!(outcome.reason instanceof Cancelled)) {
      const content = this.#tools.explain(outcome.reason);
      await this.#tools.lateAnswers.post(this.#context, { content, visibility: 'public' });
    }
  }

  /** As the interaction's answer, or as a message where Discord does not take that. */
  async #deliver(results: readonly AttachmentResult[]): Promise<void> {
    const { uploadLimitBytes: maxFileBytes } = this.#context;
    const reply = resultReply(results, { format: this.#order.format, maxFileBytes });
    const isTaken = await this.#context.tryAnswer(reply).catch((error: unknown) => {
      this.#tools.log.warn({ err: error }, 'a transcript was not taken as an answer');
      return false;
    });
    if (isTaken || (await this.#tools.lateAnswers.post(this.#context, reply)) !== 'nowhere') return;
    throw new UserError('The text is ready, but Discord takes it neither here nor as a direct message. Try again.');
  }

  async #announce(): Promise<void> {
    try {
      await this.#context.defer('public');
    } catch (error) {
      this.#tools.log.warn({ err: error }, 'a transcription could not be announced');
    }
  }

  #showProgress(content: string): Promise<void> {
    return this.#context.answer({ content, visibility: 'public', components: [cancelButton(this.id)] });
  }
}
