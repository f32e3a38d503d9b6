/** The composition root: builds the parts, connects them and closes them. */

import { opusImplementation } from '@mynah/opus/opus-codec';
import { createCommands } from '../commands/index.ts';
import manifest from '../package.json' with { type: 'json' };
import { createBudgets } from './budgets/budgets.ts';
import type { Budgets } from './budgets/budgets-api.ts';
import { startUsageReport } from './budgets/usage-report.ts';
import { createCaptions } from './captions/captions.ts';
import type { OverlaySource } from './captions/overlay/overlay-api.ts';
import { untilAborted, withinTime } from './concurrency/async.ts';
import type { Config } from './config.ts';
import { installCrashHandlers } from './crash-handlers.ts';
import { type Bot, createBot } from './discord/bot.ts';
import type { BotOptions } from './discord/bot-options.ts';
import { MynahError } from './errors.ts';
import { createFileTranscriber } from './files/file-transcriber.ts';
import { createLogger, type Logger, repeatsOf } from './log/log.ts';
import { createLogOutput } from './log/log-output.ts';
import { createPronunciations } from './pronunciations/pronunciations.ts';
import { readProxyAddress } from './proxy/proxy-routes.ts';
import { createSpeechService, type SpeechService } from './speech/speech-service.ts';
import { createDoctorSources } from './startup/doctor-sources.ts';
import {
  countObservation,
  measureBudgets,
  measureCaptions,
  measureFiles,
  measureLog,
  measureReadiness,
  measureSpeech,
  measureSpool,
  measureVoice,
} from './startup/measurements.ts';
import { type ReadyParts, readinessOf } from './startup/readiness.ts';
import { joinProcesses, type Shared } from './startup/sharing.ts';
import { checkSpeech, type SpeechProblem } from './startup/speech-check.ts';
import { warnOfModel } from './startup/speech-model.ts';
import { stopSignal } from './startup/stop-signal.ts';
import { openStores, type Stores } from './startup/stores.ts';
import { warnOfTranscriptionModel } from './startup/transcription-model.ts';
import { openEngine } from './startup/voice.ts';
import { proxyVariables, secretsOf, speechOptions } from './startup/voice-thread-data.ts';
import type { VoiceThreads } from './startup/voice-threads.ts';
import { lockDataFolder } from './store/data-folder-lock.ts';
import type { ExportedSpans } from './telemetry/open-telemetry.ts';
import { RequestScope } from './telemetry/request-scope.ts';
import { createThreadMonitor, type ThreadMonitor } from './telemetry/thread-load.ts';
import { createVoiceModels } from './voice-models/voice-models.ts';
import { createHealthRoute } from './web/health.ts';
import { type HttpServer, type Route, startHttpServer } from './web/http-server.ts';
import { createMetrics, type Metrics } from './web/metrics/metrics.ts';
import { createMetricsRoute } from './web/metrics/metrics-route.ts';
import { createOverlayRoute } from './web/overlay/overlay-route.ts';

/** Shutdown ends by force after this long; people and service managers are promised 10 s. */
const SHUTDOWN_DEADLINE_MS = 9_300;

/** How long the last log lines may take to be written. */
const OUTPUT_FLUSH_MS = 300;

/** What shows the work of the process. */
interface Observation {
  readonly log: Logger;
  readonly scope: RequestScope;
}

/** How a process ends. */
interface Stops {
  /** Aborts when it is told to end. */
  readonly signal: AbortSignal;
  /** Ends it with a failure. */
  readonly fail: (reason: Error) => void;
}

