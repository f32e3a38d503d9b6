import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PersonError } from '@mynah/local-discord/people/person-error';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { completePath, readPersonFile } from '../../../../playground/terminal/local-files.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mynah-test-'));
  await mkdir(join(folder, 'talks'));
  await writeFile(join(folder, 'talks', 'monday.M4A'), 'x');
  await writeFile(join(folder, 'tale.bin'), 'x');
});
afterAll(() => rm(folder, { recursive: true }));

it('reads a file and derives the content type from its name', async () => {
  const file = new Uint8Array(Buffer.from('x'));
  const talk = await readPersonFile(join(folder, 'talks', 'monday.M4A'));
  expect(talk).toEqual({ file, name: 'monday.M4A', contentType: 'audio/mp4' });
  expect(await readPersonFile(join(folder, 'tale.bin'))).toEqual({ file, name: 'tale.bin' });
});

it('says in a sentence why a file can’t be read', async () => {
  const missing = join(folder, 'none.wav');
  const sentence = `There’s no file ${missing}. Check the path.`;
  await expect(readPersonFile(missing)).rejects.toThrow(new PersonError(sentence));
  await expect(readPersonFile(join(folder, 'tale.bin', 'x.wav'))).rejects.toThrow('There’s no file');
  await expect(readPersonFile(join(folder, 'talks'))).rejects.toThrow('is a folder. Type the path of a file.');
});

it('completes paths and ends folders with a slash', async () => {
  expect((await completePath(join(folder, 'tal'))).toSorted()).toEqual([join(folder, 'tale.bin'), `${folder}/talks/`]);
  expect(await completePath(`${folder}/talks/`)).toEqual([join(folder, 'talks', 'monday.M4A')]);
});
