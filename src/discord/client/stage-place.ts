import { type Client, PermissionFlagsBits, StageChannel, type VoiceState } from 'discord.js';

const { MuteMembers, RequestToSpeak } = PermissionFlagsBits;

/** The bot on a stage: where it is, whether it may speak, and what it may do about that. */
export interface StagePlace {
  readonly channelId: string;
  readonly isSpeaker: boolean;
  /** It may become a speaker without being invited: Mute Members. */
  readonly mayBecomeSpeaker: boolean;
  /** It may ask to become one: Request to Speak. */
  readonly mayAsk: boolean;
}

/** The bot's own place on the stages of guilds, by what Discord reports, and its moves there. */
export interface StageMoves {
  /** `undefined` where the bot is in no stage channel. */
  place(guildId: string): StagePlace | undefined;
  /** Rejects when Discord refuses it. */
  becomeSpeaker(guildId: string): Promise<void>;
  /** Rejects when Discord refuses it. */
  askToSpeak(guildId: string): Promise<void>;
}

/** Reads the client's caches, and asks Discord for the moves (Discord API reference, "Modify Current User Voice State"). */
export function createStageMoves(client: Client): StageMoves {
  const voiceOf = (guildId: string): VoiceState | undefined => client.guilds.cache.get(guildId)?.members.me?.voice;
  return {
    place: (guildId) => {
      const voice = voiceOf(guildId);
      if (!(voice?.channel instanceof StageChannel)) return undefined;
      const permissions = voice.channel.permissionsFor(client.user?.id ?? '');
      return {
        channelId: voice.channel.id,
        isSpeaker: voice.suppress !== true,
        mayBecomeSpeaker: permissions?.has(MuteMembers) === true,
        mayAsk: permissions?.has(RequestToSpeak) === true,
      };
    },
    becomeSpeaker: async (guildId) => void (await voiceOf(guildId)?.setSuppressed(false)),
    askToSpeak: async (guildId) => void (await voiceOf(guildId)?.setRequestToSpeak(true)),
  };
}
