import type { FormData } from 'undici';

/** A file to upload. */
export interface UploadFile {
  readonly bytes: Uint8Array;
  readonly filename: string;
  readonly contentType?: string;
}

/** Adds a file to a form. Copies the bytes exactly once. */
export function appendFile(form: FormData, name: string, { bytes, filename, contentType = '' }: UploadFile): void {
  form.append(name, new Blob([unshared(bytes)], { type: contentType }), filename);
}

/** Returns the bytes themselves. Copies only shared memory, which a Blob does not accept. */
function unshared(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = bytes;
  return buffer instanceof ArrayBuffer ? new Uint8Array(buffer, byteOffset, byteLength) : new Uint8Array(bytes);
}
