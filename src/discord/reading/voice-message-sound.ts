import type { Message } from 'discord.js';
import type { Logger } from '../../log/log.ts';
import type { AttachmentDownload } from '../client/attachment-download.ts';
import { toAttachment } from '../interactions/incoming.ts';

/** Longest voice message that is played; others are only mentioned. Everyone in the channel has to listen to it. */
const MAX_SECONDS = 60;
/** Discord's clients record at 32 kbit/s: a minute takes 240 kB. */
const MAX_BYTES = 1_048_576;
const TIMEOUT_MS = 10_000;

/** Creates what downloads voice messages that are played. */
export function createVoiceMessageSound(parts: {
  readonly attachments: AttachmentDownload;
  readonly log: Logger;
}): (message: Message) => Promise<Uint8Array | undefined> {
  const { attachments, log } = parts;
  return async ({ attachments: attached, guildId }) => {
    const recording = attached.first();
    if (recording === undefined || (recording.duration ?? MAX_SECONDS) > MAX_SECONDS) return undefined;
    try {
      const limits = { maxBytes: MAX_BYTES, signal: AbortSignal.timeout(TIMEOUT_MS) };
      return await attachments.read(toAttachment(recording), limits);
    } catch (err) {
      log.info({ err, guildId }, 'could not download a voice message that is played');
      return undefined;
    }
  };
}
