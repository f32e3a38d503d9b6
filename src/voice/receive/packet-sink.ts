/** One Opus packet of somebody else, decrypted, as the network delivered it. */
export interface HeardPacket {
  readonly userId: string;
  /** RTP stream; a new one numbers anew. */
  readonly ssrc: number;
  /** RTP sequence number, 16 bits. */
  readonly sequence: number;
  /** RTP timestamp, 32 bits, in samples at 48 kHz. */
  readonly timestamp: number;
  /** Empty when the packet was nothing but padding. */
  readonly payload: Uint8Array;
  /** `performance.now()` of its arrival. */
  readonly receivedAtMs: number;
}

/** Who listens to a voice connection. */
export interface PacketSink {
  /** Asked before a packet is decrypted: nothing more is done with those of somebody who is not heard. */
  hears(userId: string): boolean;
  onPacket(packet: HeardPacket): void;
  /** A packet of somebody who is heard could not be decrypted. */
  onUnreadable(): void;
  /** A packet came that nobody can be named for. */
  onUnknown(): void;
  /** What comes from now on comes over a new connection: other streams, perhaps another channel. */
  onNewConnection(): void;
  /** The connection is made anew because packets could not be decrypted for too long. */
  onReopened(): void;
}
