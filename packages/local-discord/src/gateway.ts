import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  ApplicationFlags,
  GatewayCloseCodes as Close,
  GatewayIntentBits as Intent,
  GatewayOpcodes as Op,
} from 'discord-api-types/v10';
import { type WebSocket, WebSocketServer } from 'ws';
import type { z } from 'zod';
import {
  channelInfoSchema,
  identifySchema,
  membersSchema,
  parseMessage,
  resumeSchema,
  voiceSchema,
} from './gateway-requests.ts';
import { GatewaySession } from './gateway-session.ts';
import {
  channelInfoPayload,
  type DispatchEvent,
  fullMemberPayload,
  guildCreatePayload,
  ownUserPayload,
} from './payloads.ts';
import type { Guild, User, World } from './world.ts';

/** Discord's value in Hello. */
const HEARTBEAT_INTERVAL_MS = 41_250;

/** Largest message of a client (Discord, "Gateway"). */
const MAX_PAYLOAD_BYTES = 4_096;

/** How fast a client may send, and how often it has to. */
export interface GatewayRules {
  /** Messages of a connection in any `windowMs`, heartbeats included. */
  readonly limit: number;
  readonly windowMs: number;
  readonly heartbeatIntervalMs: number;
}

/**
 * The limit is Discord's ("Gateway", "Rate Limiting"). Discord documents neither how the 60 s are counted nor what a
 * close by it looks like: a sliding window is the strictest reading.
 */
const DISCORD_RULES: GatewayRules = { limit: 120, windowMs: 60_000, heartbeatIntervalMs: HEARTBEAT_INTERVAL_MS };

/** How long a session whose socket broke can be resumed; Discord documents no number. */
const RESUMABLE_MS = 60_000;

/** Intents that the application must have been granted in Discord's developer portal. */
export interface PrivilegedIntents {
  messageContent?: boolean;
  guildMembers?: boolean;
  presences?: boolean;
}

/** Payload of op 4. */
interface VoiceRequest {
  readonly guildId: string;
  readonly channelId: string | null;
  readonly selfMute: boolean;
  readonly selfDeaf: boolean;
}

/** What the gateway is built on. */
export interface GatewayOptions {
  readonly world: World;
  readonly bot: User;
  readonly applicationId: string;
  readonly token: string;
  readonly privilegedIntents: Readonly<PrivilegedIntents>;
  /** Overrides Discord's own. */
  readonly rules?: Partial<GatewayRules>;
  onVoiceRequest(session: GatewaySession, request: VoiceRequest): void;
  /** Called when a session has ended for good, and with it its voice states. */
  onSessionEnd(session: GatewaySession): void;
}

interface Connection {
  readonly socket: WebSocket;
  session: GatewaySession | undefined;
  /** Times of the messages within the window, by `performance.now()`. */
  sentAtMs: readonly number[];
}

