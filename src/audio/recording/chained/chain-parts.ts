import type { RandomAccess } from '../recording-api.ts';
import { RecordingError, type RecordingErrorCode } from '../recording-error.ts';
import { checkClaim, soundS } from '../recording-scan.ts';
import { openSound, type Sound } from '../recording-sound.ts';
import { CACHE_BYTES, type Yielder } from '../recording-source.ts';
import { joinSounds } from './joined-sounds.ts';
import { type OggLink, type OggLinks, viewOf } from './ogg-links.ts';

/** A part of a chained file: sound, or why there is none. */
export type ChainPart =
  | { readonly kind: 'sound'; readonly sound: Sound }
  | { readonly kind: 'missing'; readonly durationS: number; readonly reason: RecordingError };

/** A link's share of the cache is at least this. */
const MIN_CACHE_BYTES = 64 * 1024;
/** A claim that more than a day is missing is not believed. */
const MAX_MISSING_S = 24 * 3600;
/** Where less is missing than a packet, nothing is. */
const MIN_MISSING_S = 0.02;

/**
 * Opens the links of a file, in order, and joins those that one decoder can read. The caller must close all sounds.
 * @throws {RecordingError} the first link's error if no link can be read; AUDIO_BROKEN if the packets are longer than the
 * links claim; errors of `file` pass through.
 */
export async function openParts(file: RandomAccess, found: OggLinks, yielder: Yielder): Promise<readonly ChainPart[]> {
  const parts: ChainPart[] = [];
  try {
    const firstError = await openLinks(file, found, parts, yielder);
    const sounds = soundsOf(parts);
    if (sounds.length === 0) throw firstError ?? new RecordingError('AUDIO_BROKEN', 'No link has packets.');
    checkClaim(sum(sounds.map(({ scan }) => soundS(scan))), sum(sounds.map(({ scan }) => scan.untrimmedS)));
    return await joinParts(parts, yielder);
  } catch (error) {
    for (const sound of soundsOf(parts)) sound.close();
    throw error;
  }
}

function soundsOf(parts: readonly ChainPart[]): readonly Sound[] {
  return parts.flatMap((part) => (part.kind === 'sound' ? [part.sound] : []));
}

/** Appends the links to `parts`; resolves with the error of the first one that cannot be read. */
async function openLinks(
  file: RandomAccess,
  { links, hasMore }: OggLinks,
  parts: ChainPart[],
  yielder: Yielder,
): Promise<RecordingError | undefined> {
  const cacheBytes = Math.max(MIN_CACHE_BYTES, Math.floor(CACHE_BYTES / links.length));
  let firstError: RecordingError | undefined;
  let before: BeforeLink | undefined;
  const add = (part: ChainPart): void => {
    if (!repeats(part, parts.at(-1))) parts.push(part);
  };
  for (const link of links) {
    const opened = await openLink(file, link, cacheBytes, yielder);
    const startS = opened.kind === 'sound' ? opened.sound.track.originS : 0;
    // Only a link and its rest have a common clock.
    const beforeS = link.isRest ? (before?.endS ?? 0) : 0;
    const missingS = link.isRest && opened.kind === 'sound' ? startS - beforeS : 0;
    const code = opened.kind === 'error' ? partCode(opened.error, link) : undefined;
    // A link that cannot be read stands for the damage before it, too.
    const isSaid = link.isRest || code === 'AUDIO_PART_BROKEN';
    const isDamaged = !isSaid && (link.isDamagedBefore || hasLostEnd(before));
    if (isDamaged || missingS >= MIN_MISSING_S) add(missing('AUDIO_PART_BROKEN', missingS));
    if (opened.kind === 'error') {
      firstError ??= opened.error;
      add(missing(code ?? 'AUDIO_PART_BROKEN', link.claimedS - beforeS, opened.error));
    }
    if (opened.kind === 'sound') add(opened);
    const scan = opened.kind === 'sound' ? opened.sound.scan : undefined;
    const endS = scan === undefined ? beforeS : startS + soundS(scan);
    before = { link, endS, isEmpty: opened.kind === 'empty', isCutOff: scan?.endsEarly === true };
  }
  // The end of a sound that is cut off is said of the whole file.
  if (!hasMore && hasLostEnd(before) && before?.isCutOff !== true) add(missing('AUDIO_PART_BROKEN', 0));
  if (hasMore) parts.push(missing('AUDIO_PART_TOO_MANY', 0));
  return firstError;
}

/** The link before another one, and where its sound ends. */
interface BeforeLink {
  readonly link: OggLink;
  readonly endS: number;
  readonly isEmpty: boolean;
  readonly isCutOff: boolean;
}

/** Whether sound is missing after a link, or may be. */
function hasLostEnd(before: BeforeLink | undefined): boolean {
  if (before === undefined) return false;
  const { link, isEmpty, isCutOff } = before;
  return link.isDamagedAfter || isCutOff || (isEmpty && !link.isEnded);
}

/** What damage left out has one place and reason, as long as no time is known. */
function repeats(part: ChainPart, before: ChainPart | undefined): boolean {
  if (part.kind !== 'missing' || before?.kind !== 'missing') return false;
  return part.durationS === 0 && part.reason.code === before.reason.code;
}

type OpenedLink =
  | { readonly kind: 'sound'; readonly sound: Sound }
  | { readonly kind: 'error'; readonly error: RecordingError }
  | { readonly kind: 'empty' };

/** @throws errors of `file`, and the reason of an abort. */
async function openLink(
  file: RandomAccess,
  { ranges }: OggLink,
  cacheBytes: number,
  yielder: Yielder,
): Promise<OpenedLink> {
  try {
    const sound = await openSound(viewOf(file, ranges), yielder, cacheBytes);
    if (sound.scan.stretches.length > 0) return { kind: 'sound', sound };
    sound.close();
    return { kind: 'empty' };
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
    return { kind: 'error', error };
  }
}

/** Joins the sounds between what is missing. */
async function joinParts(parts: readonly ChainPart[], yielder: Yielder): Promise<readonly ChainPart[]> {
  const joined: ChainPart[] = [];
  let sounds: Sound[] = [];
  const flush = async (): Promise<void> => {
    joined.push(...(await joinSounds(sounds, yielder)).map((sound) => ({ kind: 'sound' as const, sound })));
    sounds = [];
  };
  for (const part of parts) {
    if (part.kind === 'sound') {
      sounds.push(part.sound);
    } else {
      await flush();
      joined.push(part);
    }
  }
  await flush();
  return joined;
}

function missing(code: RecordingErrorCode, durationS: number, cause?: RecordingError): ChainPart {
  const isBelievable = durationS > 0 && durationS <= MAX_MISSING_S;
  const kind = cause?.serviceMessage;
  const options = { cause, ...(kind === undefined ? {} : { kind }) };
  const reason = new RecordingError(code, 'A part of the file has no sound that can be read.', options);
  return { kind: 'missing', durationS: isBelievable ? durationS : 0, reason };
}

function partCode({ code }: RecordingError, { isIntact }: OggLink): RecordingErrorCode {
  return isIntact && (code === 'AUDIO_CODEC' || code === 'AUDIO_NO_TRACK') ? 'AUDIO_PART_CODEC' : 'AUDIO_PART_BROKEN';
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
