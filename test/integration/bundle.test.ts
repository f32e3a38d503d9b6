import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const run = promisify(execFile);

/** A copy of the program with the packages of this one, and a bundle of its own. */
let copy: string;
let bundle: string;

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'mynah-bundle-'));
  bundle = join(copy, 'node_modules', '.cache', 'mynah', 'bundle');
  for (const part of ['src', 'commands', 'packages', 'build', 'package.json', 'locales']) {
    await cp(join(ROOT, part), join(copy, part), { recursive: true });
  }
  await mkdir(join(copy, 'node_modules'));
  for (const name of await readdir(join(ROOT, 'node_modules'))) {
    if (!/^[.]|^@mynah$/.test(name)) await symlink(join(ROOT, 'node_modules', name), join(copy, 'node_modules', name));
  }
  await mkdir(join(copy, 'node_modules', '@mynah'));
  for (const name of await readdir(join(copy, 'packages'))) {
    await symlink(join(copy, 'packages', name), join(copy, 'node_modules', '@mynah', name));
  }
  await run(process.execPath, ['build/make-bundle.ts'], { cwd: copy });
}, 60_000);

afterAll(async () => {
  await rm(copy, { recursive: true, force: true });
});

/** Makes a file of the bundle say that it runs. */
async function mark(file: string): Promise<void> {
  const path = join(bundle, file);
  await writeFile(path, `process.stderr.write('${file} runs\\n');${await readFile(path, 'utf8')}`);
}

/** What the program writes to its standard error until that contains `awaited`. */
async function start(awaited: string, env: Record<string, string> = {}): Promise<string> {
  const child = spawn(process.execPath, ['src/main.js'], { cwd: copy, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let written = '';
  for await (const data of child.stderr) {
    written += String(data);
    if (written.includes(awaited)) break;
  }
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return written;
}

test('the program and its threads run from the bundle', async () => {
  await mark('launch.mjs');
  await mark('voice-thread.mjs');
  const written = await start('voice-thread.mjs runs', {
    DATA_DIR: join(copy, 'data'),
    DISCORD_TOKEN: 'MTA.MTA.MTAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAw',
    DISCORD_API_URL: 'http://127.0.0.1:9/api',
    SPEECH_API_URL: 'http://127.0.0.1:9',
    SPEECH_API_KEY: 'no-such-key',
    VOICE_WORKERS: '1',
  });
  expect(written).toBe('launch.mjs runs\nvoice-thread.mjs runs\n');
});

test('the program runs from its sources once one of them has changed', async () => {
  const missing = 'DISCORD_TOKEN is missing';
  await mark('launch.mjs');
  expect(await start(missing)).toContain('launch.mjs runs');
  await appendFile(join(copy, 'src', 'config.ts'), '\n');
  const written = await start(missing);
  expect(written).toContain(missing);
  expect(written).not.toContain('runs');
});

test('the program runs from its sources once a package of the bundle has been replaced', async () => {
  const missing = 'DISCORD_TOKEN is missing';
  const link = join(copy, 'node_modules', 'zod');
  await rm(link);
  await cp(join(ROOT, 'node_modules', 'zod'), link, { recursive: true });
  await run(process.execPath, ['build/make-bundle.ts'], { cwd: copy });
  await mark('launch.mjs');
  expect(await start(missing)).toContain('launch.mjs runs');
  // As npm writes those of another version, without the scripts of this project.
  await appendFile(join(link, 'package.json'), '\n');
  expect(await start(missing)).not.toContain('launch.mjs runs');
});
