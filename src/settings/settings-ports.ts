/** Where the settings of servers last. Rejects with MynahError STORE_UNAVAILABLE or STORE_FAILED. */
export interface ServerSettingsStore {
  /** The document of a guild as it was written; `{}` for one that never was. */
  serverSettings(guildId: string): Promise<string>;
  /** `document` is JSON. */
  setServerSettings(guildId: string, document: string): Promise<void>;
}
