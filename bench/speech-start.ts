import { setTimeout as delay } from 'node:timers/promises';
import { startLocalSpeech } from '@mynah/local-speech/local-speech';
import type { WebSocket } from 'ws';
import { createLogger } from '../src/log/log.ts';
import { connectLive, type LiveEndpoint } from '../src/speech/live/live-connection.ts';
import { LiveSession } from '../src/speech/live/live-session.ts';
import { ttsRequestBody } from '../src/speech/tts.ts';
import { type Measured, tabulate } from './comparison.ts';
import { machineLine } from './machine.ts';
import { percentilesOf } from './percentiles.ts';

const ROUNDS = 40;
const WARM_UP_ROUNDS = 5;
/** How long before its text a `start` leaves. */
const AHEAD_MS = 250;
const HANDSHAKE_MS = 5_000;
const STALL_MS = 20_000;
const MAX_BUFFERED_BYTES = 8 * 1024 * 1024;

const SENTENCE = 'We are going to the park after lunch.';
/** One sentence, and what the first piece of a long text holds at most. */
const TEXTS = { short: SENTENCE, long: `${`${SENTENCE} `.repeat(3)}Bring something to eat.` } as const;

/** A way to ask for the first sound of a text. */
interface Way {
  readonly name: string;
  readonly text: string;
  /** The `start` leaves so long before the text. */
  readonly aheadMs?: number;
  /** Nothing is sent for so long before the text and its `start`. */
  readonly restMs?: number;
  /** Opens a socket of its own, as the first text without a warm one does. */
  readonly isCold?: boolean;
}

const WAYS: readonly Way[] = [
  { name: 'socket opened for the text', text: TEXTS.short, restMs: AHEAD_MS, isCold: true },
  { name: 'open socket, `start` with the text', text: TEXTS.short, restMs: AHEAD_MS },
  { name: `open socket, \`start\` ${AHEAD_MS} ms ahead`, text: TEXTS.short, aheadMs: AHEAD_MS },
  { name: `open socket, \`start\` with ${TEXTS.long.length} characters`, text: TEXTS.long, restMs: AHEAD_MS },
];

/**
 * Times the service's first audio on the live socket: what an open socket, a `start` ahead of the text and a shorter text
 * are worth. Asks a local service without pacing, or the one that SPEECH_API_URL and SPEECH_API_KEY name, in the voice of
 * SPEECH_VOICE_ID: that one charges for some 11,000 characters.
 */
export async function runSpeechStart(print: (line: string) => void): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const endpoint = remoteEndpoint() ?? (await localEndpoint(stack));
  const answered: number[] = [];
  const measured = WAYS.map(({ name }): Measured & { readonly valuesMs: number[] } => ({ name, valuesMs: [] }));
  const warm = await connect(endpoint);
  stack.defer(() => warm.terminate());
  print(machineLine());
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
    for (const [index, way] of WAYS.entries()) {
      const ms = await firstAudioMs(way, endpoint, { warm, onAnswer: (answerMs) => answered.push(answerMs) });
      if (round >= WARM_UP_ROUNDS) measured[index]?.valuesMs.push(ms);
    }
  }
  print('Text written → first audio, ms');
  for (const line of tabulate(measured)) print(`  ${line}`);
  print('`start` without a text → the first message about it, ms: all that a `start` ahead can save');
  print(answered.length === 0 ? '  none came' : `  p50 ${percentilesOf(answered).p50.toFixed(1)}`);
}

async function firstAudioMs(
  { text, aheadMs = 0, restMs = 0, isCold = false }: Way,
  endpoint: LiveEndpoint,
  { warm, onAnswer }: { readonly warm: WebSocket; readonly onAnswer: (afterMs: number) => void },
): Promise<number> {
  await delay(restMs);
  const askedAtMs = performance.now();
  const socket = isCold ? await connect(endpoint) : warm;
  const session = startSession(socket, endpoint.apiKey);
  if (aheadMs > 0) {
    const listener = (): void => onAnswer(performance.now() - askedAtMs);
    socket.once('message', listener);
    await delay(aheadMs);
    socket.off('message', listener);
  }
  const fromMs = isCold ? askedAtMs : performance.now();
  session.write(text);
  session.stop();
  let firstAtMs = Number.NaN;
  for await (const bytes of session.audio) {
    if (Number.isNaN(firstAtMs) && bytes.length > 0) firstAtMs = performance.now();
  }
  if (isCold) socket.terminate();
  return firstAtMs - fromMs;
}

function startSession(socket: WebSocket, apiKey: string): LiveSession {
  const session = new LiveSession(socket, {
    request: ttsRequestBody({ text: SENTENCE, voiceId: process.env['SPEECH_VOICE_ID'] }, 'opus', 'balanced'),
    stallMs: STALL_MS,
    silenceMs: STALL_MS,
    maxBufferedBytes: MAX_BUFFERED_BYTES,
    apiKey,
    signal: new AbortController().signal,
    onOver: () => undefined,
    onRefused: () => undefined,
    log: createLogger('silent'),
  });
  socket.resume();
  return session;
}

function connect(endpoint: LiveEndpoint): Promise<WebSocket> {
  return connectLive(endpoint, { signal: new AbortController().signal, onAnswer: () => undefined });
}

function remoteEndpoint(): LiveEndpoint | undefined {
  const { SPEECH_API_URL, SPEECH_API_KEY, SPEECH_MODEL = 's2-pro' } = process.env;
  if (SPEECH_API_URL === undefined || SPEECH_API_KEY === undefined) return undefined;
  return endpointOf(SPEECH_API_URL, SPEECH_API_KEY, SPEECH_MODEL);
}

async function localEndpoint(stack: AsyncDisposableStack): Promise<LiveEndpoint> {
  const service = await startLocalSpeech({ recognizer: false });
  stack.defer(() => service.close());
  return endpointOf(service.url, service.apiKey, 's2-pro');
}

function endpointOf(url: string, apiKey: string, model: string): LiveEndpoint {
  return { wsUrl: url.replace(/^http/, 'ws'), apiKey, model, handshakeMs: HANDSHAKE_MS, probeMs: HANDSHAKE_MS };
}