/** Runs the bot until a signal stops it or its start fails. Resolves with the exit code once all parts are closed. */
async function run(config: Config, threads: VoiceThreads, { log, scope }: Observation): Promise<number> {
  const stopping = stopSignal();
  const parts = new AsyncDisposableStack();
  const { promise: failure, reject: fail } = Promise.withResolvers<never>();
  const starting = start(config, parts, { threads, log, scope, signal: stopping, fail });
  let exitCode = 0;
  try {
    await untilAborted(Promise.race([starting, failure]), stopping);
    await untilAborted(failure, stopping);
  } catch (error) {
    if (stopping.aborted) log.info({ reason: stopping.reason }, 'shutting down');
    else {
      exitCode = 1;
      logFailedStart(log, error);
    }
  }
  await close(parts, starting, log);
  if (exitCode === 0) log.info('stopped');
  return exitCode;
}

/**
 * Creates the parts in the order in which they need each other; `parts` closes them in the reverse order. The lock of
 * DATA_DIR comes first, so that nothing in it is opened without the lock, and nothing is open when it ends.
 */
async function start(
  config: Config,
  parts: AsyncDisposableStack,
  { threads, log, scope, signal, fail }: Observation & Stops & Pick<BotParts, 'threads'>,
): Promise<void> {
  logProxies(config, log);
  parts.use(threads);
  parts.adopt(await lockDataFolder(config.dataDir, { signal }), (lock) => lock.release());
  const ready: ReadyParts = {};
  let overlays: OverlaySource | undefined;
  const metrics = createMetrics({ version: manifest.version });
  const overlayRoute = createOverlayRoute({ source: () => overlays });
  metrics.overlay(() => overlayRoute.viewers);
  const readiness = readinessOf(ready, signal);
  measureReadiness(readiness, metrics);
  measureLog(log, metrics);
  const listeners = await listen(config, parts, {
    operators: [createHealthRoute(readiness), createMetricsRoute(metrics)],
    overlayRoute,
    log,
  });
  const stores = await openStores(config, parts, { log, signal, onStatement: metrics.observeStatement });
  ready.database = stores.database;
  measureSpool(stores.spool, metrics);
  signal.throwIfAborted();
  const shared = await joinProcesses(config, stores.database.sharing, { signal, onTaken: fail, log });
  const observed = { observe: metrics.observeSpeechRequest, slots: shared.slots, scope, log };
  const speech = parts.adopt(createSpeechService({ ...speechOptions(config), ...observed }), (made) => made.close());
  measureSpeech(speech, metrics);
  const budgets = openBudgets(config, parts, { stores, speech, log });
  measureBudgets(budgets, metrics);
  const monitor = parts.use(createThreadMonitor());
  await untilAborted(threads.started, signal);
  const watched = { ready, monitor, metrics, scope, log };
  const bot = parts.use(buildBot(config, { speech, stores, budgets, shared, threads, ...watched }));
  ready.bot = bot;
  overlays = bot.overlays;
  const { model, asrModel } = config.speech;
  const { origin } = new URL(config.speech.apiUrl);
  const speechCheck = checkSpeech(speech, signal, model);
  let reported: Promise<void> | undefined;
  const report = (): Promise<void> =>
    (reported ??= reportStart({ listeners, model, asrModel, origin, speechCheck, log }));
  const { invitation, ...identity } = await bot.start(signal, () => void report());
  await report();
  if (invitation !== undefined) log.info(invitation, 'in no server yet: open the invitation to add the bot');
  log.info({ ...identity, speech: origin }, 'ready');
  // Not before: finding out loads the codec.
  log.info({ opus: opusImplementation() }, 'opus codec');
}

/** The budgets, and the log lines about what the account uses; `parts` closes both. */
function openBudgets(
  { limits }: Config,
  parts: AsyncDisposableStack,
  { stores, speech, log }: Pick<BotParts, 'stores' | 'speech' | 'log'>,
): Budgets {
  const { settings } = stores;
  const store = stores.database.budgets;
  const budgets = parts.adopt(createBudgets({ limits, store, settings, log }), (made) => made.close());
  const credit = (signal: AbortSignal): Promise<string | undefined> =>
    speech.credit({ tenant: 'operator', priority: 'listings', signal });
  parts.use(startUsageReport({ budgets, store, credit, log }));
  return budgets;
}

