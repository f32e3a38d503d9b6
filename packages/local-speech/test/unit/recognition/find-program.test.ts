import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findProgram } from '../../../src/recognition/find-program.ts';

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mynah-programs-'));
  file = join(folder, 'player');
  for (const name of ['player', 'player.exe']) await writeFile(join(folder, name), '');
});
afterAll(() => rm(folder, { recursive: true }));

test('a program is in the first folder of PATH that has it', () => {
  expect(findProgram('player', ['/not/there', folder].join(delimiter), 'linux')).toBe(file);
});

test('a program ends with .exe on Windows', () => {
  expect(findProgram('player', folder, 'win32')).toBe(`${file}.exe`);
});

test.each([undefined, '', '/not/there'])('there is no program in the PATH %s', (path) => {
  expect(findProgram('player', path)).toBeUndefined();
});
