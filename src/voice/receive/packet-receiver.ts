import { type DAVESession, type Networking, NetworkingStatusCode, type VoiceReceiver } from '@discordjs/voice';
import { SILENCE_FRAME } from '../../audio/opus/opus-packet.ts';
import { type RtpHeader, readRtpHeader, rtpMedia } from '../../audio/rtp-packet.ts';
import { createDecryptWatch } from './decrypt-watch.ts';
import type { PacketSink } from './packet-sink.ts';

/** What the receiver reads of its connection, and tells it. */
export interface PacketReceiverOptions {
  readonly receiver: VoiceReceiver;
  readonly networking: () => Networking | undefined;
  /** Packets could not be decrypted for too long: the connection is to be made anew. */
  readonly onKeysLost: () => void;
}

/** Hears what a connection receives. */
export interface PacketReceiver {
  hear(ears: PacketSink | undefined): void;
  /** To be called when the connection talks to a new voice server: SSRCs mean somebody else there. */
  renew(): void;
}

/** davey's `MediaType.AUDIO`, a constant enum that type stripping leaves without a value. */
const AUDIO = 0;

/** The last two bytes of every end-to-end encrypted frame (DAVE protocol, "Magic Marker"), and its shortest trailer. */
const DAVE_MARKER = 0xfafa;
const MIN_DAVE_TRAILER_BYTES = 12;

/** An unknown stream is tried with everybody's key on one packet in ten, five times a second. */
const RECOGNIZE_EVERY = 10;

/** Unknown streams that are remembered; nobody has so many. */
const MAX_STRANGERS = 200;

/**
 * Takes the library's place at the UDP socket. Its own receive streams lose RTP numbers and times (0.19.2 hands out
 * payloads only), are destroyed by a single bad packet, feed bursts of padding to the end-to-end decryption until it
 * gives up its keys, and let encrypted packets pass while a connection resumes. Its handler is looked up on the receiver
 * whenever a socket is bound, so that ours stands there from the first; transport decryption is left to the library's
 * `decrypt`, which takes the same arguments in 0.19.2 (that ignores the last) and in the unreleased main.
 */
export function attachPacketReceiver(options: PacketReceiverOptions): PacketReceiver {
  const receiver = new DatagramReceiver(options);
  options.receiver.onUdpMessage = (datagram) => receiver.onDatagram(datagram);
  return receiver;
}

/** The library's transport decryption. Throws when the key does not open the datagram. */
type TransportDecrypt = (
  datagram: Buffer,
  mode: string,
  nonce: Buffer,
  secretKey: Uint8Array,
  clearBytes: number,
) => Buffer;

interface Keys {
  readonly connected: ReadonlySet<string>;
  readonly dave: DAVESession | undefined;
}

class DatagramReceiver implements PacketReceiver {
  readonly #options: PacketReceiverOptions;
  readonly #decrypt: TransportDecrypt;
  readonly #watch = createDecryptWatch();
  readonly #userBySsrc = new Map<number, string>();
  /** Packets of streams that nobody could be named for. */
  readonly #strangers = new Map<number, number>();
  #ears: PacketSink | undefined;

