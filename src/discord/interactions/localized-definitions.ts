import { CATALOGUES } from '../../messages/catalogues.ts';
import { LOCALES, type Locale, RELATED_LOCALES } from '../../messages/locales.ts';
import type { Messages } from '../../messages/messages.ts';
import type { CommandDefinition, CommandSet, MenuDefinition } from './command.ts';

/** The names of a catalogue by which Discord's translations are looked up. */
type Names = Messages['names'];

/** A part of a definition: a command, a menu, an option or a choice. */
type Part = Readonly<Record<string, unknown>>;

/** Texts by Discord's locales. */
type Localizations = Readonly<Record<string, string>>;

/** The catalogues besides the one that definitions are written in, by all of Discord's locales that read them. */
const TRANSLATIONS: readonly (readonly [discordLocale: string, messages: Messages])[] = [
  ...LOCALES.filter((locale) => locale !== 'en-US').map((locale) => [locale, CATALOGUES[locale]] as const),
  ...Object.entries<Locale>(RELATED_LOCALES).map(([related, locale]) => [related, CATALOGUES[locale]] as const),
];

/**
 * The definitions of all commands and menus in English, with their names and descriptions in every other language. A text
 * that is the same in English is left out: Discord falls back to it.
 */
export function localizedDefinitions({ commands, menus }: CommandSet): (CommandDefinition | MenuDefinition)[] {
  const english = CATALOGUES['en-US'];
  const defined = [...commands, ...menus].map(({ define }) => {
    const others = TRANSLATIONS.map(([locale, messages]) => ({
      locale,
      names: messages.names,
      part: asPart(define(messages)),
    }));
    return localized(asPart(define(english)), others, '');
  });
  // Its fields are those of the definition, and Discord's fields for translations.
  return defined as unknown as (CommandDefinition | MenuDefinition)[];
}

/** The same part in another language. */
interface OtherPart {
  readonly locale: string;
  readonly names: Names;
  readonly part: Part;
}

/** `path`: the full name of the command that the part is in; empty for commands and menus. */
function localized(part: Part, others: readonly OtherPart[], path: string): Part {
  const { name, description, options, choices } = part;
  const kind = kindOf(part, path);
  const ownPath = kind === 'command' ? `${path} ${String(name)}`.trim() : path;
  const names = others.map((other) => [other.locale, nameIn(other, kind, ownPath)] as const);
  const descriptions = others.map((other) => [other.locale, other.part['description']] as const);
  return {
    ...part,
    ...localizations('name_localizations', names, name),
    ...localizations('description_localizations', descriptions, description),
    ...(Array.isArray(options) ? { options: localizedList('options', part, others, ownPath) } : {}),
    ...(Array.isArray(choices) ? { choices: localizedList('choices', part, others, ownPath) } : {}),
  };
}

function localizedList(field: 'options' | 'choices', part: Part, others: readonly OtherPart[], path: string): Part[] {
  return partsAt(part, field).map((inner, index) =>
    localized(
      inner,
      others.map((other) => ({ ...other, part: partsAt(other.part, field)[index] ?? {} })),
      path,
    ),
  );
}

type Kind = 'command' | 'menu' | 'option' | 'choice';

/** Discord's types: 1 and 2 are a slash command, a subcommand or a group of them; 3 is a menu without a path. */
function kindOf({ type = 1, value }: Part, path: string): Kind {
  if (value !== undefined) return 'choice';
  if (type === 1 || type === 2) return 'command';
  return path === '' ? 'menu' : 'option';
}

function nameIn({ names, part }: OtherPart, kind: Kind, path: string): unknown {
  const name = String(part['name']);
  const known: Readonly<Record<Kind, Readonly<Record<string, string>>>> = {
    command: names.commands,
    menu: names.menus,
    option: names.options,
    choice: {},
  };
  return kind === 'choice' ? name : known[kind][kind === 'command' ? path : name];
}

function localizations(
  field: string,
  texts: readonly (readonly [locale: string, text: unknown])[],
  base: unknown,
): Readonly<Record<string, Localizations>> {
  const differing = texts.flatMap(([locale, text]) =>
    typeof text === 'string' && text !== base ? [[locale, text] as const] : [],
  );
  return differing.length === 0 ? {} : { [field]: Object.fromEntries(differing) };
}

function partsAt(part: Part, field: 'options' | 'choices'): Part[] {
  const parts = part[field];
  return Array.isArray(parts) ? parts.map(asPart) : [];
}

function asPart(value: unknown): Part {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
