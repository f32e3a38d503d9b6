import { ChannelType, GatewayIntentBits, OverwriteType } from 'discord-api-types/v10';
import { channelPayload } from './payloads.ts';
import { type SeenMessage, seeMessage } from './people/seen-message.ts';
import type { Services } from './services.ts';
import { isVoiceChannel } from './voice-states.ts';
import type { Channel, Guild } from './world.ts';

/** A channel as tests and the terminal look at it. */
export interface LocalChannel {
  readonly id: string;
  readonly name: string;
  readonly kind: 'text' | 'voice' | 'stage';
  /** The line under a voice channel's name. */
  readonly status: string;
  /** Ids of those who are in this voice channel. */
  readonly voiceMembers: readonly string[];
  /** What everybody in the channel sees, oldest first. */
  readonly messages: readonly SeenMessage[];
  /** The first message, there already or to come, that satisfies the predicate; looked at again after every edit. */
  waitForMessage(predicate: (message: SeenMessage) => boolean, signal?: AbortSignal): Promise<SeenMessage>;
}

/** Permissions that a channel gives or takes, for a person or a role (the guild's id: everyone). */
export interface PermissionChange {
  readonly targetId: string;
  readonly allow?: bigint;
  readonly deny?: bigint;
}

/** Lets a dragged person's own client connect to the new channel. */
export type FollowVoice = (
  userId: string,
  channelId: string,
  ticket: { readonly sessionId: string; readonly token: string },
) => Promise<void>;

/** A guild and what its moderators can do. */
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

  /** A channel by its name (with or without `#`) or id. */
  channel(nameOrId: string): LocalChannel {
    return this.#look(this.#channel(nameOrId));
  }

  /** Where somebody is in voice; `undefined` when they are in none. */
  voiceChannelOf(userId: string): string | undefined {
    return this.#guild.voiceStates.get(userId)?.channelId;
  }

  /** Resolves when somebody is in this voice channel, or in none for `undefined`. */
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

  /** Deletes a channel; whoever is in it falls out of voice. */
  deleteChannel(nameOrId: string): void {
    const channel = this.#channel(nameOrId);
    this.#services.world.removeChannel(this.#guild, channel.id);
    for (const webhook of this.#services.webhooks.inChannel(channel.id)) this.#services.webhooks.delete(webhook);
    for (const state of [...this.#guild.voiceStates.values()]) {
      if (state.channelId === channel.id) this.#services.voiceStates.leave(this.#guild, state.userId);
    }
    this.#tell('CHANNEL_DELETE', channel);
  }

  /** Replaces what a channel allows and denies one role or person. */
  setPermissions(nameOrId: string, change: PermissionChange): void {
    const channel = this.#channel(nameOrId);
    const { targetId: id, allow = 0n, deny = 0n } = change;
    const type = this.#guild.roles.has(id) ? OverwriteType.Role : OverwriteType.Member;
    channel.overwrites.set(id, { id, type, allow, deny });
    this.#tell('CHANNEL_UPDATE', channel);
  }

  /** Sets how many people fit into a voice channel; 0 means no limit. */
  setUserLimit(nameOrId: string, userLimit: number): void {
    const channel = this.#channel(nameOrId);
    channel.userLimit = userLimit;
    this.#tell('CHANNEL_UPDATE', channel);
  }

  /** Gives somebody another name in this guild. */
  setNickname(userId: string, nickname: string | undefined): void {
    const member = this.#guild.members.get(userId);
    if (member !== undefined) member.nickname = nickname;
  }

  /** Drags somebody to another voice channel, and waits for a scripted person to be connected there. */
  async moveMember(userId: string, channelId: string): Promise<void> {
    const moved = this.#services.voiceStates.move(this.#guild, userId, channelId);
    if (moved === undefined || moved.kind === 'refused') throw new Error(`${userId} is in no voice channel.`);
    await this.#follow(userId, channelId, moved);
  }

  /** Throws somebody out of voice. */
  disconnectMember(userId: string): void {
    this.#services.voiceStates.leave(this.#guild, userId);
  }

  /** Deletes every webhook of a channel, as a moderator might. */
  deleteWebhooks(nameOrId: string): void {
    const { webhooks } = this.#services;
    for (const webhook of webhooks.inChannel(this.#channel(nameOrId).id)) webhooks.delete(webhook);
  }

  #channel(nameOrId: string): Channel {
    const name = nameOrId.replace(/^#/, '');
    const channels = [...this.#guild.channels.values()];
    const channel = channels.find((candidate) => candidate.id === name || candidate.name === name);
    if (channel === undefined) throw new Error(`The guild has no channel ${nameOrId}.`);
    return channel;
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
