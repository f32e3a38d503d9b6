import { register } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { createMetrics } from '../../../src/web/metrics.ts';
import { samplesOf } from '../../support/prometheus-text.ts';

describe('the metrics', () => {
  it('have the numbers at the moment when they are read', async () => {
    const metrics = createMetrics();
    let sessions = 1;
    const permits = { held: 2, allowed: 5, waiting: 0 };
    metrics.measure({ voiceSessions: () => sessions, queueLength: () => 3 });
    metrics.measure({ captionsSessions: () => 4, overlayViewers: () => 200, speechPermits: () => permits });
    expect(samplesOf((await metrics.text()).body)).toMatchObject({
      mynah_voice_sessions: 1,
      mynah_playback_queue_length: 3,
      mynah_captions_sessions: 4,
      mynah_overlay_viewers: 200,
      'mynah_speech_permits{state="held"}': 2,
      'mynah_speech_permits{state="allowed"}': 5,
      'mynah_speech_permits{state="waiting"}': 0,
    });
    sessions = 0;
    permits.waiting = 7;
    const samples = samplesOf((await metrics.text()).body);
    expect(samples['mynah_voice_sessions']).toBe(0);
    expect(samples['mynah_speech_permits{state="waiting"}']).toBe(7);
  });

  it('leave out what nobody knows yet', async () => {
    const { body } = await createMetrics().text();
    expect(Object.keys(samplesOf(body)).filter((name) => !name.startsWith('mynah_caption_delay'))).toEqual([]);
  });

  it('count the delays of captions in seconds', async () => {
    const metrics = createMetrics();
    for (const delayMs of [700, 1_100, 90_000]) metrics.observeCaptionDelay(delayMs);
    const samples = samplesOf((await metrics.text()).body);
    expect(samples['mynah_caption_delay_seconds_bucket{le="0.5"}']).toBe(0);
    expect(samples['mynah_caption_delay_seconds_bucket{le="0.75"}']).toBe(1);
    expect(samples['mynah_caption_delay_seconds_bucket{le="1.25"}']).toBe(2);
    expect(samples['mynah_caption_delay_seconds_bucket{le="+Inf"}']).toBe(3);
    expect(samples['mynah_caption_delay_seconds_sum']).toBeCloseTo(91.8);
    expect(samples['mynah_caption_delay_seconds_count']).toBe(3);
  });

  it('belong to one process: neither another one nor the library has them', async () => {
    const metrics = createMetrics();
    metrics.measure({ voiceSessions: () => 1 });
    createMetrics().measure({ voiceSessions: () => 2 });
    expect(samplesOf((await metrics.text()).body)['mynah_voice_sessions']).toBe(1);
    expect(register.getMetricsAsArray()).toEqual([]);
  });

  it('are in the text format of Prometheus', async () => {
    const { contentType, body } = await createMetrics().text();
    expect(contentType).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(body).toContain('# TYPE mynah_caption_delay_seconds histogram\n');
  });
});
