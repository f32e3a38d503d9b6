import {
  type AutocompleteInteraction,
  type ChatInputCommandInteraction,
  type Attachment as DiscordAttachment,
  type Interaction,
  type MessageContextMenuCommandInteraction,
  type ModalSubmitInteraction,
  PermissionFlagsBits,
} from 'discord.js';
import type { InteractionSource } from '../client/allowed-places.ts';
import { isManager } from '../client/permissions.ts';
import { type AnswerableInteraction, createAnswerPort, translatingErrors } from './answer-port.ts';
import { type Attachment, type CommandOptions, createOptions, type MenuMessage, type Place } from './command.ts';
import type { Incoming } from './interaction-router.ts';
import { toSpokenMessage } from './spoken-message.ts';

/** Translates an interaction of discord.js; `undefined` for kinds that no command handles. */
export function toIncoming(interaction: Interaction): Incoming | undefined {
  if (interaction.isAutocomplete()) return fromAutocomplete(interaction);
  if (interaction.isChatInputCommand()) {
    return {
      kind: 'command',
      name: interaction.commandName,
      options: optionsOf(interaction),
      ...originOf(interaction),
    };
  }
  if (interaction.isMessageContextMenuCommand()) {
    return {
      kind: 'menu',
      name: interaction.commandName,
      message: messageOf(interaction),
      ...originOf(interaction),
    };
  }
  if (interaction.isModalSubmit()) {
    return {
      kind: 'submit',
      customId: interaction.customId,
      field: (id) => fieldOf(interaction, id),
      ...originOf(interaction),
    };
  }
  if (!interaction.isMessageComponent()) return undefined;
  return {
    kind: 'component',
    customId: interaction.customId,
    values: interaction.isAnySelectMenu() ? interaction.values : [],
    ...originOf(interaction),
  };
}

/** The options of a subcommand are one level deeper. */
function optionsOf({ options }: ChatInputCommandInteraction): CommandOptions {
  const subcommand = options.getSubcommand(false) ?? undefined;
  const given = subcommand === undefined ? options.data : (options.data[0]?.options ?? []);
  const values = given.map(
    ({ name, value, attachment }) => [name, attachment ? toAttachment(attachment) : value] as const,
  );
  return createOptions(Object.fromEntries(values), subcommand);
}

/** A forwarded message keeps its attachments in a snapshot. */
function messageOf({ targetMessage }: MessageContextMenuCommandInteraction): MenuMessage {
  const { author, attachments, messageSnapshots } = targetMessage;
  const forwarded = messageSnapshots.values().flatMap((snapshot) => snapshot.attachments.values());
  return {
    authorId: author.id,
    spoken: (nameOf) => toSpokenMessage(targetMessage, nameOf),
    attachments: [...attachments.values()].map(toAttachment),
    forwarded: [...forwarded].map(toAttachment),
  };
}

/** An attachment of a message or an option as plain data. */
export function toAttachment(attachment: DiscordAttachment): Attachment {
  const { id, name, url, size, contentType, duration, waveform } = attachment;
  return {
    ...{ id, name, url, sizeBytes: size },
    contentType: contentType ?? undefined,
    durationS: duration ?? undefined,
    // Discord adds a waveform to recordings made in its client, and to nothing else.
    isVoiceMessage: waveform !== null,
  };
}

function fieldOf({ fields }: ModalSubmitInteraction, id: string): string {
  const field = fields.fields.get(id);
  return field !== undefined && 'value' in field && typeof field.value === 'string' ? field.value : '';
}

function fromAutocomplete(interaction: AutocompleteInteraction): Incoming {
  const { name, value } = interaction.options.getFocused(true);
  return {
    kind: 'autocomplete',
    id: interaction.id,
    name: interaction.commandName,
    userId: interaction.user.id,
    locale: interaction.locale,
    place: placeOf(interaction),
    source: sourceOf(interaction),
    subcommand: interaction.options.getSubcommand(false) ?? undefined,
    option: name,
    typed: value,
    respond: (choices) => translatingErrors(() => interaction.respond(choices)),
  };
}

function originOf(interaction: AnswerableInteraction) {
  return {
    id: interaction.id,
    userId: interaction.user.id,
    locale: interaction.locale,
    place: placeOf(interaction),
    source: sourceOf(interaction),
    token: interaction.token,
    uploadLimitBytes: interaction.attachmentSizeLimit,
    // Direct messages know no permission for it.
    mayAnswerWithVoice:
      interaction.guildId === null || interaction.appPermissions.has(PermissionFlagsBits.SendVoiceMessages),
    port: createAnswerPort(interaction),
  };
}

/**
 * For components and forms Discord names the installation of the command behind them.
 * https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-object-authorizing-integration-owners-object
 */
function sourceOf(interaction: AnswerableInteraction | AutocompleteInteraction): InteractionSource {
  const { guildId, authorizingIntegrationOwners: owners } = interaction;
  return {
    guildId: guildId ?? undefined,
    // A server that the bot is a member of let it in, whatever installation a message of the bot came from.
    isServerInstall: interaction.inCachedGuild() || (guildId !== null && owners.guildId === guildId),
    isUserInstall: owners.userId !== null,
  };
}

function placeOf(interaction: AnswerableInteraction | AutocompleteInteraction): Place {
  // Only pings have no channel.
  const channelId = interaction.channelId ?? '';
  if (!interaction.inCachedGuild()) return { kind: 'elsewhere', channelId };
  return {
    kind: 'guild',
    guildId: interaction.guildId,
    channelId,
    roleIds: [...interaction.member.roles.cache.keys()],
    voiceChannelId: interaction.guild.voiceStates.cache.get(interaction.user.id)?.channelId ?? undefined,
    // `interaction.memberPermissions` are those of the channel.
    managesGuild: interaction.member.permissions.has(PermissionFlagsBits.ManageGuild),
    managesVoice: isManager(interaction.member.permissions.bitfield),
  };
}
