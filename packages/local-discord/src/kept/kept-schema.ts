import { ChannelType, OverwriteType } from 'discord-api-types/v10';
import { z } from 'zod';
import type { HostedFile } from '../attachments.ts';
import type { MessageBody } from '../rules/message-rules.ts';

/** Version of the format; grows with every change that an older playground cannot read. */
export const KEPT_VERSION = 1;

const id = z.string().regex(/^\d{17,20}$/);
const bits = z.string().regex(/^\d+$/);

const userSchema = z.object({
  id,
  username: z.string(),
  globalName: z.string().optional(),
  bot: z.boolean(),
  locale: z.string(),
  uploadLimitBytes: z.number(),
  acceptsDms: z.boolean(),
});

const roleSchema = z.object({ id, name: z.string(), permissions: bits, position: z.int() });

const memberSchema = z.object({
  userId: id,
  roleIds: z.array(id),
  joinedAt: z.string(),
  nickname: z.string().optional(),
});

const attachmentSchema = z.object({
  id,
  filename: z.string(),
  description: z.string().exactOptional(),
  content_type: z.string().exactOptional(),
  size: z.number(),
  url: z.string(),
  proxy_url: z.string(),
  duration_secs: z.number().exactOptional(),
  waveform: z.string().exactOptional(),
});

const authorSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('user'), userId: id }),
  z.object({ kind: z.literal('webhook'), webhookId: id, name: z.string(), avatarUrl: z.string().optional() }),
]);

/** Checked by Discord's rules when the message was made. */
const unchecked = <T>(): z.ZodType<T> => z.custom<T>();

const messageSchema = z.object({
  id,
  author: authorSchema,
  type: z.int(),
  createdAtMs: z.number(),
  interactionId: id.optional(),
  referenceId: id.optional(),
  maxFileBytes: z.number(),
  applicationId: id.optional(),
  command: z.object({ id, path: z.string(), userId: id }).optional(),
  content: z.string(),
  embeds: unchecked<NonNullable<MessageBody['embeds']>>(),
  components: unchecked<NonNullable<MessageBody['components']>>(),
  attachments: z.array(attachmentSchema),
  flags: z.int(),
  pings: z.array(z.string()),
  mentionedUserIds: z.array(id),
  allowedMentions: unchecked<MessageBody['allowed_mentions']>().optional(),
  editedAtMs: z.number().optional(),
  revision: z.int(),
  lateEdits: z.int(),
});

const channelSchema = z.object({
  id,
  type: z.literal([
    ChannelType.GuildText,
    ChannelType.GuildVoice,
    ChannelType.GuildStageVoice,
    ChannelType.PublicThread,
    ChannelType.PrivateThread,
    ChannelType.DM,
  ]),
  guildId: id.optional(),
  name: z.string(),
  position: z.int(),
  recipientIds: z.array(id),
  parentId: id.optional(),
  threadMembers: z.array(z.tuple([id, z.string()])),
  archived: z.boolean(),
  userLimit: z.int(),
  overwrites: z.array(
    z.object({ id, type: z.literal([OverwriteType.Role, OverwriteType.Member]), allow: bits, deny: bits }),
  ),
  messages: z.array(messageSchema),
});

const guildSchema = z.object({
  id,
  name: z.string(),
  ownerId: id,
  preferredLocale: z.string(),
  roles: z.array(roleSchema),
  members: z.array(memberSchema),
});

/** What a local Discord keeps between visits, as JSON: all but voice, interactions, commands and ephemeral messages. */
export const keptStateSchema = z.object({
  version: z.literal(KEPT_VERSION),
  botId: id,
  users: z.array(userSchema),
  guilds: z.array(guildSchema).min(1),
  /** Of all guilds, threads and direct messages included. */
  channels: z.array(channelSchema),
  webhooks: z.array(z.object({ id, token: z.string(), guildId: id, channelId: id, name: z.string() })),
  /** Content types of the files of its messages, by their paths. */
  files: z.record(z.string(), z.string()),
});

export type KeptState = z.output<typeof keptStateSchema>;
export type KeptChannel = KeptState['channels'][number];
export type KeptMessage = KeptChannel['messages'][number];

/** A local Discord as it is kept: its state, and the files of its messages by their paths. */
export interface KeptDiscord {
  readonly state: KeptState;
  readonly files: ReadonlyMap<string, HostedFile>;
}
