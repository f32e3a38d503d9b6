import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalCertificate } from '@mynah/loopback/certificate';
import { createLocalGuard, refuseUpgrade } from '@mynah/loopback/local-guard';
import { ChannelType, GatewayIntentBits } from 'discord-api-types/v10';
import type { AttachmentTrouble } from './attachments.ts';
import { DiscordFaults } from './faults/discord-faults.ts';
import type { Gateway, GatewayRules, PrivilegedIntents } from './gateway.ts';
import { LocalGuild } from './guild.ts';
import type { KeptDiscord } from './kept/kept-schema.ts';
import { restoreMessages, restoreWorld } from './kept/restore-world.ts';
import { takeSnapshot } from './kept/take-snapshot.ts';
import { createListeners, type Listeners } from './listeners.ts';
import { makeGateway, makeRest, makeServices } from './make-services.ts';
import { addBot, makeFirstGuild, makeGuild } from './new-guild.ts';
import { type DispatchEvent, fullMemberPayload } from './payloads.ts';
import { type Invocation, SeenInteraction } from './people/invocation.ts';
import { Person } from './people/person.ts';
import { type SeenGuild, seeGuilds } from './people/seen-guild.ts';
import { DEFAULT_BOT_PERMISSIONS } from './permissions.ts';
import type { RestExchange } from './rest/exchange.ts';
import type { RecordedRequest, RestServer } from './rest/server.ts';
import type { Services } from './services.ts';
import type { NetworkConditions, VoiceServer } from './voice/person-voice-api.ts';
import { startVoiceServer } from './voice/voice-server.ts';
import { VoiceStates } from './voice-states.ts';
import { type Guild, type User, World, type WorldChange } from './world.ts';

/** Options of a local Discord. */
export interface LocalDiscordOptions {
  /** Address to listen on; default 127.0.0.1. */
  readonly host?: string;
  /** Port of REST and gateway; default 0, any free one. */
  readonly port?: number;
  /** What the bot is told instead of its own addresses: the origin of REST, gateway and files, and the voice gateway's host. */
  readonly told?: { readonly origin: string; readonly voiceHost: string };
  /** The bot's name; default `Mynah`. */
  readonly botName?: string;
  /** The bot's token; default a generated one. */
  readonly token?: string;
  /** The first guild's language, by Discord's code; default `en-US`. */
  readonly guildLocale?: string;
  /** End-to-end encryption in voice channels; default true. */
  readonly dave?: boolean;
  /** `false` omits the voice server: joins get voice states, but no media. */
  readonly voice?: boolean;
  readonly network?: NetworkConditions;
  /** Permissions of the bot's role in every guild; default is what the invitation link requests. */
  readonly botPermissions?: bigint;
  /** Privileged intents that the application was granted; default none. */
  readonly privilegedIntents?: PrivilegedIntents;
  /** Number of shards Discord recommends to the bot; default 1. */
  readonly shards?: number;
  /** How fast the bot may send to the gateway; default like Discord's. */
  readonly gatewayRules?: Partial<GatewayRules>;
  /** Rules that can be turned off. */
  readonly rules?: { readonly rateLimits?: boolean };
  /** What an earlier local Discord kept, to continue from; default: a new world. */
  readonly kept?: KeptDiscord;
  /** Receives every REST request with its answer, before that is sent. */
  readonly onExchange?: (exchange: RestExchange) => void;
  /** One line per notable event: refused requests, joins, sessions. */
  readonly log?: (line: string) => void;
}

/** Options of a new person. */
export interface NewPerson {
  readonly name: string;
  /** Default: the first guild. */
  readonly guild?: LocalGuild;
  /** Permissions in all channels, in addition to everyone's. */
  readonly permissions?: bigint;
  /** Default `en-US`. */
  readonly locale?: string;
  /** Largest upload of the person; default 10 MiB, up to 500 MiB for paid accounts. */
  readonly uploadLimitBytes?: number;
  /** It is another bot. */
  readonly bot?: boolean;
  /** The bot's application is theirs; otherwise it is the first person's. */
  readonly ownsApplication?: boolean;
}

/** Counters for tests. */
export interface LocalDiscordFigures {
  /** Number of bulk overwrites of commands. */
  readonly commandOverwrites: number;
  readonly identified: number;
  readonly resumed: number;
  /** Gateway connections that were closed because the bot sent too much. */
  readonly rateLimited: number;
  /** Most messages that the bot sent over one gateway connection within the limit's window, heartbeats included. */
  readonly mostSentInWindow: number;
}

