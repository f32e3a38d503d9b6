import type { Asker } from './asker.ts';
import type { DoctorSources } from './doctor-sources.ts';
import { type Finding, findingsOf } from './finding.ts';
import { type Observed, observe } from './observed.ts';

/** What was seen of the machine. */
export interface MachineFacts {
  /** How long a read took, in milliseconds. */
  readonly database: Observed<number>;
  readonly freeBytes: Observed<number>;
  readonly isBehindProxy: boolean;
  readonly versions: DoctorSources['versions'];
}

/** What a minute of everybody's speech needs, with room to write a database. */
const DISK_FULL_BYTES = 100 * 1024 * 1024;
/** What waits for its text may take 512 MiB, and recordings 2 GiB (docs/operation.md, "Storage"). */
const DISK_LOW_BYTES = 1024 * 1024 * 1024;

/** Looks at the machine. Never rejects. */
export async function seeMachine(
  sources: Pick<DoctorSources, 'checkDatabase' | 'freeBytes' | 'isBehindProxy' | 'versions'>,
): Promise<MachineFacts> {
  const beganMs = performance.now();
  const [database, freeBytes] = await Promise.all([
    observe(async () => {
      await sources.checkDatabase();
      return Math.round(performance.now() - beganMs);
    }),
    observe(() => sources.freeBytes()),
  ]);
  return { database, freeBytes, isBehindProxy: sources.isBehindProxy, versions: sources.versions };
}

const { ok, notice, problem } = findingsOf('machine');

/** Faults are for everyone, because everyone feels them. Managers read that all is well; numbers are the operator's. */
export function machineFindings(facts: MachineFacts, { isManager, isOperator }: Asker): Finding[] {
  const faults = [...databaseFaults(facts), ...diskFaults(facts)];
  const { database, freeBytes, isBehindProxy, versions } = facts;
  if (isOperator) {
    return [
      ...faults,
      ...(database.kind === 'seen' ? [ok('databaseOk', { ms: database.value })] : []),
      ...(freeBytes.kind === 'seen' ? [ok('diskFree', { bytes: freeBytes.value })] : []),
      ...(isBehindProxy ? [ok('behindProxy')] : []),
      ok('versions', versions),
    ];
  }
  return faults.length === 0 && isManager ? [ok('machineOk')] : faults;
}

function databaseFaults({ database }: MachineFacts): Finding[] {
  return database.kind === 'seen' ? [] : [problem('databaseAway')];
}

function diskFaults({ freeBytes }: MachineFacts): Finding[] {
  if (freeBytes.kind !== 'seen') return [problem('diskUnknown')];
  if (freeBytes.value < DISK_FULL_BYTES) return [problem('diskFull')];
  return freeBytes.value < DISK_LOW_BYTES ? [notice('diskLow')] : [];
}
