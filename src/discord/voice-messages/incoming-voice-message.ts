import { type Message, MessageFlags, MessageReferenceType, PermissionFlagsBits } from 'discord.js';
import type { Attachment } from '../interactions/command.ts';
import { toAttachment } from '../interactions/incoming.ts';

/** A voice message that a person sent in a server, as plain data. */
export interface IncomingVoiceMessage {
  readonly messageId: string;
  readonly guildId: string;
  readonly channelId: string;
  /** Who sent it. */
  readonly userId: string;
  readonly roleIds: readonly string[];
  /** Has Manage Server. */
  readonly managesGuild: boolean;
  /** By Discord's clock: milliseconds since 1970. */
  readonly sentAtMs: number;
  readonly recording: Attachment;
}

/** The parts of discord.js's message that tell. */
export type GatewayMessage = Pick<
  Message,
  | 'id'
  | 'guildId'
  | 'channelId'
  | 'author'
  | 'member'
  | 'webhookId'
  | 'flags'
  | 'attachments'
  | 'reference'
  | 'createdTimestamp'
>;

/**
 * Translates a message of discord.js; `undefined` unless it is a voice message of a person. Forwarded ones are none: Discord
 * does not say whose they are.
 */
export function toVoiceMessage(message: GatewayMessage): IncomingVoiceMessage | undefined {
  const { id: messageId, guildId, channelId, author, member, flags, reference } = message;
  const isForward = reference?.type === MessageReferenceType.Forward;
  if (guildId === null || author.bot || message.webhookId !== null || isForward) return undefined;
  const recording = message.attachments.first();
  if (recording === undefined || !flags.has(MessageFlags.IsVoiceMessage)) return undefined;
  const sentAtMs = message.createdTimestamp;
  // The flag decides: a waveform alone may be missing.
  const attachment = { ...toAttachment(recording), isVoiceMessage: true };
  return {
    ...{ messageId, guildId, channelId, userId: author.id, sentAtMs, recording: attachment },
    roleIds: [...(member?.roles.cache.keys() ?? [])],
    managesGuild: member?.permissions.has(PermissionFlagsBits.ManageGuild) ?? false,
  };
}
