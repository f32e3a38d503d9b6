/** Where the settings of servers last. Rejects with MynahError STORE_UNAVAILABLE or STORE_FAILED. */
export interface SettingsStore {
  /** The JSON document of a guild as it was written; `undefined` for one that never was. */
  document(guildId: string): Promise<string | undefined>;
  /** All documents, by guild id. */
  documents(): Promise<ReadonlyMap<string, string>>;
  /** Stores `after` unless the document is not `before` any more; resolves with whether it did. */
  replace(guildId: string, before: string | undefined, after: string): Promise<boolean>;
}

/** Where it lasts which channels know that their voice messages are answered. Rejects like `SettingsStore`. */
export interface VoiceMessageNoticeStore {
  /** When the notice was posted in a channel, in milliseconds since 1970; `undefined` where it was not. */
  postedAtMs(guildId: string, channelId: string): Promise<number | undefined>;
  /** Stores that time; `undefined` forgets it. */
  setPostedAtMs(guildId: string, channelId: string, postedAtMs: number | undefined): Promise<void>;
}

/** News of changes among the processes that share a store; best effort. */
export interface SettingsNotices {
  /** Tells all other processes that settings changed. Never rejects. */
  notify(topic: 'settings'): Promise<void>;
  /** Calls `listener` when another process changed some, or may have. */
  on(topic: 'settings', listener: () => void): void;
}
