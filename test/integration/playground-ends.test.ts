import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { COMPILE_CACHE } from '../support/compile-cache.ts';
import { startAtTerminal } from '../support/pseudo-terminal.ts';

const START = join(import.meta.dirname, '..', '..', 'playground', 'start.mjs');
const COMMAND = [process.execPath, START];
const READY = 'With your first line';
/** How the bot is told from the playground. */
const BOT = join('src', 'main.js');
const CTRL_C = '\u0003';
/** Each look reads the environment of every process of the machine. */
const LOOK_EVERY_MS = 100;

/** A visit whose temporary files are in a folder of their own, by which its processes are found. */
async function visit(stack: AsyncDisposableStack) {
  const folder = await mkdtemp(join(tmpdir(), 'mynah-ends-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const env = { PATH: process.env['PATH'] ?? '', TMPDIR: folder, NODE_COMPILE_CACHE: COMPILE_CACHE, TERM: 'xterm' };
  const processes = () =>
    globSync('/proc/[0-9]*').filter((path) => {
      try {
        return readFileSync(join(path, 'environ'), 'utf8').includes(folder);
      } catch {
        return false;
      }
    });
  const bot = () => processes().find((path) => readFileSync(join(path, 'cmdline'), 'utf8').includes(BOT));
  return {
    options: { cwd: folder, env },
    bot: async () => {
      for (;;) {
        const path = bot();
        if (path !== undefined) return Number(path.slice('/proc/'.length));
        await sleep(LOOK_EVERY_MS);
      }
    },
    /** Resolves when nothing is left of the visit; the test's own deadline ends the wait. */
    nothingIsLeft: async () => {
      for (;;) {
        const left = [...processes(), ...(await readdir(folder)).filter((name) => name !== '.playground')];
        if (left.length === 0) return;
        await sleep(LOOK_EVERY_MS);
      }
    },
  };
}

// Only Linux shows the environment of processes.
describe.runIf(process.platform === 'linux').concurrent('nothing is left behind', () => {
  it('after Ctrl-C, which ends a wait first, and at the prompt all; a second one hurries', {
    tags: ['python'],
  }, async () => {
    await using stack = new AsyncDisposableStack();
    const { options, nothingIsLeft } = await visit(stack);
    const playground = stack.use(startAtTerminal(COMMAND, options));
    await playground.until(READY);
    playground.type('wait nothing that ever appears\r');
    await playground.until('wait nothing that ever appears');
    playground.type(CTRL_C);
    await playground.until('Interrupted.');
    playground.type('help\r');
    await playground.until(/Interrupted[\s\S]*quit, exit/);
    playground.type(CTRL_C);
    playground.type(CTRL_C);
    await playground.ended;
    await nothingIsLeft();
  });

  it('after the terminal was closed, when the bot was killed before', { tags: ['python'] }, async () => {
    await using stack = new AsyncDisposableStack();
    const { options, bot, nothingIsLeft } = await visit(stack);
    const playground = stack.use(startAtTerminal(COMMAND, options));
    await playground.until(READY);
    process.kill(await bot(), 'SIGKILL');
    await playground.until('The bot has ended');
    playground.hangUp();
    await playground.ended;
    await nothingIsLeft();
  });

  it('after the playground was killed', async () => {
    await using stack = new AsyncDisposableStack();
    const { options, bot, nothingIsLeft } = await visit(stack);
    const [program = '', ...args] = COMMAND;
    const child = spawn(program, args, { ...options, stdio: ['pipe', 'ignore', 'inherit'] });
    await bot();
    child.kill('SIGKILL');
    await once(child, 'exit');
    await nothingIsLeft();
  });

  it('after the folder was deleted in which everything is kept', { tags: ['python'] }, async () => {
    await using stack = new AsyncDisposableStack();
    const { options, nothingIsLeft } = await visit(stack);
    const cwd = join(options.cwd, 'cwd');
    await mkdir(cwd);
    const playground = stack.use(startAtTerminal([...COMMAND, '--keep'], { ...options, cwd }));
    await playground.until(READY);
    await rm(cwd, { recursive: true });
    playground.type('exit\r');
    await playground.until('Not kept: ');
    expect(await playground.ended).toBe(0);
    await nothingIsLeft();
  });

  it.each([
    ['one SIGTERM', 1],
    ['two quick SIGINTs', 2],
  ])('after %s while the bot starts', async (_what, count) => {
    await using stack = new AsyncDisposableStack();
    const { options, bot, nothingIsLeft } = await visit(stack);
    const [program = '', ...args] = COMMAND;
    const child = spawn(program, args, { ...options, stdio: ['pipe', 'ignore', 'pipe'] });
    const exited = once(child, 'exit');
    let problems = '';
    child.stderr.on('data', (data: Buffer) => {
      problems += data.toString();
    });
    await bot();
    for (let index = 0; index < count; index += 1) child.kill(count === 1 ? 'SIGTERM' : 'SIGINT');
    expect(await exited).toEqual([count === 1 ? 143 : 130, null]);
    expect(problems).toBe('');
    await nothingIsLeft();
  });
});
