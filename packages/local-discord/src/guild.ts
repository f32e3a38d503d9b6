import { ChannelType, GatewayIntentBits, OverwriteType } from 'discord-api-types/v10';
import { channelPayload, fullMemberPayload, rolePayload } from './payloads.ts';
import { type SeenMessage, seeMessage } from './people/seen-message.ts';
import type { Services } from './services.ts';
import { addThreadMember, announceThread, removeThreadMember } from './threads.ts';
import { CALL_TERMINATED, isStage, isVoiceChannel } from './voice-states.ts';
import type { Channel, Guild, Role } from './world.ts';

/** A channel as seen by tests and the terminal. */
export interface LocalChannel {
  readonly id: string;
  readonly name: string;
  readonly kind: 'text' | 'voice' | 'stage';
  /** The voice channel's status. */
  readonly status: string;
  /** Ids of the users in this voice channel. */
  readonly voiceMembers: readonly string[];
  /** Messages visible to everyone in the channel, oldest first. */
  readonly messages: readonly SeenMessage[];
  /** Resolves with the first message, existing or new, that satisfies the predicate; checked again after every edit. */
  waitForMessage(predicate: (message: SeenMessage) => boolean, signal?: AbortSignal): Promise<SeenMessage>;
}

/** Permission overwrite of a channel for a person or a role (the guild's id: everyone). */
export interface PermissionChange {
  readonly targetId: string;
  readonly allow?: bigint;
  readonly deny?: bigint;
}

/** PluralKit's application, a bot that posts messages again in the names that people chose. */
const PLURALKIT_ID = '466378653216014359';

/** What an application posts, and whose it seems to be. */
export interface AppPost {
  readonly as: 'bot' | 'webhook' | 'proxied';
  readonly name: string;
  readonly content: string;
}

/** Makes a moved person's own client connect to the new channel. */
export type FollowVoice = (
  userId: string,
  channelId: string,
  ticket: { readonly sessionId: string; readonly token: string },
) => Promise<void>;

/** A guild and its moderation actions. */
export class LocalGuild {
  readonly #services: Services;
  readonly #guild: Guild;
  readonly #follow: FollowVoice;

  constructor(services: Services, guild: Guild, follow: FollowVoice) {
    this.#services = services;
    this.#guild = guild;
    this.#follow = follow;
  }

  get id(): string {
    return this.#guild.id;
  }

  get name(): string {
    return this.#guild.name;
  }

