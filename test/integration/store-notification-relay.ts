import { connect, createServer, type Server, type Socket } from 'node:net';

/** Type byte of a NotificationResponse in PostgreSQL's wire protocol. */
const NOTIFICATION = 'A'.charCodeAt(0);

/** A relay in front of a PostgreSQL server that runs all connections in one backend. */
export interface NotificationRelay {
  readonly port: number;
  /** Cuts all connections; new ones are cut at once while `refuses` is set. */
  breakAll(): void;
  refuses: boolean;
  close(): Promise<void>;
}

interface Client {
  readonly near: Socket;
  listens: boolean;
}

/**
 * Starts a relay to `targetPort`. A server with one backend sends a notification only to the connection that caused it; the
 * relay gives it to all that have sent LISTEN, as a server with a backend for each connection does.
 */
export async function startNotificationRelay(targetPort: number): Promise<NotificationRelay> {
  const clients = new Set<Client>();
  const server: Server = createServer({ noDelay: true }, (near) => {
    if (relay.refuses) {
      near.destroy();
      return;
    }
    const client: Client = { near, listens: false };
    clients.add(client);
    const far = connect({ port: targetPort, host: '127.0.0.1', noDelay: true });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => undefined);
      one.on('close', () => {
        clients.delete(client);
        other.destroy();
      });
    }
    near.on('data', (data: Buffer) => {
      client.listens ||= data.includes('listen ');
      far.write(data);
    });
    relayMessages(far, near, (notification) => {
      for (const each of clients) if (each.listens) each.near.write(notification);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the relay has no port');
  const breakAll = (): void => {
    for (const { near } of clients) near.destroy();
  };
  const relay: NotificationRelay = {
    port: address.port,
    refuses: false,
    breakAll,
    close: async () => {
      breakAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return relay;
}

/** Passes whole messages on, and notifications to `onNotification` only. */
function relayMessages(far: Socket, near: Socket, onNotification: (message: Buffer) => void): void {
  let rest = Buffer.alloc(0);
  far.on('data', (data: Buffer) => {
    rest = Buffer.concat([rest, data]);
    let passed = 0;
    let end = endOfMessage(rest, 0);
    const flush = (): void => {
      if (end.from > passed) near.write(rest.subarray(passed, end.from));
    };
    for (; end.to <= rest.length; end = endOfMessage(rest, end.to)) {
      if (rest[end.from] !== NOTIFICATION) continue;
      flush();
      onNotification(rest.subarray(end.from, end.to));
      passed = end.to;
    }
    flush();
    rest = rest.subarray(end.from);
  });
}

/** Of the message that begins at `from`; without an end while its length is unknown. */
function endOfMessage(bytes: Buffer, from: number): { readonly from: number; readonly to: number } {
  const length = bytes.length >= from + 5 ? 1 + bytes.readInt32BE(from + 1) : Number.POSITIVE_INFINITY;
  return { from, to: from + length };
}
