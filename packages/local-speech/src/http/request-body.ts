import type { IncomingMessage } from 'node:http';
import { decode } from '@msgpack/msgpack';
import { plainRefusal, Refusal } from './refused-request.ts';

/** A file part of a form, or the bytes of a MessagePack field. */
export interface Upload {
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** How a body may be written. */
export type BodyEncoding = 'json' | 'msgpack' | 'multipart' | 'urlencoded';

const ENCODINGS: Readonly<Record<string, BodyEncoding>> = {
  'application/json': 'json',
  'application/msgpack': 'msgpack',
  'multipart/form-data': 'multipart',
  'application/x-www-form-urlencoded': 'urlencoded',
};

/** A decoded body and its encoding. */
export interface DecodedBody {
  readonly encoding: BodyEncoding;
  /** A form's repeated field is an array. */
  readonly value: unknown;
}

/**
 * Reads and decodes a request's body.
 * @throws {Refusal} 413 beyond `maxBytes`, 415 for an unsupported encoding, 400 for a malformed body.
 */
export async function readBody(
  request: IncomingMessage,
  options: { maxBytes: number; accept: readonly BodyEncoding[] },
): Promise<DecodedBody> {
  const contentType = request.headers['content-type'] ?? '';
  const encoding = ENCODINGS[contentType.split(';')[0]?.trim().toLowerCase() ?? ''];
  if (encoding === undefined || !options.accept.includes(encoding)) throw new Refusal(415);
  const bytes = await readBytes(request, options.maxBytes);
  try {
    return { encoding, value: await decodeBody(encoding, contentType, bytes) };
  } catch (cause) {
    throw new Refusal(400, `The body is not valid ${encoding}: ${cause instanceof Error ? cause.message : 'broken'}`);
  }
}

async function readBytes(request: IncomingMessage, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > maxBytes) throw plainRefusal(413, 'Request Entity Too Large');
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop early must not destroy the request, or its response is lost.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    length += chunk.length;
    if (length > maxBytes) throw plainRefusal(413, 'Request Entity Too Large');
    chunks.push(chunk);
  }
  return Uint8Array.from(Buffer.concat(chunks));
}

async function decodeBody(
  encoding: BodyEncoding,
  contentType: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<unknown> {
  switch (encoding) {
    case 'json':
      return JSON.parse(Buffer.from(bytes).toString('utf8'));
    case 'msgpack':
      return withUploads(decode(bytes));
    default:
      return decodeForm(await new Response(bytes, { headers: { 'content-type': contentType } }).formData());
  }
}

/** Converts bytes at the top level of a map, alone or in an array, to uploads like a form's files. */
function withUploads(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const toUpload = (field: unknown): unknown =>
    field instanceof Uint8Array ? { filename: '', contentType: 'application/octet-stream', bytes: field } : field;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, Array.isArray(field) ? field.map(toUpload) : toUpload(field)]),
  );
}

async function decodeForm(form: FormData): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = Object.create(null);
  for (const name of new Set(form.keys())) {
    const values = await Promise.all(form.getAll(name).map(toField));
    fields[name] = values.length === 1 ? values[0] : values;
  }
  return fields;
}

async function toField(value: string | File): Promise<string | Upload> {
  if (typeof value === 'string') return value;
  return { filename: value.name, contentType: value.type, bytes: new Uint8Array(await value.arrayBuffer()) };
}
