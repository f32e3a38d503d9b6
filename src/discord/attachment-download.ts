import type { Attachment } from './command.ts';

/** How much of an attachment is taken, and for how long. */
export interface DownloadLimits {
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/**
 * Fetches attachments from Discord's own addresses, and from no other. Failures are MynahErrors: ATTACHMENT_FOREIGN (not
 * an address of Discord's; nothing was sent), ATTACHMENT_EXPIRED, ATTACHMENT_TOO_LARGE, ATTACHMENT_BROKE_OFF and
 * ATTACHMENT_REFUSED; an aborted signal throws its reason.
 */
export interface AttachmentDownload {
  /** The bytes in order, as they come in. Whoever stops reading early ends the download. */
  stream(attachment: Pick<Attachment, 'url' | 'sizeBytes'>, limits: DownloadLimits): AsyncIterable<Uint8Array>;
  /** All bytes at once, for what is small. */
  read(attachment: Pick<Attachment, 'url' | 'sizeBytes'>, limits: DownloadLimits): Promise<Uint8Array>;
}
