/** How many voices can be created in a guild, in all and by each person. Whole numbers, 0–1000. */
export interface VoiceSettings {
  readonly maxPerPerson: number;
  readonly maxPerGuild: number;
}

/** They apply outside of guilds too, where only `maxPerPerson` counts. */
export const DEFAULT_VOICE_SETTINGS: VoiceSettings = { maxPerPerson: 5, maxPerGuild: 50 };
