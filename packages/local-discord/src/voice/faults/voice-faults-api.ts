/** A client of the voice server: a user in a guild. */
export interface VoiceClient {
  readonly serverId: string;
  readonly userId: string;
}

/** What can go wrong between one client and the voice server. `false`: the client has no session, or not what it takes. */
export interface VoiceFaults {
  /** Breaks the client's TCP connection, which its client sees as close code 1006. The session may be resumed. */
  breakSocket(client: VoiceClient): boolean;
  /** Loses every datagram from and to a user in this channel, also over later sessions, until the result is disposed of. */
  blackHole(userId: string, channelId: string): Disposable;
  /** Sends a burst of all-padding packets to the client, within the stream of somebody who has spoken. */
  pad(client: VoiceClient, speakerId: string, packets: number): boolean;
  /** Damages what somebody says on its way to the client, until that has another session. */
  garble(client: VoiceClient, speakerId: string): boolean;
  /** Announces transition 0 to the client, which executes it at once. */
  transitionZero(client: VoiceClient): boolean;
  /** Sends the client MLS proposals that it cannot read. */
  badProposals(client: VoiceClient): boolean;
  /** From now on a user never becomes ready for a transition, until the result is disposed of. */
  ignoreReady(userId: string): Disposable;
}
