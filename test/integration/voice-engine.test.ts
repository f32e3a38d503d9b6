import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { WebSocketServer } from 'ws';
import { createVoiceCertificate } from '../../playground/discord/voice/certificate.ts';
import type { PersonVoice, VoiceServer } from '../../playground/discord/voice/contract.ts';
import { discoveryResponse, readDiscoveryRequest } from '../../playground/discord/voice/ip-discovery.ts';
import { connectPersonVoice } from '../../playground/discord/voice/person-voice.ts';
import { startVoiceServer } from '../../playground/discord/voice/voice-server.ts';
import { createLogger } from '../../src/log.ts';
import type { VoiceEngine, VoiceEvent } from '../../src/voice/contract.ts';
import { createVoiceEngine } from '../../src/voice/engine.ts';
import { createFakeSpeech, type FakeCall, numberOf, range } from '../unit/voice/fake-speech.ts';

const GUILD = '600000000000000001';
const LOUNGE = '700000000000000001';
const STUDIO = '700000000000000002';
const BOT = '800000000000000009';
const ANNA = '800000000000000001';
const BEN = '800000000000000002';

const certificate = createVoiceCertificate();
const trustedBefore = getCACertificates('default');

let server: VoiceServer;
let engine: VoiceEngine;
let speech: ReturnType<typeof createFakeSpeech>;
let events: VoiceEvent[];
let requests: (string | null)[];
let people: PersonVoice[];
/** Channel of each session id that the stand-in for the main gateway has given out. */
let channelOf: Map<string, string>;
let serverFirst: boolean;
/** Address of the voice server that the gateway names. */
let endpoint: string;

beforeAll(() => setDefaultCACertificates([...trustedBefore, certificate.caPem]));
afterAll(() => setDefaultCACertificates(trustedBefore));

beforeEach(async () => {
  channelOf = new Map();
  server = await startVoiceServer({
    certificate,
    authorize: ({ sessionId }) => {
      const channelId = channelOf.get(sessionId);
      return channelId === undefined ? undefined : { channelId };
    },
  });
  endpoint = server.endpoint;
  speech = createFakeSpeech();
  events = [];
  requests = [];
  people = [];
  serverFirst = false;
  engine = createVoiceEngine({
    speech,
    log: createLogger('silent'),
    onEvent: (event) => {
      events.push(event);
      if (event.type === 'gateway-send') answer((event.payload as { d: { channel_id: string | null } }).d.channel_id);
    },
  });
});

afterEach(async () => {
  await engine.close();
  for (const person of people) await person.leave();
  await server.close();
});

/** What Discord's main gateway does with a request to join or leave. */
function answer(channelId: string | null): void {
  requests.push(channelId);
  setImmediate(() => place(channelId));
}

/** Puts the bot into a channel, as the gateway tells it. */
function place(channelId: string | null): void {
  const sessionId = `bot-${requests.length}-${channelOf.size}`;
  if (channelId !== null) channelOf.set(sessionId, channelId);
  const d = { guild_id: GUILD, channel_id: channelId, user_id: BOT, session_id: sessionId };
  const state = (): void => engine.dispatch({ t: 'VOICE_STATE_UPDATE', d });
  const voiceServer = (): void =>
    engine.dispatch({
      t: 'VOICE_SERVER_UPDATE',
      d: { guild_id: GUILD, endpoint, ...{ token: 'token' } },
    });
  if (channelId === null) state();
  else for (const tell of serverFirst ? [voiceServer, state] : [state, voiceServer]) tell();
}

async function person(userId: string, channelId: string): Promise<PersonVoice> {
  const sessionId = `person-${userId}-${channelOf.size}`;
  channelOf.set(sessionId, channelId);
  const { caPem } = certificate;
  const joined = await connectPersonVoice({
    endpoint: server.endpoint,
    caPem,
    serverId: GUILD,
    channelId,
    userId,
    sessionId,
    token: 'token',
  });
  people.push(joined);
  return joined;
}

async function say(): Promise<FakeCall> {
  await engine.speak({ guildId: GUILD, text: 'Hello.', voiceId: undefined, userId: ANNA });
  const call = speech.calls.at(-1);
  if (call === undefined) throw new Error('the speech service was not asked');
  return call;
}

/** Numbers of the voiced packets that somebody heard of the bot. */
function heardBy({ heard }: PersonVoice): (number | 'silence')[] {
  return heard.packets
    .filter(({ userId }) => userId === BOT)
    .map(({ opus }) => numberOf(opus))
    .filter((number) => number !== 'silence');
}

