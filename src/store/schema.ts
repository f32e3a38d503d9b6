/** The tables, as Kysely sees them. Times are whole milliseconds since 1970, truths are 0 or 1. */
export interface Schema {
  readonly caption_sessions: CaptionSessionRow;
  readonly caption_lines: CaptionLineRow;
  readonly consents: ConsentRow;
  readonly guild_settings: GuildSettingsRow;
  readonly voices: VoiceRow;
  readonly voice_attempts: VoiceAttemptRow;
  readonly voice_locks: VoiceLockRow;
  readonly rights_confirmations: RightsConfirmationRow;
  readonly voice_choices: VoiceChoiceRow;
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

interface VoiceRow {
  readonly voice_id: string;
  /** Null for a voice that was made outside of guilds. */
  readonly guild_id: string | null;
  readonly maker_id: string;
  readonly created_at_ms: number;
  /** The service's document of it, as it was last seen. */
  readonly document: string;
  readonly gone: number;
}

interface VoiceAttemptRow {
  readonly attempt_id: string;
  readonly guild_id: string | null;
  /** Empty once this person had everything about them erased. */
  readonly maker_id: string;
  readonly title: string;
  readonly started_at_ms: number;
}

/** A row is there only while a transaction holds it: it keeps two of them from counting the same places. */
interface VoiceLockRow {
  readonly holder: string;
}

interface RightsConfirmationRow {
  /** The attempt that was confirmed. */
  readonly attempt_id: string;
  readonly user_id: string;
  readonly confirmed_at_ms: number;
  /** The SHA-256 of each recording in hexadecimal digits, as a JSON array. */
  readonly audio_sha256: string;
  /** The voice that was made of the recordings; it stays when the voice is deleted. */
  readonly voice_id: string | null;
}

interface VoiceChoiceRow {
  readonly user_id: string;
  /** Empty for what holds everywhere. */
  readonly guild_id: string;
  /** Null stands for the default voice. */
  readonly voice_id: string | null;
  readonly title: string;
  /** Why it does not hold any more: the person has to be told. */
  readonly lost: 'deleted' | 'gone' | 'failed' | 'taken-down' | null;
}
