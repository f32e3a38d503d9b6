import { createOggOpusReader } from '@mynah/opus/ogg-opus-reader';
import { MessageFlags } from 'discord-api-types/v10';
import { refusal } from '../discord-error.ts';
import type { MessageBody, UploadedFile } from './message-rules.ts';

/** Most points of a waveform, and most points a second (Discord API reference, "Voice Messages"). */
const MAX_POINTS = 256;
const POINTS_PER_SECOND = 10;

/** True if the flag of voice messages is among `flags`. */
export function isVoiceMessage(flags: number | null | undefined): boolean {
  return ((flags ?? 0) & MessageFlags.IsVoiceMessage) !== 0;
}

/**
 * Checks a voice message of the bot: one audio file and nothing else, with a duration and a waveform. Stricter than Discord,
 * the file must be what Discord's clients upload, Ogg Opus with one channel: others are not playable everywhere.
 * @throws {DiscordError} 50159, 50160 or 50161
 */
export function checkVoiceMessage(body: MessageBody, files: readonly UploadedFile[]): void {
  const parts = [body.embeds, body.components].reduce((sum, list) => sum + (list?.length ?? 0), 0);
  const hasMore = (body.content ?? '') !== '' || parts > 0 || (body.poll ?? undefined) !== undefined;
  if (hasMore) throw refusal('voiceMessageWithContent');
  const [file, ...others] = files;
  if (file === undefined || others.length > 0 || !isMonoOpus(file)) throw refusal('voiceMessageWithoutAudio');
  const about = body.attachments?.find(({ id }) => id === file.index);
  const durationS = about?.duration_secs ?? 0;
  // Discord drops both from a file whose content type is not audio.
  if (file.contentType?.startsWith('audio/') !== true || durationS <= 0) throw refusal('voiceMessageWithoutMetadata');
  if (!isWaveform(about?.waveform ?? '', durationS)) throw refusal('voiceMessageWithoutMetadata');
}

function isWaveform(text: string, durationS: number): boolean {
  const points = Buffer.from(text, 'base64');
  const isBase64 = points.toString('base64') === text;
  const most = Math.min(MAX_POINTS, Math.max(1, Math.ceil(durationS * POINTS_PER_SECOND)));
  return isBase64 && points.length > 0 && points.length <= most;
}

function isMonoOpus({ bytes }: UploadedFile): boolean {
  try {
    const reader = createOggOpusReader();
    const packets = reader.push(bytes);
    reader.end();
    return packets.length > 0 && reader.head?.channels === 1;
  } catch {
    return false;
  }
}
