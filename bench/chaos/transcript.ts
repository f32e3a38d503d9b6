import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { HappenedFault } from './fault-runner.ts';
import { overlaps, type Span } from './spans.ts';

/** A line may be dated by a clock that was set right a moment ago. */
const CLOCK_SLACK_MS = 20_000;
const READ_TIMEOUT_MS = 5_000;

/** When somebody was captioned. */
interface Line extends Span {
  readonly userId: string;
}

/** When captions of a server ended. */
interface SessionEnd {
  readonly guildId: string;
  readonly endedAtMs: number;
}

/** Lines of all transcripts, as `/captions export` would give them; that has one session at a time. */
export function readLines(dataDir: string): Line[] {
  const columns = 'user_id as userId, started_at_ms as fromMs, ended_at_ms as toMs';
  return read(dataDir, `select ${columns} from caption_lines`);
}

/** The ends of all sessions. */
export function readEnds(dataDir: string): SessionEnd[] {
  const columns = 'guild_id as guildId, ended_at_ms as endedAtMs';
  return read(dataDir, `select ${columns} from caption_sessions where ended_at_ms is not null`);
}

function read<Row>(dataDir: string, query: string): Row[] {
  using opened = new DisposableStack();
  const file = join(dataDir, 'mynah.sqlite');
  const database = opened.adopt(new Sqlite(file, { readonly: true, timeout: READ_TIMEOUT_MS }), (each) => each.close());
  return database.prepare<[], Row>(query).all();
}

/** When captions of a server ended, by the right clock or by one that was wrong then. */
export function endsOf(guildId: string, ends: readonly SessionEnd[], faults: readonly HappenedFault[]): number[] {
  const jumps = faults.flatMap(({ jumpMs }) => jumpMs ?? []);
  const own = ends.filter((end) => end.guildId === guildId).map(({ endedAtMs }) => endedAtMs);
  return own.flatMap((atMs) => [atMs, ...jumps.map((byMs) => atMs - byMs)]);
}

/** Somebody's lines by the right clock: those written while it was wrong are dated by how far it was set. */
export function linesOf(userId: string, lines: readonly Line[], faults: readonly HappenedFault[]): Span[] {
  const jumps = faults.flatMap(({ jumpMs, fromMs, toMs }) =>
    jumpMs === undefined ? [] : [{ byMs: jumpMs, fromMs: fromMs - CLOCK_SLACK_MS, toMs: toMs + CLOCK_SLACK_MS }],
  );
  const own = lines.filter((line) => line.userId === userId);
  const moved = own.flatMap(({ fromMs, toMs }) =>
    jumps.flatMap((jump) => {
      const starts = [fromMs, fromMs - jump.byMs];
      const ends = [toMs, toMs - jump.byMs];
      const spans = starts.flatMap((start) => ends.map((end) => ({ fromMs: start, toMs: end })));
      return spans.filter(
        (span) => span.toMs > span.fromMs && span.toMs - span.fromMs < 60_000 && overlaps(span, jump),
      );
    }),
  );
  return [...own, ...moved];
}
