import { randomBytes, randomUUID } from 'node:crypto';
import { ChannelType, GatewayIntentBits, PermissionFlagsBits as P } from 'discord-api-types/v10';
import type { Listeners } from './listeners.ts';
import { type DispatchEvent, voiceStatePayload } from './payloads.ts';
import { grants, permissionsOf } from './permissions.ts';
import type { VoiceAdmission, VoiceHello, VoiceServer } from './voice/person-voice-api.ts';
import type { Channel, Guild, VoiceState, World } from './world.ts';

/** Close code of a voice socket whose user was kicked, moved, or left (Discord, "Voice Close Event Codes"). */
const DISCONNECTED = 4014;
/** Close code of all voice sockets of a call whose channel was deleted, or whose voice server changed. */
export const CALL_TERMINATED = 4022;

/** Result of an attempt to join a voice channel. Like at Discord, a refused client gets no answer. */
export type VoiceJoin =
  | { readonly kind: 'joined'; readonly sessionId: string; readonly token: string }
  | { readonly kind: 'refused'; readonly why: 'unknown-channel' | 'missing-permission' | 'full' };

interface Ticket {
  readonly sessionId: string;
  readonly token: string;
  readonly channelId: string;
}

/** Who is in which voice channel, and who may open a media connection there. */
export class VoiceStates {
  readonly #world: World;
  readonly #events: Listeners<DispatchEvent>;
  readonly #botId: string;
  readonly #server: () => Pick<VoiceServer, 'botEndpoint' | 'disconnect' | 'figures'> | undefined;
  readonly #tickets = new Map<string, Ticket>();
  /** By guild, the address of a voice server other than the first; `null` while none is assigned. */
  readonly #endpoints = new Map<string, string | null>();
  /** Ids of voice channels without end-to-end encryption. */
  readonly #plainChannels = new Set<string>();

  /** `server` is a getter because the voice server itself calls `authorize`: neither can be created first. */
  constructor(
    world: World,
    events: Listeners<DispatchEvent>,
    botId: string,
    server: () => Pick<VoiceServer, 'botEndpoint' | 'disconnect' | 'figures'> | undefined,
  ) {
    this.#world = world;
    this.#events = events;
    this.#botId = botId;
    this.#server = server;
  }

  /** Authorizes clients at the voice server by the session and token of their voice state. */
  authorize(hello: VoiceHello): VoiceAdmission | undefined {
    const ticket = this.#tickets.get(ticketKey(hello.serverId, hello.userId));
    if (ticket === undefined || ticket.token !== hello.token || ticket.sessionId !== hello.sessionId) return undefined;
    const channel = this.#world.channels.get(ticket.channelId);
    const isPlain = channel !== undefined && (isStage(channel) || this.#plainChannels.has(channel.id));
    const dave = isPlain ? { dave: false } : {};
    return { channelId: ticket.channelId, deaf: this.#isDeafPerson(hello), ...dave };
  }

  /** The bot receives everything, because it may undeafen without a new media session. People here never do. */
  #isDeafPerson({ serverId, userId }: VoiceHello): boolean {
    return userId !== this.#botId && this.#world.guilds.get(serverId)?.voiceStates.get(userId)?.selfDeaf === true;
  }

  /** Joins or changes a channel at the request of the user's own client (gateway op 4). */
  join(
    guild: Guild,
    userId: string,
    channelId: string,
    options: { sessionId?: string; selfMute?: boolean; selfDeaf?: boolean } = {},
  ): VoiceJoin {
    const channel = guild.channels.get(channelId);
    if (channel === undefined || !isVoiceChannel(channel)) return { kind: 'refused', why: 'unknown-channel' };
    const before = guild.voiceStates.get(userId);
    if (before?.channelId !== channelId) {
      const why = whyNot(guild, channel, userId);
      if (why !== undefined) return { kind: 'refused', why };
    }
    const sessionId = options.sessionId ?? before?.sessionId ?? randomUUID().replaceAll('-', '');
    const { selfMute = false, selfDeaf = false } = options;
    const place = before?.channelId === channelId ? stageOf(before) : arrival(guild, userId, channel);
    return this.#enter({ guildId: guild.id, userId, channelId, sessionId, selfMute, selfDeaf, ...place }, before);
  }

  /** Moves a user who is in voice to another channel, ignoring its limits; `undefined` if they are in none. */
  move(guild: Guild, userId: string, channelId: string): VoiceJoin | undefined {
    const before = guild.voiceStates.get(userId);
    const channel = guild.channels.get(channelId);
    if (before === undefined || channel === undefined) return undefined;
    const place = before.channelId === channelId ? stageOf(before) : arrival(guild, userId, channel);
    return this.#enter({ ...before, channelId, ...place }, before);
  }

  /**
   * Lets a user of a stage channel speak, or puts them into its audience, which takes back their request to speak. Checks
   * no permissions. False if they are in no stage channel.
   */
  setSuppressed(guild: Guild, userId: string, suppress: boolean): boolean {
    return this.#changeInStage(guild, userId, { suppress, requestToSpeakAt: undefined });
  }

  /** Notes since when somebody in a stage's audience asks to speak; `undefined` takes it back. As `setSuppressed`. */
  requestToSpeak(guild: Guild, userId: string, requestToSpeakAt: string | undefined): boolean {
    return this.#changeInStage(guild, userId, { requestToSpeakAt });
  }

  /** Suppresses those who may no longer speak in their voice channel, and releases those who may again. */
  applyPermissions(guild: Guild): void {
    for (const before of [...guild.voiceStates.values()]) {
      const channel = guild.channels.get(before.channelId);
      if (channel === undefined || isStage(channel)) continue;
      const { suppress } = arrival(guild, before.userId, channel);
      if (suppress === before.suppress) continue;
      const state = { ...before, suppress };
      guild.voiceStates.set(before.userId, state);
      this.#tell(state);
    }
  }

  /** Mutes or deafens a member in voice channels, as a moderator does. */
  setServerVoice(guild: Guild, userId: string, change: { readonly mute?: boolean; readonly deaf?: boolean }): void {
    const member = guild.members.get(userId);
    if (member === undefined) return;
    member.mute = change.mute ?? member.mute;
    member.deaf = change.deaf ?? member.deaf;
    const state = guild.voiceStates.get(userId);
    if (state !== undefined) this.#tell(state);
  }

  /** What Discord's media server does with this user's packets: nobody receives those of the muted and of an audience. */
  isSilenced(channelId: string, userId: string): boolean {
    const { guild, state } = this.#in(channelId, userId);
    return state?.suppress === true || guild?.members.get(userId)?.mute === true;
  }

  /** Whether a moderator has deafened this user: they receive no packets. */
  isDeafened(channelId: string, userId: string): boolean {
    return this.#in(channelId, userId).guild?.members.get(userId)?.deaf === true;
  }

  #in(channelId: string, userId: string): { guild: Guild | undefined; state: VoiceState | undefined } {
    const guildId = this.#world.channels.get(channelId)?.guildId;
    const guild = guildId === undefined ? undefined : this.#world.guilds.get(guildId);
    return { guild, state: guild?.voiceStates.get(userId) };
  }

