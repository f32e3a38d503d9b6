import { GatewayCloseCodes, GatewayOpcodes } from 'discord-api-types/v10';
import type { Gateway } from '../gateway.ts';
import type { GatewaySession } from '../gateway-session.ts';
import { addBot } from '../new-guild.ts';
import type { Services } from '../services.ts';
import type { VoiceClient, VoiceFaults } from '../voice/faults/voice-faults-api.ts';
import type { VoiceServer } from '../voice/person-voice-api.ts';
import type { Guild } from '../world.ts';

/** What the faults happen to. */
export interface FaultyDiscord {
  readonly services: Services;
  readonly gateway: Gateway;
  readonly voiceServer: VoiceServer | undefined;
  readonly botPermissions: bigint;
}

/** A guild, or what identifies one. */
type InGuild = Pick<Guild, 'id'>;

/** Close codes of the gateway after which the session cannot be resumed (Discord, "Gateway Close Event Codes"). */
const ENDING_CODES: ReadonlySet<number> = new Set([GatewayCloseCodes.InvalidSeq, GatewayCloseCodes.SessionTimedOut]);

/**
 * Everything that can go wrong between this Discord and the bot, one guild at a time: what is named after a guild happens to
 * the shard that serves it, and to the bot's own voice connection there. What moderators do is in `LocalGuild`. A method
 * returns false where there is nothing for it to happen to, so that a program may call any at any time.
 */
export class DiscordFaults {
  readonly #parts: FaultyDiscord;

  constructor(parts: FaultyDiscord) {
    this.#parts = parts;
  }

  /** Closes the shard's gateway socket. After 4007 and 4009 its session is over; after any other code it may be resumed. */
  closeGateway(guild: InGuild, code: number = GatewayCloseCodes.UnknownError): boolean {
    return this.#withShard(guild, (session, { gateway }) => {
      const { socket } = session;
      if (ENDING_CODES.has(code)) gateway.end(session);
      socket?.close(code);
    });
  }

  /** Asks the shard to reconnect (op 7), which may resume. */
  askToReconnect(guild: InGuild): boolean {
    return this.#withShard(guild, (session) => session.sendOp(GatewayOpcodes.Reconnect));
  }

  /** Declares the shard's session invalid (op 9): over, unless it `isResumable`. */
  invalidateSession(guild: InGuild, { isResumable = false } = {}): boolean {
    return this.#withShard(guild, (session, { gateway }) => {
      session.sendOp(GatewayOpcodes.InvalidSession, isResumable);
      if (!isResumable) gateway.end(session);
    });
  }

  /** From now on the shard's heartbeats are not acknowledged, until it resumes. */
  ignoreHeartbeats(guild: InGuild): boolean {
    return this.#withShard(guild, (session) => session.ignoreHeartbeats());
  }

  /** The path to the shard breaks without either end learning it: nothing arrives any more, until it resumes. */
  halfOpenGateway(guild: InGuild): boolean {
    return this.#withShard(guild, (session) => session.halfOpen());
  }

  /** Closes the bot's voice socket. 4015 leaves the session resumable; any other code ends it. */
  closeVoice(guild: InGuild, code: number): boolean {
    return this.#parts.voiceServer?.disconnect(guild.id, this.#botId, code) ?? false;
  }

  /** Breaks the bot's voice socket: close code 1006. The session may be resumed. */
  breakVoice(guild: InGuild): boolean {
    return this.#onVoice(guild, (faults, client) => faults.breakSocket(client));
  }

  /** Loses every datagram from and to the bot in its voice channel, until the result is disposed of. */
  blackHole(guild: InGuild): Disposable | undefined {
    const channelId = this.#guild(guild)?.voiceStates.get(this.#botId)?.channelId;
    return channelId === undefined ? undefined : this.#parts.voiceServer?.faults.blackHole(this.#botId, channelId);
  }

  /** Takes the bot's voice server away and assigns another. */
  changeVoiceServer(guild: InGuild): boolean {
    return this.#assign(guild, this.#parts.voiceServer?.otherEndpoint);
  }

  /** Takes the bot's voice server away; another one is assigned by `changeVoiceServer`. */
  removeVoiceServer(guild: InGuild): boolean {
    return this.#assign(guild, null);
  }

  /** Announces transition 0 of the end-to-end encryption to the bot. */
  transitionZero(guild: InGuild): boolean {
    return this.#onVoice(guild, (faults, client) => faults.transitionZero(client));
  }

  /** Sends the bot MLS proposals that it cannot read. */
  badProposals(guild: InGuild): boolean {
    return this.#onVoice(guild, (faults, client) => faults.badProposals(client));
  }

  /** Sends the bot a burst of all-padding packets within the stream of somebody who has spoken. */
  padding(guild: InGuild, speakerId: string, packets: number): boolean {
    return this.#onVoice(guild, (faults, client) => faults.pad(client, speakerId, packets));
  }

  /** Damages what somebody says on its way to the bot, until that connects anew. */
  garble(guild: InGuild, speakerId: string): boolean {
    return this.#onVoice(guild, (faults, client) => faults.garble(client, speakerId));
  }

  /** From now on somebody never becomes ready for new keys, until the result is disposed of. */
  neverReady(userId: string): Disposable | undefined {
    return this.#parts.voiceServer?.faults.ignoreReady(userId);
  }

  /** Calls in a voice channel that begin from now on are not end-to-end encrypted, like those in stage channels. */
  omitEncryption(channelId: string): void {
    this.#parts.services.voiceStates.omitEncryption(channelId);
  }

  /** Removes the bot from a guild, like a moderator who kicks it. */
  removeBot(guild: InGuild): boolean {
    const { services, gateway } = this.#parts;
    const left = this.#guild(guild);
    if (left?.members.delete(this.#botId) !== true) return false;
    services.voiceStates.leave(left, this.#botId);
    gateway.announceRemoval(left.id);
    services.world.changes.emit({ kind: 'guild', guildId: left.id });
    return true;
  }

  /** Adds the bot to a guild again, as with its invitation link. */
  addBot(guild: InGuild): boolean {
    const { services, gateway, botPermissions } = this.#parts;
    const joined = this.#guild(guild);
    if (joined === undefined || joined.members.has(this.#botId)) return false;
    addBot(services.world, joined, services.bot, botPermissions);
    gateway.announceGuild(joined);
    services.world.changes.emit({ kind: 'guild', guildId: joined.id });
    return true;
  }

  get #botId(): string {
    return this.#parts.services.bot.id;
  }

  #guild({ id }: InGuild): Guild | undefined {
    return this.#parts.services.world.guilds.get(id);
  }

  #withShard({ id }: InGuild, happen: (session: GatewaySession, parts: FaultyDiscord) => void): boolean {
    const session = this.#parts.gateway.sessionOf(id);
    if (session?.socket === undefined) return false;
    happen(session, this.#parts);
    return true;
  }

  #onVoice({ id }: InGuild, happen: (faults: VoiceFaults, client: VoiceClient) => boolean): boolean {
    const { voiceServer } = this.#parts;
    return voiceServer !== undefined && happen(voiceServer.faults, { serverId: id, userId: this.#botId });
  }

  #assign(guild: InGuild, endpoint: string | null | undefined): boolean {
    const assigned = this.#guild(guild);
    if (endpoint === undefined || assigned === undefined) return false;
    const isThere = assigned.voiceStates.has(this.#botId);
    // A server that was taken away while the bot was there is replaced for its next visit, too.
    if (isThere || endpoint !== null) this.#parts.services.voiceStates.assignServer(assigned, endpoint);
    return isThere;
  }
}
