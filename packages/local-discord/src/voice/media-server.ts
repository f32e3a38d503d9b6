import type { RemoteInfo, Socket } from 'node:dgram';
import { SILENCE_FRAME } from '@mynah/opus/opus-packet';
import { discoveryResponse, readDiscoveryRequest } from './ip-discovery.ts';
import { createNetworkSimulator } from './network-simulator.ts';
import type { NetworkConditions, VoiceServerFigures, VoiceServerOptions } from './person-voice-api.ts';
import {
  isAudioPacket,
  mediaOf,
  type RtpFields,
  rtpBody,
  rtpHeader,
  rtpSequence,
  rtpSsrc,
  rtpTimestamp,
} from './rtp.ts';
import {
  createTransportCipher,
  createTransportKey,
  type EncryptionMode,
  type TransportCipher,
} from './transport-cipher.ts';
import { bindUdpSocket } from './udp-socket.ts';

/** One client's place on the media server, from op 2 until its session ends. */
export interface MediaPeer {
  readonly ssrc: number;
  /** UDP port for the client's packets. */
  readonly port: number;
  /** 32 bytes for op 4. */
  readonly secretKey: Buffer;
  /** Encrypts in this mode from now on, and starts to forward others' packets to the address found by IP discovery. */
  start(mode: EncryptionMode): void;
  /** Sends as many packets of padding alone as part of another client's stream; false if that has not begun. */
  pad(ssrc: number, packets: number): boolean;
  /** From now on the content of another client's packets is damaged on its way to this one. */
  garble(ssrc: number): void;
  close(): void;
}

interface MediaOwner {
  readonly userId: string;
  readonly channelId: string;
  /** Receives no packets. */
  readonly deaf: boolean;
}

type MediaServerOptions = Pick<VoiceServerOptions, 'network' | 'onAudio' | 'isSilenced' | 'isDeafened'>;

export interface MediaServer {
  readonly address: string;
  open(owner: MediaOwner): MediaPeer;
  setNetwork(conditions: NetworkConditions): void;
  /** Loses every datagram from and to a user in this channel, also over later sessions, until the result is disposed of. */
  blackHole(owner: Pick<MediaOwner, 'userId' | 'channelId'>): Disposable;
  figures(): Omit<VoiceServerFigures, 'invalidCommits'>;
  close(): Promise<void>;
}

interface Peer extends MediaOwner {
  readonly ssrc: number;
  /** Undefined until the client has chosen a mode: nothing is forwarded before. */
  cipher: TransportCipher | undefined;
  readonly socket: Socket;
  remote: { readonly address: string; readonly port: number } | undefined;
  packetsIn: number;
  packetsOut: number;
  undecryptable: number;
  unencryptedIn: number;
  /** What was last forwarded of this client's stream. */
  last: RtpFields | undefined;
  /** By SSRC, packets that were inserted into another client's stream. */
  readonly inserted: Map<number, number>;
  /** SSRCs whose packets arrive damaged. */
  readonly garbled: Set<number>;
}

/** All-padding packets are this long: 255 bytes, the most there can be, of padding. */
const PADDING_BYTES = 255;
/** Clients send these 8 bytes every 5 s; they are echoed. */
const KEEP_ALIVE_BYTES = 8;
/** Sockets over which clients are spread, so that a burst of hundreds of channels fits while the thread is busy. */
const SOCKETS = 16;
/** The last two bytes of every end-to-end encrypted frame (DAVE protocol, "Magic Marker"). */
const DAVE_MARKER = 0xfafa;
const SEQUENCE_MODULUS = 65_536;

/**
 * The SFU: decrypts each client's packets with its transport key and forwards the content, which it cannot read under
 * DAVE, to everyone else in the channel, encrypted with their keys. RTP sequence numbers and timestamps are kept.
 */
export async function startMediaServer(host: string, options: MediaServerOptions = {}): Promise<MediaServer> {
  const sockets = await Promise.all(Array.from({ length: SOCKETS }, () => bindUdpSocket(host)));
  return new UdpMediaServer(host, sockets, options);
}

