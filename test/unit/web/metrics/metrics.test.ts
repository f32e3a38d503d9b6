import { register } from 'prom-client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createMetrics } from '../../../../src/web/metrics/metrics.ts';
import { samplesOf } from '../../../support/prometheus-text.ts';
import { createEveryMetric } from './every-metric.ts';

const create = () => createMetrics({ version: '0.0.0' });
const read = async (metrics = createEveryMetric()) => samplesOf((await metrics.text()).body);

afterEach(() => {
  vi.useRealTimers();
});

describe('the metrics', () => {
  it('have the numbers of all parts', async () => {
    expect(await read()).toMatchObject({
      mynah_voice_sessions: 11,
      mynah_playback_queue_length: 12,
      mynah_voice_packets_sent_total: 1,
      mynah_voice_packets_received_total: 2,
      mynah_voice_packets_lost_total: 3,
      mynah_voice_decrypt_failures_total: 6,
      mynah_playback_holes_total: 8,
      mynah_playback_hole_seconds_total: 9.5,
      mynah_speech_live_sockets: 13,
      'mynah_speech_permits{state="held"}': 2,
      'mynah_speech_permits{state="allowed"}': 5,
      'mynah_speech_permits{state="waiting"}': 15,
      'mynah_speech_waiting_requests{priority="files"}': 3,
      mynah_speech_turned_away_total: 14,
      mynah_speech_odd_voices_total: 31,
      'mynah_circuit_breaker_open{breaker="live"}': 0,
      'mynah_circuit_breaker_open{breaker="captions"}': 1,
      mynah_captions_sessions: 15,
      mynah_caption_clips_waiting: 16,
      'mynah_recordings{state="running"}': 17,
      'mynah_recordings{state="waiting"}': 18,
      mynah_spool_bytes: 19,
      mynah_spool_limit_bytes: 20,
      mynah_overlay_viewers: 21,
      mynah_budget_used_characters: 22,
      mynah_budget_limit_characters: 23,
      'mynah_budget_used_seconds{budget="captions"}': 24 * 60,
      'mynah_budget_limit_seconds{budget="captions"}': 25 * 60,
      'mynah_ready{part="discord"}': 1,
      'mynah_ready{part="database"}': 0,
      'mynah_build_info{version="1.2.3"}': 1,
      'mynah_thread_heap_used_bytes{thread="main"}': 1_000,
      'mynah_thread_heap_total_bytes{thread="voice-1"}': 2_000,
      'mynah_voice_thread_answering{thread="voice-0"}': 1,
      'mynah_voice_thread_restarts_total{thread="voice-1"}': 1,
      process_resident_memory_bytes: expect.any(Number),
    });
  });

  it('have limits that are lifted as +Inf', async () => {
    const { body } = await createEveryMetric().text();
    expect(body).toContain('mynah_budget_limit_seconds{budget="transcription"} +Inf\n');
  });

  it('have the delays of every thread as a histogram', async () => {
    const samples = await read();
    expect(samples['mynah_event_loop_delay_seconds_bucket{le="0.002",thread="voice-0"}']).toBe(1);
    expect(samples['mynah_event_loop_delay_seconds_bucket{le="0.005",thread="voice-0"}']).toBe(3);
    expect(samples['mynah_event_loop_delay_seconds_bucket{le="+Inf",thread="voice-0"}']).toBe(66);
    expect(samples['mynah_event_loop_delay_seconds_count{thread="voice-0"}']).toBe(66);
    expect(samples['mynah_event_loop_delay_seconds_sum{thread="main"}']).toBe(1.5);
  });

  it('have the numbers at the moment when they are read', async () => {
    const metrics = create();
    let viewers = 1;
    metrics.overlay(() => viewers);
    expect((await read(metrics))['mynah_overlay_viewers']).toBe(1);
    viewers = 0;
    expect((await read(metrics))['mynah_overlay_viewers']).toBe(0);
  });

  it('leave out what nobody knows yet', async () => {
    const metrics = create();
    expect(Object.keys(await read(metrics)).filter((name) => /sessions|permits|budget|ready/.test(name))).toEqual([]);
    let budgets: { used: number; limit: number } | undefined;
    metrics.budgets(() => budgets && { characters: budgets, captionMinutes: budgets, transcribeMinutes: budgets });
    expect(await read(metrics)).not.toHaveProperty('mynah_budget_used_characters');
    budgets = { used: 1, limit: 2 };
    expect(await read(metrics)).toMatchObject({ mynah_budget_used_characters: 1 });
  });

  it('have every kind and outcome of requests from the start, so that the first failure is an increase', async () => {
    const metrics = create();
    const failures = 'mynah_speech_requests_total{kind="live",outcome="rate_limited"}';
    expect(await read(metrics)).toMatchObject({ [failures]: 0 });
    metrics.observeSpeechRequest({ kind: 'live', outcome: 'rate_limited', waitedMs: 40, durationMs: 100 });
    metrics.observeSpeechRequest({ kind: 'asr', outcome: 'ok', waitedMs: 0, durationMs: 700 });
    expect(await read(metrics)).toMatchObject({
      [failures]: 1,
      'mynah_speech_request_duration_seconds_count{kind="live"}': 0,
      'mynah_speech_request_duration_seconds_sum{kind="asr"}': 0.7,
      'mynah_speech_permit_wait_seconds_sum{kind="live"}': 0.04,
    });
  });

  it('count captions, first sounds and statements in seconds', async () => {
    const metrics = create();
    for (const delayMs of [700, 1_100, 90_000]) metrics.observeCaptionDelay(delayMs);
    metrics.observeFirstSound(420);
    metrics.observeStatement({ statement: 'insert', durationMs: 3, hasFailed: false });
    metrics.observeStatement({ statement: 'insert', durationMs: 1_000, hasFailed: true });
    const samples = await read(metrics);
    expect(samples['mynah_caption_delay_seconds_bucket{le="0.5"}']).toBe(0);
    expect(samples['mynah_caption_delay_seconds_bucket{le="1.25"}']).toBe(2);
    expect(samples['mynah_caption_delay_seconds_bucket{le="+Inf"}']).toBe(3);
    expect(samples['mynah_caption_delay_seconds_sum']).toBeCloseTo(91.8);
    expect(samples['mynah_time_to_first_sound_seconds_sum']).toBeCloseTo(0.42);
    expect(samples['mynah_database_statement_duration_seconds_sum{statement="insert"}']).toBeCloseTo(1.003);
    expect(samples['mynah_database_failures_total{statement="insert"}']).toBe(1);
    expect(samples['mynah_database_failures_total{statement="select"}']).toBe(0);
  });

  it('count a breaker as open if one of its name is', async () => {
    const metrics = create();
    for (const isOpen of [false, true, false]) metrics.breaker('live', () => isOpen);
    expect((await read(metrics))['mynah_circuit_breaker_open{breaker="live"}']).toBe(1);
  });

  it('belong to one process: neither another one nor the library has them', async () => {
    const metrics = create();
    metrics.overlay(() => 1);
    create().overlay(() => 2);
    expect((await read(metrics))['mynah_overlay_viewers']).toBe(1);
    expect(register.getMetricsAsArray()).toEqual([]);
  });
});

describe('reading them', () => {
  it('refreshes what others know, once for all who read at the same time', async () => {
    const metrics = create();
    let refreshed = 0;
    metrics.beforeReading(async () => {
      refreshed += 1;
    });
    metrics.overlay(() => refreshed);
    const all = await Promise.all([metrics.text(), metrics.text(), metrics.text()]);
    expect(refreshed).toBe(1);
    expect(new Set(all.map(({ body }) => body)).size).toBe(1);
    expect(all[0]?.contentType).toMatch(/^text\/plain; version=0\.0\.4/);
    expect((await read(metrics))['mynah_overlay_viewers']).toBe(2);
  });

  it('does not wait for what hangs, nor fail with what fails', async () => {
    vi.useFakeTimers();
    const metrics = create();
    metrics.overlay(() => 7);
    metrics.beforeReading(() => new Promise(() => undefined));
    metrics.beforeReading(() => Promise.reject(new Error('no database')));
    const reading = metrics.text();
    await vi.advanceTimersByTimeAsync(2_000);
    expect((await reading).body).toContain('mynah_overlay_viewers 7\n');
  });
});
