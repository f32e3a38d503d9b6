import { setTimeout as delay } from 'node:timers/promises';
import type { Recognizer } from '@mynah/local-speech/recognition/recognizer';
import { spokenPackets } from '../../playground/spoken-packets.ts';
import { openCaptionsTestSession } from '../../test/support/captions-session.ts';
import { query } from '../../test/support/postgres-server.ts';

const TEXTS = 20;
const IDLE_MS = 20_000;
const UTTERANCES = 10;
const DEADLINE_MS = 60_000;

/** Recognition isn't what is measured. */
const RECOGNIZER: Recognizer = {
  recognize: async () => ({ text: 'Some words.', duration: 1, segments: [] }),
};

/** Transactions at the database; a statement outside a transaction is one. */
export interface DatabaseCost {
  /** A second, of a process that has nothing to do. */
  readonly idle: number;
  readonly perText: number;
  readonly perUtterance: number;
}

/** Counts the transactions of a bot on a database that nothing else uses. */
export async function databaseCost(databaseUrl: string): Promise<DatabaseCost> {
  await using session = await openCaptionsTestSession({
    environment: { DATABASE_URL: databaseUrl },
    recognizer: RECOGNIZER,
    localSpeech: { pacing: false },
  });
  const { ada, environment, speech } = session;
  const count = (): Promise<number> => transactionsOf(databaseUrl);
  const spent = async (work: () => Promise<void>, idle: number): Promise<number> => {
    const [before, startedAt] = [await count(), performance.now()];
    await work();
    // PostgreSQL counts at most once a second.
    await delay(2_000);
    return (await count()) - before - (idle * (performance.now() - startedAt)) / 1_000;
  };
  const say = async (text: string): Promise<void> => {
    const said = await ada.type('/say', { text });
    await said.until(({ content }) => content === 'Spoken.', AbortSignal.timeout(DEADLINE_MS));
  };
  await say('Warm up.');
  await delay(15_000);
  const idle = (await spent(() => delay(IDLE_MS), 0)) / ((IDLE_MS + 2_000) / 1_000);
  const texts = await spent(async () => {
    for (let index = 0; index < TEXTS; index += 1) await say(`Text ${index}.`);
  }, idle);
  await session.start({ interim: false });
  const packets = await spokenPackets(speech, 'We are going to the park after lunch.');
  const isDone = (): boolean => session.transcribed().length >= UTTERANCES;
  const captions = await spent(async () => {
    for (let index = 0; index < UTTERANCES; index += 1) {
      await session.voice.speak(packets);
      await delay(1_500);
    }
    for (let waitedMs = 0; !isDone() && waitedMs < DEADLINE_MS; waitedMs += 500) await delay(500);
  }, idle);
  await environment.close();
  return { idle, perText: texts / TEXTS, perUtterance: captions / UTTERANCES };
}

async function transactionsOf(url: string): Promise<number> {
  const name = new URL(url).pathname.slice(1);
  const admin = new URL(url);
  admin.pathname = 'postgres';
  const [row] = await query(
    admin.href,
    `select xact_commit::int as count from pg_stat_database where datname = '${name}'`,
  );
  return Number(row?.['count']);
}