class UdpMediaServer implements MediaServer {
  readonly address: string;
  readonly #sockets: readonly Socket[];
  readonly #options: MediaServerOptions;
  readonly #peers = new Map<number, Peer>();
  readonly #channels = new Map<string, Set<Peer>>();
  readonly #heldBack = new Set<NodeJS.Timeout>();
  readonly #holes = new Set<Pick<MediaOwner, 'userId' | 'channelId'>>();
  #nextFate: ReturnType<typeof createNetworkSimulator>;
  #nextSsrc = 1_000;
  #unknownSsrc = 0;
  #dropped = 0;

  constructor(address: string, sockets: readonly Socket[], options: MediaServerOptions) {
    this.address = address;
    this.#sockets = sockets;
    this.#options = options;
    this.#nextFate = createNetworkSimulator(options.network);
    for (const socket of sockets) {
      socket.on('message', (datagram, remote) => this.#receive(socket, datagram, remote));
    }
  }

  open(owner: MediaOwner): MediaPeer {
    const secretKey = createTransportKey();
    const ssrc = this.#nextSsrc++;
    const socket = this.#sockets[ssrc % this.#sockets.length];
    if (socket === undefined) throw new Error('The media server has no socket.');
    const peer: Peer = {
      ...owner,
      ssrc,
      socket,
      cipher: undefined,
      remote: undefined,
      packetsIn: 0,
      packetsOut: 0,
      undecryptable: 0,
      unencryptedIn: 0,
      last: undefined,
      inserted: new Map(),
      garbled: new Set(),
    };
    this.#peers.set(peer.ssrc, peer);
    const channel = this.#channels.get(owner.channelId) ?? new Set();
    this.#channels.set(owner.channelId, channel.add(peer));
    return {
      ssrc,
      port: socket.address().port,
      secretKey,
      start: (mode) => {
        peer.cipher = createTransportCipher(secretKey, mode);
      },
      pad: (from, packets) => this.#pad(peer, from, packets),
      garble: (from) => peer.garbled.add(from),
      close: () => {
        this.#peers.delete(peer.ssrc);
        channel.delete(peer);
        if (channel.size === 0) this.#channels.delete(owner.channelId);
      },
    };
  }

  setNetwork(conditions: NetworkConditions): void {
    this.#nextFate = createNetworkSimulator(conditions);
  }

  blackHole(owner: Pick<MediaOwner, 'userId' | 'channelId'>): Disposable {
    this.#holes.add(owner);
    return { [Symbol.dispose]: () => this.#holes.delete(owner) };
  }

  figures(): Omit<VoiceServerFigures, 'invalidCommits'> {
    const users = Array.from(this.#peers.values(), ({ userId, channelId, ssrc, ...counts }) => ({
      userId,
      channelId,
      ssrc,
      packetsIn: counts.packetsIn,
      packetsOut: counts.packetsOut,
      undecryptable: counts.undecryptable,
      unencryptedIn: counts.unencryptedIn,
    }));
    return { users, unknownSsrc: this.#unknownSsrc, dropped: this.#dropped };
  }

  async close(): Promise<void> {
    for (const timer of this.#heldBack) clearTimeout(timer);
    this.#heldBack.clear();
    await Promise.all(this.#sockets.map((socket) => new Promise<void>((resolve) => socket.close(resolve))));
  }

  #receive(socket: Socket, datagram: Buffer, remote: RemoteInfo): void {
    if (this.#holes.size > 0 && this.#isLost(datagram, remote)) {
      this.#dropped++;
      return;
    }
    if (isAudioPacket(datagram)) {
      if (this.#options.onAudio?.(datagram) !== true) this.#receiveAudio(datagram, remote);
      return;
    }
    if (datagram.length === KEEP_ALIVE_BYTES) {
      socket.send(datagram, remote.port, remote.address);
      return;
    }
    const ssrc = readDiscoveryRequest(datagram);
    const peer = ssrc === undefined ? undefined : this.#peers.get(ssrc);
    if (peer === undefined) return;
    peer.remote = { address: remote.address, port: remote.port };
    socket.send(discoveryResponse(peer.ssrc, remote.address, remote.port), remote.port, remote.address);
  }

  /** True for a datagram that falls into a black hole: by its sender's address, or by the SSRC that it discovers. */
  #isLost(datagram: Buffer, { address, port }: RemoteInfo): boolean {
    const ssrc = readDiscoveryRequest(datagram);
    const peers = [...this.#peers.values()].filter(
      (peer) => peer.ssrc === ssrc || (peer.remote?.port === port && peer.remote.address === address),
    );
    return peers.some((peer) => this.#isUnreachable(peer));
  }

  #isUnreachable({ userId, channelId }: Peer): boolean {
    if (this.#holes.size === 0) return false;
    return [...this.#holes].some((hole) => hole.userId === userId && hole.channelId === channelId);
  }

  #receiveAudio(datagram: Buffer, remote: RemoteInfo): void {
    const ssrc = rtpSsrc(datagram);
    const peer = this.#peers.get(ssrc);
    if (peer?.cipher === undefined || peer.remote?.port !== remote.port || peer.remote.address !== remote.address) {
      this.#unknownSsrc++;
      return;
    }
    const plain = peer.cipher.open(datagram);
    const media = plain === undefined ? undefined : mediaOf(datagram, plain);
    if (media === undefined) {
      peer.undecryptable++;
      return;
    }
    peer.packetsIn++;
    if (!isEndToEndEncrypted(media)) peer.unencryptedIn++;
    if (this.#options.isSilenced?.(peer.channelId, peer.userId) === true) return;
    this.#forward(peer, { sequence: rtpSequence(datagram), timestamp: rtpTimestamp(datagram), ssrc }, media);
  }

  #pad(to: Peer, ssrc: number, packets: number): boolean {
    const last = this.#peers.get(ssrc)?.last;
    if (last === undefined || to.remote === undefined || to.cipher === undefined) return false;
    const extras = { extension: false, paddingBytes: PADDING_BYTES };
    for (let index = 0; index < packets; index += 1) {
      const inserted = (to.inserted.get(ssrc) ?? 0) + 1;
      to.inserted.set(ssrc, inserted);
      const header = rtpHeader({ ...last, sequence: (last.sequence + inserted) % SEQUENCE_MODULUS }, extras);
      const packet = to.cipher.seal(header, rtpBody(Buffer.alloc(0), extras));
      to.socket.send(packet, to.remote.port, to.remote.address);
    }
    return true;
  }

  #forward(from: Peer, fields: RtpFields, media: Buffer): void {
    from.last = fields;
    for (const peer of this.#channels.get(from.channelId) ?? []) {
      const { socket, remote, cipher } = peer;
      if (peer === from || peer.deaf || cipher === undefined || remote === undefined) continue;
      if (this.#options.isDeafened?.(peer.channelId, peer.userId) === true) continue;
      const fate = this.#nextFate();
      if (fate.dropped) {
        this.#dropped++;
        continue;
      }
      if (this.#isUnreachable(peer)) continue;
      const numbered = renumbered(fields, peer.inserted.get(fields.ssrc) ?? 0);
      const content = peer.garbled.has(fields.ssrc) ? damaged(media) : media;
      const packet = cipher.seal(rtpHeader(numbered, fate.extras), rtpBody(content, fate.extras));
      peer.packetsOut++;
      const send = () => socket.send(packet, remote.port, remote.address);
      if (fate.delayMs === 0) send();
      else this.#later(send, fate.delayMs);
    }
  }

  #later(send: () => void, delayMs: number): void {
    const timer = setTimeout(() => {
      this.#heldBack.delete(timer);
      send();
    }, delayMs);
    this.#heldBack.add(timer);
  }
}

/** The fields of a packet after others were inserted before it. */
function renumbered(fields: RtpFields, inserted: number): RtpFields {
  return inserted === 0 ? fields : { ...fields, sequence: (fields.sequence + inserted) % SEQUENCE_MODULUS };
}

/** The same frame with its first byte changed, which no key decrypts; silence frames are not encrypted. */
function damaged(media: Buffer): Buffer {
  if (media.length === 0 || media.equals(SILENCE_FRAME)) return media;
  const copy = Buffer.from(media);
  copy.writeUInt8(copy.readUInt8() ^ 0xff);
  return copy;
}

function isEndToEndEncrypted(media: Buffer): boolean {
  if (media.equals(SILENCE_FRAME)) return true;
  return media.length >= 2 && media.readUInt16BE(media.length - 2) === DAVE_MARKER;
}
