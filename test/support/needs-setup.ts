import { mkdirSync, symlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '@mynah/local-speech/recognition/find-program';
import type { TestProject } from 'vitest/node';
import { findNeeds } from './needs.ts';

/** How tests reach programs. */
export interface ReachablePrograms {
  /**
   * A folder with a folder of links for each need that is here, and one for what every machine with Node has. `undefined`
   * on Windows, where tests reach everything.
   */
  readonly folder: string | undefined;
  /** PATH with everything, for programs that call others. */
  readonly path: string;
}

/** In the folder of links: what no test has to declare. */
export const EVERYWHERE = 'everywhere';

declare module 'vitest' {
  interface ProvidedContext {
    readonly programs: ReachablePrograms;
  }
}

/** Makes the links once for all tests of a run. Returns what deletes them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const path = process.env['PATH'] ?? '';
  if (process.platform === 'win32') {
    project.provide('programs', { folder: undefined, path });
    return () => Promise.resolve();
  }
  const folder = await mkdtemp(join(tmpdir(), 'mynah-programs-'));
  link(join(folder, EVERYWHERE), { node: process.execPath, npm: npmFile(path), sh: '/bin/sh' });
  for (const [need, found] of findNeeds()) {
    if (found.kind === 'here') link(join(folder, need), found.programs);
  }
  project.provide('programs', { folder, path });
  return () => rm(folder, { recursive: true, force: true });
}

function link(folder: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(folder);
  for (const [name, file] of Object.entries(files)) symlinkSync(file, join(folder, name));
}

/** npm says where it is; version managers put scripts into PATH that call further programs. */
function npmFile(path: string): string {
  const running = process.env['npm_execpath'];
  if (running?.endsWith('npm-cli.js')) return running;
  const found = findProgram('npm', path);
  if (found === undefined) throw new Error('npm is not in PATH');
  return found;
}
