import { createPause } from '../concurrency/async.ts';
import { readCsv } from '../text/pronunciation/csv.ts';
import { type CheckedEntry, checkEntry } from '../text/pronunciation/entry.ts';
import type { ImportOutcome, ImportProblem } from './pronunciations-api.ts';
import type { PutOutcome } from './put-entries.ts';

/** The good lines of a file, and what is wrong with the others. */
interface ReadImport {
  readonly kind: 'entries';
  /** Never empty. */
  readonly entries: readonly (CheckedEntry & { readonly line: number })[];
  readonly problems: readonly ImportProblem[];
}

/** Reads a file; the outcome when there is nothing in it to add. */
export async function readImport(bytes: Uint8Array): Promise<ReadImport | ImportOutcome> {
  const content = await readCsv(bytes);
  if (content.kind !== 'lines') return { kind: content.kind };
  const problems: ImportProblem[] = content.malformed.map((line) => ({ line, problem: 'malformed' }));
  const entries: (CheckedEntry & { readonly line: number })[] = [];
  const pause = createPause();
  for (const { line, word, as } of content.lines) {
    await pause();
    const checked = checkEntry(word, as);
    if (checked.kind === 'fault') problems.push({ line, problem: checked.fault });
    else entries.push({ ...checked.entry, line });
  }
  if (entries.length === 0 && problems.length === 0) return { kind: 'empty' };
  if (entries.length === 0) return importOutcome([], { entries, problems });
  return { kind: 'entries', entries, problems };
}

/** Counts what became of the good lines, and adds those that were refused to the problems. */
export function importOutcome(
  outcomes: readonly PutOutcome[],
  { entries, problems }: Pick<ReadImport, 'entries' | 'problems'>,
): ImportOutcome {
  const refused = outcomes.flatMap(({ kind }, index): ImportProblem[] =>
    kind === 'not-yours' || kind === 'full' ? [{ line: entries[index]?.line ?? 0, problem: kind }] : [],
  );
  const count = (kind: PutOutcome['kind']): number => outcomes.filter((outcome) => outcome.kind === kind).length;
  return {
    kind: 'imported',
    ...{ added: count('added'), changed: count('changed'), unchanged: count('unchanged') },
    problems: [...problems, ...refused].toSorted((one, other) => one.line - other.line),
  };
}
