/** Tags that are read; a browser has a handful. */
const MAX_TAGS = 20;

/**
 * The first of the languages that somebody wants which is among Discord's `locales`: as it is, else another of the same
 * language, as `pt-BR` for `pt-PT`. `undefined`: none.
 *
 * @param wanted BCP 47 tags, the best first, with commas between.
 */
export function wantedLocale(wanted: string, locales: readonly string[]): string | undefined {
  for (const tag of wanted.split(',', MAX_TAGS)) {
    const asked = tag.trim().toLowerCase();
    const [language] = asked.split('-');
    const found =
      locales.find((locale) => locale.toLowerCase() === asked) ??
      locales.find((locale) => locale.split('-')[0] === language);
    if (found !== undefined) return found;
  }
  return undefined;
}
