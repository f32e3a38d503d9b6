import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createLocalCertificate } from '@mynah/loopback/certificate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { discoveryRequest, readDiscoveryResponse } from '../../src/voice/ip-discovery.ts';
import type { VoiceServer } from '../../src/voice/person-voice-api.ts';
import { rtpHeader } from '../../src/voice/rtp.ts';
import { startVoiceServer } from '../../src/voice/voice-server.ts';

const GUILD = '600000000000000001';
const CHANNEL = '700000000000000001';
const ANNA = '800000000000000001';
const BEN = '800000000000000002';
const HEARTBEAT_MS = 60;
const certificate = createLocalCertificate();

interface Message {
  readonly op: number;
  readonly d: Record<string, unknown>;
  readonly seq?: number;
}

/** A bare client that sends only what the test sends. */
class Client {
  readonly socket: WebSocket;
  readonly messages: Message[] = [];
  readonly closed: Promise<number>;

  constructor(server: VoiceServer) {
    this.socket = new WebSocket(`wss://${server.endpoint}?v=8`, { ca: server.caPem });
    this.socket.on('message', (data, isBinary) => {
      if (!isBinary && Buffer.isBuffer(data)) this.messages.push(JSON.parse(data.toString()));
    });
    this.closed = once(this.socket, 'close').then(([code]) => code);
  }

  async hears(op: number): Promise<Message> {
    await expect.poll(() => this.messages.some((message) => message.op === op), { interval: 5 }).toBe(true);
    const found = this.messages.find((message) => message.op === op);
    if (found === undefined) throw new Error(`op ${op}`);
    return found;
  }

  say(op: number, d: unknown): void {
    this.socket.send(JSON.stringify({ op, d }));
  }

  identify(userId = ANNA, changes: object = {}): void {
    this.say(0, {
      server_id: GUILD,
      user_id: userId,
      session_id: `session-${userId}`,
      token: 'token',
      max_dave_protocol_version: 1,
      ...changes,
    });
  }

  select(changes: object = {}, protocol = 'udp'): void {
    this.say(1, {
      protocol,
      data: { address: '127.0.0.1', port: 1, mode: 'aead_aes256_gcm_rtpsize', ...changes },
    });
  }

  resume(seqAck: number, sessionId = `session-${ANNA}`): void {
    this.say(7, { server_id: GUILD, session_id: sessionId, token: 'token', seq_ack: seqAck });
  }
}

