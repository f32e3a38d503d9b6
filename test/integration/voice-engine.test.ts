import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { discoveryResponse, readDiscoveryRequest } from '@mynah/local-discord/voice/ip-discovery';
import type { PersonVoice } from '@mynah/local-discord/voice/person-voice-api';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WebSocketServer } from 'ws';
import type { VoiceEngine } from '../../src/voice/voice-api.ts';
import { type FakeCall, numberOf, range } from '../unit/voice/fake-speech.ts';
import { BOT, certificate, GUILD, LOUNGE, STUDIO, trustVoiceServer, VoiceScene } from './voice-fixture.ts';

const ANNA = '800000000000000001';
const BEN = '800000000000000002';

let scene: VoiceScene;
let engine: VoiceEngine;

trustVoiceServer();
beforeEach(async () => {
  scene = await VoiceScene.open();
  engine = scene.engine;
});
afterEach(async () => {
  await scene[Symbol.asyncDispose]();
});

async function say(): Promise<FakeCall> {
  await engine.speak({ guildId: GUILD, textId: '1', text: 'Hello.', voiceId: undefined, userId: ANNA });
  const call = scene.speech.calls.at(-1);
  if (call === undefined) throw new Error('the speech service received no request');
  return call;
}

/** The numbers of the bot's voiced packets that a person received. */
function heardBy({ heard }: PersonVoice): (number | 'silence')[] {
  return heard.packets
    .filter(({ userId }) => userId === BOT)
    .map(({ opus }) => numberOf(opus))
    .filter((number) => number !== 'silence');
}

/** How far each of the bot's packets is after the one before it, by its RTP sequence number. */
function stepsTo({ heard }: PersonVoice): number[] {
  const numbers = heard.packets.filter(({ userId }) => userId === BOT).map(({ sequence }) => sequence);
  return numbers.slice(1).map((number, index) => (number - (numbers[index] ?? 0) + 2 ** 16) % 2 ** 16);
}

async function finished(): Promise<void> {
  await vi.waitFor(() => expect(scene.events.some(({ type }) => type === 'item-finished')).toBe(true), {
    timeout: 15_000,
  });
}

async function heardAll(numbers: readonly number[], ...listeners: PersonVoice[]): Promise<void> {
  await vi.waitFor(() => expect(listeners.flatMap(heardBy)).toEqual(numbers), { timeout: 5_000 });
}

test('speech is heard from the first packet to the last, bit for bit, encrypted end to end', async () => {
  const anna = await scene.person(ANNA, LOUNGE);
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
  expect(scene.server.figures().users.find(({ userId }) => userId === BOT)).toMatchObject({ unencryptedIn: 0 });
});

test('a server update before the state update joins as well', async () => {
  scene.serverFirst = true;
  expect(await engine.join({ guildId: GUILD, channelId: LOUNGE })).toMatchObject({ kind: 'joined' });
  expect(scene.requestedChannels).toEqual([LOUNGE]);
});

test('it waits while alone in the channel, and speaks when somebody can hear it', async () => {
  await engine.join({ guildId: GUILD, channelId: LOUNGE });
  (await say()).send(0, 20).end();
  const anna = await scene.person(ANNA, LOUNGE);
  await finished();
  await heardAll(range(0, 20), anna);
});

test('when moved while it speaks, it says the rest in the new channel and loses nothing', async () => {
  const anna = await scene.person(ANNA, LOUNGE);
  const ben = await scene.person(BEN, STUDIO);
  await engine.join({ guildId: GUILD, channelId: LOUNGE });
  (await say()).send(0, 60).end();
  await anna.heard.next(({ opus }) => numberOf(opus) === 20);
  scene.place(STUDIO);
  await finished();
  await vi.waitFor(() => expect(heardBy(ben).at(-1)).toBe(59), { timeout: 5_000 });
  expect(new Set([...heardBy(anna), ...heardBy(ben)])).toEqual(new Set(range(0, 60)));
  expect(scene.events).toContainEqual({
    ...{ type: 'session-moved', guildId: GUILD, channelId: STUDIO, isRequested: false },
  });
});

