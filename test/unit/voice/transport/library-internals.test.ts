import type { Socket } from 'node:dgram';
import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import {
  DAVESession,
  type VoiceConnection,
  VoiceReceiver,
  VoiceUDPSocket,
  VoiceWebSocket,
  version,
} from '@discordjs/voice';
import { afterEach, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import {
  CHECKED_VERSION,
  epochOf,
  guardMessages,
  newestTransition,
  onDestroy,
  receivingKeys,
  replaceDatagramHandler,
  replaceSend,
  terminate,
  transportDecryptOf,
  wrappedSocket,
} from '../../../../src/voice/transport/library-internals.ts';

const REMOTE = { ip: '127.0.0.1', port: 9 };
const toClose: (() => void)[] = [];

afterEach(() => {
  for (const close of toClose.splice(0)) close();
});

async function openUdp(): Promise<VoiceUDPSocket> {
  const udp = new VoiceUDPSocket(REMOTE);
  await once(wrappedSocket(udp).socket.bind(0, '127.0.0.1'), 'listening');
  // The library begins its keep-alives then.
  await setImmediate();
  return udp;
}

async function close(udp: VoiceUDPSocket): Promise<void> {
  const closed = once(udp, 'close');
  udp.destroy();
  await closed;
}

/** A WebSocket of the library, and the end of it at the server. */
async function openWebSocket(): Promise<{ readonly ws: VoiceWebSocket; readonly atServer: EventEmitter }> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  toClose.push(() => server.close());
  await once(server, 'listening');
  const ws = new VoiceWebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, false);
  const [[atServer]] = await Promise.all([once(server, 'connection'), once(ws, 'open')]);
  return { ws, atServer: atServer as EventEmitter };
}

test('the private parts were checked against the installed version of @discordjs/voice', () => {
  expect(version, 'go through src/voice/transport/library-internals.ts, then set CHECKED_VERSION').toBe(
    CHECKED_VERSION,
  );
});

test('VoiceUDPSocket keeps a socket and the address of its server', async () => {
  const udp = await openUdp();
  const { socket, remote } = wrappedSocket(udp);
  expect(remote).toEqual(REMOTE);
  expect(socket.address().port).toBeGreaterThan(0);
  await close(udp);
});

test('keep-alives of VoiceUDPSocket leave through a replaced send', async () => {
  const udp = await openUdp();
  const sent: Buffer[] = [];
  replaceSend(udp, (datagram) => sent.push(datagram));
  (Reflect.get(udp, 'keepAlive') as () => void).call(udp);
  expect(sent).toEqual([expect.any(Buffer)]);
  await close(udp);
});

test('a listener is called while the socket is still open, when the library closes it', async () => {
  const udp = await openUdp();
  const socket: Socket = wrappedSocket(udp).socket;
  const ports: number[] = [];
  onDestroy(udp, () => ports.push(socket.address().port));
  await close(udp);
  expect(ports).toEqual([expect.any(Number)]);
});

test('VoiceReceiver decrypts with the mode, the nonce and the key that it is given', () => {
  const decrypt = transportDecryptOf(new VoiceReceiver(new EventEmitter() as VoiceConnection));
  const [datagram, nonce, key] = [Buffer.alloc(64), Buffer.alloc(12), new Uint8Array(32)];
  expect(() => decrypt(datagram, 'aead_aes256_gcm_rtpsize', nonce, key, 12)).toThrow(/authenticate/);
  expect(() => decrypt(datagram, 'no mode', nonce, key, 12)).toThrow(/no mode/);
});

test('VoiceReceiver is bound to sockets through a handler that can be replaced', () => {
  const receiver = new VoiceReceiver(new EventEmitter() as VoiceConnection);
  expect(Object.hasOwn(receiver, 'onUdpMessage')).toBe(true);
  const heard: Buffer[] = [];
  replaceDatagramHandler(receiver, (datagram) => heard.push(datagram));
  receiver.onUdpMessage(Buffer.from('a'));
  expect(heard).toHaveLength(1);
  expect(receivingKeys(receiver)).toEqual({});
});

test('VoiceWebSocket looks its handler up for each message, so that what it throws can be reported', async () => {
  const { ws, atServer } = await openWebSocket();
  const reported = Promise.withResolvers<unknown>();
  expect(guardMessages(ws, reported.resolve)).toBe(true);
  expect(guardMessages(ws, reported.resolve)).toBe(false);
  const failure = new Error('in a handler');
  ws.on('packet', () => {
    throw failure;
  });
  (atServer as EventEmitter & { send(text: string): void }).send('{"op":6,"d":1}');
  expect(await reported.promise).toBe(failure);
  terminate(ws);
});

test('VoiceWebSocket keeps a WebSocket that can be terminated', async () => {
  const { ws, atServer } = await openWebSocket();
  const closed = Promise.all([once(ws, 'close'), once(atServer, 'close')]);
  terminate(ws);
  const [, [code]] = await closed;
  // No closing handshake (RFC 6455, section 7.1.5).
  expect(code).toBe(1006);
});

test('DAVESession keeps the transitions that are not yet executed', () => {
  const dave = new DAVESession(1, '1', '2', { decryptionFailureTolerance: 36 });
  dave.on('error', () => undefined);
  expect(newestTransition(dave)).toBeUndefined();
  dave.prepareTransition({ transition_id: 5, protocol_version: 1 });
  dave.prepareTransition({ transition_id: 8, protocol_version: 1 });
  expect(newestTransition(dave)).toBe(8);
  dave.executeTransition(8);
  expect(newestTransition(dave)).toBe(5);
});

test('the session of DAVESession knows its epoch, of which there is none without a group', async () => {
  // The library loads its end-to-end encryption when it is imported, without saying when that is done.
  const { DAVESession: Session } = await import('@snazzah/davey');
  expect(Object.hasOwn(Session.prototype, 'epoch')).toBe(true);
  const dave = new DAVESession(1, '1', '2', { decryptionFailureTolerance: 36 });
  dave.reinit();
  expect(dave.session).toBeInstanceOf(Session);
  expect(dave.session === undefined ? 'no session' : epochOf(dave.session)).toBeUndefined();
});