  get channels(): readonly LocalChannel[] {
    return [...this.#guild.channels.values()].map((channel) => this.#look(channel));
  }

  /** The roles of the guild, without the one of everyone. */
  get roles(): readonly { readonly id: string; readonly name: string }[] {
    return [...this.#guild.roles.values()].filter(({ id }) => id !== this.id).map(({ id, name }) => ({ id, name }));
  }

  /** A channel or thread by its name (with or without `#`) or id. */
  channel(nameOrId: string): LocalChannel {
    return this.#look(this.#channel(nameOrId));
  }

  /** Whether a channel or thread with this id is here. */
  holds(channelId: string): boolean {
    return this.#guild.channels.has(channelId) || this.#guild.threads.has(channelId);
  }

  /** A user's voice channel; `undefined` if they are in none. */
  voiceChannelOf(userId: string): string | undefined {
    return this.#guild.voiceStates.get(userId)?.channelId;
  }

  /** Resolves when a user is in this voice channel, or in none for `undefined`. */
  async waitForVoice(userId: string, channelId: string | undefined, signal?: AbortSignal): Promise<void> {
    await this.#services.world.changes.until(
      () => (this.voiceChannelOf(userId) === channelId ? true : undefined),
      signal,
    );
  }

  addChannel(name: string, kind: LocalChannel['kind'] = 'text', userLimit = 0): LocalChannel {
    const channel = this.#services.world.addChannel(this.#guild, { name, type: CHANNEL_TYPES[kind], userLimit });
    this.#tell('CHANNEL_CREATE', channel);
    return this.#look(channel);
  }

  /** Adds a thread to a text channel; a private one is for its `memberIds` and those who may manage threads. */
  addThread(
    parentNameOrId: string,
    name: string,
    options: { readonly private?: boolean; readonly memberIds?: readonly string[] } = {},
  ): LocalChannel {
    const parent = this.#channel(parentNameOrId);
    const { private: isPrivate = false, memberIds = [] } = options;
    const thread = this.#services.world.addThread(this.#guild, parent, { name, private: isPrivate });
    const joinedAt = new Date().toISOString();
    for (const userId of memberIds) thread.threadMembers.set(userId, joinedAt);
    announceThread(this.#services, this.#guild, 'THREAD_CREATE', thread);
    return this.#look(thread);
  }

  /** Adds a user to a thread. */
  addToThread(nameOrId: string, userId: string): void {
    addThreadMember(this.#services, this.#guild, this.#channel(nameOrId), userId);
  }

  /** Removes a user from a thread. */
  removeFromThread(nameOrId: string, userId: string): void {
    removeThreadMember(this.#services, this.#guild, this.#channel(nameOrId), userId);
  }

  /** Archives a thread. */
  archiveThread(nameOrId: string): void {
    const thread = this.#channel(nameOrId);
    thread.archived = true;
    announceThread(this.#services, this.#guild, 'THREAD_UPDATE', thread);
  }

  /** Deletes a channel with its threads, or a thread; users in it leave voice. */
  deleteChannel(nameOrId: string): void {
    const channel = this.#channel(nameOrId);
    if (channel.parentId !== undefined) {
      announceThread(this.#services, this.#guild, 'THREAD_DELETE', channel);
      this.#services.world.removeChannel(this.#guild, channel.id);
      return;
    }
    this.#services.world.removeChannel(this.#guild, channel.id);
    for (const webhook of this.#services.webhooks.inChannel(channel.id)) this.#services.webhooks.delete(webhook);
    for (const state of [...this.#guild.voiceStates.values()]) {
      if (state.channelId === channel.id) {
        this.#services.voiceStates.leave(this.#guild, state.userId, CALL_TERMINATED);
      }
    }
    this.#tell('CHANNEL_DELETE', channel);
  }

  /** Replaces a channel's permission overwrite of one role or person. */
  setPermissions(nameOrId: string, change: PermissionChange): void {
    const channel = this.#channel(nameOrId);
    const { targetId: id, allow = 0n, deny = 0n } = change;
    const type = this.#guild.roles.has(id) ? OverwriteType.Role : OverwriteType.Member;
    channel.overwrites.set(id, { id, type, allow, deny });
    this.#tell('CHANNEL_UPDATE', channel);
    this.#services.voiceStates.applyPermissions(this.#guild);
  }

  /** Sets the user limit of a voice channel; 0 means none. */
  setUserLimit(nameOrId: string, userLimit: number): void {
    const channel = this.#channel(nameOrId);
    channel.userLimit = userLimit;
    this.#tell('CHANNEL_UPDATE', channel);
  }

  /** Sets the status of a voice channel like a person; an empty one removes it, like Discord when everyone has left. */
  setStatus(nameOrId: string, status: string): void {
    this.#services.voiceStates.setStatus(this.#guild, this.#channel(nameOrId), status);
  }

  /** Adds a role; `permissions` are those of the whole guild. Returns its id. */
  addRole(name: string, permissions = 0n): string {
    const role = this.#services.world.addRole(this.#guild, name, permissions);
    this.#tellRole('GUILD_ROLE_CREATE', role);
    return role.id;
  }

  /** Changes what a role (the guild's id: everyone) may do in the whole guild. */
  setRolePermissions(roleId: string, permissions: bigint): void {
    const role = this.#guild.roles.get(roleId);
    if (role === undefined) throw new Error(`The guild has no role ${roleId}.`);
    role.permissions = permissions;
    this.#tellRole('GUILD_ROLE_UPDATE', role);
    this.#services.voiceStates.applyPermissions(this.#guild);
  }

  /** Gives a user a role, or takes it. */
  setRole(userId: string, roleId: string, has = true): void {
    const member = this.#guild.members.get(userId);
    if (member === undefined) throw new Error(`The guild has no member ${userId}.`);
    member.roleIds = [...member.roleIds.filter((id) => id !== roleId), ...(has ? [roleId] : [])];
    const payload = { guild_id: this.#guild.id, ...fullMemberPayload(this.#services.world, member) };
    const intent = GatewayIntentBits.GuildMembers;
    this.#services.events.emit({ name: 'GUILD_MEMBER_UPDATE', guildId: this.#guild.id, intent, data: () => payload });
    this.#noteChange();
  }

  /** Posts what no person wrote: a bot, a webhook, or PluralKit in somebody's name through a webhook (`proxied`). */
  post(nameOrId: string, { as, name, content }: AppPost): SeenMessage {
    const { world, messages } = this.#services;
    const channelId = this.#channel(nameOrId).id;
    const posted = { channelId, body: { content }, files: [] };
    if (as !== 'bot') {
      const author = { kind: 'webhook' as const, webhookId: world.makeId(), name, avatarUrl: undefined };
      const applicationId = as === 'proxied' ? PLURALKIT_ID : undefined;
      return seeMessage(world, messages.create({ ...posted, author, ...(applicationId && { applicationId }) }));
    }
    const { id: userId } = world.addUser({ name, bot: true });
    world.addMember(this.#guild, userId, []);
    return seeMessage(world, messages.create({ ...posted, author: { kind: 'user', userId } }));
  }

  /** Deletes a role; its members lose it. */
  deleteRole(roleId: string): void {
    this.#guild.roles.delete(roleId);
    for (const member of this.#guild.members.values()) member.roleIds = member.roleIds.filter((id) => id !== roleId);
    const payload = { guild_id: this.#guild.id, role_id: roleId };
    const intent = GatewayIntentBits.Guilds;
    this.#services.events.emit({ name: 'GUILD_ROLE_DELETE', guildId: this.#guild.id, intent, data: () => payload });
    this.#noteChange();
  }

  /** Sets a user's nickname in this guild. */
  setNickname(userId: string, nickname: string | undefined): void {
    const member = this.#guild.members.get(userId);
    if (member !== undefined) member.nickname = nickname;
    this.#noteChange();
  }

  /** Moves a user to another voice channel, and waits until a scripted person is connected there. */
  async moveMember(userId: string, channelId: string): Promise<void> {
    const moved = this.#services.voiceStates.move(this.#guild, userId, channelId);
    if (moved === undefined || moved.kind === 'refused') throw new Error(`${userId} is not in a voice channel.`);
    await this.#follow(userId, channelId, moved);
  }

  /** Lets somebody in the audience of a stage channel speak, as its moderators do; `false` puts them back into it. */
  inviteToSpeak(userId: string, maySpeak = true): void {
    if (!this.#services.voiceStates.setSuppressed(this.#guild, userId, !maySpeak)) {
      throw new Error(`${userId} is in no stage channel.`);
    }
  }

  /** Where a user is on a stage; `undefined` for users in other channels, or in none. */
  stageState(userId: string): { readonly isSpeaker: boolean; readonly asksToSpeak: boolean } | undefined {
    const state = this.#guild.voiceStates.get(userId);
    const channel = state && this.#guild.channels.get(state.channelId);
    if (state === undefined || channel === undefined || !isStage(channel)) return undefined;
    return { isSpeaker: !state.suppress, asksToSpeak: state.requestToSpeakAt !== undefined };
  }

  /** Resolves when a user is a speaker of a stage channel, or when they ask to be one. */
  async waitForStage(userId: string, what: 'isSpeaker' | 'asksToSpeak', signal?: AbortSignal): Promise<void> {
    await this.#services.world.changes.until(() => this.stageState(userId)?.[what] || undefined, signal);
  }

  /** Mutes or deafens a user in voice channels, as a moderator does. */
  silence(userId: string, change: { readonly mute?: boolean; readonly deaf?: boolean }): void {
    this.#services.voiceStates.setServerVoice(this.#guild, userId, change);
  }

  /** Disconnects a user from voice. */
  disconnectMember(userId: string): void {
    this.#services.voiceStates.leave(this.#guild, userId);
  }

  /** Deletes all webhooks of a channel, like a moderator. */
  deleteWebhooks(nameOrId: string): void {
    const { webhooks } = this.#services;
    for (const webhook of webhooks.inChannel(this.#channel(nameOrId).id)) webhooks.delete(webhook);
  }

  #channel(nameOrId: string): Channel {
    const name = nameOrId.replace(/^#/, '');
    const channels = [...this.#guild.channels.values(), ...this.#guild.threads.values()];
    const channel = channels.find((candidate) => candidate.id === name || candidate.name === name);
    if (channel === undefined) throw new Error(`The guild has no channel ${nameOrId}.`);
    return channel;
  }

  #tellRole(name: 'GUILD_ROLE_CREATE' | 'GUILD_ROLE_UPDATE', role: Role): void {
    const payload = { guild_id: this.#guild.id, role: rolePayload(role) };
    this.#services.events.emit({
      name,
      guildId: this.#guild.id,
      intent: GatewayIntentBits.Guilds,
      data: () => payload,
    });
    this.#noteChange();
  }

  #noteChange(): void {
    this.#services.world.changes.emit({ kind: 'guild', guildId: this.#guild.id });
  }

  #tell(name: 'CHANNEL_CREATE' | 'CHANNEL_UPDATE' | 'CHANNEL_DELETE', channel: Channel): void {
    const { world, events } = this.#services;
    const payload = channelPayload(world, channel);
    events.emit({ name, guildId: this.#guild.id, intent: GatewayIntentBits.Guilds, data: () => payload });
    world.changes.emit({ kind: 'channel', guildId: this.#guild.id, channelId: channel.id });
  }

  #look(channel: Channel): LocalChannel {
    const { world } = this.#services;
    const guild = this.#guild;
    const see = (): SeenMessage[] =>
      [...channel.messages.values()]
        .filter((message) => message.visibleTo === undefined)
        .map((message) => seeMessage(world, message));
    return {
      id: channel.id,
      name: channel.name,
      kind: !isVoiceChannel(channel) ? 'text' : channel.type === ChannelType.GuildVoice ? 'voice' : 'stage',
      get status() {
        return channel.status;
      },
      get voiceMembers() {
        const states = [...guild.voiceStates.values()];
        return states.filter((state) => state.channelId === channel.id).map((state) => state.userId);
      },
      get messages() {
        return see();
      },
      waitForMessage: (predicate, signal) => world.changes.until(() => see().find(predicate), signal),
    };
  }
}

const CHANNEL_TYPES = {
  text: ChannelType.GuildText,
  voice: ChannelType.GuildVoice,
  stage: ChannelType.GuildStageVoice,
} as const;
