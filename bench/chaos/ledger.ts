import { alignTable } from '../table.ts';
import type { TextOutcome } from './judge-text.ts';
import type { UtteranceOutcome } from './judge-utterance.ts';
import { type LogCount, SPAM_PER_MINUTE } from './log-watch.ts';

/** One thing that went as it must not, for somebody to look at. */
export interface Case {
  /** Since the start of the run. */
  readonly atS: number;
  readonly server: number | undefined;
  readonly what: string;
  /** What had gone wrong around it, with seconds since the start. */
  readonly faults: readonly string[];
}

/** Everything that a run found. */
export interface LedgerFacts {
  readonly texts: readonly TextOutcome[];
  readonly utterances: readonly UtteranceOutcome[];
  /** By kind. */
  readonly faults: ReadonlyMap<string, number>;
  readonly missedFaults: number;
  readonly crashes: readonly string[];
  readonly stuck: readonly string[];
  /** Captions that ended, and nobody was told. */
  readonly silentEnds: number;
  readonly log: readonly LogCount[];
  /** Resident memory of the bot at the start and the end, in MB. */
  readonly memoryMb: readonly [number, number];
  readonly cases: readonly Case[];
}

/** What must be zero, by name. */
export function zerosOf(facts: LedgerFacts): ReadonlyMap<string, number> {
  const { texts, utterances, crashes, stuck } = facts;
  return new Map([
    ['texts neither heard nor told of', texts.filter(({ kind }) => kind === 'LOST').length],
    ['utterances lost without a cause', utterances.filter((outcome) => outcome === 'LOST WITHOUT CAUSE').length],
    ['process crashes that nobody ordered', crashes.length],
    ['sessions stuck at the end', stuck.length],
    ['captions that ended without a word', facts.silentEnds],
  ]);
}

/** The ledger, line by line. */
export function ledgerLines(facts: LedgerFacts): string[] {
  const { texts, utterances, faults, log, memoryMb, cases } = facts;
  const happened = [...faults.values()].reduce((total, count) => total + count, 0);
  return [
    `\nFaults: ${happened}, and ${facts.missedFaults} that found nothing to happen to`,
    ...alignTable([...faults].toSorted(([a], [b]) => a.localeCompare(b)).map(([kind, count]) => [kind, String(count)])),
    `\nTexts asked for: ${texts.length}`,
    ...alignTable(countTexts(texts)),
    `\nUtterances under captions: ${utterances.length}`,
    ...alignTable(countAll(utterances)),
    `\nLog, by level and message (marked: more than ${SPAM_PER_MINUTE} lines of a message within a minute)`,
    ...alignTable([
      ['level', 'message', 'lines', 'repeats', 'most in a minute'],
      ...log.map(({ level, message, lines, repeats, mostInMinute }) => [
        ...[level, message, String(lines), String(repeats)],
        `${mostInMinute}${mostInMinute > SPAM_PER_MINUTE ? ' !' : ''}`,
      ]),
    ]),
    `\nResident memory of the bot: ${memoryMb.map((megabytes) => `${megabytes.toFixed(0)} MB`).join(' at the start, ')} at the end`,
    '\nMust be zero',
    ...alignTable([...zerosOf(facts)].map(([name, count]) => [name, String(count)])),
    ...[...facts.crashes, ...facts.stuck],
    ...cases.flatMap(({ atS, server, what, faults: around }) => [
      `\n${atS.toFixed(1)} s, ${server === undefined ? 'all servers' : `server ${server}`}: ${what}`,
      ...around.map((line) => `  ${line}`),
    ]),
  ];
}

function countTexts(texts: readonly TextOutcome[]): string[][] {
  const rows = countAll(texts.map((outcome) => ('why' in outcome ? `${outcome.kind}: ${outcome.why}` : outcome.kind)));
  return rows.map(([name = '', count = '']) => {
    const ms = texts.reduce((total, outcome) => total + ('ms' in outcome && outcome.kind === name ? outcome.ms : 0), 0);
    return [name, count, ms === 0 ? '' : `${ms} ms together`];
  });
}

function countAll(names: readonly string[]): string[][] {
  const counts = Map.groupBy(names, (name) => name);
  return [...counts].toSorted(([a], [b]) => a.localeCompare(b)).map(([name, same]) => [name, String(same.length)]);
}
