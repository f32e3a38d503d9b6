/** The tables, as Kysely sees them. Times are whole milliseconds since 1970, booleans are 0 or 1. */
export interface Schema {
  readonly caption_sessions: CaptionSessionRow;
  readonly caption_lines: CaptionLineRow;
  readonly caption_messages: CaptionMessageRow;
  readonly unsettled_sessions: UnsettledSessionRow;
  readonly auto_captions: AutoCaptionsRow;
  readonly overlay_links: OverlayLinkRow;
  readonly voice_message_answers: VoiceMessageAnswerRow;
  readonly tombstones: TombstoneRow;
  readonly consent_decisions: ConsentDecisionRow;
  readonly revisions: RevisionRow;
  readonly guild_settings: GuildSettingsRow;
  readonly voice_message_notices: VoiceMessageNoticeRow;
  readonly voices: VoiceRow;
  readonly voice_attempts: VoiceAttemptRow;
  readonly voice_locks: VoiceLockRow;
  readonly rights_confirmations: RightsConfirmationRow;
  readonly voice_choices: VoiceChoiceRow;
  readonly budget_uses: BudgetUseRow;
  readonly budget_marks: BudgetMarkRow;
  readonly reading_bindings: ReadingBindingRow;
  readonly reading_choices: ReadingChoiceRow;
  readonly proxied_identities: ProxiedIdentityRow;
  readonly pronunciation_dictionaries: PronunciationDictionaryRow;
  readonly pronunciations: PronunciationRow;
  readonly rate_limits: RateLimitRow;
  readonly voice_processes: VoiceProcessRow;
  readonly voice_sessions: VoiceSessionRow;
  readonly spoken_texts: SpokenTextRow;
}

interface CaptionSessionRow {
  readonly session_id: string;
  readonly guild_id: string;
  /** Grows within a guild in the order in which its sessions were opened: clocks can be set back. */
  readonly ordinal: number;
  readonly voice_channel_id: string;
  readonly text_channel_id: string;
  /** Empty where they started by themselves, and once everything about this person is erased. */
  readonly started_by: string;
  readonly language: string | null;
  readonly started_at_ms: number;
  readonly ended_at_ms: number | null;
  readonly consent: 'opt-out' | 'opt-in';
  /** 1 when someone confirmed readers who can't see the voice channel. */
  readonly wider_readers: number;
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

/** A message at Discord with what a person said; several rows for a message that several people share. */
interface CaptionMessageRow {
  readonly message_id: string;
  readonly user_id: string;
  readonly channel_id: string;
  readonly guild_id: string;
  /** Null for a message in the bot's own name. */
  readonly webhook_id: string | null;
  readonly session_id: string;
  /** When the speech in it began. */
  readonly spoken_at_ms: number;
}

/** A session with interim text in Discord, or with some that a process left there. */
interface UnsettledSessionRow {
  readonly session_id: string;
}

/** A voice channel whose captions start by themselves. */
interface AutoCaptionsRow {
  readonly guild_id: string;
  readonly voice_channel_id: string;
  readonly text_channel_id: string;
  /** 1 when each session has a thread of its own. */
  readonly threaded: number;
  readonly language: string | null;
  /** Null once everything about this person is erased. */
  readonly set_up_by: string | null;
  /** 1 when they confirmed readers who can't see the voice channel. */
  readonly wider_readers: number;
  readonly set_up_at_ms: number;
  readonly held: number;
}

/** A secret address under which a session's captions are shown. */
interface OverlayLinkRow {
  readonly link_id: string;
  /** SHA-256 of the secret in hexadecimal digits. */
  readonly secret_hash: string;
  readonly guild_id: string;
  readonly session_id: string;
  /** The session for which it was created: another one after a restart. */
  readonly first_session_id: string;
  /** A JSON array of the sessions that it showed before, newest first. */
  readonly earlier_session_ids: string;
  /** Empty once everything about this person is erased. */
  readonly created_by: string;
  readonly created_at_ms: number;
  /** Until when it waits for the captions to start again; null while they run. */
  readonly waits_until_ms: number | null;
}

/** A message at Discord with the text of a voice message. */
interface VoiceMessageAnswerRow {
  readonly message_id: string;
  /** Who sent the voice message. */
  readonly user_id: string;
  readonly channel_id: string;
  readonly guild_id: string;
  /** The voice message. */
  readonly source_id: string;
  readonly sent_at_ms: number;
}

/** A person who opted out or had their data deleted. */
interface TombstoneRow {
  readonly user_id: string;
  /** What they said until then is neither stored nor shown any more. */
  readonly until_ms: number;
  /** Messages with what they said until then must be deleted; null for none. */
  readonly messages_until_ms: number | null;
  /** Grows with every change of the table, in the order in which changes become visible. */
  readonly revision: number;
}

interface ConsentDecisionRow {
  readonly user_id: string;
  /** Empty for a decision that applies everywhere. */
  readonly guild_id: string;
  readonly consent: 'opted-in' | 'opted-out' | 'undecided';
  readonly decided_at_ms: number;
  readonly revision: number;
}

/** The revision of the latest change of a topic. Whoever changes something of it holds the row's lock until the commit. */
interface RevisionRow {
  readonly topic: 'consents';
  readonly latest: number;
}

interface GuildSettingsRow {
  readonly guild_id: string;
  /** JSON. */
  readonly document: string;
}

/** A channel that knows that its voice messages are answered. */
interface VoiceMessageNoticeRow {
  readonly guild_id: string;
  readonly channel_id: string;
  readonly posted_at_ms: number;
}

interface VoiceRow {
  readonly voice_id: string;
  /** Null for a voice that was created outside of guilds. */
  readonly guild_id: string | null;
  readonly maker_id: string;
  readonly created_at_ms: number;
  /** The service's document, as last seen. */
  readonly document: string;
  readonly gone: number;
}

interface VoiceAttemptRow {
  readonly attempt_id: string;
  readonly guild_id: string | null;
  /** Empty once everything about this person is erased. */
  readonly maker_id: string;
  readonly title: string;
  readonly started_at_ms: number;
}

/** A row exists only while a transaction holds it: so two of them cannot count the same places. */
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
  /** The voice that was created from the recordings; kept when the voice is deleted. */
  readonly voice_id: string | null;
}

