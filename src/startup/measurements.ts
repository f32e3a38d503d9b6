import type { Captions } from '../captions/captions-api.ts';
import type { SpeechService } from '../speech/speech-service.ts';
import type { MeasuredVoiceEngine } from '../voice/voice-api.ts';
import type { Metrics } from '../web/metrics.ts';

type Measure = Pick<Metrics, 'measure'>;

/** Adds the permits of the speech service to the metrics. */
export function measureSpeech(speech: Pick<SpeechService, 'figures'>, metrics: Measure): void {
  metrics.measure({
    speechPermits: () => {
      const { limit, underWay, waiting } = speech.figures().limiter;
      return { held: underWay, allowed: limit, waiting: Object.values(waiting).reduce((sum, count) => sum + count, 0) };
    },
  });
}

/** Adds sessions and queues to the metrics. Returns the engine. */
export function measureVoice<Engine extends MeasuredVoiceEngine>(engine: Engine, metrics: Measure): Engine {
  metrics.measure({
    voiceSessions: () => engine.figures().sessions,
    queueLength: () => engine.figures().items,
  });
  return engine;
}

/** Adds the number of running captions to the metrics. Returns the captions. */
export function measureCaptions<Made extends Pick<Captions, 'figures'>>(captions: Made, metrics: Measure): Made {
  metrics.measure({ captionsSessions: () => captions.figures().sessions });
  return captions;
}
