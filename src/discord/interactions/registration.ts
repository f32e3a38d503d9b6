import { isDeepStrictEqual } from 'node:util';
import { ApplicationCommandType, DiscordAPIError, type REST, RESTJSONErrorCodes, Routes } from 'discord.js';
import { MynahError } from '../../errors.ts';
import type { Logger } from '../../log/log.ts';
import { type CommandDefinition, GUILD_ONLY, type MenuDefinition } from './command.ts';

type Definition = CommandDefinition | MenuDefinition;

/** Fields that Discord adds, or that have no meaning any more: a difference in them is no change. */
const ADDED_BY_DISCORD = new Set([
  'id',
  'application_id',
  'guild_id',
  'version',
  'dm_permission',
  'default_permission',
  'name_localized',
  'description_localized',
  'handler',
]);

/** Fields with a meaning for global commands only; Discord leaves them out of a guild's commands. */
const GLOBAL_ONLY = new Set(['contexts', 'integration_types']);

/** The ids that Discord gave to slash commands, by name. Message menus are not among them: they can't be mentioned. */
export type CommandIds = ReadonlyMap<string, string>;

/** Discord's codes for a guild that the bot is not in, or not with the scope `applications.commands`. */
const NOT_IN_GUILD: ReadonlySet<number | string> = new Set([
  RESTJSONErrorCodes.UnknownGuild,
  RESTJSONErrorCodes.MissingAccess,
]);

/** Up to this many guilds are searched for old commands at every start, a request each; more only after a change of scope. */
const MAX_SEARCHED_GUILDS = 25;

/** What is registered now. */
export interface Registered {
  readonly ids: CommandIds;
  /** No commands were registered there before: an earlier start may have registered them elsewhere. */
  readonly isFirst: boolean;
}

/**
 * Registers the commands, in one guild or globally, and only when they differ from the registered ones. Global commands of
 * an earlier start are removed when they are registered in a guild: people would see them twice, and everywhere else they
 * would be refused. Without `allowDirect` Discord does not offer them in direct messages and to people who installed the
 * bot for themselves.
 * @throws {MynahError} DISCORD_GUILD_UNKNOWN when the bot is not in that guild; DISCORD_REGISTRATION_FAILED when Discord
 * refuses the commands, or cannot be reached (retryable).
 */
export async function registerCommands(options: {
  readonly rest: Pick<REST, 'get' | 'put'>;
  readonly applicationId: string;
  readonly guildId: string | undefined;
  readonly allowDirect: boolean;
  readonly definitions: readonly Definition[];
  readonly log: Logger;
}): Promise<Registered> {
  const { rest, applicationId, guildId, allowDirect, log } = options;
  const isGlobal = guildId === undefined;
  const globalRoute = Routes.applicationCommands(applicationId);
  const route = isGlobal ? globalRoute : Routes.applicationGuildCommands(applicationId, guildId);
  const offered = options.definitions.map((definition) =>
    allowDirect ? definition : { ...definition, ...GUILD_ONLY },
  );
  const definitions = isGlobal ? offered : offered.map(withoutGlobalFields);
  const registered = await registerIn(route, { rest, guildId, definitions, log });
  if (!isGlobal && (await removeCommands(rest, globalRoute))) log.info('removed the global commands');
  return registered;
}

async function registerIn(
  route: `/${string}`,
  options: Pick<Parameters<typeof registerCommands>[0], 'rest' | 'guildId' | 'definitions' | 'log'>,
): Promise<Registered> {
  const { rest, guildId, definitions, log } = options;
  const isGlobal = guildId === undefined;
  try {
    const current = await currentCommands(rest, route, { isGlobal, log });
    if (isSameRegistration(current, definitions)) {
      log.info({ count: definitions.length }, 'commands are registered already');
      return { ids: idsOf(current), isFirst: false };
    }
    const registered = await rest.put(route, { body: definitions });
    log.info({ count: definitions.length }, 'commands registered');
    return { ids: idsOf(registered), isFirst: Array.isArray(current) && current.length === 0 };
  } catch (error) {
    if (guildId !== undefined && isNotInGuild(error)) {
      throw new MynahError(
        'DISCORD_GUILD_UNKNOWN',
        `DISCORD_GUILD_ID is ${guildId}, a server that the bot is not in: invite the bot first, or leave DISCORD_GUILD_ID empty to register the commands in every server`,
        { cause: error },
      );
    }
    throw registrationFailed(error);
  }
}

