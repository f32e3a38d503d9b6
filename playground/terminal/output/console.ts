import type { Ink } from './paint.ts';

/** Completes a line up to the cursor: what it could become there. */
export type Complete = (line: string) => Promise<Completion>;

/** Texts that could stand in place of `typed`, the end of the line. */
export interface Completion {
  readonly typed: string;
  readonly candidates: readonly string[];
}

/** Where the terminal's lines come from and its output goes: a terminal, or a pipe. The caller must dispose of it. */
export interface Console extends Disposable {
  /** Whether a person sits here, who reads while they type. */
  readonly isInteractive: boolean;
  /** Writes a text above the line that is being typed. With a key, `replace` finds it again. */
  print(text: string, ink?: Ink, key?: string): void;
  /** Writes a text in place of the one of this key; false where that is impossible. */
  replace(key: string, text: string, ink?: Ink): boolean;
  /** Sets what stands before the line that is typed. */
  setPrompt(text: string): void;
  /** The typed lines, until the end of the input or `end`. */
  lines(): AsyncIterable<string>;
  /** Ends the lines. */
  end(): void;
}
