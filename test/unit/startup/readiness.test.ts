import { expect, test } from 'vitest';
import { MynahError } from '../../../src/errors.ts';
import { type ReadyParts, readinessOf } from '../../../src/startup/readiness.ts';

const running = new AbortController().signal;

function voice(...areAnswering: readonly boolean[]): NonNullable<ReadyParts['voice']> {
  return {
    threads: async () =>
      areAnswering.map((isAnswering, index) => ({
        ...{ thread: `voice-${index}`, isAnswering, restarts: 0, figures: undefined },
      })),
  };
}

const READY: ReadyParts = {
  bot: { isReady: () => true },
  database: { ping: async () => undefined },
  voice: voice(true, true),
};

async function problems(parts: ReadyParts, stopping = running): Promise<readonly string[]> {
  return (await readinessOf(parts, stopping).read()).problems;
}

test('a process whose parts all answer is ready', async () => {
  expect(await problems(READY)).toEqual([]);
});

test('parts that do not exist yet are starting', async () => {
  expect(await problems({})).toEqual(['discord: is not connected', 'database: is being opened', 'voice: is starting']);
});

test('a lost connection to Discord is named', async () => {
  expect(await problems({ ...READY, bot: { isReady: () => false } })).toEqual(['discord: is not connected']);
});

test('a database that fails is named with the code of the failure', async () => {
  const ping = () => Promise.reject(new MynahError('STORE_UNAVAILABLE', 'the database cannot be used now'));
  expect(await problems({ ...READY, database: { ping } })).toEqual(['database: cannot be used (STORE_UNAVAILABLE)']);
});

test('each voice thread that does not answer is named', async () => {
  const found = await problems({ ...READY, voice: voice(false, true, false) });
  expect(found).toEqual(['voice-0: does not answer', 'voice-2: does not answer']);
});

test('a process that shuts down is not ready', async () => {
  expect(await problems(READY, AbortSignal.abort())).toEqual(['process: is shutting down']);
});
