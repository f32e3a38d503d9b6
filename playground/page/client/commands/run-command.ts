import type { TypedValue } from '../../protocol.ts';
import type { Connection } from '../connection.ts';
import type { CheckedCommand } from './check-command.ts';
import { uploadFile } from './upload.ts';

/** A file of a command, a message or a form couldn't be uploaded. */
export class UploadError extends Error {
  override readonly name = 'UploadError';
}

/** Uploads files side by side and resolves with their ids. @throws {UploadError} */
export async function uploadFiles(files: readonly File[]): Promise<string[]> {
  try {
    return await Promise.all(files.map(uploadFile));
  } catch (error) {
    throw new UploadError('a file was not uploaded', { cause: error });
  }
}

/**
 * Runs a command in a channel, after its files are uploaded.
 * @throws {UploadError} and what `Connection.request` throws
 */
export async function runCommand(
  connection: Connection,
  { channelId, path }: { readonly channelId: string; readonly path: string },
  { values, files }: Pick<CheckedCommand, 'values' | 'files'>,
): Promise<void> {
  const names = Object.keys(files);
  const ids = await uploadFiles(Object.values(files));
  const uploaded = Object.fromEntries(
    names.map((name, index): [string, TypedValue] => [name, { files: ids.slice(index, index + 1) }]),
  );
  await connection.request({ kind: 'command', channelId, path, options: { ...values, ...uploaded } });
}
