/** Asks for wrong addresses of captions, 6,000 in one write. */
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { serveCalls } from '../rig/serve-calls.ts';
import type { StrangerCalls } from './stranger-calls.ts';

const ADDRESSES = 6_000;

const requests = Array.from(
  { length: ADDRESSES },
  () => `GET /overlay/${randomBytes(24).toString('base64url')}/events HTTP/1.1\r\nhost: localhost\r\n\r\n`,
).join('');

let asking: NodeJS.Timeout | undefined;
let connections = 0;

function ask(port: number): void {
  connections += 1;
  const socket = connect(port, '127.0.0.1').resume();
  // The server hangs up.
  socket.on('error', () => socket.destroy());
  socket.write(requests);
}

serveCalls({
  begin: ({ port, writesPerSecond }) => {
    connections = 0;
    ask(port);
    asking = setInterval(() => ask(port), 1_000 / writesPerSecond);
  },
  end: () => {
    clearInterval(asking);
    return connections;
  },
} satisfies StrangerCalls);