/** Only where there are any. */
function logProxies(config: Config, log: Logger): void {
  const { httpsProxy: https, httpProxy: http } = proxyVariables(config) ?? {};
  if (https === undefined && http === undefined) return;
  const nameOf = (address = '') => readProxyAddress(address)?.name;
  log.info(
    { https: nameOf(https), http: nameOf(http) },
    'connections go through a proxy, except voice and the database',
  );
}

/** What operators need to know of a start that succeeds or waits; one that fails logs only why. */
/** The listeners of the process. */
interface Listeners {
  readonly http: HttpServer;
  /** Of health checks and metrics, where they have their own. */
  readonly health: HttpServer | undefined;
}

async function listen(
  config: Config,
  parts: AsyncDisposableStack,
  routes: { readonly operators: readonly Route[]; readonly overlayRoute: Route; readonly log: Logger },
): Promise<Listeners> {
  const { operators, overlayRoute, log } = routes;
  if (config.health === undefined) {
    return {
      http: parts.use(await startHttpServer(config.http, { routes: [...operators, overlayRoute], log })),
      health: undefined,
    };
  }
  const health = await startHttpServer(config.health, { routes: operators, portVariable: 'HEALTH_PORT', log });
  parts.use(health);
  return { http: parts.use(await startHttpServer(config.http, { routes: [overlayRoute], log })), health };
}

async function reportStart(parts: {
  readonly listeners: Listeners;
  readonly model: string;
  readonly asrModel: string | undefined;
  readonly origin: string;
  readonly speechCheck: Promise<SpeechProblem | undefined>;
  readonly log: Logger;
}): Promise<void> {
  const { listeners, model, asrModel, origin, speechCheck, log } = parts;
  const { http, health } = listeners;
  log.info({ host: http.host, port: http.port }, 'http listening');
  if (health !== undefined) log.info({ host: health.host, port: health.port }, 'health checks listening');
  warnOfModel(model, log);
  warnOfTranscriptionModel(asrModel, log);
  const problem = await speechCheck;
  if (problem === undefined) return;
  const { code, cause, advice } = problem;
  log.warn({ code, cause, detail: problem.proxy?.message, speech: origin }, advice);
}

/** Closes what exists, for as long as that may take. A start under way ends first, so that what it still opens is closed. */
async function close(parts: AsyncDisposableStack, starting: Promise<void>, log: Logger): Promise<void> {
  const closing = Promise.allSettled([starting])
    .then(() => parts.disposeAsync())
    .then(
      () => 'closed' as const,
      (error: unknown) => log.error({ err: error }, 'a part did not close cleanly'),
    );
  const outcome = await withinTime(closing, SHUTDOWN_DEADLINE_MS, 'late' as const);
  if (outcome === 'late') log.warn('shutdown took too long');
}

/** One line: what happened and what to do. */
function logFailedStart(log: Logger, error: unknown): void {
  if (error instanceof MynahError) {
    const cause = error.cause instanceof Error ? error.cause.message : undefined;
    log.fatal({ code: error.code, cause }, error.message);
  } else log.fatal({ err: error }, 'failed to start');
}

/** What the bot is built from. */
interface BotParts {
  readonly speech: SpeechService;
  readonly stores: Stores;
  readonly budgets: Budgets;
  readonly shared: Shared;
  readonly threads: VoiceThreads;
  /** Gets the voice engine. */
  readonly ready: ReadyParts;
  readonly monitor: ThreadMonitor;
  readonly metrics: Metrics;
  readonly scope: RequestScope;
  readonly log: Logger;
}

