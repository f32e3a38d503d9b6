import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LocalGuild } from '@mynah/local-discord/guild';
import { type LocalDiscord, startLocalDiscord } from '@mynah/local-discord/local-discord';
import type { Person } from '@mynah/local-discord/people/person';
import { shardOf } from '@mynah/local-discord/snowflake';
import type { PersonVoice } from '@mynah/local-discord/voice/person-voice-api';
import { startLocalSpeech } from '@mynah/local-speech/local-speech';
import type { LocalSpeech, LocalSpeechOptions } from '@mynah/local-speech/local-speech-api';
import { type BotProcess, startBotProcess } from '../../playground/bot-process.ts';
import { COMPILE_CACHE } from './compile-cache.ts';
import { ExchangeWatch } from './discord-document/exchange-watch.ts';
import { patience } from './test-session.ts';

/** A server of one shard, and a person who listens in its voice channel. */
export interface ShardPlace {
  readonly shard: number;
  readonly guild: LocalGuild;
  readonly person: Person;
  readonly voice: PersonVoice;
}

/** Bot processes, each with one shard, on one PostgreSQL database, between one local Discord and one local speech service. */
export interface ShardProcesses extends AsyncDisposable {
  readonly discord: LocalDiscord;
  readonly speech: LocalSpeech;
  /** By shard; the latest of each. */
  readonly bots: readonly BotProcess[];
  /** Adds a server of a shard. */
  place(shard: number): Promise<ShardPlace>;
  /** Starts the process of a shard after its last one ended, or beside that with another folder. Resolves when it is ready. */
  start(shard: number, folderName?: string): Promise<BotProcess>;
}

/** Starts one process for each of `count` shards. The caller must dispose of them; the database stays. */
export async function startShardProcesses(options: {
  readonly count: number;
  readonly databaseUrl: string;
  readonly concurrency: number;
  readonly localSpeech?: LocalSpeechOptions;
}): Promise<ShardProcesses> {
  const { count, databaseUrl, concurrency, localSpeech } = options;
  await using stack = new AsyncDisposableStack();
  const exchanges = new ExchangeWatch();
  stack.defer(() => exchanges.verify());
  const discord = stack.use(await startLocalDiscord({ shards: count, onExchange: exchanges.onExchange }));
  const speech = stack.adopt(await startLocalSpeech({ pacing: {}, ...localSpeech, concurrency }), (made) =>
    made.close(),
  );
  const folder = await mkdtemp(join(tmpdir(), 'mynah-shards-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const bots: BotProcess[] = [];
  const all = new Set<BotProcess>();
  stack.defer(async () => {
    await Promise.all([...all].map((bot) => bot.stop()));
  });
  const start = async (shard: number, folderName = `shard-${shard}`): Promise<BotProcess> => {
    const bot = await startBotProcess({
      environment: {
        ...{ DISCORD_TOKEN: discord.token, DISCORD_API_URL: discord.apiUrl, NODE_EXTRA_CA_CERTS: discord.caFile },
        ...{ SPEECH_API_URL: speech.url, SPEECH_API_KEY: speech.apiKey, SPEECH_CONCURRENCY: String(concurrency) },
        ...{ DATABASE_URL: databaseUrl, DATA_DIR: join(folder, folderName), VOICE_WORKERS: '1' },
        ...{ SHARDS: String(shard), SHARD_COUNT: String(count), NODE_COMPILE_CACHE: COMPILE_CACHE },
      },
      signal: patience(),
    });
    bots[shard] = bot;
    all.add(bot);
    return bot;
  };
  // The first one migrates the database.
  for (let shard = 0; shard < count; shard += 1) await start(shard);
  const owned = stack.move();
  return {
    discord,
    speech,
    bots,
    start,
    place: (shard) => addPlace(discord, shard, count),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function addPlace(discord: LocalDiscord, shard: number, count: number): Promise<ShardPlace> {
  for (;;) {
    const guild = discord.addGuild({ name: `Server of shard ${shard}` });
    if (shardOf(guild.id, count) === shard) {
      const person = discord.addPerson({ name: 'Ada', guild });
      const voice = await person.joinVoice(guild.channel('Lounge').id, patience());
      return { shard, guild, person, voice };
    }
    // The next millisecond's ids belong to the next shard.
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}
