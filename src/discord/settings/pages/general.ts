import { LOCALES } from '../../../messages/locales.ts';
import type { Choice, Page } from '../controls.ts';
import { channels, serverField, TEXT_CHANNELS, toggle } from '../fields.ts';

/** In a select, what stands for the server's own language. */
const SERVER_LANGUAGE = 'server';

const stored = serverField('general', 'language');
const language: Choice = {
  kind: 'choice',
  id: 'general.language',
  get: (all) => stored.get(all) ?? SERVER_LANGUAGE,
  set: (all, value) => stored.set(all, value === SERVER_LANGUAGE ? undefined : value),
  options: (_all, messages) => [
    [SERVER_LANGUAGE, messages.settings.options.serverLanguage],
    ...LOCALES.map((locale) => [locale, nativeName(locale)] as const),
  ],
  show: (all, { messages }) => {
    const locale = stored.get(all);
    return locale === undefined ? messages.settings.values.serverLanguage : nativeName(locale);
  },
};

const log = serverField('log', 'channelId');

/** What the bot posts to everyone, and the log of changes. */
export const GENERAL: Page = {
  topic: 'general',
  controls: [
    language,
    toggle('notices.posted', serverField('notices', 'posted')),
    channels(
      'log.channelId',
      {
        get: (all) => [log.get(all) ?? []].flat(),
        set: (all, [channelId]) => log.set(all, channelId),
      },
      { max: 1, types: TEXT_CHANNELS },
    ),
  ],
};

/** A language in itself, for those who read it. */
function nativeName(locale: string): string {
  return new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? locale;
}
