/** The tables, as Kysely sees them. Times are whole milliseconds since 1970, truths are 0 or 1. */
export interface Schema {
  readonly caption_sessions: CaptionSessionRow;
  readonly caption_lines: CaptionLineRow;
  readonly consents: ConsentRow;
  readonly guild_settings: GuildSettingsRow;
}

interface CaptionSessionRow {
  readonly session_id: string;
  readonly guild_id: string;
  /** Grows within a guild in the order in which its sessions were opened; clocks can be set back. */
  readonly ordinal: number;
  readonly voice_channel_id: string;
  readonly text_channel_id: string;
  /** Empty once this person had everything about them erased. */
  readonly started_by: string;
  readonly language: string | null;
  readonly started_at_ms: number;
  readonly ended_at_ms: number | null;
}

interface CaptionLineRow {
  readonly line_id: string;
  readonly session_id: string;
  readonly user_id: string;
  readonly speaker: string;
  readonly started_at_ms: number;
  readonly ended_at_ms: number;
  readonly text: string;
  readonly late: number;
}

interface ConsentRow {
  readonly user_id: string;
  readonly consent: 'opted-in' | 'opted-out';
  readonly decided_at_ms: number;
}

interface GuildSettingsRow {
  readonly guild_id: string;
  /** Which settings: each topic has a JSON document of its own. */
  readonly topic: string;
  readonly document: string;
}
