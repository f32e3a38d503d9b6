import type { AccountFigures, Budgets } from '../budgets/budgets-api.ts';
import type { Captions } from '../captions/captions-api.ts';
import type { MeasuredFileTranscriber } from '../files/files-api.ts';
import { type Logger, repeatsOf } from '../log/log.ts';
import { addLogFigures, NO_LOG_LINES } from '../log/log-repeats.ts';
import type { SpeechService } from '../speech/speech-service.ts';
import { DELAY_BUCKETS_MS, type ThreadMonitor } from '../telemetry/thread-load.ts';
import type { MeasuredVoiceEngine } from '../voice/lasting-engine.ts';
import { sumTraffic } from '../voice/traffic.ts';
import type { VoiceObservation, VoiceThreadReport } from '../voice/voice-figures.ts';
import type { Metrics } from '../web/metrics/metrics.ts';
import type { Readiness } from '../web/readiness.ts';
import type { Stores } from './stores.ts';

/** Adds the permits of the speech service, and what could not be read of it, to the metrics. */
export function measureSpeech(speech: Pick<SpeechService, 'figures'>, metrics: Metrics): void {
  metrics.permits({
    permits: () => {
      const { limit, underWay, waiting, turnedAway } = speech.figures().limiter;
      return { held: underWay, allowed: limit, waiting, turnedAway };
    },
    sharing: () => speech.figures().limiter.shared,
    oddVoices: () => speech.figures().oddVoices,
  });
  metrics.breaker('live', () => !speech.figures().liveUsable);
}

/** Adds the lines of the main thread's logger. */
export function measureLog(log: Logger, metrics: Metrics): void {
  const repeats = repeatsOf(log);
  if (repeats !== undefined) metrics.log(() => repeats.figures());
}

/** Adds sessions, queues, packets and threads to the metrics. `monitor` is that of the main thread. Returns the engine. */
export function measureVoice<Engine extends MeasuredVoiceEngine>(
  engine: Engine,
  metrics: Metrics,
  monitor: Pick<ThreadMonitor, 'read'>,
): Engine {
  let reports: readonly VoiceThreadReport[] = [];
  const figures = () => reports.flatMap((report) => report.figures ?? []);
  metrics.beforeReading(async () => {
    reports = await engine.threads();
  });
  metrics.voice({
    sessions: () => engine.figures().sessions,
    queueLength: () => engine.figures().items,
    traffic: () => sumTraffic(figures().map(({ traffic }) => traffic)),
    warmSockets: () => figures().reduce((sum, { warmSockets }) => sum + warmSockets, 0),
  });
  metrics.breaker('live', () => figures().some(({ liveUsable }) => !liveUsable));
  metrics.log(() => figures().reduce((sum, { log = NO_LOG_LINES }) => addLogFigures(sum, log), NO_LOG_LINES));
  metrics.threads(DELAY_BUCKETS_MS, {
    all: () => [
      { thread: 'main', load: monitor.read() },
      ...reports.flatMap(({ thread, figures: known }) =>
        known?.load === undefined ? [] : { thread, load: known.load },
      ),
    ],
    voice: () => reports.filter(({ thread }) => thread !== 'main'),
  });
  return engine;
}

/** Counts what voice threads, or the engine in the main thread, observe. */
export function countObservation(metrics: Metrics): (observation: VoiceObservation) => void {
  return (observation) => {
    if (observation.kind === 'speech-request') metrics.observeSpeechRequest(observation.request);
    else metrics.observeFirstSound(observation.delayMs);
  };
}

/** Adds running captions, their backlog and their circuit breaker to the metrics. Returns the captions. */
export function measureCaptions<Made extends Pick<Captions, 'figures'>>(captions: Made, metrics: Metrics): Made {
  metrics.captions({
    sessions: () => captions.figures().sessions,
    waitingClips: () => captions.figures().waitingClips,
  });
  metrics.breaker('captions', () => captions.figures().isBreakerOpen);
  return captions;
}

/** Adds the recordings that people attach to the metrics. Returns their transcriber. */
export function measureFiles<Made extends Pick<MeasuredFileTranscriber, 'figures'>>(
  files: Made,
  metrics: Metrics,
): Made {
  metrics.recordings({ recordings: () => files.figures() });
  return files;
}

/** Adds the clips on disk to the metrics. */
export function measureSpool(spool: Pick<Stores['spool'], 'bytes' | 'maxBytes'>, metrics: Metrics): void {
  metrics.spool({ bytes: () => spool.bytes, maxBytes: () => spool.maxBytes });
}

/** Adds the account's daily budgets to the metrics. While the database cannot be used, they are as they were. */
export function measureBudgets(budgets: Pick<Budgets, 'figures'>, metrics: Metrics): void {
  let today: AccountFigures | undefined;
  metrics.beforeReading(async () => {
    today = await budgets.figures();
  });
  metrics.budgets(() => today);
}

/** Adds what `/readyz` finds to the metrics. */
export function measureReadiness(
  readiness: Readiness<'process' | 'discord' | 'database' | 'voice'>,
  metrics: Metrics,
): void {
  let found: Partial<Record<'discord' | 'database' | 'voice', boolean>> = {};
  metrics.beforeReading(async () => {
    const { process: _, ...parts } = (await readiness.read()).parts;
    found = parts;
  });
  metrics.ready(() => found);
}
