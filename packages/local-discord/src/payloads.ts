import { ChannelType, type GatewayIntentBits, MessageFlags } from 'discord-api-types/v10';
import { componentPayloads } from './component-payload.ts';
import { permissionsOf } from './permissions.ts';
import type { Author, Channel, Guild, Member, Role, StoredMessage, User, VoiceState, World } from './world.ts';

/** A JSON payload of Discord. */
export type Payload = Record<string, unknown>;

/** An event for the bot, before it is known which of its sessions receive it. */
export interface DispatchEvent {
  readonly name: string;
  /** The guild it is about; none for direct messages and the bot's own events. */
  readonly guildId: string | undefined;
  /** The intent it needs; `undefined` means none. */
  readonly intent: GatewayIntentBits | undefined;
  /** The payload, depending on whether the session may read message content. */
  readonly data: (mayReadContent: boolean) => Payload;
}

/** A user, in all payloads. */
export function userPayload(user: Pick<User, 'id' | 'username' | 'globalName' | 'bot'>): Payload {
  return {
    id: user.id,
    username: user.username,
    global_name: user.globalName ?? null,
    discriminator: user.bot ? '0001' : '0',
    avatar: null,
    avatar_decoration_data: null,
    primary_guild: null,
    bot: user.bot,
    flags: 0,
    public_flags: 0,
  };
}

/** The bot's user, as it sees itself. */
export function ownUserPayload(bot: User): Payload {
  return { ...userPayload(bot), verified: true, mfa_enabled: true, email: null, locale: bot.locale };
}

/** A member without `user`, as in messages. */
export function memberPayload(member: Member): Payload {
  return {
    nick: member.nickname ?? null,
    avatar: null,
    banner: null,
    roles: member.roleIds,
    joined_at: member.joinedAt,
    premium_since: null,
    deaf: member.deaf,
    mute: member.mute,
    flags: 0,
    pending: false,
    communication_disabled_until: null,
  };
}

/** A member with `user`, as in guilds and voice states. */
export function fullMemberPayload(world: World, member: Member): Payload {
  const user = world.users.get(member.userId);
  return { ...memberPayload(member), ...(user === undefined ? {} : { user: userPayload(user) }) };
}

/** A role as in guilds and events. */
export function rolePayload(role: Role): Payload {
  return {
    id: role.id,
    name: role.name,
    color: 0,
    colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
    hoist: false,
    icon: null,
    unicode_emoji: null,
    position: role.position,
    permissions: role.permissions.toString(),
    managed: false,
    mentionable: false,
    flags: 0,
  };
}

/** A channel as in guilds and in answers; direct messages list their recipients. */
export function channelPayload(world: World, channel: Channel): Payload {
  if (channel.type === ChannelType.DM) {
    const recipients = channel.recipientIds.flatMap((id) => world.users.get(id) ?? []).filter((user) => !user.bot);
    return {
      id: channel.id,
      type: channel.type,
      flags: 0,
      last_message_id: lastMessageId(channel),
      recipients: recipients.map(userPayload),
    };
  }
  if (channel.parentId !== undefined) return threadPayload(channel, world.guildOf(channel));
  const isVoice = channel.type !== ChannelType.GuildText;
  return {
    id: channel.id,
    type: channel.type,
    guild_id: channel.guildId,
    name: channel.name,
    position: channel.position,
    parent_id: null,
    nsfw: false,
    flags: 0,
    rate_limit_per_user: 0,
    last_message_id: lastMessageId(channel),
    permission_overwrites: [...channel.overwrites.values()].map((overwrite) => ({
      id: overwrite.id,
      type: overwrite.type,
      allow: overwrite.allow.toString(),
      deny: overwrite.deny.toString(),
    })),
    ...(isVoice ? { bitrate: 64_000, user_limit: channel.userLimit, rtc_region: null } : { topic: null }),
  };
}

/** A thread; without members it was started by the guild's owner. */
function threadPayload(thread: Channel, guild: Guild | undefined): Payload {
  return {
    id: thread.id,
    type: thread.type,
    guild_id: thread.guildId,
    parent_id: thread.parentId,
    owner_id: [...thread.threadMembers.keys()][0] ?? guild?.ownerId,
    name: thread.name,
    flags: 0,
    rate_limit_per_user: 0,
    last_message_id: lastMessageId(thread),
    message_count: thread.messages.size,
    total_message_sent: thread.messages.size,
    member_count: thread.threadMembers.size,
    thread_metadata: {
      archived: thread.archived,
      auto_archive_duration: 1_440,
      archive_timestamp: new Date().toISOString(),
      locked: false,
      ...(thread.type === ChannelType.PrivateThread ? { invitable: true } : {}),
    },
  };
}

