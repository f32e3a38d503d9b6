import Sqlite from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { expect, it } from 'vitest';
import { afterRestore } from '../../../src/store/backup/after-restore.ts';
import { MIGRATION_NAMES, migrate } from '../../../src/store/migrations.ts';
import type { Schema } from '../../../src/store/schema.ts';

/** What a restore brings back as it was, or merges with what is there. A new table needs a decision: here or in `OVER`. */
const BROUGHT_BACK = [
  ...['caption_sessions', 'caption_lines', 'caption_messages', 'unsettled_sessions', 'auto_captions'],
  ...['voice_message_answers', 'tombstones', 'consent_decisions', 'revisions', 'guild_settings'],
  ...[
    'voices',
    'voice_attempts',
    'voice_locks',
    'rights_confirmations',
    'voice_choices',
    'budget_uses',
    'budget_marks',
  ],
  ...[
    'reading_bindings',
    'reading_choices',
    'proxied_identities',
    'voice_message_notices',
    'pronunciation_dictionaries',
    'pronunciations',
  ],
];

it('for every table it is decided whether a restore brings its rows back', {
  meta: { promises: ['restore-brings-back-address'] },
}, async () => {
  const database = new Sqlite(':memory:');
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database }) });
  await migrate(db);
  const names = database
    .prepare(
      "select name from sqlite_master where type = 'table' and name not like 'sqlite%' and name not like 'kysely%'",
    )
    .pluck()
    .all() as string[];
  await db.destroy();
  const statements = afterRestore({
    applied: MIGRATION_NAMES,
    previous: undefined,
    asJson: (column) => column,
    nowMs: 1,
  });
  const over = statements.flatMap((statement) => /^delete from (\w+)$/.exec(statement)?.[1] ?? []);
  expect([...over, ...BROUGHT_BACK].toSorted()).toEqual(names.toSorted());
});
