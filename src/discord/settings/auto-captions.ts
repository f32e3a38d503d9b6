import { type APIComponentInContainer, type APISelectMenuComponent, ComponentType, channelMention } from 'discord.js';
import type { Messages } from '../../messages/messages.ts';
import { truncate } from '../client/replies.ts';
import type { ReadingServices } from '../reading/reading-services.ts';
import type { Showing } from './controls.ts';
import { REMOVE_AUTO_ID } from './custom-ids.ts';
import { type Directory, plainName } from './guild-names.ts';
import { row, text } from './layout.ts';

/** A voice channel that is captioned automatically, and where its captions go. */
export type AutoEntry = ReturnType<ReadingServices['autoCaptions']['list']>[number];

/** Discord's bounds on the options of a select, and on the label of one. */
const MAX_OPTIONS = 25;
const MAX_LABEL_LENGTH = 100;

/** The list of them, with a menu that removes some, and how to add one. */
export function drawAutoCaptions(
  entries: readonly AutoEntry[],
  {
    guildId,
    directory,
    messages,
    maySee,
  }: {
    readonly guildId: string;
    readonly directory: Directory;
    readonly messages: Messages;
    /** Whether the person who looks may see the channel. */
    readonly maySee: (channelId: string) => boolean;
  },
): APIComponentInContainer[] {
  const { autoCaptions } = messages.settings;
  const name = (id: string): string => {
    const known = directory.channelNameIn(guildId, id);
    return known === undefined || maySee(id) ? plainName('channel', known, messages) : messages.settings.hiddenChannel;
  };
  const lines = entries.map(({ voiceChannelId, textChannelId }) =>
    autoCaptions.entry({ voice: channelMention(voiceChannelId), text: channelMention(textChannelId) }),
  );
  const options = entries.slice(0, MAX_OPTIONS).map(({ voiceChannelId, textChannelId }) => ({
    value: voiceChannelId,
    label: truncate(autoCaptions.entry({ voice: name(voiceChannelId), text: name(textChannelId) }), MAX_LABEL_LENGTH),
  }));
  const select: APISelectMenuComponent = {
    ...{ type: ComponentType.StringSelect, custom_id: REMOVE_AUTO_ID, options },
    ...{ placeholder: autoCaptions.chooseToRemove, min_values: 1, max_values: options.length },
  };
  return [
    text([...(lines.length === 0 ? [autoCaptions.none] : lines), autoCaptions.howToAdd].join('\n')),
    ...(options.length === 0 ? [] : [row(select)]),
  ];
}

/** Which voice channels are captioned automatically, in short. */
export function showAutoCaptions(
  entries: readonly AutoEntry[],
  { messages: { settings }, maxListed }: Showing,
): string {
  const items = entries.slice(0, maxListed).map(({ voiceChannelId }) => channelMention(voiceChannelId));
  const more = entries.length - items.length;
  if (items.length === 0) return settings.values.none;
  return more === 0 ? settings.values.list({ items }) : settings.values.andMore({ items, more });
}
