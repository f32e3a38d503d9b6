import { joinTexts } from '../../text/timed-words.ts';
import { closeGaps } from './close-gaps.ts';

/** What one speaker says without a break, in one answer of the service. */
export interface SpeakerTurn {
  /** The service's own number of the speaker. It holds within one answer: in another, somebody else may have it. */
  readonly speaker: number;
  /** On one line, not empty, without markers. */
  readonly text: string;
}

/** Who speaks until a marker says otherwise (the service's documents). */
const FIRST_SPEAKER = 0;
/** Longest content of a token that the service doesn't document, in UTF-16 units. */
const MAX_TOKEN_LENGTH = 64;
/** Longest content of a sound cue. What stands in brackets beyond that is something that was said. */
const MAX_CUE_LENGTH = 60;

/** Any beginning of a word, as it stands where an answer was cut. */
const beginningOf = (word: string): string =>
  Array.from(word).reduceRight((rest, letter) => `${letter}(?:${rest})?`, '');

/**
 * The service's control tokens. The first three alternatives are a speaker marker, also one that lost an end; the others are
 * any other token, and what is left of one. Nobody says `<|`, or `<speaker:1`.
 */
const TOKENS = new RegExp(
  [
    String.raw`<\|\s*speaker\s*[:：]\s*(\d{1,9})(?!\d)(?:\s*\|>|\|?>?)`,
    String.raw`[<|]speaker[:：](\d{1,9})(?!\d)(?:\s*\|>|\|?>?)`,
    String.raw`\bspeaker[:：](\d{1,9})\s*\|>`,
    String.raw`<\|(?:(?!<\||\|>).){0,${MAX_TOKEN_LENGTH}}\|>`,
    String.raw`<\|\s*(?:${beginningOf('speaker')}|${beginningOf('endoftext')})\s*$`,
    String.raw`<\|(?:\s*speaker\b[\s:：]*|[a-z]+_[a-z_]*)?`,
    String.raw`\|>`,
  ].join('|'),
  'gisu',
);

const OPENING = new Set('[［【〔');
const CLOSING = new Set(']］】〕');
/** Digits without a letter, as in `[0]`: no sound is called so. */
const NUMBERS = /^[^\p{L}]*\p{N}[^\p{L}]*$/u;

/** A part of the text between two markers, cut at other tokens. */
interface Run {
  readonly speaker: number;
  readonly chunks: string[];
}

/**
 * Reads the text of an answer of POST /v1/asr: markers such as `<|speaker:1|>` become turns, with consecutive ones of one
 * speaker as a single turn, and all other control tokens go. Sound cues such as `[laughter]` stay if `soundCues`; otherwise
 * they go, and a turn of nothing else with them. In linear time.
 */
export function readSpeakerTurns(text: string, soundCues: boolean): readonly SpeakerTurn[] {
  const said = runsOf(text).flatMap(({ speaker, chunks }) => {
    const spoken = closeGaps(soundCues ? chunks : chunks.flatMap(cutAtCues));
    return spoken === '' ? [] : [{ speaker, text: spoken }];
  });
  return mergeTurns(said);
}

/** Turns in which no two neighbours have the same speaker. */
export function mergeTurns(turns: readonly SpeakerTurn[]): readonly SpeakerTurn[] {
  const groups: { readonly speaker: number; readonly texts: string[] }[] = [];
  for (const { speaker, text } of turns) {
    const last = groups.at(-1);
    if (last?.speaker === speaker) last.texts.push(text);
    else groups.push({ speaker, texts: [text] });
  }
  return groups.map(({ speaker, texts }) => ({ speaker, text: joinTexts(texts) }));
}

function runsOf(text: string): readonly Run[] {
  let run: Run = { speaker: FIRST_SPEAKER, chunks: [] };
  const runs = [run];
  let at = 0;
  for (const { 0: token, 1: whole, 2: half, 3: ending, index } of text.matchAll(TOKENS)) {
    run.chunks.push(text.slice(at, index));
    at = index + token.length;
    const digits = whole ?? half ?? ending;
    if (digits === undefined || Number(digits) === run.speaker) continue;
    run = { speaker: Number(digits), chunks: [] };
    runs.push(run);
  }
  run.chunks.push(text.slice(at));
  return runs;
}

/** What is left of a text without its sound cues, cut where one was. */
function cutAtCues(text: string): string[] {
  const chunks: string[] = [];
  let at = 0;
  for (const { start, end } of findCues(text)) {
    chunks.push(text.slice(at, start));
    at = end;
  }
  return [...chunks, text.slice(at)];
}

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Brackets with what is in them, the outermost that are a cue. A bracket without its other half is part of the text. */
function findCues(text: string): readonly Stretch[] {
  const open: number[] = [];
  const cues: Stretch[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (OPENING.has(character)) open.push(index);
    if (!CLOSING.has(character)) continue;
    const start = open.pop();
    if (start === undefined || !isCue(text, start, index)) continue;
    while ((cues.at(-1)?.start ?? -1) > start) cues.pop();
    cues.push({ start, end: index + 1 });
  }
  return cues;
}

function isCue(text: string, start: number, end: number): boolean {
  return end - start - 1 <= MAX_CUE_LENGTH && !NUMBERS.test(text.slice(start + 1, end));
}