function buildBot(config: Config, parts: BotParts): Bot {
  const { speech, stores, budgets, ready, monitor, metrics, scope, log } = parts;
  const { slots, ...shared } = parts.shared;
  const { discord, speech: speechConfig } = config;
  const { settings } = stores;
  const { autoCaptions, pronunciations, notices, voiceMessageNotices } = stores.database;
  return createBot({
    token: discord.token.reveal(),
    apiUrl: discord.apiUrl,
    places: discord,
    shards: discord.shards,
    shardCount: discord.shardCount,
    ...shared,
    speech,
    budgets,
    settings,
    reading: stores.database.reading,
    handover: { store: stores.database.handover, ...stores.process },
    voices: createVoiceModels({
      ...{ client: speech.voices, store: stores.database.voices, settings, log },
      budget: {
        maxInAll: config.limits.voices,
        noteKept: (kept) => budgets.noteVoices(kept, config.limits.voices),
      },
    }),
    voiceMessageNotices,
    createPronunciations: ({ builtInLanguage }) =>
      createPronunciations({ store: pronunciations, notices, builtInLanguage, log }),
    files: createMeasuredFiles(parts),
    createEngine: (onEvent) => {
      const engine = openEngine(config, parts, { scope, log, onEvent, onObservation: countObservation(metrics) });
      ready.voice = engine;
      slots?.warmWhile(() => engine.figures().sessions > 0);
      return measureVoice(engine, metrics, monitor);
    },
    createCaptions: (captionParts) => createMeasuredCaptions(captionParts, parts),
    doctorSources: createDoctorSources(config, { speech, database: stores.database }),
    autoCaptions,
    publicUrl: config.publicUrl,
    createCommands,
    fileFormat: speechConfig.format,
    defaultVoiceId: speechConfig.defaultVoiceId,
    scope,
    log,
  });
}

function createMeasuredFiles({ speech, stores, metrics, log }: BotParts): BotOptions['files'] {
  const transcriber = createFileTranscriber({
    transcribe: speech.transcribe,
    safeRecordingMs: () => speech.safeRecordingMs(),
    ...{ files: stores.downloads, log },
  });
  return measureFiles(transcriber, metrics);
}

function createMeasuredCaptions(
  captionParts: Parameters<BotOptions['createCaptions']>[0],
  { speech, stores, budgets, metrics, scope, log }: BotParts,
): ReturnType<BotOptions['createCaptions']> {
  const { transcripts, captionMessages, tombstones, overlayLinks, consent, notices } = stores.database;
  const captions = createCaptions({
    ...captionParts,
    transcribe: speech.transcribe,
    capacity: () => hasSpareCapacity(speech),
    ...{ transcripts, captionMessages, tombstones, overlayLinks, consent, notices, spool: stores.spool },
    settings: stores.settings,
    budget: budgets.captions,
    onDelay: (delayMs) => metrics.observeCaptionDelay(delayMs),
    scope,
    log,
  });
  return measureCaptions(captions, metrics);
}

/** OpenTelemetry's libraries are loaded only where they are used. */
async function openSpans(config: Config): Promise<ExportedSpans> {
  const { exportSpans } = await import('./telemetry/open-telemetry.ts');
  return exportSpans(proxyVariables(config));
}

/** A request that can wait may go now when no other waits; one permit stays free for the next member. */
function hasSpareCapacity(speech: SpeechService): boolean {
  const { limit, underWay, waiting } = speech.figures().limiter;
  return underWay < Math.max(1, limit - 1) && Object.values(waiting).every((count) => count === 0);
}

/** Runs the bot in this process and ends the process with it. Closes `threads`. */
export async function runBot(config: Config, threads: VoiceThreads): Promise<never> {
  const output = createLogOutput(process.stdout);
  const spans = config.isTraced ? await openSpans(config) : undefined;
  const scope = new RequestScope(spans);
  const log = createLogger(config.logLevel, secretsOf(config), output, scope);
  installCrashHandlers(log, (err) => {
    log.fatal({ err }, 'uncaught exception');
    process.exit(1);
  });
  const exitCode = await run(config, threads, { log, scope });
  await spans?.close();
  repeatsOf(log)?.flush();
  await output.flush(OUTPUT_FLUSH_MS);
  process.exit(exitCode);
}
