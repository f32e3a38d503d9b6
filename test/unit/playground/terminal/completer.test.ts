import { ChannelType, ApplicationCommandOptionType as Kind } from 'discord-api-types/v10';
import { describe, expect, it, vi } from 'vitest';
import type { Cast } from '../../../../playground/cast/cast.ts';
import { Completer } from '../../../../playground/terminal/completer.ts';
import { MessageList } from '../../../../playground/terminal/message-list.ts';
import type { Seat } from '../../../../playground/terminal/seat.ts';

const choices = [
  { name: 'quiet', name_localizations: { de: 'leise' }, value: 'q' },
  { name: 'loud', value: 'l' },
];
const COMMANDS = [
  {
    name: 'voice',
    options: [
      {
        ...{ type: Kind.Subcommand, name: 'use' },
        options: [
          { type: Kind.String, name: 'voice', autocomplete: true },
          { type: Kind.String, name: 'style', choices },
          { type: Kind.Boolean, name: 'file' },
        ],
      },
    ],
  },
  {
    name: 'join',
    options: [{ type: Kind.Channel, name: 'channel', channel_types: [ChannelType.GuildVoice] }],
  },
  { name: 'mute', options: [{ type: Kind.Mentionable, name: 'whom' }] },
];

function create(locale = 'en-US') {
  const autocomplete = vi.fn(async () => [
    { name: 'My voice · yours', value: 'id-1' },
    { name: 'My other voice', value: 'id-2' },
  ]);
  const guild = {
    channels: [
      { name: 'general', kind: 'text' },
      { name: 'Lounge', kind: 'voice' },
      { name: 'Stage', kind: 'stage' },
    ],
    roles: [{ name: 'Moderators' }],
  };
  const cast = { servers: [{ name: 'Local Guild' }], people: () => [{ name: 'Ada' }, { name: 'Grace' }] };
  const person = { locale, offeredCommands: () => COMMANDS, autocomplete };
  const seat = { person, guild, textChannelId: 'c', formOpener: undefined };
  const completer = new Completer(cast as unknown as Cast, seat as unknown as Seat, new MessageList());
  return { completer, autocomplete };
}

describe('a line', () => {
  it.each([
    ['/vo', '/vo', ['/voice ']],
    ['/voice ', '', ['use ']],
    ['/voice use st', 'st', ['style:']],
    ['/voice use style:', '', ['quiet', 'loud']],
    ['/voice use voice:My voice style:lo', 'lo', ['loud']],
    ['/voice use voice:x file:', '', ['true', 'false']],
    ['/voice use style:loud fi', 'fi', ['file:']],
    ['/join channel:', '', ['#Lounge']],
    ['/join #lo', '#lo', ['#Lounge']],
    ['/mute whom:gr', 'gr', ['Grace']],
    ['/mute whom:Mo', 'Mo', ['Moderators']],
    ['in g', 'g', ['general']],
    ['go ', '', ['Lounge', 'Stage', 'nowhere']],
    ['as l', 'l', ['Linus']],
    ['server lo', 'lo', ['Local Guild']],
    ['lin', 'lin', ['linus ']],
    ['ex', 'ex', ['exit ']],
    ['hello g', 'g', []],
  ])('%j is completed after %j with %j', async (line, typed, candidates) => {
    const { completer } = create();
    expect(await completer.complete(line)).toEqual({ typed, candidates });
  });

  it('is completed in the person’s language', async () => {
    const { completer } = create('de');
    expect((await completer.complete('/voice use style:l')).candidates).toEqual(['leise', 'loud']);
  });

  it.each([
    ['/voice use voice:My v', 'My v'],
    ['/voice use My v', 'My v'],
  ])('%j gets the suggestions for %j, which mean the very thing suggested', async (line, typed) => {
    const { completer, autocomplete } = create();
    const names = ['My voice · yours', 'My other voice'];
    expect(await completer.complete(line)).toEqual({ typed, candidates: names });
    expect(autocomplete).toHaveBeenCalledExactlyOnceWith('/voice use', 'voice', typed, {}, { channelId: 'c' });
    const options = { voice: 'My voice · yours', file: true };
    expect(completer.meant('/voice use', options)).toEqual({ voice: 'id-1', file: true });
    expect(completer.meant('/other', options)).toEqual(options);
  });
});
