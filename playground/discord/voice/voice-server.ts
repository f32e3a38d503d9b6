import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { startMediaServer } from './media-server.ts';
import type { VoiceServer, VoiceServerOptions } from './person-voice-api.ts';
import { createVoiceChannels } from './voice-channels.ts';
import { VoiceGateway } from './voice-gateway.ts';

const DEFAULT_HOST = '127.0.0.1';

/** Starts a voice gateway and its media server. The caller must close it. Rejects if the port is taken. */
export async function startVoiceServer(options: VoiceServerOptions): Promise<VoiceServer> {
  const host = options.host ?? DEFAULT_HOST;
  const { caPem, certPem, keyPem } = options.certificate;
  const server = createServer({ cert: certPem, key: keyPem });
  server.listen(options.port ?? 0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const media = await startMediaServer(host, options);
  const channels = createVoiceChannels(options.log);
  const gateway = new VoiceGateway(server, { options, media, channels });
  let closing: Promise<void> | undefined;

  const close = async (): Promise<void> => {
    gateway.close();
    channels.close();
    server.closeAllConnections();
    await Promise.all([new Promise((resolve) => server.close(resolve)), media.close()]);
  };

  return {
    endpoint: `localhost:${port}`,
    caPem,
    disconnect: (serverId, userId, code) => gateway.disconnect(serverId, userId, code),
    holdAdmission: () => gateway.holdAdmission(),
    setNetwork: (conditions) => media.setNetwork(conditions),
    figures: () => ({ ...media.figures(), invalidCommits: gateway.invalidCommits }),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}
