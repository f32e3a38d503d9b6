import {
  type AutocompleteInteraction,
  type ChatInputCommandInteraction,
  DiscordAPIError,
  type Interaction,
  type MessageComponentInteraction,
  MessageFlags,
  PermissionFlagsBits,
} from 'discord.js';
import { MynahError, UserError } from '../errors.ts';
import { type AnswerPort, INTERACTION_GONE } from './answers.ts';
import { type CommandOptions, createOptions, type Place } from './command.ts';
import { isManager } from './permissions.ts';
import { type ReplyVisibility, toMessageFields } from './replies.ts';
import type { Incoming } from './router.ts';

/** Discord's codes for an interaction it no longer takes answers to: unknown interaction, unknown or expired webhook. */
const GONE_CODES: ReadonlySet<unknown> = new Set([10_062, 10_015, 50_027]);
/** Discord's code for an upload that is too large. */
const TOO_LARGE_CODE = 40_005;

/** Translates an interaction of discord.js; `undefined` for kinds that no command listens to. */
export function toIncoming(interaction: Interaction): Incoming | undefined {
  if (interaction.isAutocomplete()) return fromAutocomplete(interaction);
  if (interaction.isChatInputCommand()) {
    return {
      kind: 'command',
      name: interaction.commandName,
      options: optionsOf(interaction),
      port: createPort(interaction),
      ...askedIn(interaction),
    };
  }
  if (!interaction.isMessageComponent()) return undefined;
  return {
    kind: 'component',
    customId: interaction.customId,
    values: interaction.isStringSelectMenu() ? interaction.values : [],
    port: createPort(interaction),
    ...askedIn(interaction),
  };
}

/** The options of a subcommand stand one level deeper. */
function optionsOf({ options }: ChatInputCommandInteraction): CommandOptions {
  const subcommand = options.getSubcommand(false) ?? undefined;
  const given = subcommand === undefined ? options.data : (options.data[0]?.options ?? []);
  return createOptions(Object.fromEntries(given.map(({ name, value }) => [name, value])), subcommand);
}

function fromAutocomplete(interaction: AutocompleteInteraction): Incoming {
  const { name, value } = interaction.options.getFocused(true);
  return {
    kind: 'autocomplete',
    name: interaction.commandName,
    userId: interaction.user.id,
    place: placeOf(interaction),
    subcommand: interaction.options.getSubcommand(false) ?? undefined,
    option: name,
    typed: value,
    tenant: interaction.guildId ?? interaction.user.id,
    respond: (choices) => translatingErrors(() => interaction.respond(choices)),
  };
}

function askedIn(interaction: ChatInputCommandInteraction | MessageComponentInteraction) {
  return {
    userId: interaction.user.id,
    place: placeOf(interaction),
    tenant: interaction.guildId ?? interaction.user.id,
    uploadLimitBytes: interaction.attachmentSizeLimit,
  };
}

function placeOf(
  interaction: ChatInputCommandInteraction | MessageComponentInteraction | AutocompleteInteraction,
): Place {
  if (!interaction.inCachedGuild()) return { kind: 'elsewhere' };
  return {
    kind: 'guild',
    guildId: interaction.guildId,
    channelId: interaction.channelId,
    voiceChannelId: interaction.guild.voiceStates.cache.get(interaction.user.id)?.channelId ?? undefined,
    isManager: isManager(interaction.memberPermissions.bitfield),
    managesGuild: interaction.memberPermissions.has(PermissionFlagsBits.ManageGuild),
  };
}

function createPort(interaction: ChatInputCommandInteraction | MessageComponentInteraction): AnswerPort {
  const component = interaction.isMessageComponent() ? interaction : undefined;
  return {
    reply: (reply) =>
      translatingErrors(() => interaction.reply({ ...toMessageFields(reply), ...flagsFor(reply.visibility) })),
    defer: (visibility) => translatingErrors(() => interaction.deferReply(flagsFor(visibility))),
    edit: (reply, messageId) =>
      translatingErrors(() => interaction.editReply({ ...toMessageFields(reply), message: messageId ?? '@original' })),
    remove: () => translatingErrors(() => interaction.deleteReply()),
    followUp: async (reply) => {
      let id = '';
      await translatingErrors(async () => {
        ({ id } = await interaction.followUp({ ...toMessageFields(reply), ...flagsFor(reply.visibility) }));
      });
      return id;
    },
    deferUpdate: component && (() => translatingErrors(() => component.deferUpdate())),
    update: component && ((reply) => translatingErrors(() => component.update(toMessageFields(reply)))),
  };
}

function flagsFor(visibility: ReplyVisibility): { flags?: MessageFlags.Ephemeral } {
  return visibility === 'ephemeral' ? { flags: MessageFlags.Ephemeral } : {};
}

async function translatingErrors(call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
  } catch (error) {
    throw toOurs(error);
  }
}

function toOurs(error: unknown): MynahError {
  if (error instanceof DiscordAPIError && GONE_CODES.has(error.code)) {
    return new MynahError(INTERACTION_GONE, 'Discord no longer knows this interaction', { cause: error });
  }
  if (error instanceof DiscordAPIError && error.code === TOO_LARGE_CODE) {
    return new UserError('The file is too large for Discord. Try a shorter text.', { cause: error });
  }
  return new MynahError('DISCORD_REFUSED', 'Discord did not take an answer', { cause: error });
}
