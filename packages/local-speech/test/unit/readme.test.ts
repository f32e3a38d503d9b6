import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const EXAMPLES = new URL('../../example/', import.meta.url);

/** Code without blank lines and indentation, which an excerpt does not share with its file. */
const linesOf = (code: string): string =>
  code
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const blocks = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = '']) => linesOf(code));
const examples = readdirSync(EXAMPLES).map((name) => linesOf(readFileSync(new URL(name, EXAMPLES), 'utf8')));

describe('the code of the README', () => {
  it('is there', () => {
    expect(blocks.length).toBe(1);
  });

  it.each(blocks)('is of an example that runs: %s', (block) => {
    expect(examples.filter((example) => example.includes(block))).not.toEqual([]);
  });
});