async function finished(): Promise<void> {
  await vi.waitFor(() => expect(events.some(({ type }) => type === 'item-finished')).toBe(true), { timeout: 15_000 });
}

async function heardAll(numbers: readonly number[], ...listeners: PersonVoice[]): Promise<void> {
  await vi.waitFor(() => expect(listeners.flatMap(heardBy)).toEqual(numbers), { timeout: 5_000 });
}

test('what it says is heard from the first packet to the last, bit for bit, encrypted end to end', async () => {
  const anna = await person(ANNA, LOUNGE);
  expect(await engine.join({ guildId: GUILD, channelId: LOUNGE })).toEqual({
    kind: 'joined',
    channelId: LOUNGE,
    moved: false,
  });
  (await say()).send(0, 50).end();
  const utterance = await anna.heard.utterance(BOT);
  expect(utterance.packets.map(({ opus }) => numberOf(opus))).toEqual(range(0, 50));
  expect(utterance).toMatchObject({ lost: 0, endedBy: 'silence' });
  expect(anna.heard.decryptFailures).toBe(0);
  expect(server.figures().users.find(({ userId }) => userId === BOT)).toMatchObject({ unencryptedIn: 0 });
});

test('an update of the server before that of the state joins as well', async () => {
  serverFirst = true;
  expect(await engine.join({ guildId: GUILD, channelId: LOUNGE })).toMatchObject({ kind: 'joined' });
  expect(requests).toEqual([LOUNGE]);
});

test('alone in the channel it waits, and speaks once somebody can hear it', async () => {
  await engine.join({ guildId: GUILD, channelId: LOUNGE });
  (await say()).send(0, 20).end();
  const anna = await person(ANNA, LOUNGE);
  await finished();
  await heardAll(range(0, 20), anna);
});

test('moved by somebody in mid-speech, it says the rest in the new channel and loses nothing', async () => {
  const anna = await person(ANNA, LOUNGE);
  const ben = await person(BEN, STUDIO);
  await engine.join({ guildId: GUILD, channelId: LOUNGE });
  (await say()).send(0, 60).end();
  await anna.heard.next(({ opus }) => numberOf(opus) === 20);
  server.disconnect(GUILD, BOT, 4014);
  place(STUDIO);
  await finished();
  await vi.waitFor(() => expect(heardBy(ben).at(-1)).toBe(59));
  expect(new Set([...heardBy(anna), ...heardBy(ben)])).toEqual(new Set(range(0, 60)));
  expect(events).toContainEqual({ type: 'session-moved', guildId: GUILD, channelId: STUDIO });
});

test('asked to another channel in mid-speech, it says the rest there and loses nothing', async () => {
  const anna = await person(ANNA, LOUNGE);
  const ben = await person(BEN, STUDIO);
  await engine.join({ guildId: GUILD, channelId: LOUNGE });
  (await say()).send(0, 60).end();
  await anna.heard.next(({ opus }) => numberOf(opus) === 20);
  expect(await engine.join({ guildId: GUILD, channelId: STUDIO })).toMatchObject({ kind: 'joined', moved: true });
  await finished();
  await heardAll(range(0, 60), anna, ben);
});

test('a voice session that Discord ends is joined again in mid-speech', async () => {
  const anna = await person(ANNA, LOUNGE);
  await engine.join({ guildId: GUILD, channelId: LOUNGE });
  (await say()).send(0, 60).end();
  await anna.heard.next(({ opus }) => numberOf(opus) === 20);
  server.disconnect(GUILD, BOT, 4006);
  await finished();
  await heardAll(range(0, 60), anna);
  expect(requests).toEqual([LOUNGE, LOUNGE]);
});

test('a voice server that crashes is resumed in mid-speech', async () => {
  const anna = await person(ANNA, LOUNGE);
  await engine.join({ guildId: GUILD, channelId: LOUNGE });
  (await say()).send(0, 60).end();
  await anna.heard.next(({ opus }) => numberOf(opus) === 20);
  server.disconnect(GUILD, BOT, 4015);
  await finished();
  await heardAll(range(0, 60), anna);
  expect(requests).toEqual([LOUNGE]);
});

