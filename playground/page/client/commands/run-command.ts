import type { TypedValue } from '../../protocol.ts';
import { uploadFiles } from '../composer/upload.ts';
import type { Connection } from '../connection.ts';
import type { CheckedCommand } from './check-command.ts';

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
