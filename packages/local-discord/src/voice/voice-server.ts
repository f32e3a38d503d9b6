import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createVoiceFaults } from './faults/voice-faults.ts';
import { startMediaServer } from './media-server.ts';
import type { VoiceServer, VoiceServerOptions } from './person-voice-api.ts';
import { createVoiceChannels } from './voice-channels.ts';
import { VoiceGateway } from './voice-gateway.ts';

const DEFAULT_HOST = '127.0.0.1';

/** Starts a voice gateway and its media server. The caller must close it. Rejects if the port is taken. */
export async function startVoiceServer(options: VoiceServerOptions): Promise<VoiceServer> {
  const host = options.host ?? DEFAULT_HOST;
  const { caPem, certPem, keyPem } = options.certificate;
  const listen = async (port: number): Promise<Server> => {
    const server = createServer({ cert: certPem, key: keyPem }).listen(port, host);
    await once(server, 'listening');
    return server;
  };
  const server = await listen(options.port ?? 0);
  const other = await listen(0);

  const media = await startMediaServer(host, options);
  const channels = createVoiceChannels(options.log);
  const gateway = new VoiceGateway([server, other], { options, media, channels });
  let closing: Promise<void> | undefined;

  const close = async (): Promise<void> => {
    gateway.close();
    channels.close();
    const closed = [server, other].map((each) => {
      each.closeAllConnections();
      return new Promise((resolve) => each.close(resolve));
    });
    await Promise.all([...closed, media.close()]);
  };

  return {
    endpoint: endpointOf(server),
    botEndpoint: endpointOf(server, options.botHost),
    otherEndpoint: endpointOf(other, options.botHost),
    faults: createVoiceFaults(gateway, media),
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

function endpointOf(server: Server, host = 'localhost'): string {
  return `${host}:${(server.address() as AddressInfo).port}`;
}
