import { bold } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import { command } from './names.ts';

const format = createFormat('en');

const start = command('captions start');

const dayCount = (days: number): string => format.plural(days, { one: '# day', other: '# days' });

const voiceLimit = (perPerson: number, inServer: number): string =>
  perPerson === 0 || inServer === 0
    ? 'nobody can create voices'
    : `up to ${format.number(perPerson)} per person, ${format.number(inServer)} in total`;

/** English: the settings of a server. */
export const settingsMessages = {
  command: { description: 'Change how captions and voices work in this server, and its daily limits' },

  /** Above the selects: what is chosen. */
  panel: ({
    consent,
    captionBots,
    retentionDays,
    language,
    voicesPerPerson,
    voicesInServer,
    isStricterNow,
  }: {
    readonly consent: 'opt-in' | 'opt-out';
    /** Captions are on that began when people had to opt in, and still ask for it. */
    readonly isStricterNow: boolean;
    readonly captionBots: boolean;
    readonly retentionDays: number;
    /** Its name; `undefined` where it is detected. */
    readonly language: string | undefined;
    readonly voicesPerPerson: number;
    readonly voicesInServer: number;
  }): string =>
    [
      'Changes apply immediately.',
      `${bold('Who is captioned:')} ${consent === 'opt-in' ? 'only people who opt in' : 'everyone except people who opt out'}`,
      ...(isStricterNow
        ? [`Captions that are on now still need people to opt in. The new choice applies from the next ${start}.`]
        : []),
      `${bold('Bots:')} ${captionBots ? 'captioned' : 'not captioned'}`,
      `${bold('Transcripts:')} deleted after ${dayCount(retentionDays)}`,
      `${bold('Language:')} ${language ?? 'detected automatically'}`,
      `${bold('Voices:')} ${voiceLimit(voicesPerPerson, voicesInServer)}`,
    ].join('\n'),

  options: {
    optOut: 'Caption everyone except people who opt out',
    optIn: 'Caption only people who opt in',
    withoutBots: "Don't caption bots",
    withBots: 'Caption bots too',
    retention: ({ days }: { readonly days: number }): string => `Delete transcripts after ${dayCount(days)}`,
    anyLanguage: 'Language: detected automatically',
    language: ({ name }: { readonly name: string }): string => `Language: ${name}`,
  },

  voiceLimits: {
    button: 'Change voice limits',
    title: 'Voice limits in this server',
    perPerson: 'Voices per person',
    inServer: 'Voices in this server',
    placeholder: ({ max }: { readonly max: number }): string => `0 to ${format.number(max)}`,
    invalid: ({ max }: { readonly max: number }): string =>
      `A limit must be a whole number from 0 to ${format.number(max)}. Nothing was changed.`,
  },

  managersOnly: `Only people with ${bold('Manage Server')} can change these settings.`,
  outdated: `This panel is outdated. Use ${command('settings')} again.`,
};