/** A Discord on this machine, for one bot. */
export class LocalDiscord {
  /** For DISCORD_API_URL: `http://127.0.0.1:PORT/api`. */
  readonly apiUrl: string;
  readonly token: string;
  readonly applicationId: string;
  /** The bot's user id. */
  readonly botId: string;
  /** For NODE_EXTRA_CA_CERTS: the authority of the voice server's certificate; deleted by `close`. */
  readonly caFile: string;
  /** The first guild: #general, #captions, Lounge, Studio, Booth (for two) and a stage. */
  readonly guild: LocalGuild;
  readonly voiceServer: VoiceServer | undefined;
  /** What can go wrong between Discord and the bot. */
  readonly faults: DiscordFaults;
  readonly #parts: Parts;
  /** By guild and user. */
  readonly #people: Map<string, Person>;
  #closed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { services } = parts;
    this.apiUrl = `${parts.origin}/api`;
    this.token = parts.token;
    this.applicationId = services.applicationId;
    this.botId = services.bot.id;
    this.caFile = join(parts.folder, 'ca.pem');
    this.voiceServer = parts.voiceServer;
    this.faults = new DiscordFaults(parts);
    this.#people = new Map();
    this.guild = this.#look(parts.guild);
    for (const guild of services.world.guilds.values()) {
      for (const userId of guild.members.keys()) this.#recall(guild, userId);
    }
  }

  /** All REST requests so far, oldest first. */
  get requests(): readonly RecordedRequest[] {
    return this.#parts.rest.requests;
  }

  /** Requests that were refused: the rules that the bot broke. */
  get errors(): readonly RecordedRequest[] {
    return this.requests.filter((request) => request.status >= 400);
  }

  get figures(): LocalDiscordFigures {
    const { gateway, services } = this.#parts;
    return { ...gateway.figures, commandOverwrites: services.commands.overwrites };
  }

  /** Adds a guild with one text and one voice channel; `withBot` decides whether the bot is a member. */
  addGuild(options: { readonly name: string; readonly withBot?: boolean }): LocalGuild {
    const { services, gateway } = this.#parts;
    const guild = makeGuild(services.world, options.name);
    services.world.addChannel(guild, { name: 'general', type: ChannelType.GuildText });
    services.world.addChannel(guild, { name: 'Lounge', type: ChannelType.GuildVoice });
    if (options.withBot !== false) {
      addBot(services.world, guild, services.bot, this.#parts.botPermissions);
      gateway.announceGuild(guild);
    }
    services.world.changes.emit({ kind: 'guild', guildId: guild.id });
    return this.#look(guild);
  }

  /** All guilds, the first one first. */
  get guilds(): readonly LocalGuild[] {
    return [...this.#parts.services.world.guilds.values()].map((guild) => this.#look(guild));
  }

  /** The people of a guild who were added, without its owner and without bots. */
  people(guild: LocalGuild): readonly Person[] {
    const { users } = this.#parts.services.world;
    return [...this.#people]
      .filter(([key, person]) => key.startsWith(`${guild.id} `) && users.get(person.id)?.bot === false)
      .map(([, person]) => person);
  }

  /** True if the bot is connected and has commands. */
  get isBotReady(): boolean {
    const { services, gateway } = this.#parts;
    return gateway.connected && services.commands.size > 0;
  }

  /** The guilds of a person, as their client shows them. */
  guildsOf(person: Person): readonly SeenGuild[] {
    return seeGuilds(this.#parts.services.world, person.id);
  }

  /** The name that people see of a user, outside of guilds. */
  nameOf(userId: string): string {
    const user = this.#parts.services.world.users.get(userId);
    return user?.globalName ?? user?.username ?? 'Deleted User';
  }

  /** Calls `listener` after every change that a person could notice; dispose to stop. */
  watch(listener: (change: WorldChange['kind']) => void): Disposable {
    return this.#parts.services.world.changes.listen(({ kind }) => listener(kind));
  }

  addPerson(options: NewPerson): Person {
    const { world } = this.#parts.services;
    const guild = world.guilds.get(options.guild?.id ?? this.guild.id) ?? this.#parts.guild;
    const { guild: _, permissions, ...user } = options;
    return this.#admit(world.addUser(user), guild, permissions);
  }

  /** What to keep for the next visit. */
  snapshot(): KeptDiscord {
    return takeSnapshot(this.#parts.services, this.#parts.origin);
  }

  /** Calls `listener` for every change that a person could notice; dispose to stop. */
  onChange(listener: () => void): Disposable {
    return this.#parts.services.world.changes.listen(listener);
  }

  /** Resolves when the bot is connected and has commands. Rejects with the signal's reason. */
  async botReady(signal?: AbortSignal): Promise<void> {
    await this.#parts.services.world.changes.until(() => this.isBotReady || undefined, signal);
  }

  /** Resolves when no session of the bot is connected. */
  async botGone(signal?: AbortSignal): Promise<void> {
    const { services, gateway } = this.#parts;
    await services.world.changes.until(() => !gateway.connected || undefined, signal);
  }

  /** Switches a privileged intent on or off in the developer portal: it applies to connections that are opened from now on. */
  switchIntent(intent: keyof PrivilegedIntents, isOn: boolean): void {
    this.#parts.services.privilegedIntents[intent] = isOn;
  }

  /** Closes the bot's gateway sockets; with the default code 4000 it may resume. Returns their number. */
  dropGateway(code = 4_000): number {
    return this.#parts.gateway.drop(code);
  }

  /** Ends the bot's gateway sessions: it must identify again. */
  invalidateSession(): void {
    this.#parts.gateway.invalidate();
  }

  /** Makes an interaction's token `ageMs` old, to avoid waiting. */
  ageInteraction(invocation: Invocation, ageMs: number): void {
    if (invocation instanceof SeenInteraction) this.#parts.services.interactions.age(invocation.interaction, ageMs);
  }

  /** Adds a person to another guild too. The result is the same user there: with its commands, and in its voice channels. */
  joinGuild(person: Person, guild: LocalGuild, permissions?: bigint): Person {
    const { world } = this.#parts.services;
    const [user, joined] = [world.users.get(person.id), world.guilds.get(guild.id)];
    if (user === undefined || joined === undefined)
      throw new Error('That is not a person and a guild of this Discord.');
    return this.#admit(user, joined, permissions);
  }

  /** The direct-message channel of two people, without the bot. */
  privateChannelId(one: Person, other: Person): string {
    return this.#parts.services.world.directChannel(one.id, other.id).id;
  }

  /** Makes the file server fail; of several faults only the first takes effect. */
  troubleAttachments(trouble: AttachmentTrouble): void {
    this.#parts.services.attachments.trouble(trouble);
  }

  /** Makes an attachment's address answer 404, like an expired link. */
  expireAttachment(url: string): void {
    this.#parts.services.attachments.expire(url);
  }

  /** Makes everyone leave and closes every socket. Safe to call twice. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    const { gateway, rest, voiceServer, folder } = this.#parts;
    await Promise.allSettled([...this.#people.values()].map(async (person) => person.voice?.leave()));
    gateway.close();
    rest.http.closeAllConnections();
    await new Promise<void>((resolve) => {
      rest.http.close(() => resolve());
    });
    await voiceServer?.close();
    await rm(folder, { recursive: true, force: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #admit(user: User, guild: Guild, permissions: bigint | undefined): Person {
    const { services, voiceServer } = this.#parts;
    const person = new Person(services, user, guild, () => voiceServer);
    const roles = permissions === undefined ? [] : [this.#look(guild).addRole(person.name, permissions)];
    const member = services.world.addMember(guild, user.id, roles);
    const payload = { guild_id: guild.id, ...fullMemberPayload(services.world, member) };
    const intent = GatewayIntentBits.GuildMembers;
    services.events.emit({ name: 'GUILD_MEMBER_ADD', guildId: guild.id, intent, data: () => payload });
    this.#people.set(`${guild.id} ${user.id}`, person);
    services.world.changes.emit({ kind: 'guild', guildId: guild.id });
    return person;
  }

  /** Somebody of an earlier visit; the owner of a new guild does nothing. */
  #recall(guild: Guild, userId: string): void {
    const { services, voiceServer } = this.#parts;
    const user = services.world.users.get(userId);
    if (user === undefined || user.bot || userId === guild.ownerId) return;
    this.#people.set(`${guild.id} ${userId}`, new Person(services, user, guild, () => voiceServer));
  }

  #look(guild: Guild): LocalGuild {
    return new LocalGuild(this.#parts.services, guild, async (userId, channelId, ticket) => {
      await this.#people.get(`${guild.id} ${userId}`)?.followVoice(channelId, ticket);
    });
  }
}

/** Parts of a local Discord. */
interface Parts {
  readonly services: Services;
  readonly guild: Guild;
  readonly gateway: Gateway;
  readonly rest: RestServer;
  readonly voiceServer: VoiceServer | undefined;
  readonly botPermissions: bigint;
  readonly origin: string;
  readonly token: string;
  readonly folder: string;
}

/**
 * Starts a local Discord: REST and gateway on one port, voice on another. Rejects with Node's own error if the port
 * is taken.
 */
export async function startLocalDiscord(options: LocalDiscordOptions = {}): Promise<LocalDiscord> {
  const { host = '127.0.0.1', port = 0, botPermissions = DEFAULT_BOT_PERMISSIONS, log = () => undefined } = options;
  const world = new World();
  const { kept } = options;
  const { bot, guild } =
    kept === undefined
      ? makeWorld(world, options.botName ?? 'Mynah', botPermissions)
      : restoreWorld(world, kept.state, botPermissions);
  if (options.guildLocale !== undefined) guild.preferredLocale = options.guildLocale;
  const token = options.token ?? makeToken(bot.id);
  const events: Listeners<DispatchEvent> = createListeners();
  let voiceServer: VoiceServer | undefined;
  const voiceStates = new VoiceStates(world, events, bot.id, () => voiceServer);
  let origin = '';
  const { privilegedIntents, shards, gatewayRules = {}, rules = {}, told } = options;
  const parts = { world, bot, events, voiceStates, privilegedIntents, shards };
  const guard = createLocalGuard(told === undefined ? [] : [new URL(told.origin).hostname]);
  const services = makeServices({ ...parts, gatewayUrl: () => gatewayUrl(origin) });
  const gateway = makeGateway(services, token, gatewayRules, log);
  events.listen((event) => gateway.dispatch(event));
  const rest = makeRest(services, token, {
    rateLimits: rules.rateLimits ?? true,
    onExchange: options.onExchange,
    guard,
    log,
  });
  rest.http.on('upgrade', (request, socket, head) => {
    if (!guard.isOfProgram(request)) refuseUpgrade(socket);
    else if (request.url?.startsWith('/gateway')) gateway.upgrade(request, socket, head);
    else socket.destroy();
  });
  rest.http.listen(port, host);
  await once(rest.http, 'listening');
  const ownOrigin = `http://${host}:${(rest.http.address() as AddressInfo).port}`;
  origin = told?.origin ?? ownOrigin;
  services.attachments.setOrigin(origin);
  gateway.setUrl(gatewayUrl(origin));
  if (kept !== undefined) {
    restoreMessages(world, services.attachments, kept);
    for (const webhook of kept.state.webhooks) services.webhooks.restore(webhook);
  }
  try {
    const folder = await mkdtemp(join(tmpdir(), 'local-discord-'));
    if (options.voice !== false) {
      voiceServer = await startVoice(options, voiceStates, log);
      await writeFile(join(folder, 'ca.pem'), voiceServer.caPem);
    }
    const made = { services, guild, gateway, rest, voiceServer, botPermissions, token, folder };
    return new LocalDiscord({ ...made, origin: ownOrigin });
  } catch (error) {
    gateway.close();
    rest.http.close();
    throw error;
  }
}

function makeWorld(world: World, botName: string, botPermissions: bigint): { bot: User; guild: Guild } {
  const bot = world.addUser({ name: botName, bot: true });
  return { bot, guild: makeFirstGuild(world, bot, botPermissions) };
}

async function startVoice(
  options: LocalDiscordOptions,
  voiceStates: VoiceStates,
  log: (line: string) => void,
): Promise<VoiceServer> {
  return startVoiceServer({
    certificate: createLocalCertificate(options.told?.voiceHost),
    botHost: options.told?.voiceHost,
    host: options.host ?? '127.0.0.1',
    dave: options.dave ?? true,
    ...(options.network === undefined ? {} : { network: options.network }),
    authorize: (hello) => voiceStates.authorize(hello),
    isSilenced: (channelId, userId) => voiceStates.isSilenced(channelId, userId),
    isDeafened: (channelId, userId) => voiceStates.isDeafened(channelId, userId),
    log: (line) => log(`voice: ${line}`),
  });
}

function gatewayUrl(origin: string): string {
  return `${origin.replace('http', 'ws')}/gateway`;
}

/** In the form of Discord's: the application's id, and what nobody can guess. */
function makeToken(botId: string): string {
  const [time, secret] = [randomBytes(5), randomBytes(27)].map((bytes) => bytes.toString('base64url'));
  return `${Buffer.from(botId).toString('base64url')}.${time}.${secret}`;
}
