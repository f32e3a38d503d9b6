import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalSpeech } from '@mynah/local-speech/local-speech';
import { findNeed } from '../test/support/needs.ts';
import { createTestDatabase, startPostgresServer } from '../test/support/postgres-server.ts';
import { machineLine } from './machine.ts';
import { databaseCost } from './scaling/database-cost.ts';
import { type GuildCost, guildCost } from './scaling/guild-cost.ts';
import { permitCost } from './scaling/permit-cost.ts';
import { alignTable } from './table.ts';

const GUILDS = [1, 1_000, 2_500] as const;

/**
 * Measures what docs/scaling.md extrapolates from: a process with 1, 1,000 and 2,500 servers, its transactions at a
 * database, and permits that processes share. Takes about five minutes, and needs PostgreSQL for the latter two.
 */
export async function runScaling(print: (line: string) => void): Promise<void> {
  print(machineLine());
  await reportGuilds(print);
  const postgres = findNeed('postgres', process.env);
  if (postgres.kind === 'missing') return print(`PostgreSQL is missing: ${postgres.why}`);
  await using server = await startPostgresServer({}, postgres.programs['initdb']);
  const permits = await permitCost((await createTestDatabase(server.adminUrl)).url);
  const ms = ({ p50, p95 }: { p50: number; p95: number }): string => `${p50.toFixed(2)} ms (p95 ${p95.toFixed(2)})`;
  print(`\na permit that is warm: ${ms(permits.warm)}; cold: ${ms(permits.cold)}`);
  print(
    `three busy processes: ${permits.throughput.toFixed(0)} requests a second of ${permits.allowed.toFixed(0)} that the account allows`,
  );
  const database = await databaseCost((await createTestDatabase(server.adminUrl)).url);
  print(
    `transactions: ${database.idle.toFixed(2)} a second at rest, ${database.perText.toFixed(1)} a text, ${database.perUtterance.toFixed(1)} a captioned utterance`,
  );
}

async function reportGuilds(print: (line: string) => void): Promise<void> {
  const speech = await startLocalSpeech({ recognizer: false });
  const environment = { SPEECH_API_URL: speech.url, SPEECH_API_KEY: speech.apiKey };
  const costs: GuildCost[] = [];
  for (const guilds of GUILDS) {
    const folder = await mkdtemp(join(tmpdir(), 'mynah-scaling-'));
    costs.push(await guildCost(guilds, { environment, folder }));
    await rm(folder, { recursive: true, force: true });
  }
  await speech.close();
  const headings = [
    'servers',
    'resident MB',
    'heap MB',
    'ready ms',
    'CPU ms until then',
    'CPU ms / 1,000 messages',
    '/ 1,000 voice changes',
  ];
  const rows = costs.map((cost) => [
    String(cost.guilds),
    ...[cost.rssMb, cost.heapMb, cost.startMs, cost.startCpuMs, cost.messagesCpuMs, cost.voiceCpuMs].map((value) =>
      value.toFixed(0),
    ),
  ]);
  for (const line of alignTable([headings, ...rows])) print(line);
}
