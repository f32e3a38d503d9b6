import { type DAVESession, type Networking, NetworkingStatusCode } from '@discordjs/voice';
import { FRAME_SAMPLES, SILENCE_FRAME } from '../../audio/opus/opus-packet.ts';
import type { Libsodium } from './libsodium.ts';
import { NONCE_SUFFIX_BYTES, RTP_HEADER_BYTES, TAG_BYTES } from './transport-sizes.ts';

/** Version 2 without padding, extension and CSRCs; payload type 120 is Opus at Discord. */
const RTP_VERSION = 0x80;
const OPUS_PAYLOAD_TYPE = 120;

const SEQUENCES = 2 ** 16;
const COUNTERS = 2 ** 32;

/** More than an Opus frame of 20 ms and its end-to-end encryption take. */
const ROOM_BYTES = 2_048;

/** Sends a datagram. True when its bytes have left and may be written over. */
export type SendDatagram = (datagram: Buffer) => boolean;

/** Memory for the datagrams of all connections of a thread, which leave one after the other. */
export class DatagramRoom {
  #bytes = Buffer.allocUnsafe(ROOM_BYTES);

  /** A view of `length` bytes, in use until `free`. */
  take(length: number): Buffer {
    return length > ROOM_BYTES ? Buffer.allocUnsafe(length) : this.#bytes.subarray(0, length);
  }

  /** `isUnused`: nobody reads the bytes any more. */
  free(isUnused: boolean): void {
    if (!isUnused) this.#bytes = Buffer.allocUnsafe(ROOM_BYTES);
  }
}

/** What a sender works with. */
export interface PacketSenderOptions {
  readonly libsodium: Libsodium;
  readonly room: DatagramRoom;
  readonly send: SendDatagram;
}

/**
 * Sends packets in XChaCha20-Poly1305 in the library's place, which allocates a header, a ciphertext and a copy of both for
 * each. In this mode, and with sodium-native, version 0.19.2 of it throws. The counters are the library's, so that a resumed
 * connection continues with them.
 */
export class PacketSender {
  readonly #networking: Networking;
  readonly #options: PacketSenderOptions;

  constructor(networking: Networking, options: PacketSenderOptions) {
    this.#networking = networking;
    this.#options = options;
  }

  /** False while the connection is not ready, or lacks end-to-end keys that it needs. Throws where they fail. */
  send(packet: Uint8Array): boolean {
    const { state } = this.#networking;
    if (state.code !== NetworkingStatusCode.Ready) return false;
    const { connectionData, dave } = state;
    const frame = sealEndToEnd(dave, packet);
    if (frame === undefined) return false;
    const { libsodium, room, send } = this.#options;
    const { ssrc, nonceBuffer: nonce, secretKey } = connectionData;
    const sealedEnd = RTP_HEADER_BYTES + frame.length + TAG_BYTES;
    const datagram = room.take(sealedEnd + NONCE_SUFFIX_BYTES);
    datagram[0] = RTP_VERSION;
    datagram[1] = OPUS_PAYLOAD_TYPE;
    datagram.writeUInt16BE(connectionData.sequence, 2);
    datagram.writeUInt32BE(connectionData.timestamp, 4);
    datagram.writeUInt32BE(ssrc, 8);
    connectionData.nonce = (connectionData.nonce + 1) % COUNTERS;
    nonce.writeUInt32BE(connectionData.nonce, 0);
    datagram.writeUInt32BE(connectionData.nonce, sealedEnd);
    const sealed = datagram.subarray(RTP_HEADER_BYTES, sealedEnd);
    libsodium.seal(sealed, frame, datagram.subarray(0, RTP_HEADER_BYTES), nonce, secretKey);
    connectionData.packetsPlayed += 1;
    connectionData.sequence = (connectionData.sequence + 1) % SEQUENCES;
    connectionData.timestamp = (connectionData.timestamp + FRAME_SAMPLES) % COUNTERS;
    this.#networking.setSpeaking(true);
    room.free(send(datagram));
    return true;
  }
}

/**
 * Silence frames are not encrypted end to end (DAVE protocol, "Silence Frames"), nor is anything in version 0. Undefined
 * without keys: what is said must not leave in the clear.
 */
function sealEndToEnd(dave: DAVESession | undefined, packet: Uint8Array): Uint8Array | undefined {
  if (dave === undefined || dave.protocolVersion === 0 || isSilence(packet)) return packet;
  if (dave.session?.ready !== true) return undefined;
  return dave.session.encryptOpus(Buffer.from(packet.buffer, packet.byteOffset, packet.byteLength));
}

function isSilence(packet: Uint8Array): boolean {
  return packet.length === SILENCE_FRAME.length && SILENCE_FRAME.every((byte, index) => packet[index] === byte);
}
