/** What the rest of the local Discord, tests and benchmarks know of its voice part. */

/** A private authority's certificate and a leaf for `localhost` and 127.0.0.1 signed by it, all PEM. */
export interface VoiceCertificate {
  readonly caPem: string;
  readonly certPem: string;
  readonly keyPem: string;
}

/** What a client says of itself in op 0 Identify (or op 7 Resume). `serverId` is the guild's id. */
export interface VoiceHello {
  readonly serverId: string;
  readonly userId: string;
  readonly sessionId: string;
  readonly token: string;
}

/** What the voice server may let somebody into. */
export interface VoiceAdmission {
  readonly channelId: string;
  /** `false` makes the channel like a stage channel: protocol version 0, transport encryption only. */
  readonly dave?: boolean;
  /** `true` sends them nobody's packets; default false. */
  readonly deaf?: boolean;
}

/** A simulated network between the media server and every listener; rates are 0…1. Everything off by default. */
export interface NetworkConditions {
  /** Share of packets that never arrive. */
  readonly lossRate?: number;
  /** Share of packets that are held back for 30 ms, so that later ones overtake them. */
  readonly reorderRate?: number;
  /** Share of packets that carry RTP padding (P bit). */
  readonly paddingRate?: number;
  /** Whether packets carry a header extension (X bit), as Discord's do. */
  readonly extensions?: boolean;
  /** Seed of the pseudo-random choices, so that a run can be repeated. */
  readonly seed?: number;
}

export interface VoiceServerOptions {
  readonly certificate: VoiceCertificate;
  /** Address to listen on, TCP and UDP alike; default 127.0.0.1. */
  readonly host?: string;
  /** TCP port of the voice gateway; default 0, any free one. UDP ports are always free ones. */
  readonly port?: number;
  /** End-to-end encryption where an admission does not say otherwise; default true. */
  readonly dave?: boolean;
  /** Default 13,750 ms, as Discord says it. */
  readonly heartbeatIntervalMs?: number;
  /** How long a session whose socket broke may be resumed, in ms; default 15,000. */
  readonly resumeWindowMs?: number;
  readonly network?: NetworkConditions;
  /**
   * Is shown every audio datagram as it arrives, sealed as it is; true takes it: it is then neither opened nor passed on.
   * For benchmarks, whose clock must not wait for the server's own work.
   */
  onAudio?(datagram: Buffer): boolean;
  /** Says which channel a client is to be in, by what the main gateway told it; `undefined` refuses it (close 4004). */
  authorize(hello: VoiceHello): VoiceAdmission | undefined;
  /** Called when somebody's media session ended for good: closed by either side or not resumed in time. */
  onSessionEnd?(session: { readonly serverId: string; readonly userId: string; readonly channelId: string }): void;
  /** One line per noteworthy event, for people who look on. */
  readonly log?: (line: string) => void;
}

/** Packet counts of one person's media session as the server sees it. */
interface VoiceUserFigures {
  readonly userId: string;
  readonly channelId: string;
  readonly ssrc: number;
  readonly packetsIn: number;
  readonly packetsOut: number;
  /** Datagrams of this person that the transport key does not open. */
  readonly undecryptable: number;
  /** Voiced packets of this person that were not end-to-end encrypted, by the marker at their end. */
  readonly unencryptedIn: number;
}

export interface VoiceServerFigures {
  readonly users: readonly VoiceUserFigures[];
  /** Media datagrams whose SSRC belongs to nobody, or that came from another address than its owner's. */
  readonly unknownSsrc: number;
  /** Packets that the simulated network dropped. */
  readonly dropped: number;
  /** Commits or welcomes that a client flagged invalid (op 31). */
  readonly invalidCommits: number;
}

export interface VoiceServer {
  /** `localhost:PORT`, for VOICE_SERVER_UPDATE. */
  readonly endpoint: string;
  /** The certificate that clients must trust. */
  readonly caPem: string;
  /**
   * Closes somebody's voice socket with one of Discord's close codes. 4015 leaves the session resumable; any other code
   * ends it: use 4014 for a kick, a move to another channel or a leave told by the main gateway. `false` when the
   * person has no session in that guild.
   */
  disconnect(serverId: string, userId: string, code: number): boolean;
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
  /** Gives up connecting. */
  readonly signal?: AbortSignal;
}

/** One Opus packet as a person heard it, after transport and end-to-end decryption. */
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

/** One stretch of somebody's speech: from the first voiced packet to silence frames or to a pause. */
export interface HeardUtterance {
  readonly userId: string;
  /** Voiced packets in RTP order, silence frames left out. */
  readonly packets: readonly HeardPacket[];
  /** Packets that never came, by the gaps in RTP sequence numbers. */
  readonly lost: number;
  /** Longest time between two arrivals, in ms. */
  readonly longestGapMs: number;
  readonly endedBy: 'silence' | 'pause';
}

export interface UtteranceOptions {
  /** Looks only at packets from this index of `packets` on; default 0. Pass `heard.mark()` to wait for what is to come. */
  readonly from?: number;
  /** With no packet for this long the utterance ended without silence frames; default 1,000 ms. */
  readonly pauseMs?: number;
  readonly signal?: AbortSignal;
}

export interface HeardStream {
  /** Everything heard since the join, in order of arrival, silence frames included. The newest 180,000 are kept (an hour). */
  readonly packets: readonly HeardPacket[];
  /** Packets that the transport key or the group's key did not open. */
  readonly decryptFailures: number;
  /** Packets of an SSRC that no op 5 had named yet. */
  readonly unknownSsrc: number;
  /** A position in `packets` for `UtteranceOptions.from`: after everything heard so far. */
  mark(): number;
  /** The next packet to arrive that satisfies the predicate. Rejects with the signal's reason, or when the person leaves. */
  next(predicate: (packet: HeardPacket) => boolean, signal?: AbortSignal): Promise<HeardPacket>;
  /** Waits until `userId` said something and ended it. Rejects with the signal's reason, or when the person leaves. */
  utterance(userId: string, options?: UtteranceOptions): Promise<HeardUtterance>;
  /** Calls `listener` for every packet from now on; dispose to stop. */
  listen(listener: (packet: HeardPacket) => void): Disposable;
}

export interface PersonSpeakOptions {
  /** Stops in mid-utterance: silence frames are sent, and the promise resolves. */
  readonly signal?: AbortSignal;
  /** Called with `performance.now()` just after each packet left. */
  onSent?(packet: Uint8Array, sentAtMs: number): void;
}

export interface PersonVoice {
  readonly userId: string;
  readonly channelId: string;
  readonly heard: HeardStream;
  /** Ids of the others in the channel. */
  readonly others: ReadonlySet<string>;
  /** Users of the end-to-end encrypted group, oneself included; empty without DAVE or before the group stands. */
  groupMembers(): readonly string[];
  /** Resolves once the end-to-end encrypted group has exactly these people (oneself included), or at once without DAVE. */
  groupOf(userIds: readonly string[], signal?: AbortSignal): Promise<void>;
  /**
   * Sends 20 ms Opus packets at their pace, encrypted, with speaking flags and five silence frames at the end. One
   * utterance at a time: a second call waits for the first. Rejects when the person has left.
   */
  speak(packets: Iterable<Uint8Array> | AsyncIterable<Uint8Array>, options?: PersonSpeakOptions): Promise<void>;
  /** Resolves with the close code when the server ended the connection for good, or with 1000 after `leave()`. */
  readonly ended: Promise<number>;
  /** Closes the sockets. The main gateway must be told apart. Safe to call twice. */
  leave(): Promise<void>;
}
