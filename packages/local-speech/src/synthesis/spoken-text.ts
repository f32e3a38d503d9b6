import { PHONEMES, toLetters } from './phonemes.ts';

const SPEAKER = /<\|speaker:(\d+)\|>/;
const CONTROL_TOKENS = /<\|[^|]*\|>/gs;
const EXPRESSIONS = /\[[^\]\n]*\]/g;

/**
 * The part of a text that flite speaks: phonemes as letters that sound roughly so, without other control tokens, `[expressions]` and accents, and without all other
 * characters that are not ASCII. Empty when nothing remains to be spoken.
 */
export function toSpokenText(text: string): string {
  const plain = text
    .replace(PHONEMES, (_, phonemes: string) => ` ${toLetters(phonemes)} `)
    .replace(CONTROL_TOKENS, ' ')
    .replace(EXPRESSIONS, ' ')
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[–—]/g, ', ')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\x20-\x7e]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return /[a-z0-9]/i.test(plain) ? plain : '';
}

/**
 * Cuts text into sentences, and longer sentences into parts of at most `maxChars`, at a space where there is one. The
 * pieces together are the whole text.
 */
export function splitIntoSentences(text: string, maxChars: number): string[] {
  const sentences = new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text);
  return Array.from(sentences, ({ segment }) => cutLong(segment, maxChars)).flat();
}

/** A part of a text that one speaker says. */
export interface SpeakerPart {
  readonly speaker: number;
  readonly text: string;
}

/** Cuts a text at its tokens `<|speaker:N|>`; before the first of them, `speaker` speaks. */
export function splitBySpeaker(text: string, speaker = 0): SpeakerPart[] {
  const [first = '', ...rest] = text.split(SPEAKER);
  const turns = rest.flatMap((number, index) =>
    index % 2 === 0 ? [{ speaker: Number(number), text: rest[index + 1] ?? '' }] : [],
  );
  return [{ speaker, text: first }, ...turns];
}

/** The sentences of a growing buffer that can be spoken, and the rest, which waits for more text. */
export interface ReadyText {
  readonly ready: readonly string[];
  readonly rest: string;
}

/** Below `chunkLength` characters nothing is ready; from there on, all but the last sentence is. */
export function takeReadyText(buffer: string, chunkLength: number): ReadyText {
  if (buffer.length < chunkLength) return { ready: [], rest: buffer };
  const pieces = splitIntoSentences(buffer, chunkLength);
  const rest = pieces.length > 1 ? (pieces.pop() ?? '') : '';
  return { ready: pieces, rest };
}

function cutLong(sentence: string, maxChars: number): string[] {
  const parts: string[] = [];
  let rest = sentence;
  while (rest.length > maxChars) {
    const space = rest.lastIndexOf(' ', maxChars - 1);
    const end = space > 0 ? space + 1 : wholeCharacters(rest, maxChars);
    parts.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return rest === '' ? parts : [...parts, rest];
}

/** One less where the cut would split a surrogate pair. */
function wholeCharacters(text: string, end: number): number {
  return /[\ud800-\udbff]/.test(text[end - 1] ?? '') ? end - 1 : end;
}
