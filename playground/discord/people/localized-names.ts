/** Something that has names in several languages. */
interface Named {
  readonly name: string;
  readonly name_localizations?: Readonly<Record<string, string | null>> | null | undefined;
}

/** The name that Discord's client shows to somebody who uses it in `locale`. */
function nameIn({ name, name_localizations: localizations }: Named, locale: string): string {
  return localizations?.[locale] ?? name;
}

/** Whether somebody who uses Discord in `locale` means this by `typed`. Scripts may use the canonical name, too. */
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