describe('local voice gateway', () => {
  let server: VoiceServer;
  let ended: string[];
  const clients: Client[] = [];
  const udpSockets: Socket[] = [];

  beforeEach(async () => {
    ended = [];
    server = await startServer();
  });
  afterEach(async () => {
    for (const socket of udpSockets.splice(0)) socket.close();
    for (const { socket } of clients.splice(0)) socket.terminate();
    await server.close();
  });

  function startServer(changes: { readonly resumeWindowMs?: number } = {}): Promise<VoiceServer> {
    return startVoiceServer({
      certificate,
      heartbeatIntervalMs: 10_000,
      authorize: ({ token }) => (token === 'token' ? { channelId: CHANNEL } : undefined),
      onSessionEnd: ({ userId }) => ended.push(userId),
      ...changes,
    });
  }

  async function connect(to = server): Promise<Client> {
    const client = new Client(to);
    clients.push(client);
    await client.hears(8);
    return client;
  }

  async function joined(userId = ANNA): Promise<Client> {
    const client = await connect();
    client.identify(userId);
    await client.hears(2);
    client.select();
    await client.hears(4);
    return client;
  }

  async function udp(): Promise<Socket> {
    const socket = createSocket('udp4');
    udpSockets.push(socket);
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return socket;
  }

  it('introduces itself, hands out an SSRC and a key, and numbers its messages', async () => {
    const client = await joined();
    expect((await client.hears(8)).d).toEqual({ v: 8, heartbeat_interval: 10_000 });
    expect(await client.hears(2)).toMatchObject({
      seq: 1,
      d: {
        ssrc: expect.any(Number),
        ip: '127.0.0.1',
        modes: ['aead_aes256_gcm_rtpsize', 'aead_xchacha20_poly1305_rtpsize'],
      },
    });
    const { d, seq } = await client.hears(4);
    expect(seq).toBe(2);
    expect(d).toMatchObject({ mode: 'aead_aes256_gcm_rtpsize', dave_protocol_version: 1 });
    expect(d['secret_key']).toHaveLength(32);
  });

  it('answers heartbeats', async () => {
    const client = await connect();
    client.say(3, { t: 42, seq_ack: -1 });
    expect((await client.hears(6)).d).toEqual({ t: 42 });
  });

  it.each([
    [4001, 'an unknown opcode', (client: Client) => client.say(99, {})],
    [4002, 'invalid JSON', (client: Client) => client.socket.send('{')],
    [4002, 'a message of another shape', (client: Client) => client.say(0, { server_id: 7 })],
    [4003, 'a message before identifying', (client: Client) => client.select()],
    [4004, 'a wrong token', (client: Client) => client.identify(ANNA, { token: 'wrong' })],
    [4006, 'a resume of an unknown session', (client: Client) => client.resume(-1, 'nobody')],
    [4017, 'a client without DAVE', (client: Client) => client.identify(ANNA, { max_dave_protocol_version: 0 })],
  ])('closes with %i for %s', async (code, _, act) => {
    const client = await connect();
    act(client);
    expect(await client.closed).toBe(code);
  });

  it.each([
    [4005, 'identifying twice', (client: Client) => client.identify()],
    [4012, 'another protocol', (client: Client) => client.select({}, 'webrtc')],
    [4016, 'an encryption mode that was not offered', (client: Client) => client.select({ mode: 'xsalsa20' })],
  ])('closes with %i for %s', async (code, _, act) => {
    const client = await connect();
    client.identify();
    await client.hears(2);
    act(client);
    expect(await client.closed).toBe(code);
  });

  it('closes with 4009 without heartbeats', async () => {
    const impatient = await startVoiceServer({
      certificate,
      heartbeatIntervalMs: HEARTBEAT_MS,
      authorize: () => ({ channelId: CHANNEL }),
    });
    try {
      expect(await (await connect(impatient)).closed).toBe(4009);
    } finally {
      await impatient.close();
    }
  });

  it('announces who joins, speaks and leaves', async () => {
    const anna = await joined(ANNA);
    const ben = await joined(BEN);
    expect((await anna.hears(11)).d).toEqual({ user_ids: [BEN] });
    expect((await ben.hears(11)).d).toEqual({ user_ids: [ANNA] });
    const { ssrc } = (await ben.hears(2)).d;
    ben.say(5, { speaking: 1, delay: 0, ssrc });
    expect((await anna.hears(5)).d).toEqual({ user_id: BEN, ssrc, speaking: 1 });
    ben.socket.close(1000);
    expect((await anna.hears(13)).d).toEqual({ user_id: BEN });
    expect(ended).toEqual([BEN]);
  });

  it('sends a resumed client the messages it missed, after Resumed', async () => {
    const anna = await joined(ANNA);
    anna.socket.terminate();
    const ben = await joined(BEN);
    const back = await connect();
    const last = anna.messages.findLast(({ seq }) => seq !== undefined)?.seq ?? 0;
    back.resume(last);
    expect((await back.hears(11)).d).toEqual({ user_ids: [BEN] });
    expect(back.messages.map(({ op }) => op).slice(0, 3)).toEqual([8, 9, 11]);
    ben.say(5, { speaking: 1, delay: 0, ssrc: (await ben.hears(2)).d['ssrc'] });
    await back.hears(5);
    expect(ended).toEqual([]);
  });

  it('ends a session that is not resumed in time', async () => {
    await server.close();
    server = await startServer({ resumeWindowMs: 100 });
    const anna = await joined(ANNA);
    const ben = await joined(BEN);
    anna.socket.terminate();
    expect((await ben.hears(13)).d).toEqual({ user_id: ANNA });
    const late = await connect();
    late.resume(-1);
    expect(await late.closed).toBe(4006);
  });

  it('reports a client’s own address, and returns keep-alives', async () => {
    const client = await joined();
    const { port, ssrc } = (await client.hears(2)).d as { port: number; ssrc: number };
    const socket = await udp();
    socket.send(discoveryRequest(ssrc), port, '127.0.0.1');
    const [answer] = await once(socket, 'message');
    expect(readDiscoveryResponse(answer)).toEqual({ address: '127.0.0.1', port: socket.address().port });
    socket.send(Buffer.from('0102030405060708', 'hex'), port, '127.0.0.1');
    const [echo] = await once(socket, 'message');
    expect(echo.toString('hex')).toBe('0102030405060708');
  });

  it('counts packets that no key decrypts, of unknown SSRCs, and from other addresses', async () => {
    const client = await joined();
    const { port, ssrc } = (await client.hears(2)).d as { port: number; ssrc: number };
    const [own, foreign] = [await udp(), await udp()];
    own.send(discoveryRequest(ssrc), port, '127.0.0.1');
    await once(own, 'message');
    const packet = (from: number) =>
      Buffer.concat([rtpHeader({ sequence: 1, timestamp: 1, ssrc: from }), Buffer.alloc(40)]);
    own.send(packet(ssrc), port, '127.0.0.1');
    own.send(packet(ssrc + 1), port, '127.0.0.1');
    foreign.send(packet(ssrc), port, '127.0.0.1');
    await expect
      .poll(() => server.figures())
      .toMatchObject({
        unknownSsrc: 2,
        users: [{ userId: ANNA, channelId: CHANNEL, ssrc, packetsIn: 0, undecryptable: 1 }],
      });
  });

  it('closes with clients connected, and can be closed twice', async () => {
    const client = await joined();
    await Promise.all([server.close(), server.close()]);
    expect(await client.closed).toBe(1006);
  });
});
