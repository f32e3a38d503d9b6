import type { UploadedFile } from '../../protocol.ts';

/** A file of a command, a message or a form couldn't be uploaded. */
export class UploadError extends Error {
  override readonly name = 'UploadError';
}

/**
 * Uploads files of the visitor side by side and resolves with their ids, by which messages, options and fields name them.
 * @throws {UploadError} if the playground doesn't take one
 */
export async function uploadFiles(files: readonly File[]): Promise<string[]> {
  try {
    return await Promise.all(files.map(uploadFile));
  } catch (error) {
    throw new UploadError('a file was not uploaded', { cause: error });
  }
}

async function uploadFile(file: File): Promise<string> {
  const type = file.type === '' ? 'application/octet-stream' : file.type;
  const headers = { 'content-type': type, 'x-file-name': encodeURIComponent(file.name) };
  const response = await fetch('files', { method: 'POST', headers, body: file });
  if (!response.ok) throw new Error(`the upload was answered with ${response.status}`);
  const { id } = (await response.json()) as UploadedFile;
  return id;
}
