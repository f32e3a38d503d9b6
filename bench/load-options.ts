import { METERS, type Meter } from './meter/meters.ts';
import { type Contestant, FFMPEG, MYNAH, MYNAH_IN_PROCESS, MYNAH_IN_TWO, STOCK } from './rig/entrant.ts';

/** What the command line asks of `sessions` and `capacity`; what is `undefined` is up to them. */
export interface LoadOptions {
  readonly windowMs: number | undefined;
  readonly rounds: number | undefined;
  /** Numbers of channels, ascending. */
  readonly counts: readonly number[] | undefined;
  readonly contestants: readonly Contestant[] | undefined;
  /** `undefined` for the best that the machine has. */
  readonly meters: readonly Meter[] | undefined;
}

const CONTESTANTS: ReadonlyMap<string, Contestant> = new Map([
  ['mynah', MYNAH],
  ['in-process', MYNAH_IN_PROCESS],
  ['two-threads', MYNAH_IN_TWO],
  ['stock', STOCK],
  ['ffmpeg', FFMPEG],
]);

/** Reads values of the command line. Throws an error that names the option and what it takes. */
export function readLoadOptions(values: Readonly<Record<string, string | undefined>>): LoadOptions {
  const { seconds, rounds, channels, contenders, meter } = values;
  return {
    windowMs: seconds === undefined ? undefined : numberOf('seconds', seconds) * 1_000,
    rounds: rounds === undefined ? undefined : wholeNumberOf('rounds', rounds),
    counts: channels
      ?.split(',')
      .map((count) => wholeNumberOf('channels', count))
      .toSorted((one, other) => one - other),
    contestants: contenders?.split(',').map(contestantOf),
    meters: meter === undefined ? undefined : metersOf(meter),
  };
}

function numberOf(option: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${option} takes a number above 0`);
  return value;
}

function wholeNumberOf(option: string, text: string): number {
  const value = numberOf(option, text);
  if (!Number.isInteger(value)) throw new Error(`--${option} takes whole numbers`);
  return value;
}

function contestantOf(name: string): Contestant {
  const contestant = CONTESTANTS.get(name);
  if (contestant === undefined) throw new Error(`--contenders takes any of ${[...CONTESTANTS.keys()].join(',')}`);
  return contestant;
}

function metersOf(name: string): readonly Meter[] {
  if (name === 'both') return METERS;
  const meter = METERS.find((each) => each === name);
  if (meter === undefined) throw new Error(`--meter takes ${METERS.join(', ')} or both`);
  return [meter];
}