  #changeInStage(
    guild: Guild,
    userId: string,
    change: Partial<Pick<VoiceState, 'suppress' | 'requestToSpeakAt'>>,
  ): boolean {
    const before = guild.voiceStates.get(userId);
    const channel = before && guild.channels.get(before.channelId);
    if (before === undefined || channel === undefined || !isStage(channel)) return false;
    const state = { ...before, ...change };
    guild.voiceStates.set(userId, state);
    this.#tell(state);
    return true;
  }

  #tell(state: VoiceState): void {
    const payload = voiceStatePayload(this.#world, state);
    this.#events.emit({
      name: 'VOICE_STATE_UPDATE',
      guildId: state.guildId,
      intent: GatewayIntentBits.GuildVoiceStates,
      data: () => payload,
    });
    this.#world.changes.emit({ kind: 'voice', guildId: state.guildId, channelId: state.channelId });
  }

  /** Sets a voice channel's status; an empty one removes it. Checks no permissions. */
  setStatus(guild: Guild, channel: Channel, status: string): void {
    channel.status = status;
    const payload = { id: channel.id, guild_id: guild.id, status: status || null };
    this.#events.emit({
      name: 'VOICE_CHANNEL_STATUS_UPDATE',
      guildId: guild.id,
      intent: GatewayIntentBits.Guilds,
      data: () => payload,
    });
    this.#world.changes.emit({ kind: 'channel', guildId: guild.id, channelId: channel.id });
  }

  /** Calls in this voice channel that begin from now on have protocol version 0, like those in stage channels. */
  omitEncryption(channelId: string): void {
    this.#plainChannels.add(channelId);
  }

  /**
   * Ends the bot's voice session in a guild and assigns another voice server, or with `null` none until the next call.
   * Only the bot's own client notices.
   */
  assignServer(guild: Guild, endpoint: string | null): void {
    this.#endpoints.set(guild.id, endpoint);
    const state = guild.voiceStates.get(this.#botId);
    if (state === undefined) return;
    const ticket = newTicket(state);
    this.#tickets.set(ticketKey(guild.id, this.#botId), ticket);
    this.#server()?.disconnect(guild.id, this.#botId, CALL_TERMINATED);
    this.#tellServer(guild.id, ticket.token, endpoint);
  }

  /** Removes a user from voice: they left or were kicked, or their channel or gateway session is gone. */
  leave(guild: Guild, userId: string, closeCode = DISCONNECTED): void {
    const state = guild.voiceStates.get(userId);
    if (state === undefined) return;
    guild.voiceStates.delete(userId);
    this.#tickets.delete(ticketKey(guild.id, userId));
    const payload = voiceStatePayload(this.#world, state, null);
    this.#events.emit({
      name: 'VOICE_STATE_UPDATE',
      guildId: guild.id,
      intent: GatewayIntentBits.GuildVoiceStates,
      data: () => payload,
    });
    this.#server()?.disconnect(guild.id, userId, closeCode);
    this.#world.changes.emit({ kind: 'voice', guildId: guild.id, channelId: state.channelId });
    this.#clearIfEmpty(guild, state.channelId);
  }

  /** Discord removes the status of a voice channel that everyone has left. */
  #clearIfEmpty(guild: Guild, channelId: string): void {
    const channel = guild.channels.get(channelId);
    const isEmpty = [...guild.voiceStates.values()].every((state) => state.channelId !== channelId);
    if (channel !== undefined && channel.status !== '' && isEmpty) this.setStatus(guild, channel, '');
  }

  #enter(state: VoiceState, before: VoiceState | undefined): VoiceJoin {
    const guild = this.#world.guilds.get(state.guildId);
    guild?.voiceStates.set(state.userId, state);
    const key = ticketKey(state.guildId, state.userId);
    const isSamePlace = before?.channelId === state.channelId && before.sessionId === state.sessionId;
    const existing = this.#tickets.get(key);
    const ticket = isSamePlace && existing !== undefined ? existing : newTicket(state);
    this.#tickets.set(key, ticket);
    this.#tell(state);
    if (!isSamePlace && before !== undefined) this.#server()?.disconnect(state.guildId, state.userId, DISCONNECTED);
    if (!isSamePlace || !this.#isConnected(state)) this.#sendServer(state, ticket);
    if (guild !== undefined && before !== undefined) this.#clearIfEmpty(guild, before.channelId);
    return { kind: 'joined', sessionId: ticket.sessionId, token: ticket.token };
  }

  /** Only the bot gets its voice server over this gateway; people get a ticket directly. */
  #sendServer(state: VoiceState, ticket: Ticket): void {
    const assigned = this.#endpoints.get(state.guildId);
    const endpoint = assigned === undefined ? this.#server()?.botEndpoint : assigned;
    if (state.userId !== this.#botId || endpoint === undefined || endpoint === null) return;
    this.#tellServer(state.guildId, ticket.token, endpoint);
  }

  #tellServer(guildId: string, token: string, endpoint: string | null): void {
    const payload = { token, guild_id: guildId, endpoint };
    this.#events.emit({ name: 'VOICE_SERVER_UPDATE', guildId, intent: undefined, data: () => payload });
  }

  #isConnected(state: VoiceState): boolean {
    const users = this.#server()?.figures().users ?? [];
    return users.some((user) => user.userId === state.userId && user.channelId === state.channelId);
  }
}