function registrationFailed(cause: unknown): MynahError {
  const retryable = !(cause instanceof DiscordAPIError);
  return new MynahError('DISCORD_REGISTRATION_FAILED', 'Discord refused the commands', { retryable, cause });
}

/** Removes what is registered there. Resolves with false when there was nothing. */
async function removeCommands(
  rest: Pick<REST, 'get' | 'put'>,
  route: `/${string}`,
  signal?: AbortSignal,
): Promise<boolean> {
  try {
    const current = await rest.get(route, { ...(signal && { signal }) });
    if (!Array.isArray(current) || current.length === 0) return false;
    await rest.put(route, { body: [], ...(signal && { signal }) });
    return true;
  } catch (error) {
    throw registrationFailed(error);
  }
}

/**
 * Removes what an earlier start with another `DISCORD_GUILD_ID` registered in these guilds, one after the other. Which
 * guild that was is stored nowhere, so many guilds are searched only when the commands were just registered for the first
 * time in their scope. Failures are logged.
 */
export async function removeOldGuildCommands(options: {
  readonly rest: Pick<REST, 'get' | 'put'>;
  readonly applicationId: string;
  readonly guildIds: readonly string[];
  readonly isFirst: boolean;
  /** Once it aborts, the search ends. */
  readonly signal: AbortSignal;
  readonly log: Logger;
}): Promise<void> {
  const { rest, applicationId, guildIds, isFirst, signal, log } = options;
  if (!isFirst && guildIds.length > MAX_SEARCHED_GUILDS) return;
  for (const guildId of guildIds) {
    if (signal.aborted) return;
    try {
      const route = Routes.applicationGuildCommands(applicationId, guildId);
      if (await removeCommands(rest, route, signal)) log.info({ guildId }, 'removed old commands of a server');
    } catch (error) {
      // Servers may admit the bot without its commands.
      const isExpected = error instanceof MynahError && isNotInGuild(error.cause);
      if (!isExpected && !signal.aborted)
        log.warn({ err: error, guildId }, 'could not look for old commands of a server');
    }
  }
}

function isNotInGuild(error: unknown): boolean {
  return error instanceof DiscordAPIError && NOT_IN_GUILD.has(error.code);
}

/** Compares what Discord sent (`current`) with our definitions, without its additions and defaults. */
function isSameRegistration(current: unknown, definitions: readonly Definition[]): boolean {
  return Array.isArray(current) && isDeepStrictEqual(byName(current), byName(definitions));
}

function idsOf(commands: unknown): CommandIds {
  if (!Array.isArray(commands)) return new Map();
  const slashCommands = commands.map(asRecord).filter(({ type = 1 }) => type === ApplicationCommandType.ChatInput);
  return new Map(slashCommands.map(({ name, id }) => [String(name), String(id)]));
}

async function currentCommands(
  rest: Pick<REST, 'get'>,
  route: `/${string}`,
  { isGlobal, log }: { readonly isGlobal: boolean; readonly log: Logger },
): Promise<unknown> {
  try {
    return await rest.get(route, { query: new URLSearchParams({ with_localizations: 'true' }) });
  } catch (error) {
    if (!(error instanceof DiscordAPIError) || (!isGlobal && isNotInGuild(error))) throw error;
    log.warn({ err: error }, 'could not read the registered commands');
    return undefined;
  }
}

/** The order of commands has no meaning for Discord, the order of options has. */
function byName(commands: readonly unknown[]): Record<string, unknown> {
  return Object.fromEntries(
    commands.map((command) => {
      const core = { type: 1, ...asRecord(withoutEmpty(command)) };
      return [`${String(core.type)} ${String(Reflect.get(core, 'name'))}`, core];
    }),
  );
}

/** Leaves out what Discord adds and fills in: null, false, empty strings, lists and objects. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value)
    .filter(([name]) => !ADDED_BY_DISCORD.has(name))
    .map(([name, inner]) => [name, normaliseField(name, inner)] as const)
    .filter(([, inner]) => !isEmpty(inner));
  return Object.fromEntries(kept);
}

function normaliseField(name: string, value: unknown): unknown {
  if (!GLOBAL_ONLY.has(name) || !Array.isArray(value)) return withoutEmpty(value);
  const sorted = value.map(Number).toSorted((a, b) => a - b);
  // A guild's commands come back with the default of the other kind.
  return name === 'integration_types' && isDeepStrictEqual(sorted, [0]) ? undefined : sorted;
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function withoutGlobalFields(definition: Definition): Definition {
  const kept = Object.entries(definition).filter(([name]) => !GLOBAL_ONLY.has(name));
  return Object.fromEntries(kept) as unknown as Definition;
}