interface VoiceChoiceRow {
  readonly user_id: string;
  /** Empty for a choice that applies everywhere. */
  readonly guild_id: string;
  /** `every-text`: chosen for all texts; `say`: named last in `/say`. */
  readonly purpose: 'every-text' | 'say';
  /** Null for the default voice. */
  readonly voice_id: string | null;
  readonly title: string;
  /** A factor; null for the server's. */
  readonly speed: number | null;
  /** In dB; null for the server's. */
  readonly volume_db: number | null;
  /** Why it no longer applies; the person is notified once. */
  readonly lost: 'deleted' | 'gone' | 'failed' | 'taken-down' | null;
}

interface BudgetUseRow {
  /** `YYYY-MM-DD` in UTC. */
  readonly day: string;
  readonly kind: string;
  readonly scope: string;
  /** A user id, `GUILD:USER`, a guild id, or empty for the account. */
  readonly holder: string;
  /** Characters or milliseconds. */
  readonly used: number;
}

/** Something that happens once a day over all processes, and did. */
interface BudgetMarkRow {
  readonly day: string;
  readonly mark: string;
}

/** A channel whose messages are read aloud. */
interface ReadingBindingRow {
  readonly channel_id: string;
  readonly guild_id: string;
  readonly auto_join: number;
  /** 1 when someone agreed to listeners who can't see the channel. */
  readonly wider_listeners: number;
}

/** What a person decided about being read aloud in a guild. */
interface ReadingChoiceRow {
  readonly guild_id: string;
  readonly user_id: string;
  readonly muted: number;
  /** Null for the display name. */
  readonly nickname: string | null;
}

/** A name under which a person writes through a proxy bot in a guild. */
interface ProxiedIdentityRow {
  readonly guild_id: string;
  readonly user_id: string;
  readonly name: string;
  /** Null for the person's own voice; its title is null then, too. */
  readonly voice_id: string | null;
  readonly voice_title: string | null;
  readonly seen_at_ms: number;
}

/** A dictionary that was ever changed. Whoever changes it holds the row's lock until the commit. */
interface PronunciationDictionaryRow {
  readonly scope: 'person' | 'server';
  /** The id of the person or of the guild. */
  readonly holder: string;
  readonly revision: number;
  readonly locked: number;
}

interface PronunciationRow {
  readonly scope: 'person' | 'server';
  readonly holder: string;
  /** The word folded. */
  readonly word_key: string;
  readonly word: string;
  readonly spoken_as: string;
  /** Empty once everything about this person is erased. */
  readonly added_by: string;
  readonly added_at_ms: number;
}

/** How often a person did something lately; only processes on PostgreSQL count there. */
interface RateLimitRow {
  readonly key: string;
  readonly points: number;
  readonly expire: number | null;
}

/** A process that has voice sessions, or had some. */
interface VoiceProcessRow {
  readonly owner: string;
  /** By the database's clock. */
  readonly seen_at_ms: number;
  /** 1 when it has ended, which only a newer one knows of a process that was killed. */
  readonly ended: number;
}

/** A voice session that the process `owner` has, or had when it ended. */
interface VoiceSessionRow {
  readonly session_id: string;
  readonly owner: string;
  readonly guild_id: string;
  readonly channel_id: string;
  readonly text_channel_id: string | null;
  readonly paused: number;
  /** A JSON array of the messages that wait to be read aloud: their channels' ids and their own. */
  readonly unread: string;
}

/** A text that is being spoken or waits to be. */
interface SpokenTextRow {
  readonly text_id: string;
  readonly session_id: string;
  readonly user_id: string;
  /** Grows along the queue. */
  readonly ordinal: number;
  readonly text: string;
  readonly mark: string | null;
  readonly voice_id: string | null;
  readonly speed: number | null;
  readonly volume_db: number | null;
  readonly recording: Uint8Array | null;
  /** The piece that is spoken next or now, and its packets that were heard. */
  readonly piece: number;
  readonly packets: number;
  /** A JSON document: what it was counted as, the messages that it is made of, and the answer that shows what became of it. */
  readonly about: string;
}
