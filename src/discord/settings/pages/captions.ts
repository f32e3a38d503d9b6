import { languageChoices } from '../../interactions/languages.ts';
import type { Choice, Page } from '../controls.ts';
import { controlsOf, setting } from '../fields.ts';

/** How long transcripts may be kept, in days. */
const RETENTION_DAYS = [1, 3, 7, 14, 30, 60, 90, 180, 365, 730, 3_650];
/** The service detects the language. */
const ANY_LANGUAGE = 'any';
/** Discord's limit of options in one select. */
const MAX_SELECT_OPTIONS = 25;

const consentField = setting('captions', 'consent');
const consent: Choice = {
  kind: 'choice',
  id: 'captions.consent',
  get: consentField.get,
  set: (all, value) => consentField.set(all, value === 'opt-in' ? 'opt-in' : 'opt-out'),
  options: (_all, { settings: { options } }) => [
    ['opt-out', options.optOut],
    ['opt-in', options.optIn],
  ],
  show: (all, { messages: { settings } }) =>
    consentField.get(all) === 'opt-in' ? settings.values.optIn : settings.values.optOut,
};

const daysField = setting('captions', 'retentionDays');
const retention: Choice = {
  kind: 'choice',
  id: 'captions.retentionDays',
  get: (all) => String(daysField.get(all)),
  set: (all, value) => daysField.set(all, Number(value)),
  options: (all, { settings: { options } }) =>
    [...new Set([...RETENTION_DAYS, daysField.get(all)])]
      .toSorted((one, other) => one - other)
      .map((days) => [String(days), options.retention({ days })]),
  show: (all, { messages: { settings } }) => settings.values.days({ days: daysField.get(all) }),
};

const languageField = setting('captions', 'language');
const language: Choice = {
  kind: 'choice',
  id: 'captions.language',
  get: (all) => languageField.get(all) ?? ANY_LANGUAGE,
  set: (all, value) => languageField.set(all, value === ANY_LANGUAGE ? undefined : value),
  options: (all, messages) => {
    const { settings, format } = messages;
    const { options } = settings;
    const current = languageField.get(all);
    const common = languageChoices('', messages).map(({ value }) => value);
    const codes = [...new Set([...(current === undefined ? [] : [current]), ...common])];
    const named = codes.slice(0, MAX_SELECT_OPTIONS - 1).map((code) => [code, format.language(code)] as const);
    return [[ANY_LANGUAGE, options.anyLanguage], ...named];
  },
  show: (all, { messages: { settings, format } }) => {
    const code = languageField.get(all);
    return code === undefined ? settings.values.detected : format.language(code);
  },
};

/** Who is captioned and how, and how long transcripts last. */
export const CAPTIONS: Page = {
  topic: 'captions',
  controls: controlsOf('captions', [consent, language, retention]),
};
