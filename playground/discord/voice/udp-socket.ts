import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

/** Room for bursts of some 400 channels at once while the thread is busy. */
const BUFFER_BYTES = 4 * 2 ** 20;

/** Binds an IPv4 socket to `host` and any free port. The caller closes it. */
export async function bindUdpSocket(host: string): Promise<Socket> {
  const socket = createSocket({
    type: 'udp4',
    // Only literal addresses are ever sent to: looking each of them up costs a tick per packet.
    lookup: (address, _options, done) => done(null, address, 4),
  });
  // The socket may listen before `bind` returns, since nothing has to be looked up.
  const listening = once(socket, 'listening');
  socket.bind(0, host);
  await listening;
  socket.setRecvBufferSize(BUFFER_BYTES);
  socket.setSendBufferSize(BUFFER_BYTES);
  return socket;
}
