import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import type { LimitedUse } from '../../src/budgets/budgets-ports.ts';
import { createLogger } from '../../src/log/log.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres-server.ts';

const PROGRAM = fileURLToPath(new URL('./stopping-charge.ts', import.meta.url));
/** The bound of the promise: a charge of another process takes longer only if it waits for the stopped one. */
const PROMISED_MS = 2_000;
const charge: readonly LimitedUse[] = [
  { key: { kind: 'characters', scope: 'person', holder: '300000000000000001' }, amount: 1, limit: 100 },
  { key: { kind: 'characters', scope: 'account', holder: '' }, amount: 1, limit: 100 },
];

describe('a process that is stopped in the middle of a change', { tags: ['postgres'] }, () => {
  let server: TestDatabase;
  let database: Database;
  let child: ChildProcess | undefined;

  beforeEach(async () => {
    server = await createTestDatabase(inject('postgresUrl') ?? '');
    database = await openDatabase(server.url, createLogger('silent'));
  });

  afterEach(async () => {
    child?.kill('SIGKILL');
    await database.close();
    await server.drop();
  });

  async function stopIn(what: 'charge' | 'decision'): Promise<void> {
    const started = spawn(process.execPath, [PROGRAM, server.url, what], { stdio: ['ignore', 'ignore', 'inherit'] });
    child = started;
    const isStopped = (): boolean => {
      const [, state] = /\) (\w) /.exec(readFileSync(`/proc/${started.pid}/stat`, 'utf8')) ?? [];
      return state === 'T';
    };
    await expect.poll(isStopped, { timeout: 20_000 }).toBe(true);
  }

  it('holds up no charge of others, and its own is counted', {
    meta: { promises: ['process-hangs-middle-charge'] },
  }, async () => {
    await stopIn('charge');
    const taken = database.budgets.take('2026-11-22', charge);
    const late = new Promise((resolve) => setTimeout(resolve, PROMISED_MS, 'late'));
    expect(await Promise.race([taken, late])).toEqual({ kind: 'taken', used: [2, 2] });
  });

  it('holds up decisions of others for seconds only: its transaction is ended', {
    meta: { promises: ['process-hangs-middle-charge'] },
  }, async () => {
    await stopIn('decision');
    const decided = await database.consent.setConsent('300000000000000002', 'opted-out', 1);
    expect(decided).toHaveLength(1);
    expect(await database.consent.decisionsOf('300000000000000001')).toEqual([]);
  });
});
