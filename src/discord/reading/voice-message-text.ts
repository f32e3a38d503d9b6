import type { Message } from 'discord.js';
import { BudgetError, type Budgets } from '../../budgets/budgets-api.ts';
import type { Captions } from '../../captions/captions-api.ts';
import type { FileTranscriber } from '../../files/files-api.ts';
import type { Logger } from '../../log.ts';
import type { AttachmentDownload } from '../client/attachment-download.ts';
import { toAttachment } from '../interactions/incoming.ts';

/** Other messages wait for it: what takes longer is only mentioned. */
const TIMEOUT_MS = 20_000;

/**
 * Creates what transcribes voice messages that are read aloud. Its result is `undefined` when the author opted out, has
 * too little left today, or the transcription fails or takes longer than 20 s.
 */
export function createVoiceMessageText(parts: {
  readonly files: FileTranscriber;
  readonly attachments: AttachmentDownload;
  readonly budgets: Pick<Budgets, 'take'>;
  readonly captions: Pick<Captions, 'hasOptedOut'>;
  readonly log: Logger;
}): (message: Message) => Promise<string | undefined> {
  const { files, attachments, budgets, captions, log } = parts;
  return async ({ author, guildId, channelId, attachments: attached }) => {
    const recording = attached.first();
    if (recording === undefined || guildId === null) return undefined;
    try {
      if (await captions.hasOptedOut(author.id, guildId)) return undefined;
      const attachment = toAttachment(recording);
      const { text } = await files.transcribe({
        download: (limits) => attachments.stream(attachment, limits),
        ...{ sizeBytes: attachment.sizeBytes, language: undefined, owner: author.id, tenant: guildId },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        reserve: async (durationMs) => {
          const who = { userId: author.id, guildId, channelId };
          const outcome = await budgets.take('transcription', who, durationMs);
          if (outcome.kind === 'used-up') throw new BudgetError(outcome.usedUp);
          return outcome.charge;
        },
        onProgress: () => undefined,
      });
      return text;
    } catch (err) {
      log.info({ err, guildId }, 'could not transcribe a voice message that is read aloud');
      return undefined;
    }
  };
}
