/** Public API of the local Discord's voice part, for its other parts, tests and benchmarks. */

import type { LocalCertificate } from '@mynah/loopback/certificate';
import type { VoiceFaults } from './faults/voice-faults-api.ts';
import type { EncryptionMode } from './transport-cipher.ts';

/** A client's identification in op 0 Identify (or op 7 Resume). `serverId` is the guild's id. */
export interface VoiceHello {
  readonly serverId: string;
  readonly userId: string;
  readonly sessionId: string;
  readonly token: string;
}

/** The channel that a client may enter. */
export interface VoiceAdmission {
  readonly channelId: string;
  /** `false` makes the channel like a stage channel: protocol version 0, transport encryption only. */
  readonly dave?: boolean;
  /** `true`: receives no packets; default false. */
  readonly deaf?: boolean;
}

/** A simulated network between the media server and every listener; rates are 0…1. Off by default. */
export interface NetworkConditions {
  /** Share of lost packets. */
  readonly lossRate?: number;
  /** Share of packets delayed by 30 ms, so that later ones overtake them. */
  readonly reorderRate?: number;
  /** Longest random delay of a packet, in ms: each is delayed by 0 to this much, so that packets overtake each other. */
  readonly jitterMs?: number;
  /** Share of packets that carry RTP padding (P bit). */
  readonly paddingRate?: number;
  /** True if packets carry a header extension (X bit), like Discord's. */
  readonly extensions?: boolean;
  /** Seed of the pseudo-random choices, so that a run can be repeated. */
  readonly seed?: number;
}

export interface VoiceServerOptions {
  readonly certificate: LocalCertificate;
  /** Address to listen on, TCP and UDP alike; default 127.0.0.1. */
  readonly host?: string;
  /** Name of the host that the bot is told; default localhost. */
  readonly botHost?: string | undefined;
  /** TCP port of the voice gateway; default 0, any free one. UDP ports are always free ones. */
  readonly port?: number;
  /** End-to-end encryption unless an admission says otherwise; default true. */
  readonly dave?: boolean;
  /** Encryption modes on offer; default all that this machine has. */
  readonly modes?: readonly EncryptionMode[];
  /** Default 13,750 ms, like Discord's. */
  readonly heartbeatIntervalMs?: number;
  /** How long a session whose socket broke may be resumed, in ms; default 15,000. */
  readonly resumeWindowMs?: number;
  readonly network?: NetworkConditions;
  /**
   * Receives every audio datagram on arrival, still encrypted; return true to consume it: it is then neither decrypted nor forwarded.
   * For benchmarks, whose clock must not wait for the server's own work.
   */
  onAudio?(datagram: Buffer): boolean;
  /** Resolves the channel of a client from the data of the main gateway; `undefined` rejects it (close 4004). */
  authorize(hello: VoiceHello): VoiceAdmission | undefined;
  /** Whether nobody receives this user's packets now: they are muted, or in a stage's audience. Default: nobody is. */
  isSilenced?(channelId: string, userId: string): boolean;
  /** Whether this user receives no packets now, because a moderator has deafened them. Default: nobody is. */
  isDeafened?(channelId: string, userId: string): boolean;
  /** Called when a media session ended for good: closed by either side or not resumed in time. */
  onSessionEnd?(session: { readonly serverId: string; readonly userId: string; readonly channelId: string }): void;
  /** One line per notable event. */
  readonly log?: (line: string) => void;
}

/** Packet counts of one person's media session at the server. */
interface VoiceUserFigures {
  readonly userId: string;
  readonly channelId: string;
  readonly ssrc: number;
  readonly packetsIn: number;
  readonly packetsOut: number;
  /** Datagrams of this person that the transport key does not decrypt. */
  readonly undecryptable: number;
  /** Voiced packets of this person that were not end-to-end encrypted, judged by the marker at their end. */
  readonly unencryptedIn: number;
}

export interface VoiceServerFigures {
  readonly users: readonly VoiceUserFigures[];
  /** Media datagrams with an unknown SSRC, or not from its owner's address. */
  readonly unknownSsrc: number;
  /** Datagrams that the simulated network dropped, or that were sent into a black hole. */
  readonly dropped: number;
  /** Commits or welcomes that a client flagged invalid (op 31). */
  readonly invalidCommits: number;
}

export interface VoiceServer {
  /** `localhost:PORT` */
  readonly endpoint: string;
  /** The same with the host that the bot is told, for VOICE_SERVER_UPDATE. */
  readonly botEndpoint: string;
  /** Another address of the same server, for clients that are to take it for another one. */
  readonly otherEndpoint: string;
  readonly faults: VoiceFaults;
  /** The certificate that clients must trust. */
  readonly caPem: string;
  /**
   * Closes a person's voice socket with one of Discord's close codes. 4015 leaves the session resumable; any other code
   * ends it: use 4014 for a kick, a move to another channel or a leave over the main gateway. `false` if the
   * person has no session in that guild.
   */
  disconnect(serverId: string, userId: string, code: number): boolean;
  /** From now on clients that identify get no answer, until the result is disposed of: then all of them do. */
  holdAdmission(): Disposable;
  /** Replaces the simulated network from the next packet on. */
  setNetwork(conditions: NetworkConditions): void;
  figures(): VoiceServerFigures;
  /** Closes every socket. Safe to call twice. */
  close(): Promise<void>;
}

