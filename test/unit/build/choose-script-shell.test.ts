import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'script-shell-'));
  mkdirSync(join(folder, 'build'));
  copyFileSync('build/choose-script-shell.ts', join(folder, 'build/choose-script-shell.ts'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** What stands in `.npmrc` after the script has run; `undefined` if there is none. */
function settingsAfter(before: string): string | undefined {
  const settings = join(folder, '.npmrc');
  writeFileSync(settings, before);
  execFileSync(process.execPath, [join(folder, 'build/choose-script-shell.ts')]);
  return existsSync(settings) ? readFileSync(settings, 'utf8') : undefined;
}

it("npm's shell is not one that this machine lacks, as after a move from WSL to Windows", () => {
  expect(settingsAfter('script-shell=/nowhere/bash\n') ?? '').not.toContain('/nowhere');
});

it.each([`script-shell=${process.execPath}\n`, 'script-shell=/nowhere/bash\nfund=false\n', 'fund=false\n'])(
  "npm's settings %j stay as they are",
  (before) => {
    expect(settingsAfter(before)).toBe(before);
  },
);
