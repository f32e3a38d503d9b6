import { UserError } from '../../errors.ts';
import type { ComponentContext, InteractionContext } from '../interactions/command.ts';
import { settlesWithin } from '../settles-within.ts';
import { failedWords, refusalWords } from './transcript-reply.ts';
import { CANCELLED, TranscriptionJob, type TranscriptionOrder, type TranscriptionTools } from './transcription-job.ts';

/** The transcriptions of recordings that people ask for. */
export interface Transcriptions {
  /**
   * Transcribes and answers, publicly. What takes longer than Discord takes answers goes on after this resolves, and is
   * posted as a message.
   * @throws {UserError} saying why, when no attachment has a transcript.
   */
  run(context: InteractionContext, order: TranscriptionOrder): Promise<void>;
  /**
   * Ends a transcription for whoever asked for it, or for a manager.
   * @throws {UserError} when it is over already, or somebody else's.
   */
  cancel(jobId: string, context: ComponentContext): Promise<void>;
  /** Lets those under way end for up to `graceMs`, then ends them; their people are told. */
  close(graceMs: number): Promise<void>;
}

/** How long people get to be told that their transcription was ended. */
const LAST_WORDS_MS = 1_500;

/** Makes the transcriptions of all guilds. */
export function createTranscriptions(tools: TranscriptionTools): Transcriptions {
  const jobs = new Map<string, TranscriptionJob>();
  const underWay = new Set<Promise<void>>();
  let isClosing = false;

  const run = async (context: InteractionContext, order: TranscriptionOrder): Promise<void> => {
    if (isClosing) throw restarting();
    const refused = order.attachments.map((attachment) => refusalWords(attachment, tools.files.limits));
    const failed = order.attachments.flatMap((attachment, index) => {
      const words = refused[index];
      return words === undefined ? [] : [{ attachment, words }];
    });
    if (failed.length === order.attachments.length) throw new UserError(failedWords(failed));
    const job = new TranscriptionJob(tools, context, order);
    jobs.set(job.id, job);
    const { answered, over } = job.start();
    const kept = over
      .catch((error: unknown) => tools.log.error({ err: error }, 'a late transcript could not be delivered'))
      .finally(() => {
        jobs.delete(job.id);
        underWay.delete(kept);
      });
    underWay.add(kept);
    await answered;
  };

  return {
    run,
    cancel: async (jobId, context) => {
      const job = jobs.get(jobId);
      if (job === undefined)
        throw new UserError(
          'This transcription is over already, or I was restarted. Ask for it again if there is no text.',
        );
      if (!mayCancel(job, context)) {
        throw new UserError(`Only <@${job.userId}>, or those who manage the server or its voice, can cancel this.`);
      }
      job.cancel();
      await context.update(CANCELLED);
    },
    close: async (graceMs) => {
      isClosing = true;
      if (await settlesWithin(underWay, graceMs)) return;
      for (const job of jobs.values()) job.end(restarting());
      await settlesWithin(underWay, LAST_WORDS_MS);
    },
  };
}

function mayCancel(job: TranscriptionJob, { userId, place }: ComponentContext): boolean {
  if (userId === job.userId) return true;
  return place.kind === 'guild' && place.isManager && place.guildId === job.guildId;
}

function restarting(): UserError {
  return new UserError('I am restarting. Try again in a moment.');
}
