import type { Socket } from 'node:dgram';
import type { DAVESession, VoiceReceiver, VoiceUDPSocket, VoiceWebSocket } from '@discordjs/voice';

/**
 * The version of @discordjs/voice whose private parts were read for this file. No other file of the voice engine reads or
 * replaces them. After an upgrade, go through this file, correct what has changed, and set the new version: the unit test of
 * this file fails until then, and names each part that is gone.
 */
export const CHECKED_VERSION = '0.19.2';

/** The socket in the library's wrapper, and the voice server that it sends to. */
interface WrappedSocket {
  readonly socket: Socket;
  readonly remote: { readonly ip: string; readonly port: number };
}

/** Returns what a wrapper of a UDP socket keeps private: `socket` and `remote`. */
export function wrappedSocket(udp: VoiceUDPSocket): WrappedSocket {
  return {
    socket: Reflect.get(udp, 'socket') as Socket,
    remote: Reflect.get(udp, 'remote') as WrappedSocket['remote'],
  };
}

/** Replaces `send`, which the library's keep-alives and IP discovery use, too. */
export function replaceSend(udp: VoiceUDPSocket, send: (datagram: Buffer) => void): void {
  udp.send = send;
}

/** Calls `listener` before the library closes the socket, which it does without a word when a connection breaks or moves. */
export function onDestroy(udp: VoiceUDPSocket, listener: () => void): void {
  const destroy = udp.destroy.bind(udp);
  udp.destroy = () => {
    listener();
    destroy();
  };
}

/** The library's transport decryption. Throws when the key does not fit the datagram. */
export type TransportDecrypt = (
  datagram: Buffer,
  mode: string,
  nonce: Buffer,
  secretKey: Uint8Array,
  clearBytes: number,
) => Buffer;

/**
 * Returns `decrypt` of a receiver. It takes the same arguments in the version above, which ignores the last, and in the
 * unreleased main.
 */
export function transportDecryptOf(receiver: VoiceReceiver): TransportDecrypt {
  const decrypt = Reflect.get(receiver, 'decrypt') as TransportDecrypt;
  return decrypt.bind(receiver);
}

/**
 * Lets `listener` receive the datagrams in the library's place. The library looks its handler up on the receiver whenever it
 * binds a socket, so that the listener is in place from the first packet.
 */
export function replaceDatagramHandler(receiver: VoiceReceiver, listener: (datagram: Buffer) => void): void {
  receiver.onUdpMessage = listener;
}

/** What the transport decryption of a connection needs. The library marks it as internal. */
type ReceivingKeys = Partial<Pick<VoiceReceiver['connectionData'], 'encryptionMode' | 'nonceBuffer' | 'secretKey'>>;

/** Returns the keys of the connection; empty before the voice server has chosen a mode. */
export function receivingKeys(receiver: VoiceReceiver): ReceivingKeys {
  return receiver.connectionData;
}

/**
 * Reports what the library's handling of a message throws: `processProposals` does, inside a socket's event, where it would be
 * an uncaught exception. The library looks `onMessage` up for each message. False if `ws` is guarded already.
 */
export function guardMessages(ws: VoiceWebSocket, onError: (error: unknown) => void): boolean {
  if (Object.hasOwn(ws, 'onMessage')) return false;
  const original = ws.onMessage.bind(ws);
  ws.onMessage = (event) => {
    try {
      original(event);
    } catch (error) {
      onError(error);
    }
  };
  return true;
}

/** Terminates a WebSocket whose server does not answer the close. */
export function terminate(ws: VoiceWebSocket): void {
  (Reflect.get(ws, 'ws') as { terminate(): void }).terminate();
}

/** The newest transition that was prepared and not yet executed. Read in every turn, hence without a copy. */
export function newestTransition(dave: DAVESession): number | undefined {
  const pending: unknown = Reflect.get(dave, 'pendingTransitions');
  if (!(pending instanceof Map) || pending.size === 0) return undefined;
  return (pending as Map<number, number>).keys().reduce((_, id) => id);
}

/** The epoch of the group; `undefined` if there is none. The library's types leave it out. */
export function epochOf(session: NonNullable<DAVESession['session']>): number | undefined {
  const epoch: unknown = Reflect.get(session, 'epoch');
  return typeof epoch === 'bigint' ? Number(epoch) : undefined;
}
