import { ChannelType, type OverwriteType } from 'discord-api-types/v10';
import { createListeners, type Listeners } from './listeners.ts';
import { MAX_FILE_BYTES, type MessageBody } from './rules/message-rules.ts';
import { createSnowflakes } from './snowflake.ts';

/** Number of messages kept per channel; older ones are discarded. */
const KEPT_MESSAGES = 5_000;

/** A person or a bot. */
export interface User {
  readonly id: string;
  readonly username: string;
  readonly globalName: string | undefined;
  readonly bot: boolean;
  /** The language that they use Discord in, by Discord's code. */
  locale: string;
  /** Largest upload of this user; paid accounts have more. */
  readonly uploadLimitBytes: number;
  /** The bot's application is theirs. */
  readonly ownsApplication?: boolean | undefined;
  acceptsDms: boolean;
}

/** A role of a guild; the role with the guild's id is @everyone. */
export interface Role {
  readonly id: string;
  readonly name: string;
  permissions: bigint;
  readonly position: number;
}

/** Permission overwrite of a channel; `id` is a role's or a user's. */
interface Overwrite {
  readonly id: string;
  readonly type: OverwriteType;
  readonly allow: bigint;
  readonly deny: bigint;
}

/** A text, voice or stage channel of a guild, a thread, or a direct-message channel (no `guildId`, two `recipientIds`). */
export interface Channel {
  readonly id: string;
  readonly type:
    | ChannelType.GuildText
    | ChannelType.GuildVoice
    | ChannelType.GuildStageVoice
    | ChannelType.PublicThread
    | ChannelType.PrivateThread
    | ChannelType.DM;
  readonly guildId: string | undefined;
  readonly name: string;
  readonly position: number;
  readonly recipientIds: readonly string[];
  /** The channel that a thread belongs to; `undefined` for other channels. */
  readonly parentId: string | undefined;
  /** Members of a thread: when each joined, by user id. */
  readonly threadMembers: Map<string, string>;
  /** True for an archived thread. */
  archived: boolean;
  /** User limit of a voice channel; 0 means none. */
  userLimit: number;
  /** The voice channel's status. */
  status: string;
  readonly overwrites: Map<string, Overwrite>;
  readonly messages: Map<string, StoredMessage>;
}

/** A user's membership in a guild. */
export interface Member {
  readonly userId: string;
  roleIds: string[];
  readonly joinedAt: string;
  nickname: string | undefined;
  /** Moderators have muted or deafened them in voice channels of the guild. */
  mute: boolean;
  deaf: boolean;
}

/** A user's voice state. */
export interface VoiceState {
  readonly guildId: string;
  readonly userId: string;
  readonly channelId: string;
  readonly sessionId: string;
  readonly selfMute: boolean;
  readonly selfDeaf: boolean;
  /** They are in the audience of a stage channel. */
  readonly suppress: boolean;
  /** Since when they ask to speak in a stage channel, as ISO 8601. */
  readonly requestToSpeakAt: string | undefined;
}

/** A guild and everything in it. */
export interface Guild {
  readonly id: string;
  readonly name: string;
  readonly ownerId: string;
  readonly roles: Map<string, Role>;
  /** The language of the guild, by Discord's code. */
  preferredLocale: string;
  /** All channels except threads. */
  readonly channels: Map<string, Channel>;
  readonly threads: Map<string, Channel>;
  readonly members: Map<string, Member>;
  readonly voiceStates: Map<string, VoiceState>;
}

/** A file of a message, as Discord describes it. */
export interface StoredAttachment {
  readonly id: string;
  readonly filename: string;
  readonly description?: string;
  readonly content_type?: string;
  readonly size: number;
  readonly url: string;
  readonly proxy_url: string;
  readonly ephemeral?: true;
  readonly duration_secs?: number;
  readonly waveform?: string;
}

/** Author of a message: a user, or a webhook with its own name. */
export type Author =
  | { readonly kind: 'user'; readonly userId: string }
  | {
      readonly kind: 'webhook';
      readonly webhookId: string;
      readonly name: string;
      readonly avatarUrl: string | undefined;
    };

/** A message; edits change it in place. */
export interface StoredMessage {
  readonly id: string;
  readonly channelId: string;
  readonly author: Author;
  readonly type: number;
  readonly createdAtMs: number;
  /** The only user who sees it (ephemeral); `undefined` means everyone in the channel. */
  readonly visibleTo: string | undefined;
  /** Id of the interaction it answers. */
  readonly interactionId: string | undefined;
  /** The message it replies to. */
  readonly referenceId: string | undefined;
  /** Largest file it may contain. */
  readonly maxFileBytes: number;
  /** Set on messages by which the bot answers: the id of its application, whose webhook it came through. */
  readonly applicationId: string | undefined;
  /** The command that it answers, and who used it. */
  readonly command: { readonly id: string; readonly path: string; readonly userId: string } | undefined;
  content: string;
  embeds: NonNullable<MessageBody['embeds']>;
  components: NonNullable<MessageBody['components']>;
  attachments: StoredAttachment[];
  flags: number;
  /** What the mentions actually pinged: user and role ids, `everyone`. */
  pings: string[];
  mentionedUserIds: string[];
  allowedMentions: MessageBody['allowed_mentions'];
  editedAtMs: number | undefined;
  /** Grows with every edit. */
  revision: number;
  lateEdits: number;
  deleted: boolean;
}

