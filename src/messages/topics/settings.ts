import { bold, channelMention, inlineCode, userMention } from '@discordjs/formatters';
import type { Language } from '../language.ts';
import type { Texts } from '../text-types.ts';

import { settingFields } from './settings-fields.ts';

/** The settings of a server. */
export function settingsMessages(catalogue: Texts['settings'], language: Language) {
  const { format } = language;
  const { command } = language.names;
  const { parts, ...own } = catalogue;
  const start = command('captions start');
  return {
    ...own,
    fields: settingFields(catalogue.fields, language),
    /** How what is chosen reads. */
    values: {
      ...catalogue.values,
      speed: ({ factor }: { readonly factor: number }): string =>
        catalogue.values.speed({ factor: format.number(factor, 2) }),
      volume: ({ decibels }: { readonly decibels: number }): string =>
        catalogue.values.volume({ decibels: format.number(decibels, 1) }),
      count: ({ count }: { readonly count: number }): string => format.number(count),
      quoted: ({ text }: { readonly text: string }): string => inlineCode(text),
      list: ({ items }: { readonly items: readonly string[] }): string => format.list(items),
      /** The first of many. */
      andMore: ({ items, more }: { readonly items: readonly string[]; readonly more: number }): string =>
        catalogue.values.andMore({
          list: format.list([...items, parts.more({ more })]),
          joined: items.join(', '),
          more,
        }),
    },
    /** A setting on its page. */
    line: ({
      label,
      value,
      about,
    }: {
      readonly label: string;
      readonly value: string;
      readonly about: string;
    }): string => catalogue.line({ label: bold(label), value, about }),
    forms: {
      ...catalogue.forms,
      number: ({ min, max }: { readonly min: number; readonly max: number }): string =>
        catalogue.forms.number({ min: format.number(min, 2), max: format.number(max, 2) }),
      invalidNumber: ({
        field,
        min,
        max,
      }: {
        readonly field: string;
        readonly min: number;
        readonly max: number;
      }): string => catalogue.forms.invalidNumber({ field, min: format.number(min, 2), max: format.number(max, 2) }),
    },
    autoCaptions: {
      ...catalogue.autoCaptions,
      howToAdd: catalogue.autoCaptions.howToAdd({ captionsAuto: command('captions auto') }),
    },
    /** The page of members. `name` and `sound` are sanitized. */
    members: {
      ...catalogue.members,
      called: ({ userId, name }: { readonly userId: string; readonly name: string }): string =>
        catalogue.members.called({ user: userMention(userId), name }),
      suspended: ({ userId, name }: { readonly userId: string; readonly name: string }): string =>
        catalogue.members.suspended({ user: userMention(userId), name }),
      bot: ({ userId }: { readonly userId: string }): string => catalogue.members.bot({ user: userMention(userId) }),
      uncalled: ({ userId }: { readonly userId: string }): string =>
        catalogue.members.uncalled({ user: userMention(userId) }),
      howToSetVoice: catalogue.members.howToSetVoice({ voiceUse: command('voice use') }),
    },
    /** Above a page. */
    notes: {
      ...catalogue.notes,
      stricterNow: catalogue.notes.stricterNow({ start }),
      logUnreachable: ({
        channelId,
        permissions,
      }: {
        readonly channelId: string;
        readonly permissions: readonly string[];
      }): string =>
        catalogue.notes.logUnreachable({
          channel: channelMention(channelId),
          ...format.permissions(permissions),
        }),
    },
    /** Posts in the log channel. Names are plain text. */
    log: {
      ...catalogue.log,
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
      }): string => catalogue.log.changed({ person: bold(person), setting: bold(setting), from, to }),
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
          ...(added.length === 0 ? [] : [catalogue.log.listed.added({ added: format.list(added) })]),
          ...(removed.length === 0 ? [] : [catalogue.log.listed.removed({ removed: format.list(removed) })]),
        ];
        return catalogue.log.listed.sentence({
          person: bold(person),
          setting: bold(setting),
          joined: parts.join(catalogue.log.listed.text3Separator),
        });
      },
    },
    refusals: {
      ...catalogue.refusals,
      managersOnly: ({ roles }: { readonly roles: readonly string[] }): string =>
        roles.length === 0
          ? catalogue.refusals.managersOnly.noRoles
          : catalogue.refusals.managersOnly.someRoles({ roles: format.alternatives(roles) }),
      /** A feature that this server keeps to some roles. */
      roleNeeded: ({ roles }: { readonly roles: readonly string[] }): string =>
        roles.length === 0
          ? catalogue.refusals.roleNeeded.noRoles({ settings: command('settings') })
          : catalogue.refusals.roleNeeded.someRoles({ roles: format.alternatives(roles) }),
      /** The server's voice, but others may not know it. */
      voiceOnlyYours: ({ title }: { readonly title: string }): string =>
        catalogue.refusals.voiceOnlyYours({ title: bold(title), voiceEdit: command('voice edit') }),
      outdated: catalogue.refusals.outdated({ settings: command('settings') }),
    },
  };
}
