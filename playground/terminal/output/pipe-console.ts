import { createInterface, type Interface } from 'node:readline';
import type { Console } from './console.ts';
import type { Ink, Paint } from './paint.ts';

/** The terminal for scripts: every text on lines of its own, what is typed among them. */
export class PipeConsole implements Console {
  readonly isInteractive = false;
  readonly #input: Interface;
  readonly #output: NodeJS.WritableStream;
  readonly #paint: Paint;
  #prompt = '';

  constructor(input: NodeJS.ReadableStream, output: NodeJS.WritableStream, paint: Paint) {
    this.#input = createInterface({ input });
    this.#output = output;
    this.#paint = paint;
  }

  print(text: string, ink: Ink = 'plain'): void {
    this.#output.write(`${this.#paint(ink, text)}\n`);
  }

  replace(): boolean {
    return false;
  }

  setPrompt(text: string): void {
    this.#prompt = text;
  }

  async *lines(): AsyncIterable<string> {
    for await (const line of this.#input) {
      this.print(`${this.#prompt}${line}`, 'typed');
      yield line;
    }
  }

  end(): void {
    this.#input.close();
  }

  [Symbol.dispose](): void {
    this.#input.close();
  }
}