/** A change that a person could notice. */
export type WorldChange =
  | { readonly kind: 'message-created' | 'message-updated' | 'message-deleted'; readonly message: StoredMessage }
  | { readonly kind: 'voice' | 'channel'; readonly guildId: string; readonly channelId: string | undefined }
  /** Members, roles, or the guild itself. */
  | { readonly kind: 'guild'; readonly guildId: string }
  | { readonly kind: 'interaction'; readonly interactionId: string }
  /** The bot's connection or its commands. */
  | { readonly kind: 'bot' };

/** All state, in memory. It checks no permissions and sends no events; the services around it do. */
export class World {
  readonly changes: Listeners<WorldChange> = createListeners();
  readonly users = new Map<string, User>();
  readonly guilds = new Map<string, Guild>();
  readonly channels = new Map<string, Channel>();
  readonly makeId: () => string = createSnowflakes();

  addUser(options: {
    name: string;
    bot?: boolean;
    locale?: string;
    globalName?: string;
    uploadLimitBytes?: number;
    ownsApplication?: boolean;
  }): User {
    const user: User = {
      id: this.makeId(),
      username: options.name.toLowerCase().replaceAll(/[^a-z0-9._]/g, '_'),
      globalName: options.globalName ?? options.name,
      bot: options.bot ?? false,
      locale: options.locale ?? 'en-US',
      uploadLimitBytes: options.uploadLimitBytes ?? MAX_FILE_BYTES,
      ownsApplication: options.ownsApplication,
      acceptsDms: true,
    };
    this.users.set(user.id, user);
    return user;
  }

  addGuild(name: string, ownerId: string, everyonePermissions: bigint): Guild {
    const id = this.makeId();
    const everyone: Role = { id, name: '@everyone', permissions: everyonePermissions, position: 0 };
    const guild: Guild = {
      id,
      name,
      ownerId,
      roles: new Map([[id, everyone]]),
      preferredLocale: 'en-US',
      channels: new Map(),
      threads: new Map(),
      members: new Map(),
      voiceStates: new Map(),
    };
    this.guilds.set(id, guild);
    return guild;
  }

  addRole(guild: Guild, name: string, permissions: bigint): Role {
    const role: Role = { id: this.makeId(), name, permissions, position: guild.roles.size };
    guild.roles.set(role.id, role);
    return role;
  }

  addMember(guild: Guild, userId: string, roleIds: string[] = []): Member {
    const member: Member = {
      userId,
      roleIds,
      joinedAt: new Date().toISOString(),
      nickname: undefined,
      mute: false,
      deaf: false,
    };
    guild.members.set(userId, member);
    return member;
  }

  addChannel(guild: Guild, options: { name: string; type: Channel['type']; userLimit?: number }): Channel {
    const channel = this.#makeChannel({
      ...options,
      guildId: guild.id,
      position: guild.channels.size,
      recipientIds: [],
    });
    guild.channels.set(channel.id, channel);
    return channel;
  }

  addThread(guild: Guild, parent: Channel, options: { name: string; private: boolean }): Channel {
    const thread = this.#makeChannel({
      name: options.name,
      type: options.private ? ChannelType.PrivateThread : ChannelType.PublicThread,
      guildId: guild.id,
      parentId: parent.id,
      position: 0,
      recipientIds: [],
    });
    guild.threads.set(thread.id, thread);
    return thread;
  }

  /** Removes a channel with its threads, or a thread. */
  removeChannel(guild: Guild, channelId: string): void {
    const threads = [...guild.threads.values()].filter(({ parentId }) => parentId === channelId);
    for (const id of [channelId, ...threads.map((thread) => thread.id)]) {
      guild.channels.delete(id);
      guild.threads.delete(id);
      this.channels.delete(id);
    }
  }

  /** The direct-message channel of two users, created if necessary. */
  directChannel(userId: string, otherId: string): Channel {
    const existing = [...this.channels.values()].find(
      (channel) => channel.recipientIds.includes(userId) && channel.recipientIds.includes(otherId),
    );
    return (
      existing ??
      this.#makeChannel({
        name: '',
        type: ChannelType.DM,
        guildId: undefined,
        position: 0,
        recipientIds: [userId, otherId],
      })
    );
  }

  /** The guild of a channel; `undefined` for direct messages. */
  guildOf(channel: Channel): Guild | undefined {
    return channel.guildId === undefined ? undefined : this.guilds.get(channel.guildId);
  }

  message(channelId: string, messageId: string): StoredMessage | undefined {
    return this.channels.get(channelId)?.messages.get(messageId);
  }

  /** Stores a message, notifies listeners, and discards the oldest beyond the bound. */
  addMessage(message: StoredMessage): void {
    const messages = this.channels.get(message.channelId)?.messages;
    if (messages === undefined) return;
    messages.set(message.id, message);
    const oldest = messages.keys().next().value;
    if (messages.size > KEPT_MESSAGES && oldest !== undefined) messages.delete(oldest);
    this.changes.emit({ kind: 'message-created', message });
  }

  #makeChannel(options: {
    name: string;
    type: Channel['type'];
    guildId: string | undefined;
    position: number;
    recipientIds: readonly string[];
    parentId?: string;
    userLimit?: number;
  }): Channel {
    const channel: Channel = {
      ...options,
      id: this.makeId(),
      parentId: options.parentId,
      threadMembers: new Map(),
      archived: false,
      userLimit: options.userLimit ?? 0,
      status: '',
      overwrites: new Map(),
      messages: new Map(),
    };
    this.channels.set(channel.id, channel);
    return channel;
  }
}