test('somebody who joins in mid-speech costs those who listen nothing', async () => {
  const anna = await person(ANNA, LOUNGE);
  await engine.join({ guildId: GUILD, channelId: LOUNGE });
  (await say()).send(0, 80).end();
  await anna.heard.next(({ opus }) => numberOf(opus) === 20);
  const ben = await person(BEN, LOUNGE);
  await finished();
  await heardAll(range(0, 80), anna);
  expect(anna.heard.decryptFailures).toBe(0);
  expect(heardBy(ben).at(-1)).toBe(79);
});

test('a kick ends the session and drops what was being said', async () => {
  const anna = await person(ANNA, LOUNGE);
  await engine.join({ guildId: GUILD, channelId: LOUNGE });
  (await say()).send(0, 60);
  await anna.heard.next(({ opus }) => numberOf(opus) === 5);
  server.disconnect(GUILD, BOT, 4014);
  place(null);
  expect(events.slice(-2)).toEqual([
    { type: 'item-dropped', guildId: GUILD, itemId: 1 },
    { type: 'session-ended', guildId: GUILD, channelId: LOUNGE, reason: 'disconnected' },
  ]);
  expect(await engine.session(GUILD)).toBeUndefined();
  expect(speech.holds).toBe(0);
});

test('after a leave its sockets are closed, and it can join again at once', async () => {
  await engine.join({ guildId: GUILD, channelId: LOUNGE });
  const leaving = engine.leave(GUILD);
  const joining = engine.join({ guildId: GUILD, channelId: STUDIO });
  expect(await leaving).toBe(true);
  expect(await joining).toEqual({ kind: 'joined', channelId: STUDIO, moved: false });
  expect(await engine.session(GUILD)).toMatchObject({ channelId: STUDIO, paused: false, items: [] });
});

test('closing the engine leaves the channel and closes the sockets', async () => {
  await engine.join({ guildId: GUILD, channelId: LOUNGE });
  await engine.close();
  expect(requests).toEqual([LOUNGE, null]);
  await vi.waitFor(() => expect(server.figures().users).toEqual([]));
  expect(await engine.join({ guildId: GUILD, channelId: LOUNGE })).toEqual({ kind: 'cancelled' });
});

test('a voice server whose messages make the library throw costs that session a new connection, not the process', async () => {
  await using broken = await startBrokenVoiceServer();
  endpoint = broken.endpoint;
  const joining = engine.join({ guildId: GUILD, channelId: LOUNGE });
  await broken.spoke;
  endpoint = server.endpoint;
  await joining;
  await vi.waitFor(() => expect(requests).toEqual([LOUNGE, null, LOUNGE]));
  await vi.waitFor(() => expect(server.figures().users).toHaveLength(1));
});

/** A voice server that gets a client ready and then sends an external sender that is none. */
async function startBrokenVoiceServer(): Promise<{ endpoint: string; spoke: Promise<void> } & AsyncDisposable> {
  const https = createServer({ cert: certificate.certPem, key: certificate.keyPem });
  https.listen(0, '127.0.0.1');
  const udp = createSocket('udp4');
  udp.bind(0, '127.0.0.1');
  await Promise.all([once(https, 'listening'), once(udp, 'listening')]);
  udp.on('message', (message, { address, port }) => {
    const ssrc = readDiscoveryRequest(message);
    if (ssrc !== undefined) udp.send(discoveryResponse(ssrc, address, port), port, address);
  });
  const spoken = Promise.withResolvers<void>();
  const sockets = new WebSocketServer({ server: https });
  sockets.on('connection', (socket) => {
    const send = (op: number, d: unknown): void => socket.send(JSON.stringify({ op, d }));
    send(8, { heartbeat_interval: 10_000 });
    socket.on('message', (data: Buffer, isBinary) => {
      const op = isBinary ? undefined : (JSON.parse(data.toString()) as { op: number }).op;
      const mode = 'aead_aes256_gcm_rtpsize';
      if (op === 0) send(2, { ssrc: 7, ip: '127.0.0.1', port: udp.address().port, modes: [mode] });
      if (op !== 1) return;
      send(4, { mode, secret_key: [...Buffer.alloc(32)], dave_protocol_version: 1 });
      socket.send(Buffer.from([0, 1, 25, 1, 2, 3]));
      spoken.resolve();
    });
  });
  return {
    endpoint: `localhost:${(https.address() as AddressInfo).port}`,
    spoke: spoken.promise,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets.clients) socket.terminate();
      await Promise.all([
        new Promise((resolve) => https.close(resolve)),
        new Promise<void>((resolve) => udp.close(resolve)),
      ]);
    },
  };
}
