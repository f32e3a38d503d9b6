import type { Heard } from './replay.ts';
import type { SpokenStream } from './stream.ts';

/** How well the ends of a stream were found. */
export interface Verdict {
  readonly words: number;
  /** Words after which an utterance ended although their sentence had not. */
  readonly cut: number;
  /** Words of which no clip has anything. */
  readonly lost: number;
  /** From the last sound of a turn to its end being found, for each turn. */
  readonly turnMs: readonly number[];
  /** Turns whose end was only found when the next turn had begun. */
  readonly merged: number;
  readonly utterances: number;
}

/** By how much an end may be found after the next chunk has begun, because its first packet showed it. */
const ARRIVAL_MS = 150;

/** Compares the ends that were found with what was said. */
export function judge({ chunks }: SpokenStream, { endsAtMs, voice }: Heard): Verdict {
  const verdict = { words: 0, cut: 0, lost: 0, merged: 0, utterances: endsAtMs.length };
  const turnMs: number[] = [];
  for (const [index, chunk] of chunks.entries()) {
    const nextMs = (chunks[index + 1]?.startMs ?? Number.POSITIVE_INFINITY) + ARRIVAL_MS;
    const end = endsAtMs.find((atMs) => atMs >= chunk.endMs && atMs < nextMs);
    const inside = endsAtMs.filter((atMs) => atMs >= chunk.startMs + ARRIVAL_MS && atMs < chunk.endMs).length;
    verdict.words += chunk.words;
    verdict.cut += inside + (chunk.ends === 'nothing' && end !== undefined ? 1 : 0);
    const middleMs = (chunk.startMs + chunk.endMs) / 2;
    if (!voice.some(({ fromMs, toMs }) => fromMs <= middleMs && middleMs <= toMs)) verdict.lost += chunk.words;
    if (chunk.ends !== 'turn') continue;
    if (end === undefined) verdict.merged += 1;
    const foundAtMs = endsAtMs.find((atMs) => atMs >= chunk.endMs);
    if (foundAtMs !== undefined) turnMs.push(foundAtMs - chunk.endMs);
  }
  return { ...verdict, turnMs };
}
