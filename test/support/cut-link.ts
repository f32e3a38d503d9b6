import { connect, createServer, type Socket } from 'node:net';

/** A way to a server that can be cut for a while. */
export interface CutLink extends Disposable {
  /** The server's address through the link. */
  readonly url: string;
  /** Ends all connections; new ones are refused until `mend`. */
  cut(): void;
  mend(): void;
}

/** Leads to the server at `targetUrl`. The caller must dispose of it. */
export async function startCutLink(targetUrl: string): Promise<CutLink> {
  const target = new URL(targetUrl);
  const targetPort = Number(target.port);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    near.on('error', () => undefined);
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(targetPort, target.hostname).on('error', () => undefined);
    near.pipe(far);
    far.pipe(near);
    for (const socket of [near, far]) sockets.add(socket.once('close', () => sockets.delete(socket)));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the link has no port');
  target.hostname = '127.0.0.1';
  target.port = String(address.port);
  const end = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: target.href,
    cut: () => {
      isCut = true;
      end();
    },
    mend: () => {
      isCut = false;
    },
    [Symbol.dispose]: () => {
      end();
      server.close();
    },
  };
}
