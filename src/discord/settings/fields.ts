import { ChannelType } from 'discord.js';
import { UserError } from '../../errors.ts';
import type { Messages } from '../../messages/messages.ts';
import { SETTING_BOUNDS, type ServerSettings, type SettingsTopic } from '../../settings/server-settings.ts';
import type { Channels, Field, FormEntry, Roles, SettingId, Showing, Toggle } from './controls.ts';

type ValueName = 'everyone' | 'nobody' | 'nobodyElse' | 'none' | 'nowhere';

/** A field of the server's own settings, without how it is shown. */
export function serverField<T extends SettingsTopic, K extends keyof ServerSettings[T] & string>(
  topic: T,
  name: K,
): Pick<Field<ServerSettings[T][K]>, 'get' | 'set'> {
  return {
    get: ({ server }) => server[topic][name],
    set: (all, value) => ({ ...all, server: { ...all.server, [topic]: { ...all.server[topic], [name]: value } } }),
  };
}

/** A switch over a field. */
export function toggle(id: SettingId, field: Pick<Field<boolean>, 'get' | 'set'>): Toggle {
  return {
    ...{ kind: 'toggle', id, ...field },
    show: (all, { messages: { settings } }) => (field.get(all) ? settings.values.on : settings.values.off),
  };
}

/** A list of roles over a field. `whenEmpty` is what an empty list means. */
export function roles(
  id: SettingId,
  field: Pick<Field<readonly string[]>, 'get' | 'set'>,
  { whenEmpty, ...more }: Pick<Roles, 'isRule' | 'isForServerManagers'> & { readonly whenEmpty: ValueName },
): Roles {
  return {
    kind: 'roles',
    id,
    ...field,
    ...more,
    max: SETTING_BOUNDS.roles,
    placeholder: ({ settings: { placeholders } }) =>
      whenEmpty === 'everyone' ? placeholders.everyone : placeholders.chooseRoles,
    show: (all, showing) => showList(field.get(all), showing.names.role, showing, whenEmpty),
  };
}

/** Where text is posted: not forums, which take no messages of their own. */
export const TEXT_CHANNELS = [
  ...[ChannelType.GuildText, ChannelType.GuildAnnouncement, ChannelType.GuildVoice, ChannelType.GuildStageVoice],
  ...[ChannelType.PublicThread, ChannelType.PrivateThread, ChannelType.AnnouncementThread],
] as const;

/** A list of channels over a field. */
export function channels(
  id: SettingId,
  field: Pick<Field<readonly string[]>, 'get' | 'set'>,
  more: Pick<Channels, 'max' | 'types'>,
): Channels {
  return {
    ...{ kind: 'channels', id, ...field, ...more },
    show: (all, showing) => showList(field.get(all), showing.names.channel, showing, 'nowhere'),
  };
}

/** A list as people read it: its first entries and how many more there are. */
export function showList(
  ids: readonly string[],
  name: (id: string) => string,
  { messages: { settings }, maxListed }: Showing,
  whenEmpty: ValueName,
): string {
  if (ids.length === 0) return settings.values[whenEmpty];
  const items = ids.slice(0, maxListed).map(name);
  const more = ids.length - items.length;
  return more === 0 ? settings.values.list({ items }) : settings.values.andMore({ items, more });
}

interface NumberBounds {
  readonly min: number;
  readonly max: number;
  readonly isWhole: boolean;
}

/** A number that is typed. */
export function numberEntry(
  id: SettingId,
  field: Pick<Field<number>, 'get' | 'set'>,
  bounds: NumberBounds & { readonly show: (value: number, values: Messages['settings']['values']) => string },
): FormEntry {
  const { min, max } = bounds;
  return {
    field: { id, get: field.get, show: (all, { messages }) => bounds.show(field.get(all), messages.settings.values) },
    input: (all, { settings }) => ({
      style: 'short',
      required: true,
      maxLength: 9,
      value: String(field.get(all)),
      placeholder: settings.forms.number({ min, max }),
    }),
    read: async (typed, { messages }) => {
      const value = numberOf(typed, bounds);
      if (value !== undefined) return (all) => field.set(all, value);
      const { fields, forms } = messages.settings;
      const refusal = bounds.isWhole ? forms.invalidWhole : forms.invalidNumber;
      throw new UserError(refusal({ field: fields[id].label, min, max }));
    },
  };
}

/** A typed number, with a point or a comma; `undefined` when it is none within the bounds. */
function numberOf(typed: string, { min, max, isWhole }: NumberBounds): number | undefined {
  const text = typed.trim().replace(',', '.').replace(/^−/, '-');
  if (!(isWhole ? /^-?\d{1,9}$/ : /^-?\d{1,6}(\.\d{1,6})?$/).test(text)) return undefined;
  const value = Number(text);
  return value >= min && value <= max ? value : undefined;
}
