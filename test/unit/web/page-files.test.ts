import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadPageFiles, type PageFiles } from '../../../src/web/page-files.ts';

let folder: string;
let files: PageFiles;

const textAt = async (path: string): Promise<string> => new TextDecoder().decode((await files.get(path))?.bytes);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mynah-page-files-'));
  await mkdir(join(folder, 'client', 'deep'), { recursive: true });
  await writeFile(join(folder, 'secret.css'), 'a {}');
  await writeFile(join(folder, 'shared.ts'), 'export const shared: number = 1;\n');
  await writeFile(join(folder, 'client', 'main.ts'), "import type { A } from './a.ts';\nexport const a = 'ä' as A;\n");
  await writeFile(join(folder, 'client', 'deep', 'page.css'), 'body {}');
  await writeFile(join(folder, 'client', 'types.d.ts'), 'export {};');
  await writeFile(join(folder, 'client', 'tsconfig.json'), '{}');
  await writeFile(join(folder, 'client', 'words.json'), '{"yes":"ja"}');
  await writeFile(join(folder, 'client', 'broken.ts'), 'enum A { B }');
  files = loadPageFiles({ 'client/': join(folder, 'client'), 'shared.ts': join(folder, 'shared.ts') });
});
afterAll(() => rm(folder, { recursive: true }));

describe('files for browsers', () => {
  it('are JavaScript where the source is TypeScript, line for line', async () => {
    const file = await files.get('client/main.ts');
    expect(file?.type).toBe('text/javascript; charset=utf-8');
    expect((await textAt('client/main.ts')).split('\n').map((line) => line.trim())).toEqual([
      '',
      "export const a = 'ä'     ;",
      '',
    ]);
  });

  it('come from folders at any depth and from single files', async () => {
    expect(await files.get('client/deep/page.css')).toMatchObject({ type: 'text/css; charset=utf-8' });
    expect(await textAt('client/deep/page.css')).toBe('body {}');
    expect(await files.get('client/words.json')).toMatchObject({ type: 'application/json; charset=utf-8' });
    expect((await textAt('shared.ts')).trim()).toMatch(/^export const shared\s+= 1;$/);
  });

  it.each([
    ...['client/../secret.css', '../secret.css', 'client/%2e%2e/secret.css', 'client/..\\secret.css', 'secret.css'],
    ...['/client/main.ts', 'client//main.ts', 'client/./main.ts', 'client/deep', 'client/', '', '__proto__'],
    ...['client/tsconfig.json', 'client/types.d.ts', 'client/main.ts\0.css'],
  ])('are only those listed: not %j', async (path) => {
    expect(await files.get(path)).toBeUndefined();
  });

  it('are read once, and have an ETag of their bytes', async () => {
    const [first, second] = await Promise.all([files.get('client/main.ts'), files.get('client/main.ts')]);
    expect(second).toBe(first);
    expect(first?.etag).toMatch(/^"[\w-]{43}"$/);
    expect((await files.get('shared.ts'))?.etag).not.toBe(first?.etag);
  });

  it('fail with the reason where TypeScript is more than types', async () => {
    await expect(files.get('client/broken.ts')).rejects.toThrow(/enum/);
  });
});
