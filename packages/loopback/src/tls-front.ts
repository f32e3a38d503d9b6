import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { createServer } from 'node:tls';
import { createLocalCertificate } from './certificate.ts';

/** TLS in front of a service that speaks HTTP, like the network edge of a real one. */
export interface TlsFront {
  /** `https://localhost:PORT` */
  readonly url: string;
  readonly port: number;
  /** PEM of the authority that signed the good certificate. */
  readonly caPem: string;
  /** Shows new connections a certificate that no client trusts, or the good one again; ends the connections there are. */
  distrust(isDistrusted: boolean): void;
  /** Ends all connections, as an edge does that restarts. */
  dropConnections(): void;
  close(): Promise<void>;
}

/** Starts a front of the service at `http://127.0.0.1:PORT`, which may have another name than localhost. The caller must close it. */
export async function startTlsFront(serviceUrl: string, hostName?: string): Promise<TlsFront> {
  const { hostname, port } = new URL(serviceUrl);
  const good = createLocalCertificate(hostName);
  const unknown = createLocalCertificate();
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  };
  // An edge sends at once: else what follows TLS's session tickets would wait 40 ms for their acknowledgement.
  const noDelay = true;
  const server = createServer({ cert: good.certPem, key: good.keyPem, noDelay }, (client) => {
    const upstream = connect({ port: Number(port), host: hostname, noDelay });
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      keep(socket);
      socket.once('close', () => other.destroy());
      socket.pipe(other);
    }
  });
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  const dropConnections = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: ownPort } = server.address() as AddressInfo;
  return {
    url: `https://localhost:${ownPort}`,
    port: ownPort,
    caPem: good.caPem,
    distrust: (isDistrusted) => {
      const { certPem: cert, keyPem: key } = isDistrusted ? unknown : good;
      server.setSecureContext({ cert, key });
      dropConnections();
    },
    dropConnections,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      dropConnections();
      await closed;
    },
  };
}
