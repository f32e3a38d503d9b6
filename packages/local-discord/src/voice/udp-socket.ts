import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

/** Buffer for bursts of about 400 channels while the thread is busy. */
const BUFFER_BYTES = 4 * 2 ** 20;

/** Binds an IPv4 socket to `host` and any free port. The caller closes it. */
export async function bindUdpSocket(host: string): Promise<Socket> {
  const socket = createSocket({
    type: 'udp4',
    // Destinations are always literal addresses: a lookup would cost a tick per packet.
    lookup: (address, _options, done) => done(null, address, 4),
  });
  // The socket may be listening before `bind` returns, since no lookup is needed.
  const listening = once(socket, 'listening');
  socket.bind(0, host);
  await listening;
  socket.setRecvBufferSize(BUFFER_BYTES);
  socket.setSendBufferSize(BUFFER_BYTES);
  return socket;
}
