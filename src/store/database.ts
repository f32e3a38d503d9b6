import type { BudgetStore } from '../budgets/budgets-ports.ts';
import type { AutoCaptionStore } from '../captions/auto-captions-ports.ts';
import type { CaptionMessageStore, ConsentStore, TombstoneStore, TranscriptStore } from '../captions/captions-ports.ts';
import type { OverlayLinkStore } from '../captions/overlay-links-ports.ts';
import { MynahError } from '../errors.ts';
import type { HandoverStore } from '../handover/handover-ports.ts';
import type { Logger } from '../log/log.ts';
import type { PronunciationStore } from '../pronunciations/pronunciations-ports.ts';
import type { ReadingStore } from '../reading/reading-ports.ts';
import type { SettingsStore, VoiceMessageNoticeStore } from '../settings/settings-ports.ts';
import type { VoiceModelStore } from '../voice-models/voice-model-ports.ts';
import { createBudgetStore } from './budget-store.ts';
import { createCaptionMessageStore } from './caption-message-store.ts';
import { createAutoCaptionStore } from './captions/auto-caption-store.ts';
import { createOverlayLinkStore } from './captions/overlay-link-store.ts';
import type { Connection, ObserveStatement } from './connection.ts';
import { createConsentStore } from './consent-store.ts';
import { OutageLog } from './outages/outage-log.ts';
import { openPostgres } from './postgres.ts';
import type { DatabaseNotices } from './processes/database-notices.ts';
import type { Sharing } from './processes/sharing.ts';
import { createPronunciationStore } from './pronunciations/pronunciation-store.ts';
import { createReadingStore } from './reading/reading-store.ts';
import { createSettingsStore } from './settings/settings-store.ts';
import { createVoiceMessageNoticeStore } from './settings/voice-message-notice-store.ts';
import { sqlitePath } from './sqlite/sqlite-path.ts';
import { openSqlite } from './sqlite.ts';
import { withStoreErrors } from './store-error.ts';
import { createTombstoneStore } from './tombstone-store.ts';
import { createTranscriptStore } from './transcript-store.ts';
import { createHandoverStore } from './voice/handover-store.ts';
import { createVoiceModelStore } from './voice-model-store.ts';

/**
 * Everything that is stored, except audio. Its methods throw MynahError: STORE_UNAVAILABLE (retryable) while the database cannot
 * be used, STORE_FAILED when it refuses. All of them may safely be called again.
 */
export interface Database {
  readonly transcripts: TranscriptStore;
  readonly captionMessages: CaptionMessageStore;
  readonly tombstones: TombstoneStore;
  readonly autoCaptions: AutoCaptionStore;
  readonly overlayLinks: OverlayLinkStore;
  readonly consent: ConsentStore;
  readonly settings: SettingsStore;
  readonly voiceMessageNotices: VoiceMessageNoticeStore;
  readonly budgets: BudgetStore;
  readonly voices: VoiceModelStore;
  readonly reading: ReadingStore;
  readonly pronunciations: PronunciationStore;
  readonly handover: HandoverStore;
  /** What other processes on the same database changed. Closed with the database. */
  readonly notices: DatabaseNotices;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  /** What processes on the same database share besides data; `undefined` with SQLite. */
  readonly sharing: Sharing | undefined;
  /** Waits for running statements. Safe to call twice. */
  close(): Promise<void>;
}

/** How a database is opened. */
interface DatabaseOptions {
  readonly onStatement?: ObserveStatement | undefined;
  readonly directUrl?: string | undefined;
}

/**
 * Opens the database at `sqlite:PATH` (relative to the working directory) or `postgres://…` and brings its tables up to
 * date. The caller must close it. Several processes may open the same one in PostgreSQL. `onStatement` receives every statement;
 * `directUrl` is PostgreSQL's own address, where `url` leads to a pooler that shares sessions.
 * @throws {MynahError} STORE_UNAVAILABLE, STORE_SESSIONS_SHARED or STORE_MIGRATION_FAILED, with a line that says what to check.
 */
export async function openDatabase(url: string, log: Logger, options: DatabaseOptions = {}): Promise<Database> {
  const connection = await openConnection(url, log, options);
  const outages = new OutageLog(log);
  let closing: Promise<void> | undefined;
  const health = outages.watch(
    withStoreErrors({
      ping: async () => {
        await connection.db.selectFrom('guild_settings').select('guild_id').limit(1).execute();
      },
    }),
  );
  return {
    transcripts: outages.watch(createTranscriptStore(connection, log)),
    captionMessages: outages.watch(createCaptionMessageStore(connection)),
    tombstones: outages.watch(createTombstoneStore(connection)),
    autoCaptions: outages.watch(createAutoCaptionStore(connection)),
    overlayLinks: outages.watch(createOverlayLinkStore(connection)),
    consent: outages.watch(createConsentStore(connection)),
    settings: outages.watch(createSettingsStore(connection)),
    voiceMessageNotices: outages.watch(createVoiceMessageNoticeStore(connection)),
    budgets: outages.watch(createBudgetStore(connection)),
    voices: outages.watch(createVoiceModelStore(connection)),
    reading: outages.watch(createReadingStore(connection)),
    pronunciations: outages.watch(createPronunciationStore(connection)),
    handover: outages.watch(createHandoverStore(connection)),
    notices: connection.notices,
    ping: () => health.ping(),
    sharing: connection.sharing,
    close: () => (closing ??= connection.close()),
  };
}

/** Like `openDatabase`, without the stores. The caller must close it. */
export function openConnection(
  url: string,
  log: Logger,
  { onStatement, directUrl }: DatabaseOptions = {},
): Promise<Connection> {
  const path = sqlitePath(url);
  if (path !== undefined) return openSqlite(path, log, onStatement);
  if (/^postgres(ql)?:\/\//.test(url) && URL.canParse(url)) return openPostgres({ url, directUrl }, log, onStatement);
  const line = 'the database address is neither sqlite:PATH nor postgres://…: check DATABASE_URL';
  throw new MynahError('STORE_UNAVAILABLE', line);
}