  constructor(options: PacketReceiverOptions) {
    this.#options = options;
    const { receiver } = options;
    const decrypt = Reflect.get(receiver, 'decrypt') as TransportDecrypt;
    this.#decrypt = decrypt.bind(receiver);
    receiver.ssrcMap.on('update', (_, { audioSSRC, userId }) => this.#userBySsrc.set(audioSSRC, userId));
    receiver.ssrcMap.on('delete', ({ userId }) => this.#forget(userId));
  }

  hear(ears: PacketSink | undefined): void {
    this.#ears = ears;
  }

  renew(): void {
    this.#userBySsrc.clear();
    this.#strangers.clear();
    this.#ears?.onNewConnection();
  }

  onDatagram(datagram: Buffer): void {
    const ears = this.#ears;
    const header = ears === undefined ? undefined : readRtpHeader(datagram);
    if (ears === undefined || header === undefined) return;
    const receivedAtMs = performance.now();
    const named = this.#userBySsrc.get(header.ssrc);
    if (named !== undefined && !ears.hears(named)) return;
    const keys = this.#keys();
    if (keys === undefined) return;
    const media = this.#openTransport(datagram, header);
    if (media === undefined) {
      ears.onUnreadable();
      return;
    }
    const userId = named ?? this.#recognize(header.ssrc, media, keys);
    if (userId === undefined) ears.onUnknown();
    if (userId === undefined || !ears.hears(userId)) return;
    const payload = media.length === 0 ? media : openEndToEnd(keys.dave, media, userId);
    if (payload === undefined) {
      this.#onLocked(ears, userId, keys.dave, receivedAtMs);
      return;
    }
    if (media.length > 0) this.#watch.opened(userId);
    const { ssrc, sequence, timestamp } = header;
    ears.onPacket({ userId, ssrc, sequence, timestamp, payload, receivedAtMs });
  }

  /** What is needed to decrypt; also while the connection resumes, for media goes on then. */
  #keys(): Keys | undefined {
    const state = this.#options.networking()?.state;
    if (state?.code !== NetworkingStatusCode.Ready && state?.code !== NetworkingStatusCode.Resuming) return undefined;
    return { connected: state.connectionData.connectedClients, dave: state.dave };
  }

  #openTransport(datagram: Buffer, header: RtpHeader): Buffer | undefined {
    const { encryptionMode, nonceBuffer, secretKey } = this.#options.receiver.connectionData;
    if (encryptionMode === undefined || nonceBuffer === undefined || secretKey === undefined) return undefined;
    try {
      return rtpMedia(header, this.#decrypt(datagram, encryptionMode, nonceBuffer, secretKey, header.clearBytes));
    } catch {
      // Forged, or sealed with the key of a connection that is over.
      return undefined;
    }
  }

  #onLocked(ears: PacketSink, userId: string, dave: DAVESession | undefined, nowMs: number): void {
    ears.onUnreadable();
    if (this.#watch.failed(userId, isUsable(dave), nowMs)) this.#options.onKeysLost();
  }

  /**
   * Op 5 names a speaker when they begin, so that who joins in the middle is told nothing of them. Then it is the one
   * whose key opens the packet; without end-to-end encryption nobody can be told.
   */
  #recognize(ssrc: number, media: Buffer, { connected, dave }: Keys): string | undefined {
    const packets = this.#strangers.get(ssrc) ?? 0;
    if (dave?.session?.ready !== true || !isDaveFrame(media)) return undefined;
    if (this.#strangers.size >= MAX_STRANGERS) this.#strangers.clear();
    this.#strangers.set(ssrc, packets + 1);
    if (packets % RECOGNIZE_EVERY !== 0) return undefined;
    const { session } = dave;
    const named = new Set(this.#userBySsrc.values());
    const candidates = [...connected].filter((userId) => userId !== dave.userId && !named.has(userId));
    const found = candidates.find((userId) => {
      try {
        return session.decrypt(userId, AUDIO, media).length > 0;
      } catch {
        return false;
      }
    });
    if (found !== undefined) {
      this.#userBySsrc.set(ssrc, found);
      this.#strangers.delete(ssrc);
    }
    return found;
  }

  #forget(userId: string): void {
    for (const [ssrc, named] of this.#userBySsrc) if (named === userId) this.#userBySsrc.delete(ssrc);
  }
}

/** The Opus packet in a frame; `undefined` when it cannot be decrypted, or not yet. */
function openEndToEnd(dave: DAVESession | undefined, media: Buffer, userId: string): Buffer | undefined {
  if (media.equals(SILENCE_FRAME)) return media;
  if (dave !== undefined && dave.protocolVersion !== 0) {
    if (dave.session?.ready !== true) return undefined;
    try {
      return dave.decrypt(media, userId) ?? undefined;
    } catch {
      return undefined;
    }
  }
  // A group that has just been given up: somebody still sends with its keys.
  return isDaveFrame(media) ? undefined : media;
}

function isUsable(dave: DAVESession | undefined): boolean {
  if (dave === undefined || dave.protocolVersion === 0) return true;
  const pending: unknown = Reflect.get(dave, 'pendingTransitions');
  const isChanging = pending instanceof Map && pending.size > 0;
  return dave.session?.ready === true && !dave.reinitializing && !isChanging;
}

/** Whether a frame looks end-to-end encrypted: its marker, and before it the length of a trailer that fits. */
function isDaveFrame(media: Buffer): boolean {
  if (media.length < MIN_DAVE_TRAILER_BYTES || media.readUInt16BE(media.length - 2) !== DAVE_MARKER) return false;
  const trailerBytes = media.readUInt8(media.length - 3);
  return trailerBytes >= MIN_DAVE_TRAILER_BYTES && trailerBytes <= media.length;
}
