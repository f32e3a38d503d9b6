import { bold } from 'discord.js';
import type { FileProgress } from '../../files/files-api.ts';
import type { Messages } from '../../messages/messages.ts';
import type { Attachment } from '../interactions/command.ts';
import { attachmentName } from './attachment-messages.ts';

/** The progress of one attachment; `undefined` before anything was reported. */
export interface AttachmentProgress {
  readonly attachment: Attachment;
  readonly progress: FileProgress | 'done' | 'failed' | undefined;
}

const BAR_LENGTH = 20;

/** The progress of all attachments, as a message's content. */
export function progressMessage(messages: Messages, all: readonly AttachmentProgress[]): string {
  return all
    .map(({ attachment, progress }) => `${bold(attachmentName(messages, attachment))}\n${stage(messages, progress)}`)
    .join('\n');
}

function stage({ transcription }: Messages, progress: AttachmentProgress['progress']): string {
  const lines = transcription.progress;
  if (progress === undefined) return lines.waiting;
  if (progress === 'done') return lines.done({ bar: bar(1) });
  if (progress === 'failed') return lines.failed;
  switch (progress.stage) {
    case 'waiting':
      return lines.queued({ ahead: progress.ahead });
    case 'downloading': {
      const { bytes, totalBytes } = progress;
      return lines.downloading({ bar: bar(totalBytes === 0 ? 0 : bytes / totalBytes), bytes, totalBytes });
    }
    case 'reading':
      return lines.reading({ bar: bar(0) });
    case 'transcribing': {
      // Rounded down, so that 100 % is shown only at the end.
      const share = Math.floor(progress.share * 100) / 100;
      return lines.transcribing({ ...progress, share, bar: bar(progress.share) });
    }
  }
}

function bar(share: number): string {
  const full = Math.floor(Math.min(1, share) * BAR_LENGTH);
  return `\`${'█'.repeat(full)}${'░'.repeat(BAR_LENGTH - full)}\``;
}