/** The bot's gateway, version 10 in JSON without compression. */
export class Gateway {
  readonly #options: GatewayOptions;
  readonly #rules: GatewayRules;
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: MAX_PAYLOAD_BYTES * 16 });
  readonly #sessions = new Map<string, GatewaySession>();
  readonly #endings = new Map<string, NodeJS.Timeout>();
  #isClosed = false;
  #identified = 0;
  #resumed = 0;
  #rateLimited = 0;
  #mostSent = 0;
  #url = '';

  constructor(options: GatewayOptions) {
    this.#options = options;
    this.#rules = { ...DISCORD_RULES, ...options.rules };
  }

  /** Numbers of sessions started and resumed, of closes by the rate limit, and most messages of a connection in a window. */
  get figures(): Record<'identified' | 'resumed' | 'rateLimited' | 'mostSentInWindow', number> {
    return {
      identified: this.#identified,
      resumed: this.#resumed,
      rateLimited: this.#rateLimited,
      mostSentInWindow: this.#mostSent,
    };
  }

  /** True if any session is connected right now. */
  get connected(): boolean {
    return [...this.#sessions.values()].some(({ isConnected }) => isConnected);
  }

  /** Address for READY's `resume_gateway_url`, known once the server listens. */
  setUrl(url: string): void {
    this.#url = url;
  }

  /** Takes over an HTTP upgrade. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#server.handleUpgrade(request, socket, head, (webSocket) => this.#open(webSocket, request));
  }

  /** Passes an event to the session of its shard, if it concerns the bot. */
  dispatch(event: DispatchEvent): void {
    const { world, bot } = this.#options;
    const guild = event.guildId === undefined ? undefined : world.guilds.get(event.guildId);
    if (guild !== undefined && !guild.members.has(bot.id)) return;
    for (const session of this.#sessions.values()) session.offer(event);
  }

  /** Announces a guild that the bot has just joined. */
  announceGuild(guild: Guild): void {
    for (const session of this.#sessions.values()) if (session.covers(guild.id)) this.#sendGuild(session, guild);
  }

  /** Closes every socket with a code (4000: the client may resume); returns their number. */
  drop(code: number): number {
    const open = [...this.#sessions.values()].flatMap((session) => session.socket ?? []);
    for (const socket of open) socket.close(code);
    return open.length;
  }

  /** The session whose shard serves a guild; `undefined` while there is none. */
  sessionOf(guildId: string): GatewaySession | undefined {
    return [...this.#sessions.values()].find((session) => session.covers(guildId));
  }

  /** Tells the bot that it is no longer in a guild, which it was removed from. */
  announceRemoval(guildId: string): void {
    for (const session of this.#sessions.values()) {
      if (session.covers(guildId)) session.send('GUILD_DELETE', { id: guildId });
    }
  }

  /** Ends every session (op 9); the bot must identify again. */
  invalidate(): void {
    for (const session of [...this.#sessions.values()]) {
      session.sendOp(Op.InvalidSession, false);
      this.end(session);
    }
  }

  /** Ends a session for good; its socket, if there is one, is left as it is. */
  end(session: GatewaySession): void {
    clearTimeout(this.#endings.get(session.id));
    this.#endings.delete(session.id);
    if (this.#sessions.delete(session.id)) this.#options.onSessionEnd(session);
  }

  /** Ends every session and closes every socket. */
  close(): void {
    this.#isClosed = true;
    for (const timer of this.#endings.values()) clearTimeout(timer);
    for (const socket of this.#server.clients) socket.terminate();
    this.#sessions.clear();
    this.#server.close();
  }

  #open(socket: WebSocket, request: IncomingMessage): void {
    const query = new URL(request.url ?? '/', 'http://localhost').searchParams;
    if (query.get('v') !== '10') {
      socket.close(Close.InvalidAPIVersion);
      return;
    }
    const connection: Connection = { socket, session: undefined, sentAtMs: [] };
    socket.on('error', () => socket.terminate());
    socket.on('close', (code) => this.#closed(connection, code));
    socket.on('message', (data, isBinary) => {
      const refused = this.#receive(connection, isBinary || !Buffer.isBuffer(data) ? undefined : data.toString('utf8'));
      if (refused !== undefined) socket.close(refused);
    });
    send(socket, Op.Hello, { heartbeat_interval: this.#rules.heartbeatIntervalMs, _trace: [] });
  }

  /** Handles a message; returns the code to close with if it broke a rule. */
  #receive(connection: Connection, text: string | undefined): Close | undefined {
    if (!this.#isWithinRate(connection)) return Close.RateLimited;
    const message = text === undefined || text.length > MAX_PAYLOAD_BYTES ? undefined : parseMessage(text);
    if (message === undefined) return Close.DecodeError;
    if (message.op === Op.Heartbeat) {
      if (connection.session?.acknowledgesHeartbeats !== false) send(connection.socket, Op.HeartbeatAck);
      return undefined;
    }
    if (message.op === Op.Identify) return this.#identify(connection, message.d);
    if (message.op === Op.Resume) return this.#resume(connection, message.d);
    if (connection.session === undefined) return Close.NotAuthenticated;
    return this.#handle(connection.session, message);
  }

  #isWithinRate(connection: Connection): boolean {
    const { limit, windowMs } = this.#rules;
    const nowMs = performance.now();
    connection.sentAtMs = [...connection.sentAtMs.filter((atMs) => atMs > nowMs - windowMs), nowMs];
    this.#mostSent = Math.max(this.#mostSent, connection.sentAtMs.length);
    if (connection.sentAtMs.length === limit + 1) this.#rateLimited += 1;
    return connection.sentAtMs.length <= limit;
  }

  #handle(session: GatewaySession, message: { op: number; d: unknown }): Close | undefined {
    if (message.op === Op.PresenceUpdate) return undefined;
    if (message.op === Op.VoiceStateUpdate) {
      const request = voiceSchema.safeParse(message.d);
      if (!request.success) return Close.DecodeError;
      const { guild_id: guildId, channel_id: channelId, self_mute: selfMute, self_deaf: selfDeaf } = request.data;
      this.#options.onVoiceRequest(session, { guildId, channelId, selfMute, selfDeaf });
      return undefined;
    }
    if (message.op === Op.RequestGuildMembers) {
      const request = membersSchema.safeParse(message.d);
      if (!request.success) return Close.DecodeError;
      this.#sendMembers(session, request.data);
      return undefined;
    }
    if (message.op === Op.RequestChannelInfo) {
      const request = channelInfoSchema.safeParse(message.d);
      if (!request.success) return Close.DecodeError;
      this.#sendChannelInfo(session, request.data);
      return undefined;
    }
    return Close.UnknownOpcode;
  }

  #identify(connection: Connection, data: unknown): Close | undefined {
    const { socket } = connection;
    if (connection.session !== undefined) return Close.AlreadyAuthenticated;
    const identify = identifySchema.safeParse(data);
    if (!identify.success) return Close.DecodeError;
    const { token, intents, shard } = identify.data;
    if (token !== this.#options.token) return Close.AuthenticationFailed;
    if (shard[0] >= shard[1]) return Close.InvalidShard;
    if ((intents & ~allIntents()) !== 0) return Close.InvalidIntents;
    if ((intents & this.#withheldIntents()) !== 0) return Close.DisallowedIntents;
    const session = new GatewaySession({ shard, intents, socket });
    connection.session = session;
    this.#endSupersededBy(session);
    this.#sessions.set(session.id, session);
    this.#identified += 1;
    this.#sendReady(session);
    this.#options.world.changes.emit({ kind: 'bot' });
    return undefined;
  }

  /** A process that crashed left a session behind: its successor on the same shard replaces it. */
  #endSupersededBy(session: GatewaySession): void {
    for (const other of [...this.#sessions.values()]) {
      if (other.isConnected || other.shardId !== session.shardId) continue;
      other.socket?.terminate();
      this.end(other);
    }
  }

  #resume(connection: Connection, data: unknown): Close | undefined {
    const { socket } = connection;
    const resume = resumeSchema.safeParse(data);
    if (!resume.success) return Close.DecodeError;
    if (resume.data.token !== this.#options.token) return Close.AuthenticationFailed;
    const session = this.#sessions.get(resume.data.session_id);
    if (session === undefined || !session.resume(socket, resume.data.seq)) {
      if (session !== undefined) this.end(session);
      send(socket, Op.InvalidSession, false);
      return undefined;
    }
    clearTimeout(this.#endings.get(session.id));
    connection.session = session;
    this.#resumed += 1;
    this.#options.world.changes.emit({ kind: 'bot' });
    return undefined;
  }

  #closed(connection: Connection, code: number): void {
    const { session } = connection;
    if (session === undefined || session.socket !== connection.socket) return;
    session.detach();
    if (this.#isClosed) return;
    // Closing with 1000 or 1001 ends the session immediately; after any other code the client may resume.
    if (code === 1_000 || code === 1_001) this.end(session);
    else this.#endings.set(session.id, setTimeout(() => this.end(session), RESUMABLE_MS).unref());
    this.#options.world.changes.emit({ kind: 'bot' });
  }

  #sendReady(session: GatewaySession): void {
    const { bot, applicationId } = this.#options;
    const guilds = this.#guildsOf(session);
    session.send('READY', {
      v: 10,
      user: ownUserPayload(bot),
      session_type: 'normal',
      session_id: session.id,
      resume_gateway_url: this.#url,
      guilds: guilds.map((guild) => ({ id: guild.id, unavailable: true })),
      private_channels: [],
      relationships: [],
      presences: [],
      shard: [session.shardId, session.shardCount],
      application: { id: applicationId, flags: applicationFlags(this.#options.privilegedIntents) },
    });
    for (const guild of guilds) this.#sendGuild(session, guild);
  }

  #sendGuild(session: GatewaySession, guild: Guild): void {
    if ((session.intents & Intent.Guilds) === 0) return;
    const allMembers = (session.intents & Intent.GuildMembers) !== 0;
    const { world, bot } = this.#options;
    session.send('GUILD_CREATE', guildCreatePayload(world, guild, { allMembers, botId: bot.id }));
  }

  #sendMembers(session: GatewaySession, request: z.output<typeof membersSchema>): void {
    const guild = this.#options.world.guilds.get(request.guild_id);
    if (guild === undefined || !session.covers(guild.id)) return;
    const wanted = request.user_ids === undefined ? undefined : [request.user_ids].flat();
    const mayListAll = (session.intents & Intent.GuildMembers) !== 0;
    if (wanted === undefined && (request.query ?? '') === '' && !mayListAll) return;
    const found = [...guild.members.values()].filter((member) =>
      wanted === undefined
        ? this.#options.world.users.get(member.userId)?.username.startsWith(request.query ?? '')
        : wanted.includes(member.userId),
    );
    session.send('GUILD_MEMBERS_CHUNK', {
      guild_id: guild.id,
      members: found.slice(0, request.limit || 1_000).map((member) => fullMemberPayload(this.#options.world, member)),
      chunk_index: 0,
      chunk_count: 1,
      not_found: wanted?.filter((id) => !guild.members.has(id)) ?? [],
      ...(request.nonce === undefined ? {} : { nonce: request.nonce }),
    });
  }

  #sendChannelInfo(session: GatewaySession, request: z.output<typeof channelInfoSchema>): void {
    const { world, bot } = this.#options;
    const guild = world.guilds.get(request.guild_id);
    if (guild === undefined || !guild.members.has(bot.id) || !session.covers(guild.id)) return;
    session.send('CHANNEL_INFO', channelInfoPayload(guild, request.fields, bot.id));
  }

  #guildsOf(session: GatewaySession): Guild[] {
    const { world, bot } = this.#options;
    return [...world.guilds.values()].filter((guild) => guild.members.has(bot.id) && session.covers(guild.id));
  }

  #withheldIntents(): number {
    const { messageContent, guildMembers, presences } = this.#options.privilegedIntents;
    return (
      (messageContent ? 0 : Intent.MessageContent) |
      (guildMembers ? 0 : Intent.GuildMembers) |
      (presences ? 0 : Intent.GuildPresences)
    );
  }
}

/** The application's public flags: its granted privileged intents, like for bots in few guilds. */
export function applicationFlags(granted: Readonly<PrivilegedIntents>): number {
  return (
    (granted.messageContent ? ApplicationFlags.GatewayMessageContentLimited : 0) |
    (granted.guildMembers ? ApplicationFlags.GatewayGuildMembersLimited : 0) |
    (granted.presences ? ApplicationFlags.GatewayPresenceLimited : 0)
  );
}

function allIntents(): number {
  return Object.values(Intent).reduce<number>((all, bit) => (typeof bit === 'number' ? all | bit : all), 0);
}

function send(socket: WebSocket, op: Op, d: unknown = null): void {
  socket.send(JSON.stringify({ op, d, s: null, t: null }));
}
