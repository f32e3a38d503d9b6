import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLogger } from '../../src/log/log.ts';
import { openDatabase } from '../../src/store/database.ts';
import { openClipSpool } from '../../src/store/spool/clip-spool.ts';

const WRITER = fileURLToPath(new URL('./store-writer.ts', import.meta.url));
const log = createLogger('silent');

describe('processes that write', () => {
  let folder: string;
  let url: string;
  const children: ChildProcess[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mynah-store-'));
    url = `sqlite:${join(folder, 'mynah.sqlite')}`;
  });

  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  /** Starts a writer and kills it when it has reported `count` stored items. Returns everything it reported. */
  async function writeUntilKilled(name: string, count: number): Promise<string[]> {
    const child = spawn(process.execPath, [WRITER, url, join(folder, `clips-${name}`), name], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    const exit = once(child, 'exit');
    const errors: unknown[] = [];
    child.stderr.on('data', (data: Buffer) => errors.push(data.toString()));
    const reported: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      reported.push(line);
      if (reported.length === count) child.kill('SIGKILL');
    }
    expect(errors).toEqual([]);
    expect(await exit).toEqual([null, 'SIGKILL']);
    return reported;
  }

  async function expectStored(name: string, reported: readonly string[]): Promise<void> {
    const reportedOf = (kind: string) => reported.filter((each) => each.startsWith(kind)).map((each) => each.slice(5));
    const database = await openDatabase(url, log);
    const lines = await database.transcripts.lines(`session of ${name}`);
    await database.close();
    expect(lines.map(({ lineId }) => lineId)).toEqual(expect.arrayContaining(reportedOf('line')));

    const clipFolder = join(folder, `clips-${name}`);
    const spool = await openClipSpool({ folder: clipFolder, log });
    for (const clipId of reportedOf('clip')) {
      const number = Number(clipId.split('-')[1]);
      expect(Buffer.from((await spool.read(clipId)) ?? []).equals(Buffer.alloc(20_000, number))).toBe(true);
    }
    const files = await readdir(clipFolder);
    expect(files.filter((file) => !file.endsWith('.clip'))).toEqual([]);
    expect(await spool.list()).toHaveLength(files.length);
  }

  test('lose nothing they reported as stored when they are killed', async () => {
    for (const name of ['first', 'second', 'third']) {
      const reported = await writeUntilKilled(name, 25);
      expect(reported.length).toBeGreaterThanOrEqual(25);
      await expectStored(name, reported);
    }
  });
});
