import { type DAVESession, type Networking, type NetworkingReadyState, NetworkingStatusCode } from '@discordjs/voice';
import { FRAME_SAMPLES, SILENCE_FRAME } from '@mynah/opus/opus-packet';
import type { DatagramSchedule, SendDatagram } from './datagram-schedule.ts';
import type { Libsodium } from './libsodium.ts';
import { NONCE_BYTES, NONCE_SUFFIX_BYTES, RTP_HEADER_BYTES, TAG_BYTES } from './transport-sizes.ts';

/** Version 2 without padding, extension and CSRCs; payload type 120 is Opus at Discord. */
const RTP_VERSION = 0x80;
const OPUS_PAYLOAD_TYPE = 120;

/** Of the packet that is made. One for all connections: each one's own would not be in the processor's caches. */
const HEADER = Buffer.from([RTP_VERSION, OPUS_PAYLOAD_TYPE, ...new Uint8Array(RTP_HEADER_BYTES - 2)]);
const NONCE = Buffer.alloc(NONCE_BYTES);

const SEQUENCES = 2 ** 16;
const COUNTERS = 2 ** 32;

/** What a sender works with. */
export interface PacketSenderOptions {
  readonly libsodium: Libsodium;
  readonly schedule: DatagramSchedule;
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

  /**
   * Encrypts a packet, which leaves at once or at that time of `performance.now()`. False while the connection is not ready,
   * or lacks end-to-end keys that it needs. Throws where they fail.
   */
  send(packet: Uint8Array, leavesAtMs?: number): boolean {
    const { state } = this.#networking;
    if (state.code !== NetworkingStatusCode.Ready) return false;
    const { connectionData, dave } = state;
    const frame = sealEndToEnd(dave, packet);
    if (frame === undefined) return false;
    const { libsodium, schedule, send } = this.#options;
    const sealedEnd = RTP_HEADER_BYTES + frame.length + TAG_BYTES;
    const datagram = schedule.room(sealedEnd + NONCE_SUFFIX_BYTES, leavesAtMs);
    HEADER.writeUInt16BE(connectionData.sequence, 2);
    HEADER.writeUInt32BE(connectionData.timestamp, 4);
    HEADER.writeUInt32BE(connectionData.ssrc, 8);
    datagram.set(HEADER);
    connectionData.nonce = (connectionData.nonce + 1) % COUNTERS;
    NONCE.writeUInt32BE(connectionData.nonce, 0);
    datagram.writeUInt32BE(connectionData.nonce, sealedEnd);
    const sealed = datagram.subarray(RTP_HEADER_BYTES, sealedEnd);
    libsodium.seal(sealed, frame, HEADER, NONCE, connectionData.secretKey);
    connectionData.packetsPlayed += 1;
    connectionData.sequence = (connectionData.sequence + 1) % SEQUENCES;
    connectionData.timestamp = (connectionData.timestamp + FRAME_SAMPLES) % COUNTERS;
    this.#networking.setSpeaking(true);
    schedule.add(datagram, send, leavesAtMs);
    return true;
  }

  /**
   * The last packets have not left: the next ones take their places in the stream. Their nonces are not used again.
   */
  unsend(packets: number): void {
    const { state } = this.#networking;
    if (!('connectionData' in state)) return;
    const { connectionData } = state as NetworkingReadyState;
    connectionData.packetsPlayed -= packets;
    connectionData.sequence = (connectionData.sequence - packets + SEQUENCES) % SEQUENCES;
    connectionData.timestamp = (connectionData.timestamp - packets * FRAME_SAMPLES + COUNTERS) % COUNTERS;
  }
}

/**
 * Silence frames are not encrypted end to end (DAVE protocol, "Silence Frames"), nor is anything in version 0. Undefined
 * without keys: what is said must not leave in the clear.
 */
function sealEndToEnd(dave: DAVESession | undefined, packet: Uint8Array): Uint8Array | undefined {
  if (dave === undefined || dave.protocolVersion === 0 || isSilence(packet)) return packet;
  if (dave.session?.ready !== true) return undefined;
  return dave.session.encryptOpus(toBuffer(packet));
}

function toBuffer(packet: Uint8Array): Buffer {
  return Buffer.isBuffer(packet) ? packet : Buffer.from(packet.buffer, packet.byteOffset, packet.byteLength);
}

function isSilence(packet: Uint8Array): boolean {
  return packet.length === SILENCE_FRAME.length && SILENCE_FRAME.every((byte, index) => packet[index] === byte);
}
