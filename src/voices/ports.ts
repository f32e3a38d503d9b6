/** What the voices room needs of the rooms around it: a store that lasts. Its owner implements it and hands it in. */
import type { VoiceModel } from '../speech/wire.ts';

/** How many voices may be made in a guild, in all and by each person. Whole numbers, 0–1000. */
export interface VoiceSettings {
  readonly maxPerPerson: number;
  readonly maxPerGuild: number;
}

/** Settings of guilds; the defaults for what was never set. */
export interface VoiceSettingsStore {
  voiceSettings(guildId: string): Promise<VoiceSettings>;
  setVoiceSettings(guildId: string, settings: VoiceSettings): Promise<void>;
}
