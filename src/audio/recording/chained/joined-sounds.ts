import { RecordingError } from '../recording-error.ts';
import { scanTrack, soundS } from '../recording-scan.ts';
import type { Sound } from '../recording-sound.ts';
import type { Yielder } from '../recording-source.ts';
import { joinKey, joinTracks } from './joined-track.ts';

/**
 * How much longer a piece may be than its time in the recording: where links are joined, what the container trims from
 * their ends is heard. It moves the times of words, so a piece that reaches it ends with its link.
 */
const MAX_DRIFT_S = 0.25;
/** Joined links are at least this long, twice what the speech service takes, if there are enough of them. */
const MIN_JOINED_S = 2;
/** Longer sounds make pieces of their own: joining saves requests, and costs another scan. */
const BRIEF_S = 60;

/**
 * Joins sounds that follow each other where one decoder can read them, in order. The result must be closed in place of
 * `sounds`.
 * @throws the parser's errors, as RecordingError, and errors of the file.
 */
export async function joinSounds(sounds: readonly Sound[], yielder: Yielder): Promise<readonly Sound[]> {
  const joined: Sound[] = [];
  for (const group of groupsOf(sounds)) joined.push(await join(group, yielder));
  return joined;
}

type Group = [Sound, ...Sound[]];

function groupsOf(sounds: readonly Sound[]): readonly Group[] {
  const groups: Group[] = [];
  for (const sound of sounds) {
    const last = groups.at(-1);
    if (last !== undefined && canJoin(last, sound) && isWorthJoining(last, sound)) last.push(sound);
    else groups.push([sound]);
  }
  const [before, last] = groups.slice(-2);
  if (before !== undefined && last !== undefined && canJoin(before, last[0]) && heardS(last) < MIN_JOINED_S) {
    groups.splice(-2, 2, [...before, ...last]);
  }
  return groups;
}

function canJoin(group: Group, sound: Sound): boolean {
  const last = group.at(-1);
  return last !== undefined && !last.scan.endsEarly && joinKey(last.track) === joinKey(sound.track);
}

function isWorthJoining(group: Group, sound: Sound): boolean {
  const [before, after] = [heardS(group), soundS(sound.scan)];
  if (before < MIN_JOINED_S) return true;
  return driftS(group) < MAX_DRIFT_S && (after < MIN_JOINED_S || (before < BRIEF_S && after < BRIEF_S));
}

function heardS(group: Group): number {
  return group.reduce((sum, { scan }) => sum + soundS(scan), 0);
}

function driftS(group: Group): number {
  return group.reduce((sum, { scan }) => sum + Math.max(0, scan.untrimmedS - soundS(scan)), 0);
}

async function join(group: Group, yielder: Yielder): Promise<Sound> {
  const [first, ...others] = group;
  if (others.length === 0) return first;
  const track = joinTracks([first.track, ...others.map((sound) => sound.track)]);
  const explain = (error: unknown): unknown => {
    const causes = group.map((sound) => sound.explain(error));
    return causes.find((cause) => !(cause instanceof RecordingError)) ?? causes[0];
  };
  const close = (): void => {
    for (const sound of group) sound.close();
  };
  try {
    return { track, scan: await scanTrack(track, yielder), explain, close };
  } catch (error) {
    throw yielder.isAborted ? error : explain(error);
  }
}
