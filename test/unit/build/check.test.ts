import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'check-'));
  writeFileSync(join(folder, 'good.mjs'), "process.stdout.write('all is good')");
  writeFileSync(join(folder, 'bad.mjs'), "process.stderr.write('one is bad'); process.exitCode = 3;");
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs `npm run check` in a project with these scripts. */
function check(scripts: Record<string, string>) {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts }));
  return spawnSync(process.execPath, [join(process.cwd(), 'build/check.ts')], { cwd: folder, encoding: 'utf8' });
}

it('every check runs, also after one has failed, and the last line names those that failed', () => {
  const bad = { 'check:one': 'node bad.mjs', 'check:two': 'node bad.mjs' };
  const { status, stdout } = check({ ...bad, 'check:three': 'node good.mjs', other: 'node bad.mjs' });
  expect(status).toBe(1);
  expect(stdout.match(/one is bad/g)).toHaveLength(2);
  expect(stdout).toMatch(/✔ check:three \([\d.]+ s\)\nall is good\n/);
  expect(stdout.trim().split('\n').at(-1)).toBe('Failed: npm run check:one, npm run check:two');
});

it('a project passes when every check does', () => {
  expect(check({ 'check:one': 'node good.mjs' })).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('passed'),
  });
});
