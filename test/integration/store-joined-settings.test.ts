import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createLogger } from '../../src/log/log.ts';
import { DEFAULT_SERVER_SETTINGS, readServerSettings } from '../../src/settings/server-settings.ts';
import { afterRestore, TABLES_OF_PREVIOUS } from '../../src/store/backup/after-restore.ts';
import { openDatabase } from '../../src/store/database.ts';
import { MIGRATION_NAMES } from '../../src/store/migrations.ts';
import { settingsOf } from '../support/stored-settings.ts';
import { describeDatabases, type EmptyDatabase } from './store-databases.ts';

const JOINED = '0017-joined-settings';
const BEFORE = MIGRATION_NAMES.filter((name) => name < JOINED);
const log = createLogger('silent');

/** A document for each topic, as servers had them until migration 0017. */
type Apart = readonly (readonly [guildId: string, topic: string, document: string])[];

const APART_TABLE =
  'create table guild_settings (guild_id text, topic text, document text, primary key (guild_id, topic))';

const valuesOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `(${row.map((value) => `'${value}'`).join(', ')})`).join(', ');

describeDatabases('settings that were kept apart in %s', (makeEmpty) => {
  let empty: EmptyDatabase;

  beforeAll(async () => {
    empty = await makeEmpty();
  });
  afterEach(() => empty.clear());
  afterAll(() => empty.close());

  /** A database of this version without settings. */
  const make = async (): Promise<void> => (await openDatabase(empty.url, log)).close();

  /** Makes the settings of the database older. */
  const makeOlder = async (rows: Apart): Promise<void> => {
    await empty.execute('drop table guild_settings');
    await empty.execute(APART_TABLE);
    if (rows.length > 0) await empty.execute(`insert into guild_settings values ${valuesOf(rows)}`);
  };

  /** Brings the database up to date, and gives its settings by server. */
  const settingsAfterUpdate = async (guildIds: readonly string[]) => {
    await empty.execute('drop table if exists voice_message_notices');
    await empty.execute(`delete from kysely_migration where name = '${JOINED}'`);
    const database = await openDatabase(empty.url, log);
    try {
      const settings = settingsOf(database);
      const notice = await database.voiceMessageNotices.postedAtMs('whole', '1');
      return { of: await Promise.all(guildIds.map((guildId) => settings.of(guildId))), notice };
    } finally {
      await database.close();
    }
  };

  test('become one document a server, with the stricter choice for what cannot be read', async () => {
    await make();
    await makeOlder([
      ['whole', 'captions', '{"consent":"opt-in","retentionDays":60}'],
      ['whole', 'server', '{"captions":{"interim":false},"reading":{"bots":true}}'],
      ['whole', 'voices', '{"maxPerPerson":2,"maxPerGuild":7}'],
      ['whole', 'budgets', '{"characters":5}'],
      ['whole', 'voice-message-notices', '{"1":1760000000000,"2":"never"}'],
      ['broken', 'captions', 'not json'],
      ['broken', 'server', '[]'],
      ['interim', 'server', '{"captions":{"interim":false}}'],
      ['notices', 'voice-message-notices', 'not json'],
    ]);
    const { of, notice } = await settingsAfterUpdate(['whole', 'broken', 'interim', 'notices']);
    const defaults = DEFAULT_SERVER_SETTINGS;
    expect(of[0]).toEqual({
      ...defaults,
      captions: { ...defaults.captions, consent: 'opt-in', retentionDays: 60, interim: false },
      reading: { ...defaults.reading, bots: true },
      voices: { maxPerPerson: 2, maxPerGuild: 7 },
      budgets: { characters: 5 },
    });
    const nobody = ['00000000000000000'];
    expect(of[1]).toEqual({
      ...defaults,
      captions: { ...defaults.captions, consent: 'opt-in' },
      access: { managers: [], speak: nobody, captions: nobody, transcribe: nobody, voices: nobody },
      reading: { ...defaults.reading, requiredRoleIds: nobody },
    });
    expect(of[2]).toEqual({ ...defaults, captions: { ...defaults.captions, interim: false } });
    expect(of[3]).toEqual(defaults);
    expect(notice).toBe(1_760_000_000_000);
  });

  describe('outlast a restore', () => {
    const strict = { ...DEFAULT_SERVER_SETTINGS, captions: { ...DEFAULT_SERVER_SETTINGS.captions } };
    const joined = {
      strict: JSON.stringify({ ...strict, captions: { ...strict.captions, consent: 'opt-in', language: 'de' } }),
      muting: JSON.stringify({ ...strict, muted: { userIds: ['300000000000000001'], roleIds: [] } }),
      lax: JSON.stringify({ ...strict, lengths: { say: 99, reading: 99 } }),
    };
    const apart: Apart = [
      ['strict', 'captions', '{"consent":"opt-in","language":"de"}'],
      ['muting', 'server', '{"captions":{"interim":true},"muted":{"userIds":["300000000000000001"],"roleIds":[]}}'],
      ['muting', 'voices', '{"maxPerPerson":2,"maxPerGuild":7}'],
      ['lax', 'server', '{"lengths":{"say":99,"reading":99},"muted":{"userIds":[],"roleIds":[]}}'],
    ];
    const old: Apart = [
      ['strict', 'captions', '{"consent":"opt-out","language":"fr"}'],
      ['muting', 'server', '{"muted":{"userIds":[],"roleIds":[]},"lengths":{"say":50,"reading":50}}'],
    ];

    test.each([
      ['now', 'now'],
      ['now', 'then'],
      ['then', 'now'],
      ['then', 'then'],
    ] as const)(
      'where a server requires opt-in or mutes people: of %s, in a backup of %s',
      async (previous, backup) => {
        await make();
        if (previous === 'then') await makeOlder(apart);
        else await empty.execute(`insert into guild_settings values ${valuesOf(Object.entries(joined))}`);
        for (const table of Object.keys(TABLES_OF_PREVIOUS)) {
          await empty.execute(`create table previous_${table} as select * from ${table}`);
        }
        if (backup === 'then') await makeOlder(old);
        else {
          await empty.execute('drop table guild_settings');
          await empty.execute('create table guild_settings (guild_id text primary key, document text)');
          await empty.execute(`insert into guild_settings values ('strict', '{"captions":{"consent":"opt-out"}}')`);
        }
        const statements = afterRestore({
          applied: backup === 'then' ? BEFORE : MIGRATION_NAMES,
          previous: {
            applied: previous === 'then' ? BEFORE : MIGRATION_NAMES,
            table: (name) => `previous_${name}`,
          },
          asJson: (column) => (empty.url.startsWith('sqlite:') ? column : `${column}::json`),
          nowMs: 1,
        });
        // In one connection: some tables are temporary.
        await empty.execute(statements.join(';\n'));
        const of =
          backup === 'then'
            ? (await settingsAfterUpdate(['strict', 'muting', 'lax'])).of
            : await readAll(['strict', 'muting', 'lax']);
        expect(of.map(({ captions }) => [captions.consent, captions.language])).toEqual([
          ['opt-in', 'de'],
          ['opt-out', undefined],
          ['opt-out', undefined],
        ]);
        expect(of.map(({ muted }) => muted.userIds)).toEqual([[], ['300000000000000001'], []]);
        // What the server chose otherwise since is over.
        expect(of[2]?.lengths.say).toBe(6_000);
      },
    );

    const readAll = (guildIds: readonly string[]) =>
      Promise.all(
        guildIds.map(async (guildId) => {
          const [row] = await empty.query(`select document from guild_settings where guild_id = '${guildId}'`);
          return readServerSettings(row === undefined ? undefined : String(row['document'])).settings;
        }),
      );
  });
});
