import { withinTime } from '../../../concurrency/async.ts';

/** Captions start without the earlier status if Discord takes longer than this to say it. */
const ANSWER_TIMEOUT_MS = 1_500;

/** Op 43 of Discord's gateway: asks for facts about a guild's channels, answered by CHANNEL_INFO. */
export interface ChannelInfoRequest {
  readonly op: 43;
  readonly d: { readonly guild_id: string; readonly fields: readonly ['status'] };
}

/** CHANNEL_INFO as it arrives; channels without a status may be missing. */
export interface ChannelInfo {
  readonly guild_id: string;
  readonly channels: readonly { readonly id: string; readonly status?: string | null }[];
}

/** Reads the statuses that voice channels have now. */
export interface VoiceStatusReader {
  /** The status, empty if there is none; `undefined` if Discord doesn't say within 1.5 s. */
  read(guildId: string, channelId: string): Promise<string | undefined>;
  /** Call it for every CHANNEL_INFO. */
  onChannelInfo(info: ChannelInfo): void;
}

interface Question {
  readonly answer: Promise<ChannelInfo>;
  readonly resolve: (info: ChannelInfo) => void;
}

/** Creates the reader of all guilds. `send` sends a payload on the guild's shard, unless it would wait for longer than `maxWaitMs`. */
export function createVoiceStatusReader(
  send: (guildId: string, payload: ChannelInfoRequest, maxWaitMs: number) => void,
): VoiceStatusReader {
  /** By guild id. CHANNEL_INFO tells a guild's channels together, so one question serves all who ask meanwhile. */
  const asked = new Map<string, Question>();

  const ask = (guildId: string): Question => {
    const { promise: answer, resolve } = Promise.withResolvers<ChannelInfo>();
    const question = { answer, resolve };
    asked.set(guildId, question);
    send(guildId, { op: 43, d: { guild_id: guildId, fields: ['status'] } }, ANSWER_TIMEOUT_MS);
    return question;
  };

  return {
    read: async (guildId, channelId) => {
      const question = asked.get(guildId) ?? ask(guildId);
      const info = await withinTime(question.answer, ANSWER_TIMEOUT_MS, undefined);
      if (asked.get(guildId) === question) asked.delete(guildId);
      return info === undefined ? undefined : (info.channels.find(({ id }) => id === channelId)?.status ?? '');
    },
    onChannelInfo: (info) => asked.get(info.guild_id)?.resolve(info),
  };
}