/** True if this is a voice or stage channel. */
export function isVoiceChannel(channel: Channel): boolean {
  return channel.type === ChannelType.GuildVoice || isStage(channel);
}

/** True if this is a stage channel. */
export function isStage(channel: Channel): boolean {
  return channel.type === ChannelType.GuildStageVoice;
}

type InStage = Pick<VoiceState, 'suppress' | 'requestToSpeakAt'>;

/** Whoever enters a stage channel is in its audience, moderators included; elsewhere whoever may not speak is not heard. */
function arrival(guild: Guild, userId: string, channel: Channel): InStage {
  const isSuppressed = isStage(channel) || !grants(permissionsOf(guild, userId, channel), P.Speak);
  return { suppress: isSuppressed, requestToSpeakAt: undefined };
}

function stageOf({ suppress, requestToSpeakAt }: InStage): InStage {
  return { suppress, requestToSpeakAt };
}

function newTicket({ sessionId, channelId }: VoiceState): Ticket {
  return { sessionId, channelId, token: randomBytes(8).toString('hex') };
}

function whyNot(guild: Guild, channel: Channel, userId: string): 'missing-permission' | 'full' | undefined {
  const permissions = permissionsOf(guild, userId, channel);
  if (!grants(permissions, P.ViewChannel | P.Connect)) return 'missing-permission';
  const inside = [...guild.voiceStates.values()].filter((state) => state.channelId === channel.id).length;
  const isFull = channel.userLimit > 0 && inside >= channel.userLimit;
  return isFull && !grants(permissions, P.MoveMembers) ? 'full' : undefined;
}

function ticketKey(guildId: string, userId: string): string {
  return `${guildId} ${userId}`;
}
