import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, findPostgres, type PostgresServer, startPostgresServer } from '../support/postgres-server.ts';
import { packetsSent, spokenRequests, toHex } from '../support/sent-speech.ts';
import { type ShardPlace, type ShardProcesses, startShardProcesses } from '../support/shard-processes.ts';
import { patience } from '../support/test-session.ts';

const CONCURRENCY = 3;
const postgres = findPostgres();

/** How often somebody heard all of what the service sent for a text. */
function timesHeard({ speech }: ShardProcesses, { voice }: ShardPlace, text: string): number {
  const requests = spokenRequests(speech).filter(({ body }) => JSON.stringify(body).includes(text));
  const heard = voice.heard.packets.map(({ opus }) => toHex(opus)).join(' ');
  return Math.max(0, ...requests.map((request) => heard.split(packetsSent(request).join(' ')).length - 1));
}

describe.skipIf(postgres.kind === 'missing')('three processes with a shard each', () => {
  let server: PostgresServer;
  let processes: ShardProcesses;
  let places: readonly [ShardPlace, ShardPlace, ShardPlace];

  beforeAll(async () => {
    server = await startPostgresServer();
    const { url } = await createTestDatabase(server.adminUrl);
    processes = await startShardProcesses({ count: 3, databaseUrl: url, concurrency: CONCURRENCY });
    places = [await processes.place(0), await processes.place(1), await processes.place(2)];
  });
  afterAll(async () => {
    await processes?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });

  const say = async (place: ShardPlace, text: string): Promise<void> => {
    const invocation = await place.person.type('/say', { text });
    await invocation.reply(patience());
  };

  const expectHeardOnce = async (place: ShardPlace, text: string): Promise<void> => {
    await expect.poll(() => timesHeard(processes, place, text), { timeout: 30_000 }).toBe(1);
  };

  it('keep together within the account’s concurrency, and every text is heard once', async () => {
    const spoken = places.flatMap((place) =>
      ['one', 'two', 'three', 'four'].map((number) => ({ place, text: `Text ${number} of server ${place.shard}.` })),
    );
    await Promise.all(spoken.map(({ place, text }) => say(place, text)));
    for (const { place, text } of spoken) await expectHeardOnce(place, text);
    expect(processes.speech.concurrency).toMatchObject({ most: CONCURRENCY, refused: 0 });
  });

  it('get the permits of one that is killed, whose servers carry on when it is back', async () => {
    const { speech, bots } = processes;
    const [killed, ...others] = places;
    const neighbours = [await processes.place(killed.shard), await processes.place(killed.shard)];
    // Its requests hang, and hold all permits.
    speech.faults.add({ endpoint: 'live', delayMs: 60_000, times: CONCURRENCY });
    for (const [index, place] of [killed, ...neighbours].entries()) await say(place, `Text ${index} never comes.`);
    await expect.poll(() => speech.concurrency.underWay).toBe(CONCURRENCY);
    speech.faults.clear();
    await Promise.all(others.map((place) => say(place, `Server ${place.shard} goes on.`)));
    expect(spokenRequests(speech).filter(({ body }) => JSON.stringify(body).includes('goes on'))).toEqual([]);
    await bots[killed.shard]?.kill();
    for (const place of others) await expectHeardOnce(place, `Server ${place.shard} goes on.`);

    await processes.start(killed.shard);
    await say(killed, 'Here I am again.');
    await expectHeardOnce(killed, 'Here I am again.');
    expect(processes.speech.concurrency.refused).toBe(0);
    expect(processes.discord.errors).toEqual([]);
  });

  it('don’t run a shard twice: another process waits, and takes over when the first one ends', async () => {
    const place = places[1];
    const first = processes.bots[place.shard];
    const starting = processes.start(place.shard, 'another-folder');
    await expect.poll(() => first?.pid).toBeDefined();
    await say(place, 'Only one process says this.');
    await expectHeardOnce(place, 'Only one process says this.');
    await first?.stop();
    await starting;
    await say(place, 'The next one says that.');
    await expectHeardOnce(place, 'The next one says that.');
  });
});
