import { Gauge, Histogram, Registry } from 'prom-client';

/**
 * Bounds of the buckets of caption delays, in seconds: fine where captions usually are, coarse where the service is slow or
 * text comes after an outage.
 */
const DELAY_BUCKETS_S = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 7.5, 10, 20, 60];

/** Numbers of this process. Each function is called when they are asked for. */
interface Measurements {
  /** Servers in whose voice channels the bot is. */
  readonly voiceSessions: () => number;
  /** Texts that wait or are being spoken, in all servers. */
  readonly queueLength: () => number;
  /** Requests to the speech service. */
  readonly speechPermits: () => {
    /** Under way. */
    readonly held: number;
    /** How many may be under way now. */
    readonly allowed: number;
    readonly waiting: number;
  };
  /** Captions that are on. */
  readonly captionsSessions: () => number;
  /** Open connections to captions' pages. */
  readonly overlayViewers: () => number;
}

/** The numbers in the text format of Prometheus. */
interface MetricsText {
  readonly contentType: string;
  readonly body: string;
}

/** The process's metrics. They know no server and no person. */
export interface Metrics {
  /** Adds numbers, as soon as the parts are there that know them. Those that were never added are left out. */
  measure(measurements: Partial<Measurements>): void;
  /** Counts the delay of one caption, from the end of speech to its text, in milliseconds. */
  observeCaptionDelay(delayMs: number): void;
  /** Reads all numbers now. */
  text(): Promise<MetricsText>;
}

/** Creates metrics with a registry of their own. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const gauge = (name: string, help: string, read: () => number): void => {
    new Gauge({
      ...{ name, help, registers },
      collect() {
        this.set(read());
      },
    });
  };
  const delays = new Histogram({
    name: 'mynah_caption_delay_seconds',
    help: 'Time from the end of speech to its caption.',
    buckets: DELAY_BUCKETS_S,
    registers,
  });
  return {
    measure: ({ voiceSessions, queueLength, speechPermits, captionsSessions, overlayViewers }) => {
      if (voiceSessions !== undefined)
        gauge('mynah_voice_sessions', 'Voice channels that the bot is in.', voiceSessions);
      if (queueLength !== undefined) {
        gauge('mynah_playback_queue_length', 'Texts that wait or are being spoken.', queueLength);
      }
      if (captionsSessions !== undefined) gauge('mynah_captions_sessions', 'Captions that are on.', captionsSessions);
      if (overlayViewers !== undefined) {
        gauge('mynah_overlay_viewers', "Open connections to captions' pages.", overlayViewers);
      }
      if (speechPermits === undefined) return;
      new Gauge({
        name: 'mynah_speech_permits',
        help: 'Requests to the speech service: under way (held), allowed at once (allowed), waiting for a permit (waiting).',
        labelNames: ['state'],
        registers,
        collect() {
          for (const [state, count] of Object.entries(speechPermits())) this.set({ state }, count);
        },
      });
    },
    observeCaptionDelay: (delayMs) => delays.observe(delayMs / 1_000),
    text: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
  };
}
