import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { HeardStream } from '@mynah/local-discord/voice/person-voice-api';
import { expect, it } from 'vitest';
import { createHeardRecorder } from '../../../playground/heard-recorder.ts';

it('overwrites no recording: the numbers continue, also beside another recorder', async () => {
  await using stack = new AsyncDisposableStack();
  const parent = await mkdtemp(join(tmpdir(), 'mynah-heard-'));
  stack.defer(() => rm(parent, { recursive: true }));
  const folder = join(parent, 'heard');
  await mkdir(folder);
  for (const name of ['heard-002.wav', 'heard-999.wav', 'notes.txt']) await writeFile(join(folder, name), 'mine');
  const utterance = { userId: '1', packets: [], lost: 0, longestGapMs: 0, endedBy: 'silence' } as const;
  const heard = { utterance: async () => utterance } as unknown as HeardStream;
  const { signal } = new AbortController();
  const recorders = [createHeardRecorder(folder, undefined), createHeardRecorder(folder, undefined)];
  const files = await Promise.all(recorders.map(async (recorder) => (await recorder.next(heard, '1', 0, signal)).file));
  expect(files.toSorted()).toEqual(['heard-1000.wav', 'heard-1001.wav'].map((name) => join(folder, name)));
  expect(await readFile(join(folder, 'heard-999.wav'), 'utf8')).toBe('mine');
  expect((await readdir(folder)).length).toBe(5);
});

it('writes to the folder that it was made for, also when the current one is another, or deleted', async () => {
  await using stack = new AsyncDisposableStack();
  const parent = await mkdtemp(join(tmpdir(), 'mynah-heard-'));
  const started = process.cwd();
  stack.defer(() => rm(parent, { recursive: true }));
  stack.defer(() => process.chdir(started));
  const utterance = { userId: '1', packets: [], lost: 0, longestGapMs: 0, endedBy: 'silence' } as const;
  const heard = { utterance: async () => utterance } as unknown as HeardStream;
  const folder = relative(started, join(parent, 'heard'));
  const recorder = createHeardRecorder(folder, undefined);
  await mkdir(join(parent, 'gone'));
  process.chdir(join(parent, 'gone'));
  await rm(join(parent, 'gone'), { recursive: true });
  const { file } = await recorder.next(heard, '1', 0, new AbortController().signal);
  expect(file).toBe(join(folder, 'heard-001.wav'));
  expect(await readdir(join(parent, 'heard'))).toEqual(['heard-001.wav']);
});
