import { MynahError } from '../errors.ts';

/**
 * Runs work on a folder below DATA_DIR.
 * @throws {MynahError} `code` (retryable), with a line that names the folder, when the disk fails.
 */
export async function callDisk<T>(
  { code, folder }: { readonly code: 'SPOOL_FAILED' | 'FILES_DISK_FAILED'; readonly folder: string },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    const line = `cannot use the folder ${folder}${reason}: check DATA_DIR, free space and permissions`;
    throw new MynahError(code, line, { retryable: true, cause: error });
  }
}
