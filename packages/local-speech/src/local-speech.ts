import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createLocalGuard, refuseRequest, refuseUpgrade } from '@mynah/loopback/local-guard';
import { type Account, createAccount } from './account.ts';
import { asrLimits } from './endpoints/asr-endpoint.ts';
import { createLiveEndpoint } from './endpoints/live-endpoint.ts';
import { createRouter } from './endpoints/speech-router.ts';
import { createFaults } from './faults.ts';
import { createRequestLog } from './http/request-log.ts';
import type { LocalSpeech, LocalSpeechOptions } from './local-speech-api.ts';
import { openModelRepository } from './models/model-repository.ts';
import { createVoiceFiles } from './models/voice-files.ts';
import { toPacing } from './paced-sink.ts';
import { createAudioDecoder } from './recognition/audio-decoder.ts';
import { createFfmpeg } from './recognition/ffmpeg.ts';
import { createPocketSphinx, type Recognizer } from './recognition/recognizer.ts';
import { FLITE_VOICES, type FliteVoiceName, publicVoiceId } from './synthesis/flite-voices.ts';
import { createSynthesizer } from './synthesis/synthesizer.ts';

const DEFAULT_CONCURRENCY = 5;
const DEFAULT_TIMESTAMP_DELAY = { fixedMs: 250, share: 0.002 };
const DEFAULT_CREDIT = '100.000000';

/**
 * Starts a speech service with the real one's interface: flite speaks, PocketSphinx (where installed) recognizes. The
 * caller must close it. Rejects like `server.listen`, with EADDRINUSE for a port in use.
 */
export async function startLocalSpeech(options: LocalSpeechOptions = {}): Promise<LocalSpeech> {
  const host = options.host ?? '127.0.0.1';
  const account = openAccount(options);
  const recognizer = chooseRecognizer(options.recognizer);
  const decoder = createAudioDecoder(options.ffmpeg === false ? undefined : createFfmpeg());
  const faults = createFaults();
  const log = createRequestLog();
  const server = createServer();
  const baseUrl = (): string => `http://${hostInUrl(host)}:${(server.address() as AddressInfo).port}`;
  const files = createVoiceFiles(options.dataDir === undefined ? undefined : join(options.dataDir, 'voices'));
  const models = await openModelRepository({
    ...{ files, accountId: account.id, baseUrl, publishes: options.publishes ?? false },
  });
  await listen(server, host, options.port ?? 0);
  const synthesizer = createSynthesizer();
  const pacing = toPacing(options.pacing);
  const live = createLiveEndpoint({ account, faults, log, synthesizer, models, pacing });
  const asr = {
    decoder,
    recognizer,
    limits: asrLimits(options.asrLimits),
    asrInterface: options.asrInterface ?? 'from-2027',
    namesLanguage: options.namesLanguage ?? true,
    timestampDelay: options.timestampDelay ?? DEFAULT_TIMESTAMP_DELAY,
  };
  const route = createRouter({ account, faults, log, models, synthesizer, pacing, decoder, asr });
  const guard = createLocalGuard([host, ...(options.names ?? [])]);
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (guard.isOfProgram(request)) void route(request, response);
    else refuseRequest(response);
  });
  server.on('upgrade', (request, socket, head) => {
    if (guard.isOfProgram(request)) live.upgrade(request, socket, head);
    else refuseUpgrade(socket);
  });
  const url = baseUrl();
  return {
    url,
    wsUrl: url.replace('http', 'ws'),
    apiKey: account.apiKey,
    voices: voiceIds(),
    recognizes: recognizer !== undefined,
    readsEverything: decoder.readsEverything,
    faults,
    voiceSwitches: models.switches,
    requests: log.requests,
    concurrency: account.concurrency,
    get liveSockets() {
      return live.openSockets;
    },
    dropLiveSockets: () => live.close(),
    async close() {
      const closed = once(server, 'close');
      server.close();
      live.close();
      server.closeAllConnections();
      await Promise.all([closed, synthesizer.close(), decoder.close()]);
    },
  };
}

function openAccount(options: LocalSpeechOptions): Account {
  return createAccount({
    apiKey: options.apiKey ?? randomBytes(16).toString('hex'),
    concurrency: options.concurrency ?? DEFAULT_CONCURRENCY,
    credit: options.credit ?? DEFAULT_CREDIT,
  });
}

function chooseRecognizer(option: Recognizer | false | undefined): Recognizer | undefined {
  if (option === false) return undefined;
  return option ?? createPocketSphinx();
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  server.listen(port, host);
  await once(server, 'listening');
}

function hostInUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

function voiceIds(): Record<FliteVoiceName, string> {
  return Object.fromEntries(FLITE_VOICES.map((name) => [name, publicVoiceId(name)])) as Record<FliteVoiceName, string>;
}
