import type { IncomingMessage } from 'node:http';
import { refusal } from '../discord-error.ts';
import { MAX_FILE_BYTES, MAX_FILES, type UploadedFile } from '../rules/message-rules.ts';

/** Largest accepted body: the maximum of files at their maximum size, and some room for the rest. */
const MAX_BODY_BYTES = (MAX_FILES + 1) * MAX_FILE_BYTES;

/** A request's body, read. */
export interface RestBody {
  readonly json: unknown;
  readonly files: readonly UploadedFile[];
  /** The names of a form's fields; none for JSON. */
  readonly fields: readonly string[];
}

/**
 * Reads a JSON or multipart body.
 * @throws {DiscordError} 40005 if it is too large, 50109 if it does not match its content type
 */
export async function readBody(request: IncomingMessage): Promise<RestBody> {
  const bytes = await readBytes(request);
  const contentType = request.headers['content-type'] ?? '';
  if (bytes.byteLength === 0) return { json: undefined, files: [], fields: [] };
  if (contentType.startsWith('multipart/form-data')) return readMultipart(bytes, contentType);
  return { json: parseJson(bytes.toString('utf8')), files: [], fields: [] };
}

async function readBytes(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  if (size > MAX_BODY_BYTES) throw refusal('entityTooLarge');
  return Buffer.concat(chunks);
}

async function readMultipart(bytes: Buffer<ArrayBuffer>, contentType: string): Promise<RestBody> {
  const form = await new Response(bytes, { headers: { 'content-type': contentType } }).formData().catch(() => {
    throw refusal('malformedJson');
  });
  const files: UploadedFile[] = [];
  let json: unknown;
  for (const [field, value] of form) {
    const index = /^files?\[(\d+)\]$/.exec(field)?.[1];
    if (field === 'payload_json') json = parseJson(typeof value === 'string' ? value : await value.text());
    else if (typeof value !== 'string') {
      const contentType = value.type === '' ? undefined : value.type;
      files.push({ index: index ?? field, name: value.name, contentType, bytes: await value.bytes() });
    }
  }
  return { json: json ?? {}, files, fields: [...form.keys()] };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refusal('malformedJson');
  }
}
