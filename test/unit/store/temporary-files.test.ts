import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../../src/log/log.ts';
import { openTemporaryFiles } from '../../../src/store/temporary-files.ts';

const log = createLogger('silent');
const bytes = (...values: number[]) => Uint8Array.from(values);
let folder = '';
const received: { remove(): Promise<void> }[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'temporary-files-'));
});
afterEach(async () => {
  for (const file of received.splice(0)) await file.remove();
  await rm(folder, { recursive: true, force: true });
});

async function* chunks(...parts: readonly Uint8Array[]) {
  yield* parts;
}

function reception(maxBytes = 100) {
  const counts: number[] = [];
  return {
    maxBytes,
    signal: new AbortController().signal,
    onBytes: (count: number) => void counts.push(count),
    counts,
  };
}

describe('a download on disk', () => {
  it('can be read anywhere, and is gone when it is removed', async () => {
    const files = await openTemporaryFiles({ folder, log });
    const reading = reception();
    const file = await files.receive(chunks(bytes(1, 2, 3), bytes(4, 5)), reading);
    expect(reading.counts).toEqual([3, 5]);
    expect(file.sizeBytes).toBe(5);
    expect([...(await file.read(2, 4))]).toEqual([3, 4]);
    expect(await readdir(folder)).toHaveLength(1);
    await file.remove();
    await file.remove();
    expect(await readdir(folder)).toEqual([]);
  });

  it('is for the eyes of this user only', async () => {
    const inner = join(folder, 'new', 'folder');
    const files = await openTemporaryFiles({ folder: inner, log });
    received.push(await files.receive(chunks(bytes(1)), reception()));
    const [name = ''] = await readdir(inner);
    expect((await stat(inner)).mode & 0o777).toBe(0o700);
    expect((await stat(join(inner, name))).mode & 0o777).toBe(0o600);
  });

  it('is so in a folder too that was open to others', async () => {
    await chmod(folder, 0o755);
    await openTemporaryFiles({ folder, log });
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  it('leaves nothing behind when it is too large, broken off or no longer wanted', async () => {
    const files = await openTemporaryFiles({ folder, log });
    await expect(files.receive(chunks(bytes(1, 2), bytes(3)), reception(2))).rejects.toMatchObject({
      code: 'FILES_TOO_LARGE',
    });
    const broken = async function* () {
      yield bytes(1);
      throw new Error('broke off');
    };
    await expect(files.receive(broken(), reception())).rejects.toThrow('broke off');
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(files.receive(chunks(bytes(1)), { ...reception(), signal })).rejects.toThrow('enough');
    expect(await readdir(folder)).toEqual([]);
  });

  it('is refused when all of them together take too much, until one is removed', async () => {
    const files = await openTemporaryFiles({ folder, maxBytes: 4, log });
    const first = await files.receive(chunks(bytes(1, 2, 3)), reception());
    await expect(files.receive(chunks(bytes(1), bytes(2)), reception())).rejects.toMatchObject({
      ...{ code: 'FILES_DISK_FULL', retryable: true },
    });
    await first.remove();
    const second = await files.receive(chunks(bytes(1, 2, 3, 4)), reception());
    received.push(second);
    expect(second.sizeBytes).toBe(4);
  });

  it('does not outlast the process by more than its next start', async () => {
    const before = await openTemporaryFiles({ folder, log });
    received.push(await before.receive(chunks(bytes(1)), reception()));
    await writeFile(join(folder, 'notes.txt'), 'mine');
    await openTemporaryFiles({ folder, log });
    expect(await readdir(folder)).toEqual(['notes.txt']);
  });

  it('says which variable to look at when the folder cannot be used', async () => {
    await expect(openTemporaryFiles({ folder: '/dev/null/x', log })).rejects.toMatchObject({
      code: 'FILES_DISK_FAILED',
      message: expect.stringContaining('DATA_DIR'),
    });
  });

  it.each(['all', 'shards-0', 'shards-0-1'])(
    'is removed when a dead process left it in the folder %s of earlier versions',
    async (name) => {
      await mkdir(join(folder, name));
      await writeFile(join(folder, name, `${'0'.repeat(36)}.download`), 'left over');
      await openTemporaryFiles({ folder, log });
      expect(await readdir(folder)).toEqual([]);
    },
  );
});