/** A user's membership in a thread; `undefined` if they are not a member. */
export function threadMemberPayload(thread: Channel, userId: string): Payload | undefined {
  const joinedAt = thread.threadMembers.get(userId);
  return joinedAt === undefined ? undefined : { id: thread.id, user_id: userId, join_timestamp: joinedAt, flags: 0 };
}

/** A thread as in events and guilds, with the bot's membership. */
export function botThreadPayload(guild: Guild, thread: Channel, botId: string): Payload {
  const member = threadMemberPayload(thread, botId);
  return { ...threadPayload(thread, guild), ...(member === undefined ? {} : { member }) };
}

/** CHANNEL_INFO: the status of the guild's voice channels that the bot can see and that have one. */
export function channelInfoPayload(guild: Guild, fields: readonly string[], botId: string): Payload {
  const seen = [...guild.channels.values()].filter((channel) => permissionsOf(guild, botId, channel) !== 0n);
  const withStatus = fields.includes('status') ? seen.filter(({ status }) => status !== '') : [];
  return { guild_id: guild.id, channels: withStatus.map(({ id, status }) => ({ id, status })) };
}

/** A channel as in an interaction, with the permissions of `userId`. */
export function interactionChannelPayload(world: World, channel: Channel, userId: string): Payload {
  const guild = world.guildOf(channel);
  return {
    ...channelPayload(world, channel),
    ...(guild === undefined ? {} : { permissions: permissionsOf(guild, userId, channel).toString() }),
  };
}

/** A guild as returned by `GET /guilds/{id}`. */
export function guildPayload(guild: Guild): Payload {
  return {
    id: guild.id,
    name: guild.name,
    icon: null,
    splash: null,
    discovery_splash: null,
    home_header: null,
    owner_id: guild.ownerId,
    region: 'local',
    afk_channel_id: null,
    afk_timeout: 300,
    widget_enabled: false,
    widget_channel_id: null,
    verification_level: 0,
    default_message_notifications: 1,
    explicit_content_filter: 0,
    roles: [...guild.roles.values()].map(rolePayload),
    emojis: [],
    stickers: [],
    features: [],
    mfa_level: 0,
    application_id: null,
    system_channel_id: null,
    system_channel_flags: 0,
    rules_channel_id: null,
    max_members: 500_000,
    max_presences: null,
    max_video_channel_users: 25,
    max_stage_video_channel_users: 50,
    vanity_url_code: null,
    description: null,
    banner: null,
    premium_tier: 0,
    premium_subscription_count: 0,
    preferred_locale: guild.preferredLocale,
    public_updates_channel_id: null,
    nsfw: false,
    nsfw_level: 0,
    incidents_data: null,
    premium_progress_bar_enabled: false,
    safety_alerts_channel_id: null,
  };
}

