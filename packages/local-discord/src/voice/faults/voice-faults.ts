import { VoiceOpcodes } from 'discord-api-types/voice/v8';
import { DAVE_VERSION } from '../dave/delivery-service.ts';
import type { MediaServer } from '../media-server.ts';
import type { VoiceGateway } from '../voice-gateway.ts';
import type { VoiceSession } from '../voice-session.ts';
import type { VoiceClient, VoiceFaults } from './voice-faults-api.ts';

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