test('when it joins another channel while it speaks, it says the rest there and loses nothing', async () => {
  const anna = await scene.person(ANNA, LOUNGE);
  const ben = await scene.person(BEN, STUDIO);
  await engine.join({ guildId: GUILD, channelId: LOUNGE });
  (await say()).send(0, 60).end();
  await anna.heard.next(({ opus }) => numberOf(opus) === 20);
  expect(await engine.join({ guildId: GUILD, channelId: STUDIO })).toMatchObject({ kind: 'joined', moved: true });
  await finished();
  await heardAll(range(0, 60), anna, ben);
});

test('a voice session that Discord ends during speech is rejoined', async () => {
  const anna = await scene.person(ANNA, LOUNGE);
  await engine.join({ guildId: GUILD, channelId: LOUNGE });
  const call = await say();
  call.send(0, 21);
  await anna.heard.next(({ opus }) => numberOf(opus) === 20);
  scene.breakBot(4006);
  // What it sends before it notices is lost, so the rest of the sound comes after that.
  await vi.waitFor(() => expect(scene.requestedChannels).toEqual([LOUNGE, LOUNGE]), { timeout: 5_000 });
  call.send(21, 60).end();
  await finished();
  await heardAll(range(0, 60), anna);
  expect(scene.requestedChannels).toEqual([LOUNGE, LOUNGE]);
});

test('a voice connection that crashes during speech is resumed', async () => {
  const anna = await scene.person(ANNA, LOUNGE);
  await engine.join({ guildId: GUILD, channelId: LOUNGE });
  (await say()).send(0, 60).end();
  await anna.heard.next(({ opus }) => numberOf(opus) === 20);
  scene.breakBot(4015);
  await finished();
  await heardAll(range(0, 60), anna);
  // Packets that were to leave later have given their places in the stream to those that did.
  expect(new Set(stepsTo(anna))).toEqual(new Set([1]));
  expect(scene.requestedChannels).toEqual([LOUNGE]);
});

test('nobody misses a packet when somebody joins while it speaks', async () => {
  const anna = await scene.person(ANNA, LOUNGE);
  await engine.join({ guildId: GUILD, channelId: LOUNGE });
  (await say()).send(0, 80).end();
  await anna.heard.next(({ opus }) => numberOf(opus) === 20);
  const ben = await scene.person(BEN, LOUNGE);
  await finished();
  await heardAll(range(0, 80), anna);
  expect(new Set(stepsTo(anna))).toEqual(new Set([1]));
  expect(anna.heard.decryptFailures).toBe(0);
  expect(heardBy(ben).at(-1)).toBe(79);
});

test('a kick ends the session and drops the current item', async () => {
  const anna = await scene.person(ANNA, LOUNGE);
  await engine.join({ guildId: GUILD, channelId: LOUNGE });
  (await say()).send(0, 60);
  await anna.heard.next(({ opus }) => numberOf(opus) === 5);
  scene.place(null);
  expect(scene.events.slice(-2)).toEqual([
    { type: 'item-dropped', guildId: GUILD, textId: '1', reason: 'session-ended', unservedCharacters: 0 },
    { type: 'session-ended', guildId: GUILD, channelId: LOUNGE, reason: 'disconnected' },
  ]);
  expect(await engine.session(GUILD)).toBeUndefined();
  expect(scene.speech.holds).toBe(0);
});

test('leaving closes its sockets, and it can rejoin immediately', async () => {
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
  expect(scene.requestedChannels).toEqual([LOUNGE, null]);
  await vi.waitFor(() => expect(scene.server.figures().users).toEqual([]), { timeout: 5_000 });
  expect(await engine.join({ guildId: GUILD, channelId: LOUNGE })).toEqual({ kind: 'cancelled' });
});

test('voice server messages that make the library throw end the connection, not the process', async () => {
  await using broken = await startBrokenVoiceServer();
  scene.endpoint = broken.endpoint;
  const joining = engine.join({ guildId: GUILD, channelId: LOUNGE });
  await broken.spoke;
  scene.endpoint = scene.server.endpoint;
  await joining;
  await vi.waitFor(() => expect(scene.requestedChannels).toEqual([LOUNGE, null, LOUNGE]), { timeout: 5_000 });
  await vi.waitFor(() => expect(scene.server.figures().users).toHaveLength(1), { timeout: 5_000 });
});

/** A voice server that gets a client to Ready, then sends a malformed external sender. */
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
