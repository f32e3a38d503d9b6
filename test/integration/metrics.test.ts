import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLogger } from '../../src/log/log.ts';
import { createSpeechService } from '../../src/speech/speech-service.ts';
import { measureCaptions, measureSpeech, measureVoice } from '../../src/startup/measurements.ts';
import { createThreadMonitor } from '../../src/telemetry/thread-load.ts';
import type { VoiceEngine, VoiceEvent } from '../../src/voice/voice-api.ts';
import { createVoiceEngine } from '../../src/voice/voice-engine.ts';
import { startHttpServer } from '../../src/web/http-server.ts';
import { createMetrics, type Metrics } from '../../src/web/metrics/metrics.ts';
import { createMetricsRoute } from '../../src/web/metrics/metrics-route.ts';
import { samplesOf } from '../support/prometheus-text.ts';
import { FakeLink } from '../unit/voice/fake-link.ts';
import { createFakeSpeech } from '../unit/voice/fake-speech.ts';

type GatewaySend = Extract<VoiceEvent, { type: 'gateway-send' }>;

const log = createLogger('silent');

/** A real server that serves these metrics; it is closed after the test. */
async function serve(metrics: Metrics) {
  const routes = [createMetricsRoute(metrics)];
  const server = await startHttpServer({ host: '127.0.0.1', port: 0 }, { routes, log });
  onTestFinished(() => server.close());
  const url = `http://127.0.0.1:${server.port}/metrics`;
  return { url, scrape: async () => samplesOf(await (await fetch(url)).text()) };
}

/** Discord does what it is asked for. */
function confirm(engine: VoiceEngine, { guildId, requestId, payload }: GatewaySend): void {
  const request = { guild_id: guildId, request_id: requestId, outcome: { kind: 'sent' } } as const;
  engine.dispatch({ t: 'GATEWAY_REQUEST', d: request });
  const { channel_id } = payload.d;
  engine.dispatch({ t: 'VOICE_STATE_UPDATE', d: { guild_id: guildId, channel_id } });
  if (channel_id === null) return;
  engine.dispatch({ t: 'VOICE_SERVER_UPDATE', d: { guild_id: guildId, endpoint: 'localhost:1' } });
}

describe('GET /metrics', () => {
  it('follows the sessions and queues of the voice engine', async () => {
    const metrics = createMetrics({ version: '1.2.3' });
    const engine = createVoiceEngine({
      ...{ speech: createFakeSpeech(), log },
      onEvent: (event) => {
        if (event.type === 'gateway-send') queueMicrotask(() => confirm(engine, event));
      },
      openLink: (hooks) => new FakeLink(hooks, () => true),
    });
    onTestFinished(() => engine.close());
    using monitor = createThreadMonitor();
    measureVoice(engine, metrics, monitor);
    const { scrape } = await serve(metrics);
    expect(await scrape()).toMatchObject({ mynah_voice_sessions: 0, mynah_playback_queue_length: 0 });
    const guildId = '100000000000000001';
    const channelId = '200000000000000001';
    const joining = engine.join({ guildId, channelId });
    const text = (textId: string) => ({
      guildId,
      textId,
      text: 'Hello.',
      voiceId: undefined,
      userId: '300000000000000001',
      whileJoining: channelId,
    });
    await Promise.all([engine.speak(text('1')), engine.speak(text('2'))]);
    expect(await scrape()).toMatchObject({ mynah_voice_sessions: 1, mynah_playback_queue_length: 2 });
    expect(await joining).toMatchObject({ kind: 'joined' });
    expect(await scrape()).toMatchObject({ mynah_voice_sessions: 1, mynah_playback_queue_length: 2 });
    await vi.waitFor(async () => expect((await scrape())['mynah_voice_packets_sent_total']).toBeGreaterThan(3));
    await engine.leave(guildId);
    const samples = await scrape();
    expect(samples).toMatchObject({ mynah_voice_sessions: 0, mynah_playback_queue_length: 0 });
    expect(samples['mynah_voice_packets_sent_total'], 'sessions that ended count').toBeGreaterThan(3);
    expect(samples['mynah_event_loop_delay_seconds_count{thread="main"}']).toBeGreaterThan(0);
  });

  it('follows the permits of the speech service', async () => {
    const metrics = createMetrics({ version: '1.2.3' });
    const service = createSpeechService({
      ...{ baseUrl: 'http://127.0.0.1:9', wsUrl: 'ws://127.0.0.1:9', apiKey: 'a-speech-key', model: 's2-pro' },
      ...{ format: 'opus', concurrency: 1, log },
    });
    onTestFinished(() => service.close());
    measureSpeech(service, metrics);
    const { scrape } = await serve(metrics);
    const permits = (held: number, allowed: number, waiting: number) => ({
      'mynah_speech_permits{state="held"}': held,
      'mynah_speech_permits{state="allowed"}': allowed,
      'mynah_speech_permits{state="waiting"}': waiting,
    });
    expect(await scrape()).toMatchObject(permits(0, 1, 0));
    const context = { tenant: 'g', priority: 'speech', signal: new AbortController().signal } as const;
    const first = await service.permits.acquire(context);
    const second = service.permits.acquire(context);
    expect(await scrape()).toMatchObject(permits(1, 1, 1));
    first.release();
    (await second).release();
    expect(await scrape()).toMatchObject(permits(0, 1, 0));
  });

  it('follows captions, their delays and their viewers', async () => {
    const metrics = createMetrics({ version: '1.2.3' });
    let sessions = 2;
    let viewers = 0;
    measureCaptions({ figures: () => ({ sessions, waitingClips: 3, isBreakerOpen: sessions > 0 }) }, metrics);
    metrics.overlay(() => viewers);
    const { scrape } = await serve(metrics);
    expect(await scrape()).toMatchObject({
      mynah_captions_sessions: 2,
      mynah_caption_clips_waiting: 3,
      'mynah_circuit_breaker_open{breaker="captions"}': 1,
      mynah_overlay_viewers: 0,
    });
    sessions = 0;
    viewers = 200;
    metrics.observeCaptionDelay(1_300);
    expect(await scrape()).toMatchObject({
      mynah_captions_sessions: 0,
      mynah_overlay_viewers: 200,
      mynah_caption_delay_seconds_count: 1,
      mynah_caption_delay_seconds_sum: 1.3,
    });
  });

  it('is text that Prometheus reads, with no id or address in it', async () => {
    const metrics = createMetrics({ version: '1.2.3' });
    const { url } = await serve(metrics);
    const response = await fetch(url);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    const body = await response.text();
    expect(Number(response.headers.get('content-length'))).toBe(Buffer.byteLength(body));
    expect(body).not.toMatch(/\d{17}|127\.0\.0\.1/);
    expect((await fetch(`${url}?x=1`)).status).toBe(200);
    expect((await fetch(url, { method: 'POST' })).status).toBe(405);
  });
});
