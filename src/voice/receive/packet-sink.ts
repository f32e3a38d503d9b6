/** One Opus packet of a person, decrypted, as the network delivered it. */
export interface HeardPacket {
  readonly userId: string;
  /** RTP stream; a new one has its own numbers and times. */
  readonly ssrc: number;
  /** RTP sequence number, 16 bits. */
  readonly sequence: number;
  /** RTP timestamp, 32 bits, in samples at 48 kHz. */
  readonly timestamp: number;
  /** Empty when the packet held only padding. */
  readonly payload: Uint8Array;
  /** `performance.now()` of its arrival. */
  readonly receivedAtMs: number;
}

/** Receives what others say over a voice connection. */
export interface PacketSink {
  /** Asked before a packet is decrypted: packets of people without a subscription are dropped. */
  isSubscribedTo(userId: string): boolean;
  onPacket(packet: HeardPacket): void;
  /** A packet failed to decrypt: with this person's end-to-end key or, if `undefined`, with the transport key. */
  onUnreadable(userId: string | undefined): void;
  /** A packet's speaker is unknown. */
  onUnknown(): void;
  /** Packets now come from another voice server: other streams, perhaps another channel. */
  onNewServer(): void;
  /** The connection is replaced because packets could not be decrypted for too long. */
  onReopened(): void;
}
