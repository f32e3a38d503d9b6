import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeFolder } from '../../../src/store/make-folder.ts';

describe('a folder', () => {
  let parent: string;
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'mynah-folder-'));
  });
  afterEach(() => rm(parent, { recursive: true, force: true }));

  test('is made with its parents, for the eyes of its user only, and may be there already', async () => {
    await makeFolder(join(parent, 'a', 'b', 'c'));
    await makeFolder(join(parent, 'a', 'b', 'c'));
    const modes = await Promise.all(['a', 'a/b', 'a/b/c'].map(async (name) => (await stat(join(parent, name))).mode));
    expect(modes.map((mode) => mode & 0o777)).toEqual([0o700, 0o700, 0o700]);
  });

  test('is made by several at once', async () => {
    const path = join(parent, 'a', 'b', 'c');
    await Promise.all(Array.from({ length: 8 }, () => makeFolder(path)));
    expect((await stat(path)).isDirectory()).toBe(true);
  });

  test('cannot be made at the path of a file', async () => {
    await writeFile(join(parent, 'file'), '');
    await expect(makeFolder(join(parent, 'file'))).rejects.toMatchObject({ code: 'EEXIST' });
    await expect(makeFolder(join(parent, 'file', 'below'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  });

  test.runIf(existsSync('/proc/self'))('reports where no folder can be made', async () => {
    await expect(makeFolder('/proc/nothing/below')).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
