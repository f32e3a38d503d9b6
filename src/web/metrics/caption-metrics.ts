import type { MetricFactory } from './metric-factory.ts';

/**
 * Bounds of the buckets of caption delays, in seconds: fine where captions usually are, coarse where the service is slow or
 * text comes after an outage.
 */
const DELAY_BUCKETS_S = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 7.5, 10, 20, 60];

/** What is known of captions now. */
export interface CaptionSource {
  /** Captions that are on. */
  readonly sessions: () => number;
  /** Clips whose text is not stored yet, also those whose request is under way. */
  readonly waitingClips: () => number;
}

/** What is known of recordings that people attach. */
export interface RecordingSource {
  readonly recordings: () => { readonly running: number; readonly waiting: number };
}

/** What is known of the clips on disk. */
export interface SpoolSource {
  readonly bytes: () => number;
  readonly maxBytes: () => number;
}

/** Adds running captions and their backlog. */
export function addCaptionMetrics(factory: MetricFactory, { sessions, waitingClips }: CaptionSource): void {
  factory.gauge({ name: 'mynah_captions_sessions', help: 'Captions that are on.' }, sessions);
  factory.gauge({ name: 'mynah_caption_clips_waiting', help: 'Clips whose text is not stored yet.' }, waitingClips);
}

/** Adds the clips on disk. */
export function addSpoolMetrics(factory: MetricFactory, { bytes, maxBytes }: SpoolSource): void {
  factory.gauge({ name: 'mynah_spool_bytes', help: 'Audio on disk whose text is not stored yet.' }, bytes);
  factory.gauge(
    { name: 'mynah_spool_limit_bytes', help: 'Most audio on disk; beyond it, the oldest is lost.' },
    maxBytes,
  );
}

/** Adds recordings. */
export function addRecordingMetrics(factory: MetricFactory, { recordings }: RecordingSource): void {
  factory.gauges(
    {
      name: 'mynah_recordings',
      help: 'Attached recordings that are being transcribed (running) or wait (waiting).',
      labels: ['state'],
    },
    recordings,
  );
}

/** Adds open connections to captions' pages. */
export function addOverlayMetrics(factory: MetricFactory, viewers: () => number): void {
  factory.gauge({ name: 'mynah_overlay_viewers', help: "Open connections to captions' pages." }, viewers);
}

/** Adds the delay of captions. Returns the function that counts one, in milliseconds. */
export function addCaptionDelay(factory: MetricFactory): (delayMs: number) => void {
  const observe = factory.histogram(
    { name: 'mynah_caption_delay_seconds', help: 'Time from the end of speech to its caption.' },
    DELAY_BUCKETS_S,
  );
  return (delayMs) => observe(delayMs / 1_000, {});
}
