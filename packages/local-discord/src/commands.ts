import { ApplicationCommandType, type ApplicationIntegrationType } from 'discord-api-types/v10';
import { refusal } from './discord-error.ts';
import type { Payload } from './payloads.ts';
import type { CommandDefinition } from './rules/command-rules.ts';
import type { World } from './world.ts';

/** Limit on an application's commands in one scope (Discord API reference, "Application Commands"). */
const MAX_CHAT_INPUT = 100;
const MAX_MENUS = 15;

/** Scope of commands: a guild's id, or `global`. */
export type CommandScope = string;

/** A stored command. */
export interface RegisteredCommand {
  readonly id: string;
  readonly version: string;
  readonly applicationId: string;
  /** `undefined` for a global command. */
  readonly guildId: string | undefined;
  readonly definition: CommandDefinition;
}

/** The application's commands, global and per guild. */
export class Commands {
  readonly #scopes = new Map<CommandScope, RegisteredCommand[]>();
  readonly #applicationId: string;
  readonly #world: World;
  #overwrites = 0;

  constructor(applicationId: string, world: World) {
    this.#applicationId = applicationId;
    this.#world = world;
  }

  /** Number of bulk overwrites. */
  get overwrites(): number {
    return this.#overwrites;
  }

  /** Number of commands in all scopes. */
  get size(): number {
    return [...this.#scopes.values()].reduce((sum, commands) => sum + commands.length, 0);
  }

  list(scope: CommandScope): readonly RegisteredCommand[] {
    return this.#scopes.get(scope) ?? [];
  }

  /** Commands visible in a guild: its own, and global ones that it does not override. */
  visibleIn(guildId: string | undefined): readonly RegisteredCommand[] {
    const own = guildId === undefined ? [] : this.list(guildId);
    const isOwn = (command: RegisteredCommand): boolean =>
      own.some((other) => isSameCommand(other.definition, command.definition));
    return [...own, ...this.list('global').filter((command) => !isOwn(command))];
  }

  /** @throws {DiscordError} 30032 above the limit of commands */
  overwrite(scope: CommandScope, definitions: readonly CommandDefinition[]): readonly RegisteredCommand[] {
    const before = this.list(scope);
    const after = definitions.map((definition) => this.#register(scope, definition, before));
    this.#store(scope, after);
    this.#overwrites += 1;
    this.#world.changes.emit({ kind: 'bot' });
    return after;
  }

  /** Adds a command, or replaces the one of the same type and name. */
  upsert(scope: CommandScope, definition: CommandDefinition): { command: RegisteredCommand; isNew: boolean } {
    const before = this.list(scope);
    const command = this.#register(scope, definition, before);
    const others = before.filter((other) => other.id !== command.id);
    this.#store(scope, [...others, command]);
    this.#world.changes.emit({ kind: 'bot' });
    return { command, isNew: others.length === before.length };
  }

  /** @throws {DiscordError} 10063 */
  find(scope: CommandScope, id: string): RegisteredCommand {
    const command = this.list(scope).find((candidate) => candidate.id === id);
    if (command === undefined) throw refusal('unknownCommand');
    return command;
  }

  /** @throws {DiscordError} 10063 */
  remove(scope: CommandScope, id: string): void {
    const command = this.find(scope, id);
    this.#scopes.set(
      scope,
      this.list(scope).filter((other) => other !== command),
    );
    this.#world.changes.emit({ kind: 'bot' });
  }

  #store(scope: CommandScope, commands: RegisteredCommand[]): void {
    const menus = (type: ApplicationCommandType): number =>
      commands.filter((command) => command.definition.type === type).length;
    if (
      menus(ApplicationCommandType.ChatInput) > MAX_CHAT_INPUT ||
      menus(ApplicationCommandType.Message) > MAX_MENUS ||
      menus(ApplicationCommandType.User) > MAX_MENUS
    ) {
      throw refusal('maximumCommands');
    }
    this.#scopes.set(scope, commands);
  }

  #register(
    scope: CommandScope,
    definition: CommandDefinition,
    before: readonly RegisteredCommand[],
  ): RegisteredCommand {
    return {
      id: before.find((other) => isSameCommand(other.definition, definition))?.id ?? this.#world.makeId(),
      version: this.#world.makeId(),
      applicationId: this.#applicationId,
      guildId: scope === 'global' ? undefined : scope,
      definition,
    };
  }
}

/** A command as returned by the API: with defaults filled in, and redundant fields omitted. */
export function commandPayload(command: RegisteredCommand): Payload {
  const { definition, guildId } = command;
  return {
    id: command.id,
    application_id: command.applicationId,
    version: command.version,
    type: definition.type,
    ...describedPayload(definition),
    default_member_permissions: definition.default_member_permissions ?? null,
    nsfw: definition.nsfw ?? false,
    contexts: guildId === undefined ? (definition.contexts ?? null) : null,
    integration_types: guildId === undefined ? (definition.integration_types ?? GUILD_INSTALL) : GUILD_INSTALL,
    ...(definition.options?.length ? { options: definition.options.map(optionPayload) } : {}),
    ...(guildId === undefined ? { dm_permission: definition.dm_permission ?? true } : { guild_id: guildId }),
  };
}

/** Default `integration_types` of a command. */
const GUILD_INSTALL: readonly ApplicationIntegrationType[] = [0];

type Option = NonNullable<CommandDefinition['options']>[number];

/** An option as returned by Discord: false and empty fields are omitted. */
function optionPayload(option: Option): Payload {
  const { options, ...rest }: Option & { options?: readonly Option[] | null | undefined } = option;
  const told = Object.entries(rest).filter(
    ([, value]) => value !== false && value !== null && !(Array.isArray(value) && value.length === 0),
  );
  return {
    ...Object.fromEntries(told),
    ...describedPayload(option),
    ...(options?.length ? { options: options.map(optionPayload) } : {}),
  };
}

function describedPayload(described: CommandDefinition | Option): Payload {
  return {
    name: described.name,
    name_localizations: described.name_localizations ?? null,
    description: described.description ?? '',
    description_localizations:
      'description_localizations' in described ? (described.description_localizations ?? null) : null,
  };
}

function isSameCommand(one: CommandDefinition, other: CommandDefinition): boolean {
  return one.type === other.type && one.name === other.name;
}
