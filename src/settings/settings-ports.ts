/** Where the settings of servers last. Rejects with MynahError STORE_UNAVAILABLE or STORE_FAILED. */
export interface ServerSettingsStore {
  /** The document of a guild as it was written; `{}` for one that never was. */
  serverSettings(guildId: string): Promise<string>;
  /** `document` is JSON. */
  setServerSettings(guildId: string, document: string): Promise<void>;
}

/** Where it lasts which channels know that their voice messages are answered. Rejects like `ServerSettingsStore`. */
export interface VoiceMessageNoticeStore {
  /** When the notice was posted in each channel of a guild: by channel id, in milliseconds since 1970. */
  voiceMessageNotices(guildId: string): Promise<Readonly<Record<string, number>>>;
  setVoiceMessageNotices(guildId: string, notices: Readonly<Record<string, number>>): Promise<void>;
}
