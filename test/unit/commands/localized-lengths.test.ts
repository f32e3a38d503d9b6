import { beforeAll, describe, expect, it } from 'vitest';
import { createCommands } from '../../../commands/index.ts';
import { localizedDefinitions } from '../../../src/discord/interactions/localized-definitions.ts';
import type { Services } from '../../../src/discord/services.ts';
import { CATALOGUES } from '../../../src/messages/catalogues.ts';
import { LOCALES } from '../../../src/messages/locales.ts';
import { sampleTexts } from '../../support/sample-texts.ts';

/** Discord's limits of what is registered, in characters (API reference, "Application Commands"). */
const MAX_NAME = 32;
const MAX_DESCRIPTION = 100;
const MAX_CHOICE = 100;
/**
 * Of names, descriptions and values of a command with all its options and choices. Of a text with translations, the
 * longest counts.
 */
const MAX_COMMAND = 8_000;

/** Discord's limits of what is shown, by the key of the text. */
const SHOWN: readonly (readonly [what: string, max: number, keys: RegExp])[] = [
  ['the label of a button', 80, /\.buttons?(?:\.|$)|\.cancelButton$/],
  ['the title of a form', 45, /\.formTitle$|^settings\.topics\.\w+\.title$/],
  ['the label of a field', 45, /\.(?:formFields|fields)\./],
  ['a placeholder in a form', 100, /\.placeholder$|^settings\.forms\.(?:number|voice|prefix|announcement)$/],
  ['a placeholder of a select', 150, /\.(?:selectPlaceholder|chooseVoice)$|^settings\.placeholders\./],
  ['an option of a select', 100, /^settings\.options\./],
  ['the name of a webhook', 80, /^captions\.webhookName$/],
  ['a hole in subtitles', 42, /\.holeInSubtitles$/],
];
/** Nothing that is so short lists so many. */
const LONG_LIST = /\d\d#⟧/;
/** Sentences about fields, and the keys of those that are no labels. */
const NOT_LABELS = /^voiceModels\.fields\.|^settings\.fields\..*\.about$/;

interface Part {
  readonly name: string;
  readonly description?: string;
  readonly value?: string | number;
  readonly name_localizations?: Readonly<Record<string, string>>;
  readonly description_localizations?: Readonly<Record<string, string>>;
  readonly options?: readonly Part[];
  readonly choices?: readonly Part[];
}

const definitions = localizedDefinitions(createCommands({} as Services)) as readonly Part[];

/** All parts of a definition, with their path. */
function partsOf(part: Part, path = ''): (readonly [path: string, part: Part])[] {
  const own = `${path}/${part.name}`;
  return [[own, part], ...[...(part.options ?? []), ...(part.choices ?? [])].flatMap((inner) => partsOf(inner, own))];
}

const longest = (texts: readonly string[]): number => Math.max(0, ...texts.map((text) => text.length));
const namesOf = (part: Part): string[] => [part.name, ...Object.values(part.name_localizations ?? {})];
const descriptionsOf = (part: Part): string[] => [
  part.description ?? '',
  ...Object.values(part.description_localizations ?? {}),
];

/** To read the types of the catalogue and write all samples takes seconds. */
const SAMPLES_MS = 60_000;

describe("Discord's lengths hold in every language", () => {
  beforeAll(() => {
    for (const locale of LOCALES) sampleTexts(CATALOGUES[locale]);
  }, SAMPLES_MS);

  it('for the names, descriptions and choices of commands', () => {
    const tooLong = definitions
      .flatMap((definition) => partsOf(definition))
      .flatMap(([path, part]) => [
        ...namesOf(part)
          .filter((name) => name.length > (part.value === undefined ? MAX_NAME : MAX_CHOICE))
          .map((name) => `${path} name: ${name}`),
        ...descriptionsOf(part)
          .filter((text) => text.length > MAX_DESCRIPTION)
          .map((text) => `${path}: ${text} (${text.length})`),
      ]);
    expect(tooLong).toEqual([]);
  });

  it.each(definitions.map((definition) => [definition.name, definition] as const))(
    'for all of /%s together',
    (_name, definition) => {
      const lengths = partsOf(definition).map(
        ([, part]) => longest(namesOf(part)) + longest(descriptionsOf(part)) + String(part.value ?? '').length,
      );
      expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(MAX_COMMAND);
    },
  );

  it.each(SHOWN)('for %s: %i', (_what, max, keys) => {
    const found = LOCALES.flatMap((locale) =>
      sampleTexts(CATALOGUES[locale])
        .filter(({ key }) => keys.test(key) && !NOT_LABELS.test(key))
        .flatMap(({ key, texts }) => texts.map((text) => ({ where: `${locale} ${key}`, text })))
        .filter(({ text }) => !LONG_LIST.test(text)),
    );
    expect(found.length).toBeGreaterThanOrEqual(LOCALES.length);
    expect(found.filter(({ text }) => text === '' || Array.from(text).length > max)).toEqual([]);
  });
});
