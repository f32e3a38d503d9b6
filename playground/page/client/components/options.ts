import type { APISelectMenuComponent } from 'discord-api-types/v10';
import { isVoiceChannel } from '../names.ts';
import type { Choice } from '../parts/choices.ts';
import type { PageState } from '../state.ts';
import { emojiText } from './emoji-text.ts';
import { COMPONENT } from './numbers.ts';

/** What can be chosen in a select: its own options, or people, roles and channels of the open server. */
export function choicesOf(select: APISelectMenuComponent, state: PageState): readonly Choice[] {
  if (select.type === COMPONENT.stringSelect) {
    return select.options.map(({ value, label, description, emoji }) => ({
      value,
      label,
      description,
      sign: emoji === undefined ? '' : emojiText(emoji),
    }));
  }
  if (select.type === COMPONENT.channelSelect) return channels(select.channel_types, state);
  const people = select.type === COMPONENT.roleSelect ? [] : entities(peopleOf(state), '@');
  const roles = select.type === COMPONENT.userSelect ? [] : entities(rolesOf(state), '@');
  return [...people, ...roles];
}

/** Values that are chosen before the visitor has chosen anything. */
export function defaultsOf(select: APISelectMenuComponent): readonly string[] {
  if (select.type === COMPONENT.stringSelect) {
    return select.options.filter((option) => option.default === true).map(({ value }) => value);
  }
  return (select.default_values ?? []).map(({ id }) => id);
}

function channels(types: readonly number[] | undefined, state: PageState): readonly Choice[] {
  const all = state.servers.find(({ id }) => id === state.serverId)?.channels ?? [];
  return all
    .filter(({ type }) => types === undefined || types.length === 0 || types.includes(type))
    .map((channel) => ({
      value: channel.id,
      label: channel.name,
      description: undefined,
      sign: isVoiceChannel(channel) ? '🔊' : '#',
    }));
}

function entities(list: readonly { readonly id: string; readonly name: string }[], sign: string): readonly Choice[] {
  return list.map(({ id, name }) => ({ value: id, label: name, description: undefined, sign }));
}

function peopleOf({
  servers,
  serverId,
  welcome,
}: PageState): readonly { readonly id: string; readonly name: string }[] {
  const visitor = welcome === undefined ? [] : [welcome.visitor];
  return servers.find(({ id }) => id === serverId)?.members ?? visitor;
}

function rolesOf({ servers, serverId }: PageState): readonly { readonly id: string; readonly name: string }[] {
  return servers.find(({ id }) => id === serverId)?.roles ?? [];
}
