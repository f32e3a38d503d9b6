import type { Socket } from 'node:dgram';
import { discoveryRequest, readDiscoveryResponse } from './ip-discovery.ts';
import { isAudioPacket, mediaOf, rtpHeader, rtpSequence, rtpSsrc, rtpTimestamp } from './rtp.ts';
import { createTransportCipher, type EncryptionMode, type TransportCipher } from './transport-cipher.ts';
import { bindUdpSocket } from './udp-socket.ts';

/** One packet after transport decryption; under DAVE `media` is still encrypted end to end. */
export interface ReceivedMedia {
  readonly ssrc: number;
  readonly sequence: number;
  readonly timestamp: number;
  readonly media: Buffer;
  readonly receivedAtMs: number;
}

export interface PersonMediaOptions {
  readonly ssrc: number;
  /** The media server's address. */
  readonly remote: { readonly address: string; readonly port: number };
  receive(media: ReceivedMedia): void;
  /** A packet that the transport key does not decrypt. */
  undecryptable(): void;
}

/** Datagrams get lost: IP discovery is repeated after this time. */
const DISCOVERY_RETRY_MS = 500;
const SAMPLES_PER_PACKET = 960;

/** A person's UDP socket: IP discovery, then encrypted RTP both ways. */
export class PersonMedia {
  readonly #socket: Socket;
  readonly #options: PersonMediaOptions;
  #cipher: TransportCipher | undefined;
  #discovered: ((own: { address: string; port: number }) => void) | undefined;
  #sequence = Math.floor(Math.random() * 2 ** 16);
  #timestamp = Math.floor(Math.random() * 2 ** 32);

  private constructor(socket: Socket, options: PersonMediaOptions) {
    this.#socket = socket;
    this.#options = options;
    socket.on('message', (datagram) => this.#onDatagram(datagram));
  }

  static async open(options: PersonMediaOptions): Promise<PersonMedia> {
    return new PersonMedia(await bindUdpSocket(options.remote.address), options);
  }

  /** Discovers the person's own address at the media server. Rejects with the signal's reason. */
  discover(signal: AbortSignal): Promise<{ address: string; port: number }> {
    return new Promise((resolve, reject) => {
      const ask = () => this.#send(discoveryRequest(this.#options.ssrc));
      const timer = setInterval(ask, DISCOVERY_RETRY_MS);
      const onAbort = () => {
        clearInterval(timer);
        reject(signal.reason instanceof Error ? signal.reason : new Error('IP discovery was aborted.'));
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#discovered = (own) => {
        clearInterval(timer);
        signal.removeEventListener('abort', onAbort);
        resolve(own);
      };
      ask();
    });
  }

  /** From op 4 on: the key of both directions. */
  useKey(secretKey: Uint8Array, mode: EncryptionMode): void {
    this.#cipher = createTransportCipher(secretKey, mode);
  }

  /** Sends one 20 ms frame as the next packet, after a pause of that many frames. */
  sendFrame(frame: Buffer, pausedFrames: number): void {
    if (this.#cipher === undefined) return;
    this.#sequence = (this.#sequence + 1) % 2 ** 16;
    this.#timestamp = (this.#timestamp + SAMPLES_PER_PACKET * (pausedFrames + 1)) % 2 ** 32;
    const header = rtpHeader({ sequence: this.#sequence, timestamp: this.#timestamp, ssrc: this.#options.ssrc });
    this.#send(this.#cipher.seal(header, frame));
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#socket.close(resolve);
    });
  }

  #send(packet: Buffer): void {
    this.#socket.send(packet, this.#options.remote.port, this.#options.remote.address);
  }

  #onDatagram(datagram: Buffer): void {
    const receivedAtMs = performance.now();
    const own = readDiscoveryResponse(datagram);
    if (own !== undefined) this.#discovered?.(own);
    if (this.#cipher === undefined || !isAudioPacket(datagram)) return;
    const plain = this.#cipher.open(datagram);
    const media = plain === undefined ? undefined : mediaOf(datagram, plain);
    if (media === undefined) {
      this.#options.undecryptable();
      return;
    }
    const [ssrc, sequence, timestamp] = [rtpSsrc(datagram), rtpSequence(datagram), rtpTimestamp(datagram)];
    this.#options.receive({ ssrc, sequence, timestamp, media, receivedAtMs });
  }
}
