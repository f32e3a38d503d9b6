import { UserError } from '../../errors.ts';
import type { VoiceFile } from '../../voice-models/voice-models-api.ts';
import type { AttachmentDownload } from '../client/attachment-download.ts';
import type { Attachment, InteractionContext } from '../interactions/command.ts';

/** The service documents no limit: this is Discord's own for uploads of people without a subscription, in bytes. */
const MAX_COVER_BYTES = 10 * 1_048_576;

const KINDS = {
  png: { contentType: 'image/png', filename: 'cover.png' },
  jpeg: { contentType: 'image/jpeg', filename: 'cover.jpg' },
  gif: { contentType: 'image/gif', filename: 'cover.gif' },
  webp: { contentType: 'image/webp', filename: 'cover.webp' },
} as const;

/** The kind of image that begins with these bytes (12 are enough); `undefined` for anything else. */
export function imageKindOf(bytes: Uint8Array): keyof typeof KINDS | undefined {
  const begins = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (begins.startsWith('\x89PNG\r\n\x1A\n')) return 'png';
  if (begins.startsWith('\xFF\xD8\xFF')) return 'jpeg';
  if (/^GIF8[79]a/.test(begins)) return 'gif';
  return /^RIFF.{4}WEBP/s.test(begins) ? 'webp' : undefined;
}

/**
 * Downloads a cover image and checks by its bytes that it is one.
 * @throws {UserError} when it is too large or no image, and what the download throws.
 */
export async function readCover(
  download: AttachmentDownload,
  attachment: Attachment,
  { messages, signal }: Pick<InteractionContext, 'messages' | 'signal'>,
): Promise<VoiceFile> {
  const { fields } = messages.voiceModels;
  if (attachment.sizeBytes > MAX_COVER_BYTES) throw new UserError(fields.coverTooLarge({ maxBytes: MAX_COVER_BYTES }));
  const bytes = await download.read(attachment, { maxBytes: MAX_COVER_BYTES, signal });
  const kind = imageKindOf(bytes);
  if (kind === undefined) throw new UserError(fields.coverNotAnImage);
  return { ...KINDS[kind], bytes };
}
