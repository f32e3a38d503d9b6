/**
 * `npm run check`: runs every script of package.json whose name starts with `check:`, two at a time, and prints what each wrote
 * when it ends. All of them run even if one fails; the last lines name those that failed.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';

/** Most checks use one processor for a part of their time only; more than two slow each other down on small machines. */
const AT_A_TIME = 2;

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const waiting = Object.entries(scripts).filter(([name]) => name.startsWith('check:'));
const names = waiting.map(([name]) => name);
const failed = new Set<string>();

/** Runs a script in the system's shell, where npm has put the programs of the packages in PATH. */
async function run(name: string, script: string): Promise<void> {
  const startedAtMs = performance.now();
  const child = spawn(`${script} 2>&1`, { shell: true, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<number | null>((resolve) => void child.once('close', resolve));
  const output = await text(child.stdout);
  const hasFailed = (await ended) !== 0;
  if (hasFailed) failed.add(name);
  const seconds = ((performance.now() - startedAtMs) / 1_000).toFixed(1);
  process.stdout.write(`${hasFailed ? '✘' : '✔'} ${name} (${seconds} s)\n${output.trim()}\n\n`);
}

async function runInTurn(): Promise<void> {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await run(...next);
}

await Promise.all(Array.from({ length: AT_A_TIME }, runInTurn));
const missed = names.filter((name) => failed.has(name));
process.stdout.write(missed.length === 0 ? 'All checks passed.\n' : `Failed: npm run ${missed.join(', npm run ')}\n`);
process.exitCode = missed.length === 0 ? 0 : 1;