export interface PersonVoiceOptions extends VoiceHello {
  /** `localhost:PORT` */
  readonly endpoint: string;
  readonly caPem: string;
  readonly channelId: string;
  /** Aborts connecting. */
  readonly signal?: AbortSignal;
}

/** One Opus packet received by a person, after transport and end-to-end decryption. */
export interface HeardPacket {
  readonly userId: string;
  /** RTP sequence number, 16 bits. */
  readonly sequence: number;
  /** RTP timestamp, 32 bits, 48 kHz. */
  readonly timestamp: number;
  readonly opus: Uint8Array;
  /** `performance.now()` when the datagram arrived. */
  readonly receivedAtMs: number;
}

/** An utterance of one speaker: from the first voiced packet to silence frames or a pause. */
export interface HeardUtterance {
  readonly userId: string;
  /** Voiced packets in RTP order, without silence frames. */
  readonly packets: readonly HeardPacket[];
  /** Lost packets, by gaps in the RTP sequence numbers. */
  readonly lost: number;
  /** Longest time between two arrivals, in ms. */
  readonly longestGapMs: number;
  readonly endedBy: 'silence' | 'pause';
}

export interface UtteranceOptions {
  /** Considers only packets from this index of `packets` on; default 0. Pass `heard.mark()` to wait for new ones. */
  readonly from?: number;
  /** After this long without a packet, the utterance ended without silence frames; default 1,000 ms. */
  readonly pauseMs?: number;
  readonly signal?: AbortSignal;
}

export interface HeardStream {
  /** All packets since the join, in order of arrival, silence frames included. The newest 180,000 are kept (an hour). */
  readonly packets: readonly HeardPacket[];
  /** Packets that the transport key or the group's key did not decrypt. */
  readonly decryptFailures: number;
  /** Packets of an SSRC not yet announced by op 5. */
  readonly unknownSsrc: number;
  /** The position in `packets` after everything heard so far, for `UtteranceOptions.from`. */
  mark(): number;
  /**
   * What is left of the packets from this position on for a client that drops its first 200 ms after a pause: without
   * those that begin less than 200 ms, by the RTP clock, after the speaker's first packet since half a second without any.
   */
  audible(from?: number): readonly HeardPacket[];
  /** Resolves with the next arriving packet that satisfies the predicate. Rejects with the signal's reason, or when the person leaves. */
  next(predicate: (packet: HeardPacket) => boolean, signal?: AbortSignal): Promise<HeardPacket>;
  /** Resolves with the next complete utterance of `userId`. Rejects with the signal's reason, or when the person leaves. */
  utterance(userId: string, options?: UtteranceOptions): Promise<HeardUtterance>;
  /** Calls `listener` for every packet from now on; dispose to stop. */
  listen(listener: (packet: HeardPacket) => void): Disposable;
}

export interface PersonSpeakOptions {
  /** Stops mid-utterance: sends silence frames, and the promise resolves. */
  readonly signal?: AbortSignal;
  /** Called with `performance.now()` right after each packet is sent. */
  onSent?(packet: Uint8Array, sentAtMs: number): void;
}

export interface PersonVoice {
  readonly userId: string;
  readonly channelId: string;
  readonly heard: HeardStream;
  /** Ids of the others in the channel. */
  readonly others: ReadonlySet<string>;
  /** Users in the end-to-end encrypted group, including this person; empty without DAVE or before the group is established. */
  groupMembers(): readonly string[];
  /** The voice privacy code as the client shows it, without spaces: 30 digits; empty without an established group. */
  privacyCode(): string;
  /** Resolves once the end-to-end encrypted group has exactly these people (this person included), or immediately without DAVE. */
  groupOf(userIds: readonly string[], signal?: AbortSignal): Promise<void>;
  /**
   * Sends 20 ms Opus packets in real time, encrypted, with speaking flags and five silence frames at the end. One
   * utterance at a time: a second call waits for the first. Rejects if the person has left.
   */
  speak(packets: Iterable<Uint8Array> | AsyncIterable<Uint8Array>, options?: PersonSpeakOptions): Promise<void>;
  /** Resolves with the close code when the server ends the connection for good, or with 1000 after `leave()`. */
  readonly ended: Promise<number>;
  /** Closes the sockets. The caller must inform the main gateway separately. Safe to call twice. */
  leave(): Promise<void>;
}
