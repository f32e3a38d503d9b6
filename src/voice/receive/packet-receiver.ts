import { type DAVESession, type Networking, NetworkingStatusCode, type VoiceReceiver } from '@discordjs/voice';
import { SILENCE_FRAME } from '@mynah/opus/opus-packet';
import { type RtpHeader, readRtpHeader, rtpMedia } from '../../audio/rtp-packet.ts';
import {
  newestTransition,
  receivingKeys,
  replaceDatagramHandler,
  type TransportDecrypt,
  transportDecryptOf,
} from '../transport/library-internals.ts';
import type { Libsodium } from '../transport/libsodium.ts';
import { openDatagram } from '../transport/open-datagram.ts';
import { XCHACHA } from '../transport/transport-modes.ts';
import { createDecryptWatch } from './decrypt-watch.ts';
import type { PacketSink } from './packet-sink.ts';

/** What a receiver reads of its connection, and reports to it. */
export interface PacketReceiverOptions {
  readonly receiver: VoiceReceiver;
  readonly networking: () => Networking | undefined;
  /** Decrypts in the library's place, in the mode that it can. */
  readonly libsodium: Libsodium | undefined;
  /** Packets could not be decrypted for too long: the connection must be replaced. */
  readonly onKeysLost: () => void;
}

/** Receives, decrypts and names the packets of a connection. */
export interface PacketReceiver {
  setSink(sink: PacketSink | undefined): void;
  /** To be called when the connection has a new voice server, where SSRCs mean other people. */
  onNewServer(): void;
}

/** davey's `MediaType.AUDIO`: a constant enum has no value under type stripping. */
const AUDIO = 0;

/** The last two bytes of every end-to-end encrypted frame (DAVE protocol, "Magic Marker"), and its shortest trailer. */
const DAVE_MARKER = 0xfafa;
const MIN_DAVE_TRAILER_BYTES = 12;

/**
 * Of an unknown stream, all packets of the first second are tried with everybody's key: people switch to the keys that the
 * bot has some 100 ms after it has them. Later one in ten is, five a second.
 */
const IDENTIFY_ALL = 50;
const IDENTIFY_EVERY = 10;

/** Unknown streams remembered at once, more than occur in practice. */
const MAX_UNKNOWN_STREAMS = 200;

/**
 * Takes the library's place at the UDP socket. The library's receive streams lose RTP numbers and times (0.19.2 passes on
 * payloads only), are destroyed by a single bad packet, feed bursts of padding to the end-to-end decryption until it
 * drops its keys, and let encrypted packets pass while a connection resumes. The library's `decrypt` still does the transport
 * decryption.
 */
export function attachPacketReceiver(options: PacketReceiverOptions): PacketReceiver {
  const receiver = new DatagramReceiver(options);
  replaceDatagramHandler(options.receiver, (datagram) => receiver.onDatagram(datagram));
  return receiver;
}

interface Keys {
  readonly connected: ReadonlySet<string>;
  readonly dave: DAVESession | undefined;
}

/** The speaker of a stream that was unknown, and the decrypted packet that gave them away. */
interface Identified {
  readonly userId: string;
  readonly payload: Buffer;
}

class DatagramReceiver implements PacketReceiver {
  readonly #options: PacketReceiverOptions;
  readonly #decrypt: TransportDecrypt;
  readonly #watch = createDecryptWatch();
  readonly #userBySsrc = new Map<number, string>();
  /** Number of packets of each stream whose speaker is unknown, by SSRC. */
  readonly #unknown = new Map<number, number>();
  #sink: PacketSink | undefined;

