import { LOCALE_NAMES, LOCALES } from '../../../messages/locales.ts';
import type { Choice, Page } from '../controls.ts';
import { channels, setting, TEXT_CHANNELS, toggle } from '../fields.ts';

/** In a select, what stands for the server's own language. */
const SERVER_LANGUAGE = 'server';

const stored = setting('general', 'language');
const language: Choice = {
  kind: 'choice',
  id: 'general.language',
  get: (all) => stored.get(all) ?? SERVER_LANGUAGE,
  set: (all, value) => stored.set(all, value === SERVER_LANGUAGE ? undefined : value),
  options: (_all, messages) => [
    [SERVER_LANGUAGE, messages.settings.options.serverLanguage],
    ...LOCALES.map((locale) => [locale, LOCALE_NAMES[locale]] as const),
  ],
  show: (all, { messages }) => {
    const locale = stored.get(all);
    return locale === undefined ? messages.settings.values.serverLanguage : nativeName(locale);
  },
};

const log = setting('log', 'channelId');

/** What the bot posts to everyone, and the log of changes. */
export const GENERAL: Page = {
  topic: 'general',
  controls: [
    language,
    toggle('notices.posted'),
    channels(
      {
        id: log.id,
        get: (all) => [log.get(all) ?? []].flat(),
        set: (all, [channelId]) => log.set(all, channelId),
        max: 1,
      },
      TEXT_CHANNELS,
    ),
  ],
};

/** A stored language may be one that has no catalogue any more. */
function nativeName(code: string): string {
  const locale = LOCALES.find((candidate) => candidate === code);
  return locale === undefined ? code : LOCALE_NAMES[locale];
}
