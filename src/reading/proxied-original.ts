import { hasBareWord, isAllIn, type Lines, linesOf, marksInAll, runIn } from './proxied-text.ts';
import type { ChatMessage } from './reading-ports.ts';

/** A proxy bot posts and deletes within so long; what it may have made a message of is not waited for any longer. */
export const MAX_UNCLEAR_MS = 3_000;

/** Versions of a message that are compared; hardly anybody edits one more often within seconds. */
const MAX_VERSIONS = 5;

/** A message of a person, which a proxy bot may replace. */
export interface Original {
  message: ChatMessage;
  /** As it was posted and edited: a proxy bot may have read any of it. Without what it made something of. */
  versions: readonly Lines[];
  readonly atMs: number;
  /**
   * `held` until it is known whether it is replaced; `read` when it was handed on; `heard` when it is heard to its end in
   * place of what replaced it; `dropped` with all that waited, so that what replaces it is not read either; else `over`.
   */
  state: 'held' | 'read' | 'heard' | 'dropped' | 'over';
  timer: NodeJS.Timeout | undefined;
  /** Its writer uses a proxy bot, so that any of their messages may be replaced. */
  readonly isProxyUsers: boolean;
  isReplaced: boolean;
  deletedAtMs: number | undefined;
  /** Nothing of it is heard on: its deletion has cut it, or it is not known which version is heard. */
  isCut: boolean;
}

/** A message that a proxy bot posted in somebody's name. */
export interface Proxied {
  message: ChatMessage;
  /** Its lines as it was posted: its author may edit it at once. */
  readonly words: readonly string[];
  readonly atMs: number;
  /** Ids of what was deleted since. */
  readonly deleted: Set<string>;
  /** Another message said it, too, when something was deleted of which it may be: either may be what that became. */
  isDoubled: boolean;
  timer: NodeJS.Timeout | undefined;
}

/** An original that a proxied message may have been made of. */
interface Claim {
  readonly original: Original;
  readonly writerId: string;
  /** It is the message and marks that call a proxy bot; else only lines of it are. */
  readonly isWhole: boolean;
  readonly marks: number;
  /** It was deleted since the proxied message was there. */
  readonly isSince: boolean;
}

/** What else is there while it is told whose a message is. */
export interface Surroundings {
  /** Messages of people of the last seconds. */
  readonly originals: readonly Original[];
  /** Who has written under its name here. */
  readonly owners: readonly string[];
  /** A proxy bot has had all the time to delete what it replaced: what is still there was not replaced. */
  readonly isLast: boolean;
}

export function newOriginal(
  message: ChatMessage,
  { state, atMs, isProxyUsers }: Pick<Original, 'state' | 'atMs' | 'isProxyUsers'>,
): Original {
  const nothing = { timer: undefined, isReplaced: false, deletedAtMs: undefined, isCut: false };
  return { message, versions: [linesOf(message.text)], atMs, state, isProxyUsers, ...nothing };
}

export function newProxied(message: ChatMessage, atMs: number): Proxied {
  return { message, words: linesOf(message.text), atMs, deleted: new Set(), isDoubled: false, timer: undefined };
}

/** Takes in a new version. What was made of an earlier one was made of that. */
export function noteVersion(original: Original, message: ChatMessage): void {
  const isNew = message.text !== original.message.text && !original.isReplaced;
  original.message = message;
  if (!isNew) return;
  const [first = [], ...later] = original.versions;
  original.isCut ||= original.versions.length === MAX_VERSIONS;
  original.versions = [first, ...later.slice(-(MAX_VERSIONS - 2)), linesOf(message.text)];
}

/** Whether another proxied message repeats it: under another name, or with more lines. */
export function isRepeatedBy({ message, words }: Proxied, { message: other, words: lines }: Proxied): boolean {
  if (other.id === message.id || other.channelId !== message.channelId) return false;
  const isOther = other.authorName !== message.authorName || lines.length > words.length;
  return isOther && runIn(lines, words)?.marks === 0;
}

/** Takes the lines out of which the message was made. */
export function takeFrom(original: Original, { words }: Proxied): void {
  original.isReplaced = true;
  original.versions = original.versions.flatMap((lines) => {
    const run = runIn(lines, words);
    // Nothing of a message without words is left: it has files alone.
    return run === undefined || lines.length === 0
      ? []
      : [lines.map((line, at) => (at >= run.start && at < run.end ? undefined : line))];
  });
}

/** Whether the message may have been made of the original, or of lines of it that follow each other. */
export function mayBeOf(proxied: Proxied, original: Original): boolean {
  return claimOf(proxied, original) !== undefined;
}

/** Whether the message says all of the original, whichever version is heard of it. */
export function saysAllOf({ words }: Proxied, { message, versions }: Original): boolean {
  return [...versions, linesOf(message.text)].every((lines) => isAllIn(lines, words));
}

/**
 * What a proxied message was made of; `undefined` while that is unclear. It is a message of somebody, or lines of one, of
 * which nothing was made yet. Whose it is tells:
 *
 * 1. what was deleted since the proxied message was there; else
 * 2. its name, if one person alone has it; else
 * 3. what was deleted just before.
 */
export function findOriginal(proxied: Proxied, { originals, owners, isLast }: Surroundings): Original | undefined {
  const found = originals.flatMap((original) => claimOf(proxied, original) ?? []);
  const claims = isLast ? found.filter(({ original }) => original.deletedAtMs !== undefined) : found;
  const [owner] = owners.length === 1 ? owners : [];
  if (claims.some(({ isSince }) => isSince)) return best(deletedSince(claims, owner, proxied));
  return best(owner === undefined ? deletedBefore(claims, owners) : named(claims, owner, proxied));
}

