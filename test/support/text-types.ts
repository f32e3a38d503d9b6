import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import type { Words } from '../../src/messages/texts.ts';

/** What the file with the types begins with. */
const header = (folder: string): string => `/**
 * What each text takes: made of \`${folder}/\` by \`npm run words\`. A value is a number where a language chooses a plural by it or
 * writes it as one.
 */
export interface Texts {
`;

const NAME = /^[a-zA-Z_$][\w$]*$/;

/** The source of the type of texts, from the words of all languages in `folder`: what one of them inserts, every one is given. */
export function textTypes(folder: string, words: readonly Words[]): string {
  return `${header(folder)}${membersOf(words, '  ')}}\n`;
}

/** Names and types of what is inserted in a text in ICU MessageFormat. Throws where it is none. */
export function argumentsOf(pattern: string): ReadonlyMap<string, 'string' | 'number'> {
  const found = new Map<string, 'string' | 'number'>();
  collect(parse(pattern, { ignoreTag: true }), found);
  return found;
}

function membersOf(words: readonly Words[], indent: string): string {
  const [first = {}] = words;
  const members = Object.keys(first).map((key) => {
    const name = NAME.test(key) ? key : `'${key}'`;
    return `${indent}readonly ${name}: ${typeOf(
      words.map((each) => each[key] ?? ''),
      indent,
    )};\n`;
  });
  return members.join('');
}

function typeOf(texts: readonly (string | Words)[], indent: string): string {
  const topics = texts.filter((text) => typeof text === 'object');
  if (topics.length > 0) return `{\n${membersOf(topics, `${indent}  `)}${indent}}`;
  const types = new Map(texts.flatMap((text) => (typeof text === 'string' ? [...argumentsOf(text)] : [])));
  if (types.size === 0) return 'string';
  const values = [...types].map(([name, type]) => `readonly ${name}: ${type}`);
  return `(values: { ${values.join('; ')} }) => string`;
}

function collect(elements: readonly MessageFormatElement[], found: Map<string, 'string' | 'number'>): void {
  for (const element of elements) {
    const { type } = element;
    if (type === TYPE.argument) found.set(element.value, found.get(element.value) ?? 'string');
    if (type === TYPE.select) found.set(element.value, 'string');
    if (type === TYPE.number || type === TYPE.plural) found.set(element.value, 'number');
    if (type !== TYPE.select && type !== TYPE.plural) continue;
    for (const { value } of Object.values(element.options)) collect(value, found);
  }
}
