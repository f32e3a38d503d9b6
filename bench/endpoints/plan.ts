import type { Random } from '../chaos/random.ts';
import { SENTENCES } from './sentences.ts';
import type { Pauses, Speaker } from './speakers.ts';

/** Sound without a pause, and the silence after it. */
export interface PlannedChunk {
  readonly text: string;
  readonly pauseMs: number;
  /** Whether its sentence ends here, and its turn. */
  readonly ends: 'nothing' | 'sentence' | 'turn';
}

/** Chance of a pause where a phrase ends, and of a hesitation before a word that may need one. */
const PHRASE_PAUSE = 0.7;
const HESITATION = 0.25;
/** Sentences of one turn, at most. */
const MAX_SENTENCES = 4;
/** Pauses between the sentences of a turn are longer than those within one. */
const SENTENCE_FACTOR = 1.5;
const LONG: Pauses = { medianMs: 1_300, spread: 0.25, longShare: 0 };
const MIN_PAUSE_MS = 60;
/** Between one’s turns others speak. */
const TURN_GAP_MS = [2_000, 6_000] as const;

/** Plans `turns` turns of a speaker. The same decisions make the same plan. */
export function planTurns(speaker: Speaker, turns: number, random: Random, sentences = SENTENCES): PlannedChunk[] {
  return Array.from({ length: turns }, () => planTurn(speaker, random, sentences)).flat();
}

function planTurn({ pauses }: Speaker, random: Random, sentences: typeof SENTENCES): PlannedChunk[] {
  const count = 1 + Math.floor(random.next() * MAX_SENTENCES);
  const chunks: PlannedChunk[] = [];
  for (let sentence = 1; sentence <= count; sentence += 1) {
    const texts = joinPhrases(random.pick(sentences), random);
    for (const [index, text] of texts.entries()) {
      const isLast = index === texts.length - 1;
      if (!isLast) chunks.push({ text, ends: 'nothing', pauseMs: drawPause(pauses, random) });
      else if (sentence < count)
        chunks.push({ text, ends: 'sentence', pauseMs: SENTENCE_FACTOR * drawPause(pauses, random) });
      else chunks.push({ text, ends: 'turn', pauseMs: random.between(...TURN_GAP_MS) });
    }
  }
  return chunks;
}

/** Joins phrases between which the speaker does not pause this time. */
function joinPhrases(phrases: (typeof SENTENCES)[number], random: Random): string[] {
  const texts: string[] = [];
  for (const { text, hesitates } of phrases) {
    const before = texts.at(-1);
    if (before === undefined || random.next() < (hesitates ? HESITATION : PHRASE_PAUSE)) texts.push(text);
    else texts[texts.length - 1] = `${before} ${text}`;
  }
  return texts;
}

function drawPause(pauses: Pauses, random: Random): number {
  const { medianMs, spread } = random.next() < pauses.longShare ? LONG : pauses;
  // Box and Muller: a standard normal number of two even ones.
  const normal = Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
  return Math.max(MIN_PAUSE_MS, medianMs * Math.exp(spread * normal));
}
