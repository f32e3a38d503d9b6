import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const MAIN = fileURLToPath(new URL('../../../bench/main.ts', import.meta.url));

it.each([['--help'], ['sessions', '--nope'], ['sessions', '--seconds']])(
  'one line says what there is, without a stack: %j',
  { timeout: 60_000 },
  (...args) => {
    const { status, stderr } = spawnSync(process.execPath, [MAIN, ...args], { encoding: 'utf8' });
    expect(stderr).toMatch(
      /^Usage: npm run bench -- NAME, .* Available: say, .* --seconds \(sessions or capacity\).*\n$/,
    );
    expect(status).toBe(1);
  },
);
