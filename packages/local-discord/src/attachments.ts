import { createHmac, randomBytes } from 'node:crypto';
import type { UploadedFile } from './rules/message-rules.ts';
import type { StoredAttachment } from './world.ts';

/** Bytes of files kept; beyond it the oldest are discarded, and their addresses answer 404. */
const KEPT_BYTES = 512 * 1024 * 1024;
/** A link is valid for a day. */
const LINK_LIFE_S = 24 * 60 * 60;

/** A stored file. */
export interface HostedFile {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

/** A fault of the file server. */
export interface AttachmentTrouble {
  /** How many requests it affects; default 1. */
  readonly times?: number;
  /** Answers with this status; 404 is what an expired link gets. */
  readonly status?: number;
  /** Redirects to another address. */
  readonly redirectTo?: string;
  /** Sends that many bytes, then drops the connection. */
  readonly dropAfterBytes?: number;
  /** Sends that many bytes, then stalls. */
  readonly stallAfterBytes?: number;
}

/** Metadata of a file. */
export interface AttachmentDetails {
  readonly description?: string | undefined;
  readonly durationSecs?: number | undefined;
  readonly waveform?: string | undefined;
  readonly ephemeral?: boolean;
}

/** Files of messages and of attachment options, served under `/attachments/…` like by Discord's own host. */
export class Attachments {
  readonly #files = new Map<string, HostedFile>();
  readonly #makeId: () => string;
  readonly #key = randomBytes(32);
  #troubles: { readonly trouble: AttachmentTrouble; left: number }[] = [];
  #origin = '';
  #keptBytes = 0;

  constructor(makeId: () => string) {
    this.#makeId = makeId;
  }

  /** Sets the files' base address, `http://127.0.0.1:PORT`, known only once the server listens. */
  setOrigin(origin: string): void {
    this.#origin = origin;
  }

  /** Stores a file and returns its payload. */
  host(channelId: string, file: Omit<UploadedFile, 'index'>, details: AttachmentDetails = {}): StoredAttachment {
    const id = this.#makeId();
    const filename = safeName(file.name);
    const path = `/attachments/${channelId}/${id}/${encodeURIComponent(filename)}`;
    this.#keep(path, { bytes: file.bytes, contentType: file.contentType ?? 'application/octet-stream' });
    const url = this.addressOf(path);
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

  /** The file at a signed URL, if the signature is valid and the file still exists. */
  file({ pathname, searchParams }: URL): HostedFile | undefined {
    const expiresAtS = Number.parseInt(searchParams.get('ex') ?? '', 16);
    const isSigned = searchParams.get('hm') === this.#hash(pathname, searchParams.get('ex'), searchParams.get('is'));
    return isSigned && expiresAtS * 1000 > Date.now() ? this.#files.get(pathname) : undefined;
  }

  /** A fresh signed address of the file at this path. */
  addressOf(path: string): string {
    return `${this.#origin}${path}?${this.#signature(path)}&`;
  }

  /** The file at this path, whatever became of its addresses; `undefined` once it was discarded. */
  kept(path: string): HostedFile | undefined {
    return this.#files.get(path);
  }

  /** Stores a file of an earlier visit at its path. */
  restore(path: string, file: HostedFile): void {
    this.#keep(path, file);
  }

  trouble(trouble: AttachmentTrouble): void {
    this.#troubles.push({ trouble, left: trouble.times ?? 1 });
  }

  /** Takes the fault for the current request, and counts it. */
  takeTrouble(): AttachmentTrouble | undefined {
    const [first] = this.#troubles;
    if (first === undefined) return undefined;
    first.left -= 1;
    if (first.left <= 0) this.#troubles = this.#troubles.slice(1);
    return first.trouble;
  }

  /** Deletes a file, as if its link had expired. */
  expire(url: string): void {
    const path = new URL(url).pathname;
    this.#keptBytes -= this.#files.get(path)?.bytes.byteLength ?? 0;
    this.#files.delete(path);
  }

  /** Discord's parameters: expiry and issue in hexadecimal seconds, and a signature over both. */
  #signature(path: string): string {
    const nowS = Math.floor(Date.now() / 1000);
    const [issued, expires] = [nowS.toString(16), (nowS + LINK_LIFE_S).toString(16)];
    return `ex=${expires}&is=${issued}&hm=${this.#hash(path, expires, issued)}`;
  }

  #hash(path: string, expires: string | null, issued: string | null): string {
    return createHmac('sha256', this.#key).update(`${path} ${expires} ${issued}`).digest('hex');
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

/** Discord keeps letters, digits, `.`, `-` and `_` of a file's name, and replaces the rest with `_`. */
function safeName(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}._-]/gu, '_') || 'unknown';
}