/** A guild as in GUILD_CREATE; without the members intent it lists only the bot itself and members in voice. */
export function guildCreatePayload(
  world: World,
  guild: Guild,
  options: { allMembers: boolean; botId: string },
): Payload {
  const members = [...guild.members.values()].filter(
    ({ userId }) => options.allMembers || userId === options.botId || guild.voiceStates.has(userId),
  );
  return {
    ...guildPayload(guild),
    joined_at: guild.members.get(options.botId)?.joinedAt ?? new Date().toISOString(),
    large: false,
    unavailable: false,
    member_count: guild.members.size,
    members: members.map((member) => fullMemberPayload(world, member)),
    channels: [...guild.channels.values()].map((channel) => channelPayload(world, channel)),
    // Active threads that the bot can see.
    threads: [...guild.threads.values()]
      .filter((thread) => !thread.archived && permissionsOf(guild, options.botId, thread) !== 0n)
      .map((thread) => botThreadPayload(guild, thread, options.botId)),
    presences: [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
    voice_states: [...guild.voiceStates.values()].map((state) => voiceStatePayload(world, state)),
  };
}

/** A voice state; `channelId` is null after the user left. */
export function voiceStatePayload(
  world: World,
  state: VoiceState,
  channelId: string | null = state.channelId,
): Payload {
  const member = world.guilds.get(state.guildId)?.members.get(state.userId);
  return {
    guild_id: state.guildId,
    channel_id: channelId,
    user_id: state.userId,
    ...(member === undefined ? {} : { member: fullMemberPayload(world, member) }),
    session_id: state.sessionId,
    deaf: member?.deaf ?? false,
    mute: member?.mute ?? false,
    self_deaf: state.selfDeaf,
    self_mute: state.selfMute,
    self_stream: false,
    self_video: false,
    suppress: state.suppress,
    request_to_speak_timestamp: state.requestToSpeakAt ?? null,
  };
}

/** A message as in events: with its guild and its author's member (Discord, "Message Create"). */
export function messageEventPayload(world: World, message: StoredMessage, mayReadContent: boolean): Payload {
  const guild = guildOf(world, message);
  const member = message.author.kind === 'user' ? guild?.members.get(message.author.userId) : undefined;
  return {
    ...messagePayload(world, message, mayReadContent),
    ...(guild === undefined ? {} : { guild_id: guild.id }),
    ...(member === undefined ? {} : { member: memberPayload(member) }),
  };
}

/** A message as in answers and interactions; without `mayReadContent` the content that people wrote is omitted. */
export function messagePayload(world: World, message: StoredMessage, mayReadContent = true): Payload {
  const guild = guildOf(world, message);
  return {
    id: message.id,
    channel_id: message.channelId,
    type: message.type,
    author: authorPayload(world, message.author),
    ...(message.applicationId === undefined
      ? {}
      : { webhook_id: message.applicationId, application_id: message.applicationId }),
    ...(message.author.kind === 'webhook' ? { webhook_id: message.author.webhookId } : {}),
    content: mayReadContent ? message.content : '',
    embeds: mayReadContent ? message.embeds.map(embedPayload) : [],
    attachments: mayReadContent ? message.attachments : [],
    components: mayReadContent ? componentPayloads(message.components) : [],
    timestamp: new Date(message.createdAtMs).toISOString(),
    edited_timestamp: message.editedAtMs === undefined ? null : new Date(message.editedAtMs).toISOString(),
    flags: message.flags,
    mentions: message.mentionedUserIds.flatMap((id) => world.users.get(id) ?? []).map(userPayload),
    mention_roles: message.pings.filter((id) => guild?.roles.has(id)),
    mention_everyone: message.pings.includes('everyone'),
    pinned: false,
    tts: false,
    ...referencePayload(message, guild),
  };
}

/** True if a message is ephemeral. */
export function isEphemeral(message: { readonly flags: number }): boolean {
  return (message.flags & MessageFlags.Ephemeral) !== 0;
}

function referencePayload({ referenceId, channelId }: StoredMessage, guild: Guild | undefined): Payload {
  if (referenceId === undefined) return {};
  return {
    message_reference: {
      type: 0,
      message_id: referenceId,
      channel_id: channelId,
      ...(guild === undefined ? {} : { guild_id: guild.id }),
    },
  };
}

function guildOf(world: World, { channelId }: StoredMessage): Guild | undefined {
  const channel = world.channels.get(channelId);
  return channel === undefined ? undefined : world.guildOf(channel);
}

/** What is `null` in a request is absent in an answer. */
function embedPayload({ fields, ...embed }: StoredMessage['embeds'][number]): Payload {
  const told = Object.entries(embed).filter(([, value]) => value !== null);
  return {
    type: 'rich',
    ...Object.fromEntries(told),
    ...(fields && { fields: fields.map(({ inline, ...field }) => ({ ...field, inline: inline ?? false })) }),
  };
}

function authorPayload(world: World, author: Author): Payload {
  if (author.kind === 'webhook') {
    const like = { id: author.webhookId, username: author.name, globalName: undefined, bot: true };
    return { ...userPayload(like), discriminator: '0000' };
  }
  const deleted = { id: author.userId, username: 'deleted_user', globalName: undefined, bot: false };
  return userPayload(world.users.get(author.userId) ?? deleted);
}

function lastMessageId(channel: Channel): string | null {
  return [...channel.messages.keys()].at(-1) ?? null;
}
