import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockDataFolder } from '../../src/store/data-folder-lock.ts';

const IMPATIENT = { patienceMs: 0 };
const LOCK_MODULE = new URL('../../src/store/data-folder-lock.ts', import.meta.url).href;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Another process that has locked the folder. Disposal kills it. */
async function otherHolder() {
  const script = `import { lockDataFolder } from ${JSON.stringify(LOCK_MODULE)};
    await lockDataFolder(${JSON.stringify(folder)});
    process.stdout.write('locked');
    setInterval(() => {}, 60_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script]);
  await once(child.stdout, 'data');
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };
  return { pid: child.pid, kill, [Symbol.asyncDispose]: kill };
}

describe('the lock of a data folder', () => {
  it('creates the folder, names its holder, and is taken again after its release', async () => {
    const missing = join(folder, 'new', 'data');
    const lock = await lockDataFolder(missing);
    const holder: unknown = JSON.parse(await readFile(join(missing, 'lock.json'), 'utf8'));
    expect(holder).toEqual({ pid: process.pid, host: hostname(), since: expect.any(String) });
    await lock.release();
    expect(await readdir(missing)).toEqual(['lock.sqlite']);
    await (await lockDataFolder(missing, IMPATIENT)).release();
  });

  it('keeps a second caller of the same process out', async () => {
    const lock = await lockDataFolder(folder);
    const line = expect.stringContaining(`is in use by process ${process.pid} on the host "${hostname()}"`);
    const refused = { code: 'DATA_DIR_LOCKED', message: line };
    await expect(lockDataFolder(folder, IMPATIENT)).rejects.toMatchObject(refused);
    await expect(lockDataFolder(folder, IMPATIENT)).rejects.toMatchObject(refused);
    await lock.release();
  });

  it('keeps another process out, and is free as soon as that is killed, without a clean-up', {
    meta: { promises: ['lock-ends-process-crash'] },
  }, async () => {
    await using other = await otherHolder();
    await expect(lockDataFolder(folder, IMPATIENT)).rejects.toMatchObject({
      code: 'DATA_DIR_LOCKED',
      message: expect.stringContaining(`is in use by process ${other.pid}`),
    });
    await other.kill();
    const lock = await lockDataFolder(folder, IMPATIENT);
    expect(JSON.parse(await readFile(join(folder, 'lock.json'), 'utf8'))).toMatchObject({ pid: process.pid });
    await lock.release();
  });

  it('ignores what a holder file says when nobody holds the lock, as after a crash in another container', async () => {
    // In containers every holder may be process 1.
    const stale = { pid: process.pid, host: hostname(), since: new Date().toISOString() };
    await writeFile(join(folder, 'lock.json'), JSON.stringify(stale));
    await (await lockDataFolder(folder, IMPATIENT)).release();
  });

  it.each(['', 'no JSON', '{"pid":"\\u001b[31m","host":7}'])(
    'names no holder when the holder file contains %j',
    async (content) => {
      const lock = await lockDataFolder(folder);
      await writeFile(join(folder, 'lock.json'), content);
      await expect(lockDataFolder(folder, IMPATIENT)).rejects.toThrow(
        /is in use by another process: stop that process/,
      );
      await lock.release();
    },
  );

  it('waits for a process that is just ending', async () => {
    const first = await lockDataFolder(folder);
    const second = lockDataFolder(folder, { patienceMs: 60_000 });
    await first.release();
    await (await second).release();
  });

  it('stops waiting when the start is aborted', async () => {
    const lock = await lockDataFolder(folder);
    const stopping = new AbortController();
    const waiting = lockDataFolder(folder, { patienceMs: 60_000, signal: stopping.signal });
    stopping.abort('SIGTERM');
    await expect(waiting).rejects.toBe('SIGTERM');
    await lock.release();
  });

  it('writes nothing to its file, so that nothing of it can break', async () => {
    const lock = await lockDataFolder(folder);
    await lock.release();
    expect((await stat(join(folder, 'lock.sqlite'))).size).toBe(0);
  });

  it('says what is wrong with a folder that cannot be used', async () => {
    await writeFile(join(folder, 'file'), '');
    await expect(lockDataFolder(join(folder, 'file', 'data'))).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringMatching(
        /^cannot lock the folder .*\(ENOTDIR\): check that DATA_DIR names a writable folder/,
      ),
    });
    await writeFile(join(folder, 'lock.sqlite'), 'no database, and long enough to be read as one'.repeat(30));
    await expect(lockDataFolder(folder)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  });
});
