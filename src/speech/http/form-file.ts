import type { FormData } from 'undici';

/** A file to upload. */
export interface UploadFile {
  readonly bytes: Uint8Array;
  readonly filename: string;
  readonly contentType?: string;
}

/** Adds a file to a form. The form keeps a copy of the bytes, the only one that is made of them. */
export function appendFile(form: FormData, name: string, { bytes, filename, contentType = '' }: UploadFile): void {
  form.append(name, new Blob([unshared(bytes)], { type: contentType }), filename);
}

/** The very bytes: only those that another thread could still write to are copied, for a blob does not take them. */
function unshared(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = bytes;
  return buffer instanceof ArrayBuffer ? new Uint8Array(buffer, byteOffset, byteLength) : new Uint8Array(bytes);
}
