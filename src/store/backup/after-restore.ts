/** What a restored database is brought up to date with. */
export interface RestoreFacts {
  /** The migrations of the restored database. */
  readonly applied: readonly string[];
  /** The database that it replaces; `undefined` when there is none, or it can't be read. */
  readonly previous:
    | {
        readonly applied: readonly string[];
        /** The name of one of its tables, `TABLES_OF_PREVIOUS`, beside those of the restored database. */
        readonly table: (name: string) => string;
      }
    | undefined;
  /** A column of text as the database's JSON, for `->`. */
  readonly asJson: (column: string) => string;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
}

/** The tables of the previous database that are read, with the migration that made them. */
export const TABLES_OF_PREVIOUS = {
  consent_decisions: '0004-erasure',
  tombstones: '0004-erasure',
  caption_lines: '0004-erasure',
  revisions: '0004-erasure',
  guild_settings: '0004-erasure',
  reading_choices: '0010-reading',
} as const satisfies Readonly<Record<string, string>>;

/** The migration that both databases need so that choices made since the backup stay. */
export const CHOICES_SINCE = '0004-erasure';

/**
 * Tables whose rows were true at the time of the backup alone: addresses of captions may have been revoked or have ended
 * since, and voice sessions, with the texts that they were to speak, are over.
 */
const OVER: Readonly<Record<string, string>> = {
  overlay_links: '0013-overlay-links',
  spoken_texts: '0014-handover',
  voice_sessions: '0014-handover',
  voice_processes: '0014-handover',
  rate_limits: '0015-rate-limits',
};

/**
 * Statements, for SQLite and PostgreSQL, that a restored database runs beside the previous one: what is over is deleted, the
 * epoch moves on, and no choice of a person or a server about who is heard is undone.
 */
export function afterRestore(facts: RestoreFacts): string[] {
  const { applied, previous } = facts;
  const over = Object.entries(OVER).flatMap(([table, since]) =>
    applied.includes(since) ? [`delete from ${table}`] : [],
  );
  const both = (since: string): boolean => applied.includes(since) && previous?.applied.includes(since) === true;
  return [
    ...over,
    ...(previous !== undefined && both(CHOICES_SINCE) ? captionChoices(previous.table) : []),
    ...(previous !== undefined && both(CHOICES_SINCE) ? serverChoices(previous, facts) : []),
    ...(previous !== undefined && both(TABLES_OF_PREVIOUS.reading_choices) ? ownMutes(previous.table) : []),
    ...(applied.includes(CHOICES_SINCE) ? nextEpoch(facts) : []),
  ];
}

type TableOfPrevious = (name: keyof typeof TABLES_OF_PREVIOUS) => string;

/** Decisions made after the backup stay, and transcript lines that somebody erased since are deleted again. */
function captionChoices(previous: TableOfPrevious): string[] {
  const decisions = previous('consent_decisions');
  const buried = previous('tombstones');
  return [
    // A decision for everywhere replaces those for servers: a person's later decisions replace all of the earlier ones.
    `create temporary table decided_later as
      select user_id from ${decisions} later group by user_id
      having max(decided_at_ms) > coalesce(
        (select max(decided_at_ms) from consent_decisions earlier where earlier.user_id = later.user_id), -1)`,
    'delete from consent_decisions where user_id in (select user_id from decided_later)',
    `insert into consent_decisions (user_id, guild_id, consent, decided_at_ms, revision)
      select user_id, guild_id, consent, decided_at_ms,
        (select latest from revisions where topic = 'consents') + row_number() over (order by revision)
      from ${decisions} where user_id in (select user_id from decided_later)`,
    `update revisions set latest = (select max(revision) from consent_decisions)
      where topic = 'consents' and latest < (select max(revision) from consent_decisions)`,
    'drop table decided_later',
    // A tombstone alone is no erasure: people who opted out keep the lines from before.
    `delete from caption_lines where exists (
        select 1 from ${buried} buried
        where buried.user_id = caption_lines.user_id and buried.until_ms >= caption_lines.started_at_ms)
      and not exists (
        select 1 from ${previous('caption_lines')} kept where kept.line_id = caption_lines.line_id)`,
    `create temporary table buried_later as
      select user_id from ${buried} later where until_ms > coalesce(
        (select until_ms from tombstones earlier where earlier.user_id = later.user_id), -1)`,
    'delete from tombstones where user_id in (select user_id from buried_later)',
    `insert into tombstones (user_id, until_ms, messages_until_ms, revision)
      select user_id, until_ms, messages_until_ms,
        coalesce((select max(revision) from tombstones), 0) + row_number() over (order by revision)
      from ${buried} where user_id in (select user_id from buried_later)`,
    'drop table buried_later',
  ];
}

/** Since then a server has one document of settings; before, `captions` and `server` were documents of their own. */
const JOINED_SINCE = '0017-joined-settings';

