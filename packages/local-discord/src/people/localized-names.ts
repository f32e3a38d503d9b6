/** Something that has names in several languages. */
export interface Named {
  readonly name: string;
  readonly name_localizations?: Readonly<Record<string, string | null>> | null | undefined;
}

/** The name that Discord's client shows to somebody who uses it in `locale`. */
export function nameIn({ name, name_localizations: localizations }: Named, locale: string): string {
  return localizations?.[locale] ?? name;
}

/** Whether somebody who uses Discord in `locale` means this by `typed`. The canonical name counts, too. */
export function isCalled(named: Named, typed: string, locale: string): boolean {
  return named.name === typed || nameIn(named, locale) === typed;
}

/** A definition as Discord's client shows it: names and descriptions in the person's language, where it has them. */
export function shownIn<T>(definition: T, locale: string): T {
  if (Array.isArray(definition)) return definition.map((each: unknown) => shownIn(each, locale)) as T;
  if (typeof definition !== 'object' || definition === null) return definition;
  const fields = Object.entries(definition).map(([field, value]) => {
    const localizations: unknown = Reflect.get(definition, `${field}_localizations`);
    const own: unknown =
      typeof localizations === 'object' && localizations !== null ? Reflect.get(localizations, locale) : undefined;
    if (typeof own === 'string') return [field, own] as const;
    return [field, ['options', 'choices'].includes(field) ? shownIn(value, locale) : value] as const;
  });
  return Object.fromEntries(fields) as T;
}

interface NamedCommand extends Named {
  readonly options?: readonly NamedCommand[] | null | undefined;
}

/** A command's name with those of its subcommands, such as `captions start`, in the language of somebody who uses Discord in `locale`. */
export function pathIn(command: NamedCommand, path: string, locale: string): string {
  const [, ...words] = path.split(' ');
  const names = [nameIn(command, locale)];
  let inner = command.options ?? [];
  for (const word of words) {
    const next = inner.find((option) => isCalled(option, word, locale));
    names.push(next === undefined ? word : nameIn(next, locale));
    inner = next?.options ?? [];
  }
  return names.join(' ');
}
