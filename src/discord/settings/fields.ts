import { ChannelType } from 'discord.js';
import { UserError } from '../../errors.ts';
import type { Messages } from '../../messages/messages.ts';
import {
  boundsOf,
  type FieldBounds,
  isSwitch,
  SERVER_SETTING_IDS,
  type ServerSettings,
  type SettingsTopic,
  type SwitchId,
} from '../../settings/server-settings.ts';
import type { Channels, Control, FormEntry, Roles, SettingId, Showing, Toggle } from './controls.ts';

type ValueName = 'everyone' | 'nobody' | 'nobodyElse' | 'none' | 'nowhere';

/** A field of the settings, without how it is shown. */
export interface Setting<Id extends string, T> {
  readonly id: Id;
  readonly bounds: FieldBounds;
  readonly get: (all: ServerSettings) => T;
  readonly set: (all: ServerSettings, value: T) => ServerSettings;
}

/** The field of this name. */
export function setting<T extends SettingsTopic, K extends keyof ServerSettings[T] & string>(
  topic: T,
  name: K,
): Setting<`${T}.${K}`, ServerSettings[T][K]> {
  return {
    id: `${topic}.${name}`,
    bounds: boundsOf(topic, name),
    get: (all) => all[topic][name],
    set: (all, value) => ({ ...all, [topic]: { ...all[topic], [name]: value } }),
  };
}

/** A switch. */
export function toggle(id: SwitchId): Toggle {
  const [topic = '', name = ''] = id.split('.');
  const get = (all: ServerSettings): boolean => Reflect.get(Reflect.get(all, topic), name) === true;
  return {
    ...{ kind: 'toggle', id, get },
    set: (all, value) => ({ ...all, [topic]: { ...Reflect.get(all, topic), [name]: value } }),
    show: (all, { messages: { settings } }) => (get(all) ? settings.values.on : settings.values.off),
  };
}

/** The controls of a topic, in the order of its schema: those of `others`, and a switch for each other yes or no. */
export function controlsOf(topic: SettingsTopic, others: readonly Control[]): readonly Control[] {
  const byId = new Map<string, Control>(others.map((control) => [control.id, control]));
  return SERVER_SETTING_IDS.filter((id) => id.startsWith(`${topic}.`)).flatMap(
    (id) => byId.get(id) ?? (isSwitch(id) ? toggle(id) : []),
  );
}

/** A list of roles over a field. `whenEmpty` is what an empty list means. */
export function roles(
  { bounds: { max }, ...field }: Setting<SettingId, readonly string[]>,
  { whenEmpty, ...more }: Pick<Roles, 'isRule' | 'isForServerManagers'> & { readonly whenEmpty: ValueName },
): Roles {
  return {
    kind: 'roles',
    ...field,
    ...more,
    max,
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
export function channels(field: Pick<Channels, 'id' | 'get' | 'set' | 'max'>, types: Channels['types']): Channels {
  return {
    ...{ kind: 'channels', ...field, types },
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

/** A number that is typed. */
export function numberEntry(
  field: Setting<SettingId, number>,
  show: (value: number, values: Messages['settings']['values']) => string,
): FormEntry {
  const { id, bounds, get } = field;
  const { min, max } = bounds;
  return {
    field: { id, get, show: (all, { messages }) => show(get(all), messages.settings.values) },
    input: (all, { settings }) => ({
      style: 'short',
      required: true,
      maxLength: 9,
      value: String(get(all)),
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
function numberOf(typed: string, { min, max, isWhole }: FieldBounds): number | undefined {
  const text = typed.trim().replace(',', '.').replace(/^−/, '-');
  if (!(isWhole ? /^-?\d{1,9}$/ : /^-?\d{1,6}(\.\d{1,6})?$/).test(text)) return undefined;
  const value = Number(text);
  return value >= min && value <= max ? value : undefined;
}
