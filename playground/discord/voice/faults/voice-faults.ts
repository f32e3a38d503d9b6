import { VoiceOpcodes } from 'discord-api-types/voice/v8';
import { DAVE_VERSION } from '../dave/delivery-service.ts';
import type { MediaServer } from '../media-server.ts';
import type { VoiceGateway } from '../voice-gateway.ts';
import type { VoiceSession } from '../voice-session.ts';

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

/** `u8 0` for proposals to append, and a list of one message that is none. */
const UNREADABLE_PROPOSALS = Buffer.from([0x00, 0x04, 0xde, 0xad, 0xbe, 0xef]);

/** Creates the faults of one voice server. */
export function createVoiceFaults(gateway: VoiceGateway, media: MediaServer): VoiceFaults {
  const withStarted = ({ serverId, userId }: VoiceClient, happen: (session: VoiceSession) => boolean): boolean => {
    const session = gateway.sessionOf(serverId, userId);
    return session?.isStarted === true && happen(session);
  };
  return {
    breakSocket: ({ serverId, userId }) => {
      const socket = gateway.sessionOf(serverId, userId)?.socket;
      socket?.terminate();
      return socket !== undefined;
    },
    blackHole: (userId, channelId) => media.blackHole({ userId, channelId }),
    pad: (client, speakerId, packets) =>
      withStarted(client, ({ peer }) => {
        const speaker = gateway.sessionOf(client.serverId, speakerId);
        return speaker !== undefined && peer.pad(speaker.peer.ssrc, packets);
      }),
    garble: (client, speakerId) =>
      withStarted(client, ({ peer }) => {
        const speaker = gateway.sessionOf(client.serverId, speakerId);
        if (speaker !== undefined) peer.garble(speaker.peer.ssrc);
        return speaker !== undefined;
      }),
    transitionZero: (client) =>
      withStarted(client, (session) => {
        session.send(VoiceOpcodes.DavePrepareTransition, { protocol_version: DAVE_VERSION, transition_id: 0 });
        return session.isDave;
      }),
    badProposals: (client) =>
      withStarted(client, (session) => {
        session.sendBinary(VoiceOpcodes.DaveMlsProposals, UNREADABLE_PROPOSALS);
        return session.isDave;
      }),
    ignoreReady: (userId) => gateway.ignoreReady(userId),
  };
}
