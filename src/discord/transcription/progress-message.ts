import { bold } from 'discord.js';
import type { FileProgress } from '../../files/files-api.ts';
import type { Messages } from '../../messages/messages.ts';
import type { Attachment } from '../interactions/command.ts';
import { progressBar } from '../interactions/progress-bar.ts';
import { attachmentName } from './attachment-messages.ts';

/** The progress of one attachment; `undefined` before anything was reported. */
export interface AttachmentProgress {
  readonly attachment: Attachment;
  readonly progress: FileProgress | 'done' | 'failed' | undefined;
}

/** The progress of all attachments, as a message's content. */
export function progressMessage(messages: Messages, all: readonly AttachmentProgress[]): string {
  return all
    .map(({ attachment, progress }) => `${bold(attachmentName(messages, attachment))}\n${stage(messages, progress)}`)
    .join('\n');
}

function stage({ transcription }: Messages, progress: AttachmentProgress['progress']): string {
  const lines = transcription.progress;
  if (progress === undefined) return lines.waiting;
  if (progress === 'done') return lines.done({ bar: progressBar(1) });
  if (progress === 'failed') return lines.failed;
  switch (progress.stage) {
    case 'waiting':
      return lines.queued({ ahead: progress.ahead });
    case 'downloading': {
      const { bytes, totalBytes } = progress;
      return lines.downloading({ bar: progressBar(totalBytes === 0 ? 0 : bytes / totalBytes), bytes, totalBytes });
    }
    case 'reading':
      return lines.reading({ bar: progressBar(0) });
    case 'transcribing': {
      // Rounded down, so that 100 % is shown only at the end.
      const share = Math.floor(progress.share * 100) / 100;
      return lines.transcribing({ ...progress, share, bar: progressBar(progress.share) });
    }
  }
}
