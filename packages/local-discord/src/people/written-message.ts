import { MessageFlags } from 'discord-api-types/v10';
import type { NewMessage } from '../messages.ts';
import type { PersonFile } from './option-values.ts';

/** How a person sends a message. */
export interface WrittenOptions {
  readonly files?: readonly PersonFile[];
  /** Its only file is a recording made in the client. */
  readonly voiceMessage?: boolean;
  /** Nobody is notified of it. */
  readonly silent?: boolean;
  /** Id of the message that this one answers. */
  readonly replyTo?: string;
}

/** A message as Discord's client sends it. */
export function writtenMessage(
  userId: string,
  channelId: string,
  content: string,
  { files = [], voiceMessage = false, silent = false, replyTo }: WrittenOptions,
): NewMessage {
  return {
    channelId,
    author: { kind: 'user', userId },
    body: {
      content,
      ...(replyTo === undefined ? {} : { message_reference: { message_id: replyTo } }),
      flags: (voiceMessage ? MessageFlags.IsVoiceMessage : 0) | (silent ? MessageFlags.SuppressNotifications : 0),
      attachments: files.map((file, index) => ({
        id: String(index),
        filename: file.name,
        duration_secs: file.durationSecs,
        ...(voiceMessage ? { waveform: file.waveform ?? 'AAAA' } : {}),
      })),
    },
    files: files.map((file, index) => ({
      index: String(index),
      name: file.name,
      contentType: file.contentType,
      bytes: file.file,
    })),
  };
}
