import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where PATH has a program: its file, or `undefined` when there is none. On Windows, programs end with `.exe`. */
export function findProgram(
  name: string,
  path: string | undefined,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const file = platform === 'win32' ? `${name}.exe` : name;
  const folders = (path ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, file)).find((found) => existsSync(found));
}
