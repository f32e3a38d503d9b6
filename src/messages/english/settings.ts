import { bold, channelMention, inlineCode, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import { command } from './names.ts';
import { settingFields } from './settings-fields.ts';

const format = createFormat('en');

const start = command('captions start');

const dayCount = (days: number): string => format.plural(days, { one: '# day', other: '# days' });

/** English: the settings of a server. */
export const settingsMessages = {
  command: { description: 'Show and change how I work in this server' },

  /** Heading of the first page. */
  title: 'Settings of this server',
  intro: 'Changes apply immediately. Open a topic to change it.',

  /** The pages, each with its name on a button and what it is about in a line. */
  topics: {
    general: { title: 'General', about: 'Language, notices and the log of changes' },
    access: { title: 'Access', about: 'Who may use what' },
    muted: { title: 'Muted', about: 'Whose texts I never speak' },
    members: { title: 'Members', about: 'How members are called aloud, and their voices' },
    voice: { title: 'Voice', about: 'The default voice, lengths, and announcements of joins and leaves' },
    reading: { title: 'Auto-read', about: 'How I read chat aloud' },
    captions: { title: 'Captions', about: 'Who is captioned, and how long transcripts last' },
    autoCaptions: { title: 'Automatic captions', about: 'Voice channels that are captioned without a command' },
    voiceMessages: { title: 'Voice messages', about: 'Where I answer them with their text' },
    limits: { title: 'Limits', about: 'Voices in this server, and what a day may use' },
  },

  fields: settingFields,

  /** How what is chosen reads. */
  values: {
    on: 'on',
    off: 'off',
    none: 'none',
    nobody: 'nobody',
    nobodyElse: 'only people with Manage Server',
    everyone: 'everyone',
    nowhere: 'nowhere',
    noLimit: 'no limit',
    serverLanguage: "the server's own language",
    botsVoice: "the bot's default voice",
    ownWords: 'default wording',
    detected: 'detected automatically',
    optOut: 'everyone except people who opt out',
    optIn: 'only people who opt in',
    voiceMessages: {
      mention: 'mentioned',
      play: 'played',
      transcribe: 'transcribed and read',
    },
    speed: ({ factor }: { readonly factor: number }): string => `${format.number(factor, 2)}×`,
    volume: ({ decibels }: { readonly decibels: number }): string => `${format.number(decibels, 1)} dB`,
    characters: ({ count }: { readonly count: number }): string =>
      format.plural(count, { one: '# character', other: '# characters' }),
    minutes: ({ count }: { readonly count: number }): string =>
      format.plural(count, { one: '# minute', other: '# minutes' }),
    count: ({ count }: { readonly count: number }): string => format.number(count),
    days: ({ days }: { readonly days: number }): string => `deleted after ${dayCount(days)}`,
    quoted: ({ text }: { readonly text: string }): string => inlineCode(text),
    list: ({ items }: { readonly items: readonly string[] }): string => format.list(items),
    /** The first of many. */
    andMore: ({ items, more }: { readonly items: readonly string[]; readonly more: number }): string =>
      format.list([...items, `${format.number(more)} more`]),
  },

  /** What no longer exists, in place of its name. */
  deleted: {
    role: 'a deleted role',
    channel: 'a deleted channel',
  },
  /** A channel, in place of its name, for those who may not see it. */
  hiddenChannel: 'a channel',

  /** A setting on its page. */
  line: ({ label, value, about }: { readonly label: string; readonly value: string; readonly about: string }): string =>
    `${bold(label)}: ${value}\n-# ${about}`,
  /** A setting on the first page. */
  summary: ({ label, value }: { readonly label: string; readonly value: string }): string => `${label}: ${value}`,
  /** In place of the settings of a topic where nothing was changed. */
  allDefault: 'All default',

  buttons: {
    back: 'Back',
    turnOn: 'Turn on',
    turnOff: 'Turn off',
    edit: 'Edit',
    removeDeleted: 'Remove deleted ones',
    earlier: 'Earlier people',
    later: 'More people',
  },

  placeholders: {
    everyone: 'Everyone',
    chooseRoles: 'Choose roles',
    choosePeople: 'Choose people',
    chooseChannels: 'Choose channels',
    chooseChannel: 'Choose a channel',
  },

  /** Choices of selects; each can be read alone. */
  options: {
    serverLanguage: "The server's own language",
    anyLanguage: 'Detect the language',
    optOut: 'Caption everyone except people who opt out',
    optIn: 'Caption only people who opt in',
    retention: ({ days }: { readonly days: number }): string => `Delete transcripts after ${dayCount(days)}`,
    voiceMessages: {
      mention: 'Mention voice messages',
      play: 'Play voice messages',
      transcribe: 'Transcribe voice messages and read the text',
    },
  },

  forms: {
    number: ({ min, max }: { readonly min: number; readonly max: number }): string =>
      `${format.number(min, 2)} to ${format.number(max, 2)}`,
    voice: 'A name or an ID; empty for the default voice',
    announcement: '{name} writes',
    prefix: 'Empty to read everything',
    invalidNumber: ({
      field,
      min,
      max,
    }: {
      readonly field: string;
      readonly min: number;
      readonly max: number;
    }): string =>
      `“${field}” must be a number from ${format.number(min, 2)} to ${format.number(max, 2)}. Nothing was changed.`,
    invalidWhole: ({
      field,
      min,
      max,
    }: {
      readonly field: string;
      readonly min: number;
      readonly max: number;
    }): string =>
      `“${field}” must be a whole number from ${format.number(min)} to ${format.number(max)}. Nothing was changed.`,
    /** `typed` is in code font, to be copied: the form opens without it. */
    announcementNeedsName: ({ typed }: { readonly typed: string }): string =>
      `The announcement must contain ${inlineCode('{name}')}. Nothing was changed. You typed: ${typed}`,
  },

  autoCaptions: {
    none: 'No voice channel is captioned automatically.',
    /** A voice channel and where its captions go. */
    entry: ({ voice, text }: { readonly voice: string; readonly text: string }): string => `${voice} → ${text}`,
    chooseToRemove: 'Choose what to remove',
    howToAdd: `To add one, use ${command('captions auto')} in the text channel for the captions.`,
  },

  /** The page of members. `name` and `sound` are sanitized. */
  members: {
    choose: 'Choose a member',
    intro: 'Choose a member to see how they are called and how they sound in this server.',
    called: ({ userId, name }: { readonly userId: string; readonly name: string }): string =>
      `${userMention(userId)} is called “${name}” aloud.`,
    uncalled: ({ userId }: { readonly userId: string }): string =>
      `${userMention(userId)} is called aloud by the name that Discord shows.`,
    sounds: ({ sound }: { readonly sound: string }): string => `Their voice in this server: ${sound}.`,
    usualVoice: "the one that they use everywhere, or the server's",
    howToSetVoice: `To give a member another voice, use ${command('voice use')} with its option ${inlineCode('member')}.`,
    buttons: { setName: 'Set the name', resetName: 'Reset the name', resetVoice: 'Reset the voice' },
    form: {
      title: "How a member's name is said",
      label: 'Name to say before their messages',
      placeholder: 'Leave it empty for the name that Discord shows',
    },
  },

  /** Above a page. */
  notes: {
    stricterNow: `Captions that are on now still need people to opt in. The new choice applies from the next ${start}.`,
    logUnreachable: ({
      channelId,
      permissions,
    }: {
      readonly channelId: string;
      readonly permissions: readonly string[];
    }): string =>
      `I can't post changes in ${channelMention(channelId)}. Give me ${format.list(permissions.map((name) => bold(name)))} there.`,
    logDeleted: 'The log channel was deleted. Choose another one.',
    changedMeanwhile: 'Someone else changed this list in the meantime. This is the current one. Choose again.',
  },

  /** Posts in the log channel. Names are plain text. */
  log: {
    /** The name of a setting with its topic: some have the same name. */
    setting: ({ topic, label }: { readonly topic: string; readonly label: string }): string => `${topic} › ${label}`,
    changed: ({
      person,
      setting,
      from,
      to,
    }: {
      readonly person: string;
      readonly setting: string;
      readonly from: string;
      readonly to: string;
    }): string => `${bold(person)} changed ${bold(setting)}: ${from} → ${to}`,
    /** For lists; either may be empty. */
    listed: ({
      person,
      setting,
      added,
      removed,
    }: {
      readonly person: string;
      readonly setting: string;
      readonly added: readonly string[];
      readonly removed: readonly string[];
    }): string => {
      const parts = [
        ...(added.length === 0 ? [] : [`added ${format.list(added)}`]),
        ...(removed.length === 0 ? [] : [`removed ${format.list(removed)}`]),
      ];
      return `${bold(person)} changed ${bold(setting)}: ${parts.join('; ')}`;
    },
  },

  refusals: {
    managersOnly: ({ roles }: { readonly roles: readonly string[] }): string =>
      roles.length === 0
        ? `Only people with ${bold('Manage Server')} can change these settings.`
        : `Only people with ${bold('Manage Server')} or ${format.alternatives(roles)} can change these settings.`,
    serverManagersOnly: `Only people with ${bold('Manage Server')} can choose who else may change settings.`,
    /** A feature that this server keeps to some roles. */
    roleNeeded: ({ roles }: { readonly roles: readonly string[] }): string =>
      roles.length === 0
        ? `Only people who manage this server can use this. They can change that in ${command('settings')}.`
        : `In this server, you need ${format.alternatives(roles)} for this. Ask someone who manages the server.`,
    muted: "People who manage this server muted you, so I don't speak what you write here.",
    authorMuted: "People who manage this server muted the author of this message, so I don't speak it.",
    authorUnknown:
      "I couldn't check whether the author of this message is muted here, so I didn't speak it. Try again in a moment.",
    tooLong: ({ length, max }: { readonly length: number; readonly max: number }): string =>
      `This text has ${format.number(length)} characters, and this server allows ${format.number(max)}. Shorten it.`,
    /** The server's voice, but others may not know it. */
    voiceOnlyYours: ({ title }: { readonly title: string }): string =>
      `${bold(title)} is private to you. To use it for this server, make it unlisted with ${command('voice edit')} first.`,
    outdated: `This panel is outdated. Use ${command('settings')} again.`,
  },
};
