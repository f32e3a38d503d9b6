import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { PersonFile } from '@mynah/local-discord/people/option-values';
import { MAX_FILE_BYTES } from '@mynah/local-discord/rules/message-rules';

/** All files together; beyond it the oldest are forgotten. A form takes ten files. */
const KEPT_BYTES = 12 * MAX_FILE_BYTES;
const MAX_NAME = 200;

/** Why a file was not taken, with the HTTP status for it. */
export interface RefusedUpload {
  readonly kind: 'refused';
  readonly status: number;
  readonly problem: string;
}

/** The files that pages have uploaded, until they are used or others need their place. */
export class Uploads {
  readonly #files = new Map<string, PersonFile>();
  #keptBytes = 0;

  /** The file with this id; `undefined` if there is none any more. */
  file(id: string): PersonFile | undefined {
    return this.#files.get(id);
  }

  /** Takes the body of a request as a file. Rejects when the request breaks off. */
  async take(request: IncomingMessage): Promise<{ readonly kind: 'taken'; readonly id: string } | RefusedUpload> {
    const name = readName(request.headers['x-file-name']);
    if (name === undefined) return { kind: 'refused', status: 400, problem: 'The file needs a name.' };
    const file = await readBytes(request);
    if (file === undefined) return { kind: 'refused', status: 413, problem: `${name} is too large to upload.` };
    const contentType = request.headers['content-type'];
    const id = randomUUID();
    this.#keep(id, { file, name, ...(contentType === undefined ? {} : { contentType }) });
    return { kind: 'taken', id };
  }

  #keep(id: string, file: PersonFile): void {
    this.#files.set(id, file);
    this.#keptBytes += file.file.byteLength;
    for (const [oldest, { file: bytes }] of this.#files) {
      if (this.#keptBytes <= KEPT_BYTES || oldest === id) break;
      this.#files.delete(oldest);
      this.#keptBytes -= bytes.byteLength;
    }
  }
}

function readName(header: string | string[] | undefined): string | undefined {
  if (typeof header !== 'string') return undefined;
  try {
    const name = decodeURIComponent(header).trim();
    return name === '' ? undefined : name.slice(-MAX_NAME);
  } catch {
    return undefined;
  }
}

/** `undefined` if there are too many; the rest is not read then. */
async function readBytes(request: IncomingMessage): Promise<Uint8Array | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_FILE_BYTES) return undefined;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_FILE_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