  constructor(options: PacketReceiverOptions) {
    this.#options = options;
    const { receiver } = options;
    this.#decrypt = transportDecryptOf(receiver);
    receiver.ssrcMap.on('update', (_, { audioSSRC, userId }) => this.#userBySsrc.set(audioSSRC, userId));
    receiver.ssrcMap.on('delete', ({ userId }) => this.#forget(userId));
  }

  setSink(sink: PacketSink | undefined): void {
    this.#sink = sink;
  }

  onNewServer(): void {
    this.#userBySsrc.clear();
    this.#unknown.clear();
    this.#sink?.onNewServer();
  }

  onDatagram(datagram: Buffer): void {
    const sink = this.#sink;
    const header = sink === undefined ? undefined : readRtpHeader(datagram);
    if (sink === undefined || header === undefined) return;
    const receivedAtMs = performance.now();
    const named = this.#userBySsrc.get(header.ssrc);
    if (named !== undefined && !sink.isSubscribedTo(named)) return;
    const keys = this.#keys();
    if (keys === undefined) return;
    const media = this.#openTransport(datagram, header);
    if (media === undefined) {
      sink.onUnreadable(undefined);
      return;
    }
    const identified = named === undefined ? this.#identify(header.ssrc, media, keys) : undefined;
    const userId = named ?? identified?.userId;
    if (userId === undefined) sink.onUnknown();
    if (userId === undefined || !sink.isSubscribedTo(userId)) return;
    const payload = identified?.payload ?? openEndToEnd(keys.dave, media, userId);
    if (payload === undefined) {
      this.#onUndecrypted(sink, userId, keys.dave, receivedAtMs);
      return;
    }
    if (media.length > 0) this.#watch.opened(userId);
    const { ssrc, sequence, timestamp } = header;
    sink.onPacket({ userId, ssrc, sequence, timestamp, payload, receivedAtMs });
  }

  /** What decryption needs, also while the connection resumes: media continues then. */
  #keys(): Keys | undefined {
    const state = this.#options.networking()?.state;
    if (state?.code !== NetworkingStatusCode.Ready && state?.code !== NetworkingStatusCode.Resuming) return undefined;
    return { connected: state.connectionData.connectedClients, dave: state.dave };
  }

  #openTransport(datagram: Buffer, header: RtpHeader): Buffer | undefined {
    const { encryptionMode, nonceBuffer, secretKey } = receivingKeys(this.#options.receiver);
    if (encryptionMode === undefined || nonceBuffer === undefined || secretKey === undefined) return undefined;
    const { libsodium } = this.#options;
    const { clearBytes } = header;
    try {
      const plain =
        libsodium !== undefined && encryptionMode === XCHACHA
          ? openDatagram(libsodium, datagram, { clearBytes, nonce: nonceBuffer, key: secretKey })
          : this.#decrypt(datagram, encryptionMode, nonceBuffer, secretKey, clearBytes);
      return rtpMedia(header, plain);
    } catch {
      // Forged, or encrypted with the key of an earlier connection.
      return undefined;
    }
  }

  #onUndecrypted(sink: PacketSink, userId: string, dave: DAVESession | undefined, nowMs: number): void {
    sink.onUnreadable(userId);
    if (this.#watch.failed(userId, isUsable(dave), nowMs)) this.#options.onKeysLost();
  }

  /**
   * Finds the speaker of an unknown stream: opcode 5 names people only when they begin to speak, not to those who join
   * later. It is the one whose key decrypts the packet; without end-to-end encryption there is no way to tell. Returns
   * what it decrypted, too: a key opens each packet only once.
   */
  #identify(ssrc: number, media: Buffer, { connected, dave }: Keys): Identified | undefined {
    const packets = this.#unknown.get(ssrc) ?? 0;
    if (dave?.session?.ready !== true || !isDaveFrame(media)) return undefined;
    if (this.#unknown.size >= MAX_UNKNOWN_STREAMS) this.#unknown.clear();
    this.#unknown.set(ssrc, packets + 1);
    if (packets >= IDENTIFY_ALL && packets % IDENTIFY_EVERY !== 0) return undefined;
    const { session } = dave;
    const named = new Set(this.#userBySsrc.values());
    const candidates = [...connected].filter((userId) => userId !== dave.userId && !named.has(userId));
    for (const userId of candidates) {
      const payload = decryptAs(userId, media, session);
      if (payload === undefined) continue;
      this.#userBySsrc.set(ssrc, userId);
      this.#unknown.delete(ssrc);
      return { userId, payload };
    }
    return undefined;
  }

  #forget(userId: string): void {
    for (const [ssrc, named] of this.#userBySsrc) if (named === userId) this.#userBySsrc.delete(ssrc);
  }
}

/** The packet in a DAVE frame of this person; `undefined` when it is not theirs. */
function decryptAs(userId: string, media: Buffer, session: NonNullable<DAVESession['session']>): Buffer | undefined {
  try {
    const payload = session.decrypt(userId, AUDIO, media);
    return payload.length > 0 ? payload : undefined;
  } catch {
    return undefined;
  }
}

/** The Opus packet in a DAVE frame; `undefined` when it cannot be decrypted, or not yet. */
function openEndToEnd(dave: DAVESession | undefined, media: Buffer, userId: string): Buffer | undefined {
  if (media.length === 0 || media.equals(SILENCE_FRAME)) return media;
  if (dave !== undefined && dave.protocolVersion !== 0) {
    if (dave.session?.ready !== true) return undefined;
    try {
      return dave.decrypt(media, userId) ?? undefined;
    } catch {
      return undefined;
    }
  }
  // Somebody still sends with the keys of a group that was just dissolved.
  return isDaveFrame(media) ? undefined : media;
}

function isUsable(dave: DAVESession | undefined): boolean {
  if (dave === undefined || dave.protocolVersion === 0) return true;
  return dave.session?.ready === true && !dave.reinitializing && newestTransition(dave) === undefined;
}

/** True for a frame that looks end-to-end encrypted: its end is the marker, after the length of a trailer that fits. */
function isDaveFrame(media: Buffer): boolean {
  if (media.length < MIN_DAVE_TRAILER_BYTES || media.readUInt16BE(media.length - 2) !== DAVE_MARKER) return false;
  const trailerBytes = media.readUInt8(media.length - 3);
  return trailerBytes >= MIN_DAVE_TRAILER_BYTES && trailerBytes <= media.length;
}
