import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRequest } from '../../../../../playground/page/live/request-schema.ts';
import type { MarkdownNode } from '../../../../../playground/page/protocol.ts';
import { createMarkdownParser } from '../../../../../playground/page/views/markdown.ts';
import { fuzzRuns } from '../../../../support/fuzz-runs.ts';

const kinds = [
  'history',
  'send',
  'command',
  'autocomplete',
  'select',
  'submit',
  'set-fault',
  'leave-voice',
  'toString',
];
/** Almost requests: the right names with any values. */
const almost = fc.record(
  {
    request: fc.oneof(fc.nat(), fc.anything()),
    kind: fc.constantFrom(...kinds),
    channelId: fc.oneof(fc.string(), fc.anything()),
    content: fc.oneof(fc.string(), fc.anything()),
    files: fc.oneof(fc.array(fc.string()), fc.anything()),
    options: fc.oneof(fc.dictionary(fc.string(), fc.anything()), fc.constant({ ['__proto__']: 1 })),
    limit: fc.oneof(fc.integer(), fc.anything()),
  },
  { requiredKeys: [] },
);
const sent = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.json(),
  almost.map((value) => JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? `${each}` : each))),
);

test('whatever a page sends is a request with a number, or is named as unreadable', () => {
  fc.assert(
    fc.property(sent, (text) => {
      const read = readRequest(text);
      if (read.kind === 'request') expect(read.request.request).toBeGreaterThan(0);
      else expect(read.number).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: fuzzRuns(300) },
  );
});

const mark = fc.constantFrom(
  ...['*', '**', '_', '__', '~~', '||', '`', '```', '[', ']', '](', ')', '<', '>', '> ', '# ', '-# ', '- ', '\n', '\\'],
  ...['<@12345678901234567>', '<t:1700000000:R>', '</say:12345678901234567>', 'https://example.org', ':)', 'word', ' '],
);
const markup = fc.array(mark, { maxLength: 300 }).map((marks) => marks.join(''));

function lettersOf(nodes: readonly MarkdownNode[]): string {
  return JSON.stringify(nodes).replaceAll(/[^a-z]/g, '');
}

test('Markdown of any kind is parsed, and no word of it is lost', () => {
  const parser = createMarkdownParser();
  fc.assert(
    fc.property(markup, (text) => {
      const nodes = parser.parse(text);
      const words = text.split('word').length - 1;
      expect(lettersOf(nodes).split('word').length - 1).toBeGreaterThanOrEqual(words);
    }),
    { numRuns: fuzzRuns(300) },
  );
});
