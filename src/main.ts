/** The composition root: builds everything, wires it, and owns shutdown. */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { createCommands } from '../commands/index.ts';
import { createCaptions } from './captions/captions.ts';
import { type Config, readConfig } from './config.ts';
import { installCrashHandlers } from './crash-handlers.ts';
import { type Bot, createBot } from './discord/bot.ts';
import { MynahError } from './errors.ts';
import { createFileTranscriber } from './files/file-transcriber.ts';
import { createLogger, type Logger } from './log.ts';
import { createSpeechService, type SpeechService, type SpeechServiceOptions } from './speech/speech-service.ts';
import { openClipSpool } from './store/clip-spool.ts';
import { type Database, openDatabase } from './store/database.ts';
import { openTemporaryFiles } from './store/temporary-files.ts';
import type { VoiceEngine } from './voice/voice-api.ts';
import { createVoiceEngine, type VoiceEngineOptions } from './voice/voice-engine.ts';
import { createWorkerPool } from './voice/workers/worker-pool.ts';
import { createVoiceModels } from './voice-models/voice-models.ts';
import type { VoiceThreadData } from './voice-thread.ts';
import { type HealthServer, startHealthServer } from './web/health-server.ts';

/** Shutdown ends by force after this long; people and service managers are promised 10 s. */
const SHUTDOWN_DEADLINE_MS = 9_500;

/** The running parts, in the order in which they are closed. */
interface Parts {
  readonly bot: Bot;
  readonly speech: SpeechService;
  readonly database: Database;
  readonly health: HealthServer;
}

/** What is kept on this machine or in a database. */
interface Stores {
  readonly database: Database;
  readonly spool: Awaited<ReturnType<typeof openClipSpool>>;
  readonly downloads: Awaited<ReturnType<typeof openTemporaryFiles>>;
}

async function run(config: Config, log: Logger): Promise<void> {
  const stopping = new AbortController();
  // Not `once`: Ctrl-C under npm arrives twice, and without a listener the second one would cut the shutdown short.
  process.on('SIGTERM', () => stopping.abort('SIGTERM'));
  process.on('SIGINT', () => stopping.abort('SIGINT'));
  const exit = (): void => exitUnbuilt(log, stopping.signal.reason);
  stopping.signal.addEventListener('abort', exit);

  const stores = await openStores(config, log);
  const speech = createSpeechService({ ...speechOptions(config), log });
  const bot = buildBot(config, { speech, stores, log });
  const health = await startHealthServer(config.http, { ready: () => bot.isReady() });
  log.info({ host: health.host, port: health.port }, 'http listening');
  const parts = { bot, speech, database: stores.database, health };
  stopping.signal.removeEventListener('abort', exit);
  stopping.signal.addEventListener('abort', () => void shutDown(parts, log, stopping.signal.reason));
  try {
    await bot.start(stopping.signal);
    log.info('ready');
  } catch (error) {
    if (stopping.signal.aborted) return;
    await closeAll(parts);
    throw error;
  }
}

/** Before the parts stand there is nothing to save, and opening a database can outlast the promised 10 s. */
function exitUnbuilt(log: Logger, reason: unknown): void {
  log.info({ reason }, 'stopped before the start was done');
  process.exit(0);
}

/** The speech service's options, as plain data that can be handed to another thread. */
function speechOptions({ speech }: Config): Omit<SpeechServiceOptions, 'log'> {
  return {
    baseUrl: speech.apiUrl,
    wsUrl: speech.wsUrl,
    apiKey: speech.apiKey.reveal(),
    model: speech.model,
    format: speech.format,
    concurrency: speech.concurrency,
  };
}

