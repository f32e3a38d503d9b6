import { UserError } from '../../../errors.ts';
import type { Choice, FormEntry, Page } from '../controls.ts';
import { controlsOf, roles, setting } from '../fields.ts';

const WAYS = ['mention', 'play', 'transcribe'] as const;
const NAME = '{name}';

const stored = setting('reading', 'voiceMessages');
const voiceMessages: Choice = {
  kind: 'choice',
  id: 'reading.voiceMessages',
  get: stored.get,
  set: (all, value) => stored.set(all, WAYS.find((way) => way === value) ?? stored.get(all)),
  options: (_all, { settings }) => WAYS.map((way) => [way, settings.options.voiceMessages[way]]),
  show: (all, { messages }) => messages.settings.values.voiceMessages[stored.get(all)],
};

const prefixField = setting('reading', 'skipPrefix');
const prefix: FormEntry = {
  field: {
    ...{ id: 'reading.skipPrefix', get: prefixField.get },
    show: (all, { messages: { settings } }) => quoted(prefixField.get(all), settings.values, settings.values.none),
  },
  input: (all, { settings }) => ({
    ...{ style: 'short', required: false, maxLength: prefixField.bounds.max, value: prefixField.get(all) },
    placeholder: settings.forms.prefix,
  }),
  read: async (typed) => {
    const value = typed.trim();
    return (all) => prefixField.set(all, value);
  },
};

const announcementField = setting('reading', 'announcement');
const announcement: FormEntry = {
  field: {
    ...{ id: 'reading.announcement', get: announcementField.get },
    show: (all, { messages: { settings } }) =>
      quoted(announcementField.get(all), settings.values, settings.values.ownWords),
  },
  input: (all, { settings }) => ({
    ...{ style: 'short', required: false, maxLength: announcementField.bounds.max, value: announcementField.get(all) },
    placeholder: settings.forms.announcement,
  }),
  read: async (typed, { messages }) => {
    const value = typed.trim();
    if (value !== '' && !value.includes(NAME)) {
      const { forms, values } = messages.settings;
      throw new UserError(forms.announcementNeedsName({ typed: quoted(value, values, '') }));
    }
    return (all) => announcementField.set(all, value);
  },
};

const requiredRoles = roles(setting('reading', 'requiredRoleIds'), { whenEmpty: 'everyone', isRule: true });

/** How chat is read aloud. */
export const READING: Page = {
  topic: 'reading',
  controls: [
    ...controlsOf('reading', [voiceMessages, requiredRoles]),
    { kind: 'form', id: 'reading', entries: [prefix, announcement] },
  ],
};

/** In code font, in which a backtick cannot stand. */
function quoted(text: string, values: { quoted(of: { text: string }): string }, whenEmpty: string): string {
  return text === '' ? whenEmpty : values.quoted({ text: text.replaceAll('`', 'ˋ') });
}