/** Settings documents are JSON without spaces. */
const REQUIRES_OPT_IN = `document like '%"consent":"opt-in"%'`;
const MUTES_SOMEBODY = `document like '%"muted":{%' and document not like '%"muted":{"userIds":[],"roleIds":[]}%'`;

/** What was cut is no JSON, and would end the whole restore. */
const IS_WHOLE = `document like '{%}'`;

/** A server that requires opt-in, or mutes people, keeps its settings as they are now. */
function serverChoices(
  previous: NonNullable<RestoreFacts['previous']>,
  { applied, asJson }: Pick<RestoreFacts, 'applied' | 'asJson'>,
): string[] {
  const isJoined = applied.includes(JOINED_SINCE);
  const wasJoined = previous.applied.includes(JOINED_SINCE);
  const table = previous.table('guild_settings');
  const kept = wasJoined ? keptOfJoined(table, isJoined, asJson) : keptOfApart(table, isJoined);
  const key = isJoined ? ['guild_id'] : ['guild_id', 'topic'];
  const isKept = key.map((column) => `kept.${column} = guild_settings.${column}`).join(' and ');
  const columns = [...key, 'document'].join(', ');
  return [
    `create temporary table kept_settings as ${kept}`,
    `delete from guild_settings where exists (select 1 from kept_settings kept where ${isKept})`,
    `insert into guild_settings (${columns}) select ${columns} from kept_settings`,
    'drop table kept_settings',
  ];
}

/** What is kept of one document a server. An earlier version finds in it what its document `server` had. */
function keptOfJoined(table: string, isJoined: boolean, asJson: RestoreFacts['asJson']): string {
  if (isJoined) return `select guild_id, document from ${table} where (${REQUIRES_OPT_IN}) or (${MUTES_SOMEBODY})`;
  const captions = `cast(${asJson('document')} -> 'captions' as text)`;
  return `select guild_id, 'captions' as topic, ${captions} as document from ${table}
    where ${REQUIRES_OPT_IN} and ${IS_WHOLE}
    union all select guild_id, 'server', document from ${table} where ${MUTES_SOMEBODY}`;
}

/** What is kept of several documents a server. Of two with the name `captions` in one object, the last one counts. */
function keptOfApart(table: string, isJoined: boolean): string {
  const chosen = `(topic = 'captions' and ${REQUIRES_OPT_IN}) or (topic = 'server' and ${MUTES_SOMEBODY})`;
  if (!isJoined) return `select guild_id, topic, document from ${table} where ${chosen}`;
  const documentOf = (topic: string): string =>
    `coalesce((select document from ${table} own where own.guild_id = servers.guild_id and own.topic = '${topic}'), '{}')`;
  const [server, ...parts] = ['server', 'voices', 'budgets', 'captions'].map(documentOf);
  const [voices, budgets, captions] = parts;
  const beginning = `case ${server} when '{}' then '{' else substr(${server}, 1, length(${server}) - 1) || ',' end`;
  return `select guild_id, ${beginning} ||
      '"voices":' || ${voices} || ',"budgets":' || ${budgets} || ',"captions":' || ${captions} || '}' as document
    from (select distinct guild_id from ${table} where ${chosen}) servers`;
}

/** Who muted themselves for reading aloud stays muted. */
function ownMutes(previous: TableOfPrevious): string[] {
  const muted = `${previous('reading_choices')} later where later.muted = 1`;
  const here = 'later.guild_id = reading_choices.guild_id and later.user_id = reading_choices.user_id';
  return [
    `update reading_choices set muted = 1 where exists (select 1 from ${muted} and ${here})`,
    `insert into reading_choices (guild_id, user_id, muted, nickname)
      select guild_id, user_id, muted, nickname from ${muted}
      and not exists (select 1 from reading_choices where ${here})`,
  ];
}

/**
 * What carries an epoch, such as a key, is of no use in another one. Times keep epochs apart also when nothing is left of the
 * previous database.
 */
function nextEpoch({ applied, previous, nowMs }: RestoreFacts): string[] {
  const newest = [
    Math.round(nowMs).toString(),
    `coalesce((select latest + 1 from revisions where topic = 'epoch'), 0)`,
  ];
  if (previous?.applied.includes(CHOICES_SINCE) === true && applied.includes(CHOICES_SINCE)) {
    newest.push(`coalesce((select latest + 1 from ${previous.table('revisions')} where topic = 'epoch'), 0)`);
  }
  const values = newest.map((value) => `select ${value} as epoch`).join(' union all ');
  return [
    `create temporary table next_epoch as select max(epoch) as epoch from (${values}) epochs`,
    `delete from revisions where topic = 'epoch'`,
    `insert into revisions (topic, latest) select 'epoch', epoch from next_epoch`,
    'drop table next_epoch',
  ];
}
