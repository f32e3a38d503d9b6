import { VoiceOpcodes } from 'discord-api-types/voice/v8';
import { DeliveryService } from './dave/delivery-service.ts';
import { createExternalSender } from './dave/external-sender.ts';
import type { VoiceSession } from './voice-session.ts';

interface Channel {
  /** By user id: everyone from op 2 on. */
  readonly sessions: Map<string, VoiceSession>;
  readonly delivery: DeliveryService | undefined;
}

/** Who is in which voice channel, what they learn about each other, and each channel's encrypted group. */
export interface VoiceChannels {
  /** Introduces a newcomer (op 11) to the others and the others to them. */
  enter(session: VoiceSession): void;
  /** From op 4 on: the newcomer takes part in the channel's encrypted group. */
  start(session: VoiceSession): void;
  leave(session: VoiceSession): void;
  /** Forwards op 5 to the others. */
  speaking(session: VoiceSession, flags: number): void;
  /** The delivery service of the session's channel; `undefined` without DAVE or before `start`. */
  deliveryOf(session: VoiceSession): DeliveryService | undefined;
  close(): void;
}

export function createVoiceChannels(log?: (line: string) => void): VoiceChannels {
  const channels = new Map<string, Channel>();
  const sender = createExternalSender();

  const createChannel = (channelId: string, isDave: boolean): Channel => {
    const sessions = new Map<string, VoiceSession>();
    const delivery = isDave
      ? new DeliveryService({
          channelId,
          sender,
          ...(log === undefined ? {} : { log }),
          send: (userId, message) => {
            const session = sessions.get(userId);
            if (message.kind === 'json') session?.send(message.op, message.data);
            else session?.sendBinary(message.op, message.payload);
          },
        })
      : undefined;
    const channel = { sessions, delivery };
    channels.set(channelId, channel);
    return channel;
  };

  const othersOf = (session: VoiceSession): VoiceSession[] => {
    const sessions = channels.get(session.channelId)?.sessions.values() ?? [];
    return [...sessions].filter((other) => other !== session);
  };

  return {
    enter(session) {
      const channel = channels.get(session.channelId) ?? createChannel(session.channelId, session.isDave);
      channel.sessions.set(session.userId, session);
      const others = othersOf(session);
      if (others.length > 0) {
        session.send(VoiceOpcodes.ClientsConnect, { user_ids: others.map(({ userId }) => userId) });
      }
      for (const other of others) other.send(VoiceOpcodes.ClientsConnect, { user_ids: [session.userId] });
    },
    start(session) {
      channels.get(session.channelId)?.delivery?.connect(session.userId);
    },
    leave(session) {
      const channel = channels.get(session.channelId);
      if (channel?.sessions.get(session.userId) !== session) return;
      channel.sessions.delete(session.userId);
      for (const other of channel.sessions.values()) {
        other.send(VoiceOpcodes.ClientDisconnect, { user_id: session.userId });
      }
      channel.delivery?.disconnect(session.userId);
      if (channel.sessions.size > 0) return;
      channel.delivery?.close();
      channels.delete(session.channelId);
    },
    speaking(session, flags) {
      const { userId, peer } = session;
      for (const other of othersOf(session)) {
        other.send(VoiceOpcodes.Speaking, { user_id: userId, ssrc: peer.ssrc, speaking: flags });
      }
    },
    deliveryOf: (session) => (session.isStarted ? channels.get(session.channelId)?.delivery : undefined),
    close() {
      for (const { delivery } of channels.values()) delivery?.close();
      channels.clear();
    },
  };
}
