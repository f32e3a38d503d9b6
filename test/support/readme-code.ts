import { readdirSync, readFileSync } from 'node:fs';

/**
 * The blocks of TypeScript in a package's README, and which of them no file of its `example` folder has: lines without
 * indentation, which an excerpt does not share with its file, and without blank ones. `folder` ends with a slash.
 */
export function readmeCode(folder: URL): { readonly blocks: readonly string[]; readonly madeUp: readonly string[] } {
  const linesOf = (code: string): string =>
    code
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .join('\n');
  const readme = readFileSync(new URL('README.md', folder), 'utf8');
  const blocks = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = '']) => linesOf(code));
  const examples = new URL('example/', folder);
  const files = readdirSync(examples).map((name) => linesOf(readFileSync(new URL(name, examples), 'utf8')));
  return { blocks, madeUp: blocks.filter((block) => !files.some((file) => file.includes(block))) };
}
