import { settlesWithin } from '../../concurrency/async.ts';
import { UserError } from '../../errors.ts';
import type { ComponentContext, InteractionContext } from '../interactions/command.ts';
import { readersOf } from '../interactions/readers.ts';
import { failedMessage, refusalMessage } from './attachment-messages.ts';
import {
  cancelledReply,
  TranscriptionJob,
  type TranscriptionOrder,
  type TranscriptionTools,
} from './transcription-job.ts';

/** The transcriptions that people request. */
export interface Transcriptions {
  /**
   * Transcribes and answers, publicly. Work that takes longer than Discord takes answers continues after this resolves,
   * and its transcript is posted as a message.
   * @throws {UserError} saying why, when no attachment has a transcript.
   */
  run(context: InteractionContext, order: TranscriptionOrder): Promise<void>;
  /**
   * Cancels a transcription for its requester, or for those who manage its guild or the voice in it.
   * @throws {UserError} when it has ended already, or this person may not.
   */
  cancel(jobId: string, context: ComponentContext): Promise<void>;
  /** Waits up to `graceMs` for those under way, then ends them and notifies their requesters. */
  close(graceMs: number): Promise<void>;
}

/** How long notifying the requesters of ended transcriptions may take. */
const NOTIFY_TIMEOUT_MS = 1_500;

/** Creates the transcriptions of all guilds. */
export function createTranscriptions(tools: TranscriptionTools): Transcriptions {
  const jobs = new Map<string, TranscriptionJob>();
  const underWay = new Set<Promise<void>>();
  let isClosing = false;

  const run = async (context: InteractionContext, order: TranscriptionOrder): Promise<void> => {
    const { messages } = context;
    const readers = await readersOf(context, tools.publicMessages);
    if (isClosing) throw new UserError(messages.interactions.restarting);
    const refused = order.attachments.flatMap((attachment) => {
      const reason = refusalMessage(messages, attachment, tools.files.limits);
      return reason === undefined ? [] : [{ attachment, reason }];
    });
    if (refused.length === order.attachments.length) throw new UserError(failedMessage(messages, refused));
    const job = new TranscriptionJob(tools, context, { ...order, readers });
    jobs.set(job.id, job);
    const { answered, over } = job.start();
    const tracked = over
      .catch((error: unknown) => tools.log.error({ err: error }, 'could not deliver a late transcript'))
      .finally(() => {
        jobs.delete(job.id);
        underWay.delete(tracked);
      });
    underWay.add(tracked);
    await answered;
  };

  return {
    run,
    cancel: async (jobId, context) => {
      const { transcription } = context.messages;
      const job = jobs.get(jobId);
      if (job === undefined) throw new UserError(transcription.alreadyEnded);
      if (!mayCancel(job, context)) throw new UserError(transcription.notYoursToCancel({ userId: job.userId }));
      job.cancel();
      await context.update(cancelledReply(await readersOf(context, tools.publicMessages)));
    },
    close: async (graceMs) => {
      isClosing = true;
      if (await settlesWithin(underWay, graceMs)) return;
      for (const job of jobs.values()) job.endForRestart();
      await settlesWithin(underWay, NOTIFY_TIMEOUT_MS);
    },
  };
}

function mayCancel(job: TranscriptionJob, { userId, place }: ComponentContext): boolean {
  if (userId === job.userId) return true;
  return place.kind === 'guild' && place.managesVoice && place.guildId === job.guildId;
}
