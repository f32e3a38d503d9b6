/** The locales that have a catalogue, by Discord's codes. */
export const LOCALES = ['en-US', 'de', 'fr', 'es-ES', 'pt-BR', 'ja', 'ko', 'zh-CN'] as const;

/** A locale that has a catalogue. */
export type Locale = (typeof LOCALES)[number];

/** Their languages in themselves, for those who read them; `Intl` adds countries where there is one catalogue. */
export const LOCALE_NAMES: Readonly<Record<Locale, string>> = {
  'en-US': 'English',
  de: 'Deutsch',
  fr: 'Français',
  'es-ES': 'Español',
  'pt-BR': 'Português (Brasil)',
  ja: '日本語',
  ko: '한국어',
  'zh-CN': '简体中文',
};

/** Discord's other locales that read a catalogue. Whoever uses one that is in neither list reads English. */
export const RELATED_LOCALES = { 'es-419': 'es-ES' } as const satisfies Readonly<Record<string, Locale>>;

/** The locale whose catalogue somebody reads who uses Discord in `discordLocale`; English for one without a catalogue. */
export function localeOf(discordLocale: string): Locale {
  const related: Readonly<Partial<Record<string, Locale>>> = RELATED_LOCALES;
  return LOCALES.find((locale) => locale === discordLocale) ?? related[discordLocale] ?? 'en-US';
}
