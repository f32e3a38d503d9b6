import { type Message, PermissionFlagsBits } from 'discord.js';
import { BudgetError, type Budgets } from '../../budgets/budgets-api.ts';
import type { Captions } from '../../captions/captions-api.ts';
import type { FileTranscriber } from '../../files/files-api.ts';
import type { Logger } from '../../log/log.ts';
import type { AttachmentDownload } from '../client/attachment-download.ts';
import type { FeatureAccess } from '../interactions/feature-access.ts';
import { toAttachment } from '../interactions/incoming.ts';

/** Other messages wait for it: what takes longer is only mentioned. */
const TIMEOUT_MS = 20_000;

/** The parts of discord.js's message that are looked at. */
type VoiceMessage = Pick<Message, 'author' | 'member' | 'guildId' | 'channelId' | 'attachments' | 'createdTimestamp'>;

/**
 * Creates what transcribes voice messages that are read aloud. Its result is `undefined` when the author may not transcribe
 * in the server, opted out or was erased, also meanwhile, has too little left today, or the transcription fails or takes
 * longer than 20 s.
 */
export function createVoiceMessageText(parts: {
  readonly files: FileTranscriber;
  readonly attachments: AttachmentDownload;
  readonly budgets: Pick<Budgets, 'take'>;
  readonly access: Pick<FeatureAccess, 'mayUse'>;
  readonly captions: Pick<Captions, 'hasOptedOut' | 'isTakenBack'>;
  readonly log: Logger;
}): (message: VoiceMessage) => Promise<string | undefined> {
  const { files, attachments, budgets, access, captions, log } = parts;
  return async ({ author, member, guildId, channelId, attachments: attached, createdTimestamp }) => {
    const recording = attached.first();
    if (recording === undefined || guildId === null) return undefined;
    const roleIds = [...(member?.roles.cache.keys() ?? [])];
    const managesGuild = member?.permissions.has(PermissionFlagsBits.ManageGuild) ?? false;
    // Clocks differ: the earlier time is covered by more opt-outs and erasures.
    const sentAtMs = Math.min(createdTimestamp, Date.now());
    const isAllowed = async (): Promise<boolean> =>
      (await access.mayUse('transcribe', { guildId, roleIds, managesGuild })) &&
      !(await captions.hasOptedOut(author.id, guildId)) &&
      !captions.isTakenBack(author.id, sentAtMs);
    try {
      if (!(await isAllowed())) return undefined;
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
      return (await isAllowed()) ? text : undefined;
    } catch (err) {
      log.info({ err, guildId }, 'could not transcribe a voice message that is read aloud');
      return undefined;
    }
  };
}
