import { join } from 'node:path';
import type { Fault, LocalSpeech } from '@mynah/local-speech/local-speech-api';
import Sqlite from 'better-sqlite3';
import type { Environment } from '../../playground/environment.ts';
import type { Begun } from './faults-of-discord.ts';
import type { FaultKind, PlannedFault } from './plan.ts';

const RESTART_DEADLINE_MS = 60_000;
/** The database is busy for less than that, or the lock is given up: this process must not wait for it. */
const LOCK_TIMEOUT_MS = 50;
const HOUR_MS = 3_600_000;
const MAX_HOURS = 5;
const ENDPOINTS = ['live', 'tts', 'asr'] as const;

/** What a fault happens to. */
interface MachineTarget {
  readonly environment: Environment;
  readonly speech: LocalSpeech;
  readonly dataDir: string;
  readonly planned: PlannedFault;
  /** The bot was ended on purpose; its exit code, or `null` after SIGKILL. */
  readonly ended: (code: number | null) => void;
}

type Begin = (target: MachineTarget) => Begun | Promise<Begun>;

/** The same fault for speech, live and by POST, and for captions, until it ends. */
const lasting =
  (fault: Omit<Fault, 'endpoint'>): Begin =>
  ({ speech }) => {
    const faults = ENDPOINTS.map((endpoint) => ({ endpoint, ...fault }));
    for (const each of faults) addFault(speech, each);
    if (fault.status !== undefined) speech.dropLiveSockets();
    return () => removeFaults(speech, faults);
  };

/** The same for some requests; `times` grows with the fault's chance. */
const some =
  (fault: Omit<Fault, 'endpoint'>, times: readonly [number, number]): Begin =>
  ({ speech, planned: { chance } }) => {
    const count = Math.round(times[0] + chance * (times[1] - times[0]));
    for (const endpoint of ENDPOINTS) addFault(speech, { endpoint, ...fault, times: count });
    return true;
  };

/** Faults of the speech service, of the bot's process and of its disk. */
export const MACHINE_FAULTS: ReadonlyMap<FaultKind, Begin> = new Map<FaultKind, Begin>([
  ['speech service 401', lasting({ status: 401 })],
  ['speech service 402', lasting({ status: 402 })],
  ['speech service 403', lasting({ status: 403 })],
  ['speech service 429', some({ status: 429 }, [2, 8])],
  ['speech service 5xx', lasting({ status: 503 })],
  ['speech service hangs', some({ silenceMs: 20_000, afterBytes: 3_000 }, [1, 3])],
  ['speech service cut off', some({ dropAfterBytes: 5_000 }, [1, 3])],
  ['speech service sends garbage', some({ malformed: true }, [1, 3])],
  ['speech service slow', lasting({ bytesPerSecond: 3_000 })],
  [
    'speech sockets dropped',
    ({ speech }) => {
      speech.dropLiveSockets();
      return true;
    },
  ],
  ['voice threads killed', ({ environment }) => environment.bot.faults.endVoiceThreads().then(() => true)],
  ['voice threads throw', ({ environment }) => environment.bot.faults.throwInVoiceThreads().then(() => true)],
  ['voice threads hang', ({ environment }) => environment.bot.faults.hangVoiceThreads().then(() => true)],
  ['SIGTERM', (target) => restart(target, 'stop')],
  ['SIGKILL', (target) => restart(target, 'crash')],
  ['database locked', lockDatabase],
  ['clock jumps', jump],
]);

/** How far the clock is set by a fault, in ms. */
export function jumpOf({ chance }: Pick<PlannedFault, 'chance'>): number {
  const hours = 1 + Math.floor(chance * 2 * MAX_HOURS);
  return (hours > MAX_HOURS ? MAX_HOURS - hours : hours) * HOUR_MS;
}

async function restart({ environment, ended }: MachineTarget, how: 'stop' | 'crash'): Promise<Begun> {
  const { bot } = environment;
  await environment.restartBot(how, AbortSignal.timeout(RESTART_DEADLINE_MS));
  ended(await bot.ended);
  return true;
}

function lockDatabase({ dataDir }: MachineTarget): Begun {
  const database = new Sqlite(join(dataDir, 'mynah.sqlite'), { timeout: LOCK_TIMEOUT_MS });
  try {
    database.exec('begin immediate');
  } catch {
    database.close();
    return false;
  }
  return () => {
    database.exec('rollback');
    database.close();
  };
}

async function jump({ environment, planned }: MachineTarget): Promise<Begun> {
  const { bot } = environment;
  await bot.faults.shiftClock(jumpOf(planned));
  // Another process has the right time.
  return () => bot.faults.shiftClock(0).catch(() => undefined);
}

/** Faults that last; the panel can only be cleared as a whole. */
const LASTING = new WeakMap<LocalSpeech, Fault[]>();

function addFault(speech: LocalSpeech, fault: Fault): void {
  speech.faults.add(fault);
  if (fault.times === undefined) LASTING.set(speech, [...(LASTING.get(speech) ?? []), fault]);
}

function removeFaults(speech: LocalSpeech, faults: readonly Fault[]): void {
  const left = (LASTING.get(speech) ?? []).filter((fault) => !faults.includes(fault));
  LASTING.set(speech, left);
  speech.faults.clear();
  for (const fault of left) speech.faults.add(fault);
}
