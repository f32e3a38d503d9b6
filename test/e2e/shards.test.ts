import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BotProcess } from '../../playground/bot-process.ts';
import { createTestDatabase, type PostgresServer, startPostgresServer } from '../support/postgres-server.ts';
import { packetsSent, spokenRequests, toHex } from '../support/sent-speech.ts';
import { type ShardPlace, type ShardProcesses, startShardProcesses } from '../support/shard-processes.ts';
import { patience } from '../support/test-session.ts';

const CONCURRENCY = 3;

const SILENCE = 'f8fffe';

/** How often somebody heard all of what the service sent for a text, whatever pauses a busy machine made in it. */
function timesHeard({ speech }: ShardProcesses, { voice }: ShardPlace, text: string): number {
  const joined = (packets: readonly string[]) => packets.filter((packet) => packet !== SILENCE).join(' ');
  const requests = spokenRequests(speech).filter(({ body }) => JSON.stringify(body).includes(text));
  const heard = joined(voice.heard.packets.map(({ opus }) => toHex(opus)));
  return Math.max(0, ...requests.map((request) => heard.split(joined(packetsSent(request))).length - 1));
}

/** Requests of a process that wait for a permit. */
async function waitingAt(bot: BotProcess | undefined): Promise<number> {
  const metrics = await (await fetch(`${bot?.httpUrl}/metrics`)).text();
  return Number(/^mynah_speech_permits\{state="waiting"\} (\d+)$/m.exec(metrics)?.[1]);
}

describe('three processes with a shard each', { tags: ['postgres'] }, () => {
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

  const type = (place: ShardPlace, text: string) => place.person.type('/say', { text });

  const say = async (place: ShardPlace, text: string): Promise<void> => {
    await (await type(place, text)).reply(patience());
  };

  const expectHeardOnce = async (place: ShardPlace, text: string): Promise<void> => {
    await expect.poll(() => timesHeard(processes, place, text), { timeout: 30_000 }).toBe(1);
  };

  it('keep together within the account’s concurrency, and every text is heard once', async () => {
    const spoken = places.flatMap((place) =>
      ['one', 'two', 'three'].map((number) => ({ place, text: `Text ${number} of server ${place.shard}.` })),
    );
    for (const { place, text } of spoken) await say(place, text);
    for (const { place, text } of spoken) await expectHeardOnce(place, text);
    expect(processes.speech.concurrency).toMatchObject({ most: CONCURRENCY, refused: 0 });
  });

  it('get the permits of one that is killed, and its servers carry on when it is back: nothing is lost or said twice', async () => {
    const { speech, bots } = processes;
    const [killed, ...others] = places;
    const hanging = [killed, await processes.place(killed.shard), await processes.place(killed.shard)];
    // Its requests hang, and hold all permits: by POST, which is given up much later than live sessions.
    speech.faults.add({ endpoint: 'live', errorEvent: 'engine lost' });
    speech.faults.add({ endpoint: 'tts', delayMs: 60_000, times: CONCURRENCY });
    for (const [index, place] of hanging.entries()) await type(place, `Text ${index} is spoken after a crash.`);
    const unanswered = () =>
      speech.requests.filter(({ endpoint, status }) => endpoint === 'tts' && status === undefined);
    await expect.poll(() => unanswered().length, { timeout: 15_000 }).toBe(CONCURRENCY);
    speech.faults.clear();
    for (const place of others) {
      await type(place, `Server ${place.shard} goes on.`);
      await expect.poll(() => waitingAt(bots[place.shard]), { timeout: 15_000 }).toBe(1);
    }
    expect(spokenRequests(speech).filter(({ body }) => JSON.stringify(body).includes('goes on'))).toEqual([]);
    await bots[killed.shard]?.kill();
    for (const place of others) await expectHeardOnce(place, `Server ${place.shard} goes on.`);

    await processes.start(killed.shard);
    for (const [index, place] of hanging.entries())
      await expectHeardOnce(place, `Text ${index} is spoken after a crash.`);
    await say(killed, 'Here I am again.');
    await expectHeardOnce(killed, 'Here I am again.');
    for (const [index, place] of hanging.entries()) {
      expect(timesHeard(processes, place, `Text ${index} is spoken after a crash.`)).toBe(1);
    }
    expect(speech.concurrency.refused).toBe(0);
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