/** The voice engine: over threads of its own, or in this one when the operator wants none. */
function openEngine(
  config: Config,
  speech: SpeechService,
  options: Pick<VoiceEngineOptions, 'log' | 'onEvent'>,
): VoiceEngine {
  if (config.voiceWorkers === 0) return createVoiceEngine({ speech, ...options });
  const data: VoiceThreadData = {
    speech: speechOptions(config),
    logLevel: config.logLevel,
    secrets: secretsOf(config),
    mainTimeOriginMs: performance.timeOrigin,
  };
  const startThread = (): Worker =>
    new Worker(new URL('./voice-thread.ts', import.meta.url), { workerData: data, execArgv: [] });
  return createWorkerPool({ count: config.voiceWorkers, startThread, permits: speech.turns, ...options });
}

/** What must not be written to a log. */
function secretsOf({ discord, speech }: Config): string[] {
  return [discord.token.reveal(), speech.apiKey.reveal()];
}

async function openStores({ dataDir, databaseUrl, discord }: Config, log: Logger): Promise<Stores> {
  const database = await openDatabase(databaseUrl, log);
  // These folders belong to one process: those of other shards may share the folders above them.
  const process = discord.shards === undefined ? 'all' : `shards-${discord.shards.join('-')}`;
  const spool = await openClipSpool({ folder: join(dataDir, 'clips', process), log });
  return { database, spool, downloads: await openTemporaryFiles({ folder: join(dataDir, 'downloads', process), log }) };
}

function buildBot(
  config: Config,
  { speech, stores, log }: { readonly speech: SpeechService; readonly stores: Stores; readonly log: Logger },
): Bot {
  const { discord, speech: speechConfig } = config;
  const { transcripts, consent, settings, voices } = stores.database;
  return createBot({
    token: discord.token.reveal(),
    apiUrl: discord.apiUrl,
    guildId: discord.guildId,
    shards: discord.shards,
    shardCount: discord.shardCount,
    speech,
    voices: createVoiceModels({ client: speech.voices, store: voices, settings, log }),
    files: createFileTranscriber({ transcribe: speech.transcribe, files: stores.downloads, log }),
    createEngine: (onEvent) => openEngine(config, speech, { log, onEvent }),
    createCaptions: (parts) =>
      createCaptions({
        ...parts,
        capacity: () => hasSpareCapacity(speech),
        transcripts,
        consent,
        settings,
        spool: stores.spool,
        log,
      }),
    createCommands,
    fileFormat: speechConfig.format,
    defaultVoiceId: speechConfig.defaultVoiceId,
    log,
  });
}

/** Whether a request that can wait may go now: nobody waits, and one place stays free for whoever comes next. */
function hasSpareCapacity(speech: SpeechService): boolean {
  const { limit, underWay, waiting } = speech.figures().governor;
  return underWay < Math.max(1, limit - 1) && Object.values(waiting).every((count) => count === 0);
}

async function shutDown(parts: Parts, log: Logger, reason: unknown): Promise<void> {
  log.info({ reason }, 'shutting down');
  const deadline = setTimeout(() => {
    log.warn('shutdown took too long');
    process.exit(0);
  }, SHUTDOWN_DEADLINE_MS);
  await closeAll(parts);
  clearTimeout(deadline);
  log.info('stopped');
  process.exit(0);
}

async function closeAll({ bot, speech, database, health }: Parts): Promise<void> {
  await bot.close();
  await speech.close();
  await database.close();
  await health.close();
}

/** Ends the process with exit code 1 and one line: what happened and what to do. */
function fail(log: Logger, error: unknown): void {
  if (error instanceof MynahError) log.fatal({ code: error.code }, error.message);
  else log.fatal({ err: error }, 'failed to start');
  process.exitCode = 1;
}

const read = readConfig();
if (read.kind === 'invalid') {
  process.stderr.write(read.lines.map((line) => `${line}\n`).join(''));
  process.exitCode = 1;
} else {
  const { config } = read;
  const log = createLogger(config.logLevel, secretsOf(config));
  installCrashHandlers(log, (err) => {
    log.fatal({ err }, 'uncaught exception');
    process.exit(1);
  });
  await run(config, log).catch((error: unknown) => fail(log, error));
}
