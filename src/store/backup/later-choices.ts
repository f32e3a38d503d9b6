/** The tables that `laterChoices` reads of the previous database. */
export const TABLES_OF_CHOICES = ['consent_decisions', 'tombstones', 'caption_lines'] as const;

/** The migration that both databases need. */
export const CHOICES_SINCE = '0004-erasure';

/**
 * Statements, for SQLite and PostgreSQL, that a restored database runs beside the previous one, so that a restore undoes no
 * choice about captions: decisions made after the backup stay, and transcript lines that somebody
 * erased since are deleted again. `previous` names one of the tables of the previous database.
 */
export function laterChoices(previous: (table: (typeof TABLES_OF_CHOICES)[number]) => string): string[] {
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
