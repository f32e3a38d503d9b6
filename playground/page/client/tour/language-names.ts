/**
 * Languages by their own names, by Discord's codes: `Deutsch`, `日本語`. Where two have the same language, their countries
 * are named, too.
 */
export function languageNames(locales: readonly string[]): { readonly locale: string; readonly name: string }[] {
  const languageOf = (locale: string): string => new Intl.Locale(locale).language;
  return locales.map((locale) => {
    const language = languageOf(locale);
    const isAlone = locales.filter((other) => languageOf(other) === language).length === 1;
    const name = new Intl.DisplayNames([locale], { type: 'language', languageDisplay: 'standard' }).of(
      isAlone ? language : locale,
    );
    return { locale, name: capitalized(name ?? locale, locale) };
  });
}

function capitalized(name: string, locale: string): string {
  const [first = ''] = name;
  return first.toLocaleUpperCase(locale) + name.slice(first.length);
}
