import { type APIApplicationCommandChannelOption, ApplicationCommandOptionType, ChannelType } from 'discord.js';
import { type Command, type CommandDefinition, GUILD_ONLY } from '../src/discord/interactions/command.ts';
import { UserError } from '../src/errors.ts';
import type { Messages } from '../src/messages/messages.ts';
import { openIdentityForm, setIdentityVoice, showIdentities } from './autoread/identities.ts';
import { openNameForm, setMuted, setName } from './autoread/own-messages.ts';
import { type AutoreadParts, IDENTITY, NAME } from './autoread/parts.ts';
import { showStatus } from './autoread/status.ts';
import { turnOff } from './autoread/turn-off.ts';
import { turnOn, widen } from './autoread/turn-on.ts';
import { AUTOREAD_LIMIT } from './command-limits.ts';

const SUBCOMMAND = ApplicationCommandOptionType.Subcommand;

/** Where people write. */
const CHANNEL_TYPES: APIApplicationCommandChannelOption['channel_types'] = [
  ChannelType.GuildText,
  ChannelType.GuildAnnouncement,
  ChannelType.GuildVoice,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
  ChannelType.AnnouncementThread,
];

const define = ({ reading: { command: texts } }: Messages): CommandDefinition => {
  const channel = {
    type: ApplicationCommandOptionType.Channel as const,
    name: 'channel',
    description: texts.options.channel,
    channel_types: CHANNEL_TYPES,
  } satisfies APIApplicationCommandChannelOption;
  return {
    name: NAME,
    description: texts.description,
    ...GUILD_ONLY,
    options: [
      {
        type: SUBCOMMAND,
        name: 'on',
        description: texts.on,
        options: [
          channel,
          {
            type: ApplicationCommandOptionType.Boolean,
            name: 'auto_join',
            description: texts.options.autoJoin,
          },
        ],
      },
      { type: SUBCOMMAND, name: 'off', description: texts.off, options: [channel] },
      { type: SUBCOMMAND, name: 'status', description: texts.status, options: [channel] },
    ],
  };
};

/** Before the id of the channel that a button opens to more listeners. */
const WIDER = 'wider:';

/** `/autoread`: which channels are read aloud, and who is read. */
export function createAutoread(parts: AutoreadParts): Command {
  return {
    name: NAME,
    define,
    runLimit: ({ subcommand }) => (subcommand === 'on' ? AUTOREAD_LIMIT : undefined),
    // Nobody has to wait to be read no longer.
    componentLimit: (argument) => (argument === 'mute' ? 'unlimited' : undefined),
    run: (context) => {
      switch (context.options.subcommand) {
        case 'on':
          return turnOn(parts, context);
        case 'off':
          return turnOff(parts, context);
        default:
          return showStatus(parts, context);
      }
    },
    component: async (context) => {
      const { argument, messages } = context;
      if (argument === 'name') return openNameForm(parts, context);
      if (argument === 'identities') return showIdentities(parts, context);
      if (argument === IDENTITY) return openIdentityForm(parts, context);
      if (argument.startsWith(WIDER)) return widen(parts, context, argument.slice(WIDER.length));
      if (argument !== 'mute' && argument !== 'unmute') throw new UserError(messages.interactions.oldButton);
      return setMuted(parts, context, argument === 'mute');
    },
    submit: (context) => {
      const [subject, key] = context.argument.split(':');
      return subject === IDENTITY ? setIdentityVoice(parts, context, key ?? '') : setName(parts, context);
    },
  };
}
