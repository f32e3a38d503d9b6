import type { Socket } from 'node:dgram';
import type { VoiceUDPSocket } from '@discordjs/voice';

/**
 * Connects a voice socket to its server, so that the system need not look up the way of each packet: a fifth less CPU
 * for a packet sent, as measured with `dgram` on Linux. What others send to its port is dropped from then on. A socket
 * that cannot be connected just now (no network) stays as it is.
 */
export function connectSocket(udp: VoiceUDPSocket): void {
  // The library keeps both to itself.
  const socket = Reflect.get(udp, 'socket') as Socket;
  const remote = Reflect.get(udp, 'remote') as { readonly ip: string; readonly port: number };
  socket.connect(remote.port, remote.ip, (error?: Error) => {
    // Its keep-alives are sent where nobody catches, and on a socket without a connection they would throw.
    if (error !== undefined) return;
    // It names the address with every packet, which a connected socket does not take.
    udp.send = (packet) => socket.send(packet);
  });
}
