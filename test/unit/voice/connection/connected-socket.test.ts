import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { VoiceUDPSocket } from '@discordjs/voice';
import { afterEach, expect, test } from 'vitest';
import { connectSocket } from '../../../../src/voice/connection/connected-socket.ts';

const sockets: Socket[] = [];

async function openSocket(): Promise<Socket> {
  const socket = createSocket('udp4');
  sockets.push(socket);
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return socket;
}

/** The library's wrapper, as far as it is used: it passes the address with every packet. */
function wrap(socket: Socket, remote: { readonly ip: string; readonly port: number }): VoiceUDPSocket {
  const send = (packet: Buffer): void => socket.send(packet, remote.port, remote.ip);
  return { socket, remote, send } as unknown as VoiceUDPSocket;
}

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

test('packets reach the server over a connected socket', async () => {
  const [socket, server] = [await openSocket(), await openSocket()];
  const udp = wrap(socket, { ip: '127.0.0.1', port: server.address().port });
  // The only packet that is sent.
  connectSocket(udp, () => udp.send(Buffer.from('hello')));
  const [packet] = (await once(server, 'message')) as [Buffer];
  expect(packet.toString()).toBe('hello');
  expect(socket.remoteAddress().port).toBe(server.address().port);
});

test('a socket that cannot be connected still works, and is reported: a keep-alive does not throw', async () => {
  // The system lets nobody connect to the broadcast address.
  const socket = await openSocket();
  const udp = wrap(socket, { ip: '255.255.255.255', port: 9 });
  await new Promise<void>((resolve) => connectSocket(udp, resolve));
  socket.once('error', () => undefined);
  expect(() => udp.send(Buffer.from('keep-alive'))).not.toThrow();
});
