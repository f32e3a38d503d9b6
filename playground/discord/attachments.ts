import type { UploadedFile } from './rules/message-rules.ts';
import type { StoredAttachment } from './world.ts';

/** Most bytes of files that are kept; beyond it the oldest are forgotten, and their addresses answer 404. */
const KEPT_BYTES = 512 * 1024 * 1024;

interface HostedFile {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

/** What is said of a file besides its bytes. */
export interface AttachmentDetails {
  readonly description?: string | undefined;
  readonly durationSecs?: number | undefined;
  readonly waveform?: string | undefined;
  readonly ephemeral?: boolean;
}

/** Files of messages and of attachment options, offered under `/attachments/…` as Discord's own host does. */
export class Attachments {
  readonly #files = new Map<string, HostedFile>();
  readonly #makeId: () => string;
  #origin = '';
  #keptBytes = 0;

  constructor(makeId: () => string) {
    this.#makeId = makeId;
  }

  /** Sets where files are offered: `http://127.0.0.1:PORT`, known only once the server listens. */
  setOrigin(origin: string): void {
    this.#origin = origin;
  }

  /** Keeps a file and describes it as a payload does. */
  host(channelId: string, file: Omit<UploadedFile, 'index'>, details: AttachmentDetails = {}): StoredAttachment {
    const id = this.#makeId();
    const filename = safeName(file.name);
    const path = `/attachments/${channelId}/${id}/${encodeURIComponent(filename)}`;
    this.#keep(path, { bytes: file.bytes, contentType: file.contentType ?? 'application/octet-stream' });
    const url = `${this.#origin}${path}`;
    return {
      id,
      filename,
      size: file.bytes.byteLength,
      url,
      proxy_url: url,
      ...(file.contentType === undefined ? {} : { content_type: file.contentType }),
      ...(details.description === undefined ? {} : { description: details.description }),
      ...(details.durationSecs === undefined ? {} : { duration_secs: details.durationSecs }),
      ...(details.waveform === undefined ? {} : { waveform: details.waveform }),
      ...(details.ephemeral ? { ephemeral: true as const } : {}),
    };
  }

  /** The file under a URL's path, if it is still there. */
  file(path: string): HostedFile | undefined {
    return this.#files.get(path);
  }

  /** Forgets a file, as if its link had expired. */
  expire(url: string): void {
    const path = new URL(url).pathname;
    this.#keptBytes -= this.#files.get(path)?.bytes.byteLength ?? 0;
    this.#files.delete(path);
  }

  #keep(path: string, file: HostedFile): void {
    this.#files.set(path, file);
    this.#keptBytes += file.bytes.byteLength;
    for (const [oldest, { bytes }] of this.#files) {
      if (this.#keptBytes <= KEPT_BYTES || oldest === path) break;
      this.#files.delete(oldest);
      this.#keptBytes -= bytes.byteLength;
    }
  }
}

/** Discord keeps letters, digits, `.`, `-` and `_` of a file's name, and puts `_` for the rest. */
function safeName(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}._-]/gu, '_') || 'unknown';
}
