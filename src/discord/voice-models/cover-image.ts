import { UserError } from '../../errors.ts';
import type { VoiceFile } from '../../voice-models/voice-models-api.ts';
import type { AttachmentDownload } from '../client/attachment-download.ts';
import type { Attachment } from '../interactions/command.ts';

/** The service names no bound: this is Discord's own for uploads of people without a subscription, in bytes. */
const MAX_COVER_BYTES = 10 * 1_048_576;

const KINDS = {
  png: { contentType: 'image/png', filename: 'cover.png' },
  jpeg: { contentType: 'image/jpeg', filename: 'cover.jpg' },
  gif: { contentType: 'image/gif', filename: 'cover.gif' },
  webp: { contentType: 'image/webp', filename: 'cover.webp' },
} as const;

/** What kind of picture begins with these bytes (12 are enough); `undefined` for anything else. */
export function imageKindOf(bytes: Uint8Array): keyof typeof KINDS | undefined {
  const begins = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (begins.startsWith('\x89PNG\r\n\x1A\n')) return 'png';
  if (begins.startsWith('\xFF\xD8\xFF')) return 'jpeg';
  if (/^GIF8[79]a/.test(begins)) return 'gif';
  return /^RIFF.{4}WEBP/s.test(begins) ? 'webp' : undefined;
}

/**
 * Fetches a cover image and makes sure that it is one.
 * @throws {UserError} when it is too large or no picture, and what the download throws.
 */
export async function readCover(
  download: AttachmentDownload,
  attachment: Attachment,
  signal: AbortSignal,
): Promise<VoiceFile> {
  if (attachment.sizeBytes > MAX_COVER_BYTES) {
    throw new UserError('The cover image is too large: it may have 10 MiB at most.');
  }
  const bytes = await download.read(attachment, { maxBytes: MAX_COVER_BYTES, signal });
  const kind = imageKindOf(bytes);
  if (kind === undefined) {
    throw new UserError('The `cover` is no image that I know. Use a png, jpeg, webp or gif.');
  }
  return { ...KINDS[kind], bytes };
}
