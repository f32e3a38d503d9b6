import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const CORPUS = join(import.meta.dirname, '../corpus');

/** An input that a parser must survive. */
export interface CorpusEntry {
  /** The file's name. */
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * The files in `test/corpus/PARSER`: inputs that were trouble once, and one of each kind that is worth keeping. Whatever
 * fuzzing finds is added here, so that every run tries it.
 */
export function corpusOf(parser: string): readonly CorpusEntry[] {
  const folder = join(CORPUS, parser);
  return readdirSync(folder)
    .toSorted()
    .map((name) => ({ name, bytes: new Uint8Array(readFileSync(join(folder, name))) }));
}