/**
 * The claims of the one whose message was deleted, or else lines of it; of several people, of the one who alone has the name.
 * None where somebody else wrote these words and a proxy bot may delete them next (with marks, or just now as one who uses such
 * a bot), or has the name. Nor where another proxied message says them, too: which of them the deletion of all of a message is
 * about, the name tells at most.
 */
function deletedSince(
  claims: readonly Claim[],
  owner: string | undefined,
  { isDoubled, atMs }: Proxied,
): readonly Claim[] {
  const since = claims.filter(({ isSince }) => isSince);
  const whole = since.filter(({ isWhole }) => isWhole);
  const strongest = whole.length > 0 ? whole : since;
  const owners = strongest.filter(({ writerId }) => writerId === owner);
  const [proven] = owners.length > 0 ? owners : ofOnePerson(strongest);
  if (proven === undefined || (isDoubled && !(proven.isWhole && proven.writerId === owner))) return [];
  const isTheirs = ({ writerId }: Claim): boolean => writerId === proven.writerId;
  const disputes = ({ original, writerId, isWhole, marks }: Claim): boolean => {
    const isUsers = original.isProxyUsers && atMs - original.atMs <= MAX_UNCLEAR_MS;
    const mayBeDeleted = original.deletedAtMs === undefined && (marks > 0 || isUsers);
    return isWhole && (writerId === owner || mayBeDeleted);
  };
  const isDisputed = claims.some((each) => !isTheirs(each) && disputes(each));
  return isDisputed ? [] : claims.filter(isTheirs);
}

/**
 * The claims of the one who has the name: to all that they wrote, or to more lines of what was replaced already. None while
 * somebody else wrote these words, too. A word besides them may belong to them, and so may all that is long since read: these
 * wait for the deletion.
 */
function named(claims: readonly Claim[], owner: string, { atMs, words }: Proxied): readonly Claim[] {
  if (claims.some(({ writerId }) => writerId !== owner)) return [];
  return claims.filter(({ isWhole, original, marks }) => {
    if (!isWhole) return original.isReplaced;
    if (marks === 0 || original.deletedAtMs !== undefined) return true;
    if (original.state !== 'held' && atMs - original.atMs > MAX_UNCLEAR_MS) return false;
    const versions = original.versions.filter((lines) => marksInAll(lines, words) !== undefined);
    return !versions.every((lines) => hasBareWord(lines, words));
  });
}

/** The claims to messages with marks that a proxy bot deleted first, if nobody else has the name or wrote these words. */
function deletedBefore(claims: readonly Claim[], owners: readonly string[]): readonly Claim[] {
  return ofOnePerson(claims).filter(({ original, writerId, isWhole, marks }) => {
    const isFree = owners.length === 0 || owners.includes(writerId);
    return isFree && isWhole && marks > 0 && original.deletedAtMs !== undefined;
  });
}

/** Other messages of its writer of which it may have been made instead, if they are deleted next. */
export function rivalsOf(original: Original, proxied: Proxied, originals: readonly Original[]): readonly Original[] {
  const mayBeIt = (each: Original): boolean =>
    each !== original && each.message.authorId === original.message.authorId && each.deletedAtMs === undefined;
  return originals.filter((each) => mayBeIt(each) && !each.isReplaced && mayBeOf(proxied, each));
}

function claimOf(proxied: Proxied, original: Original): Claim | undefined {
  const { message, words, atMs, deleted } = proxied;
  const { message: before, versions, isReplaced, deletedAtMs } = original;
  if (before.channelId !== message.channelId || !isOlder(before.id, message.id)) return undefined;
  // A file may have no words at all.
  if (words.length === 0 && !(before.hasFiles && message.hasFiles)) return undefined;
  const isSince = deleted.has(before.id);
  if (!isSince && deletedAtMs !== undefined && atMs - deletedAtMs > MAX_UNCLEAR_MS) return undefined;
  const inAll = isReplaced ? [] : versions.flatMap((lines) => marksInAll(lines, words) ?? []);
  const inRuns = versions.flatMap((lines) => runIn(lines, words)?.marks ?? []);
  const isWhole = inAll.length > 0;
  if (!isWhole && inRuns.length === 0) return undefined;
  return { original, writerId: before.authorId, isWhole, marks: Math.min(...(isWhole ? inAll : inRuns)), isSince };
}

/** Ids grow with time. */
function isOlder(id: string, other: string): boolean {
  return id.length === other.length ? id < other : id.length < other.length;
}

function ofOnePerson(claims: readonly Claim[]): readonly Claim[] {
  return new Set(claims.map(({ writerId }) => writerId)).size === 1 ? claims : [];
}

/** Of one person’s, what was deleted since; else what is held, then what is there; whole ones, then those with few marks. */
function best(claims: readonly Claim[]): Original | undefined {
  const rank = ({ original, isWhole, marks, isSince }: Claim): readonly number[] => [
    Number(!isSince),
    Number(original.deletedAtMs !== undefined),
    Number(original.state !== 'held'),
    Number(!isWhole),
    Number(marks === 0),
    marks,
  ];
  const ranked = claims.map((claim) => ({ claim, rank: rank(claim) }));
  const byRank = (one: readonly number[], other: readonly number[]): number =>
    one.map((each, at) => each - (other[at] ?? 0)).find((difference) => difference !== 0) ?? 0;
  return ranked.toSorted((one, other) => byRank(one.rank, other.rank))[0]?.claim.original;
}
