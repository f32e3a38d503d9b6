import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { createTestDatabase, execute, query, startPostgresServer } from '../support/postgres-server.ts';

const HOLDER = fileURLToPath(new URL('./postgres-server-holder.ts', import.meta.url));

describe('a PostgreSQL server for tests', { tags: ['postgres'] }, () => {
  test('keeps its address and data when it is stopped, or crashes, and starts again', async () => {
    await using server = await startPostgresServer();
    const { url } = await createTestDatabase(server.adminUrl);
    await execute(url, 'create table words (word text); insert into words values ($$hello$$)');
    for (const how of ['fast', 'crash'] as const) {
      await server.stop(how);
      await expect(query(url, 'select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
      await server.start();
      expect(await query(url, 'select word from words')).toEqual([{ word: 'hello' }]);
    }
  });

  test('gives each test a database of its own, empty or as a copy', async () => {
    await using server = await startPostgresServer();
    const template = await createTestDatabase(server.adminUrl);
    await execute(template.url, 'create table words (word text)');
    const copy = await createTestDatabase(server.adminUrl, new URL(template.url).pathname.slice(1));
    expect(await query(copy.url, 'select * from words')).toEqual([]);
    const empty = await createTestDatabase(server.adminUrl);
    await expect(query(empty.url, 'select * from words')).rejects.toMatchObject({ code: '42P01' });
    await copy.drop();
    await expect(query(copy.url, 'select 1')).rejects.toMatchObject({ code: '3D000' });
  });

  test('ends, and its folder goes, when its process is killed', async () => {
    const child = spawn(process.execPath, [HOLDER], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    const [{ folder }] = (await query(url, "select current_setting('data_directory') as folder")) as [
      { readonly folder: string },
    ];
    expect(existsSync(folder)).toBe(true);
    child.kill('SIGKILL');
    await expect.poll(() => existsSync(folder)).toBe(false);
    await expect(query(url, 'select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});
