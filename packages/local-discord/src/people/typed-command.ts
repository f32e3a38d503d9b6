import {
  ApplicationCommandType,
  ApplicationCommandOptionType as Kind,
  PermissionFlagsBits,
} from 'discord-api-types/v10';
import type { RegisteredCommand } from '../commands.ts';
import type { InvokedCommand } from '../interactions.ts';
import type { Payload } from '../payloads.ts';
import { grants, permissionsOf } from '../permissions.ts';
import type { Subcommand, SubcommandGroup, ValueOption } from '../rules/command-rules.ts';
import type { Services } from '../services.ts';
import { isCalled } from './localized-names.ts';
import { emptyResolved, type OptionPlace, type OptionValue, optionValue, resolvedPayload } from './option-values.ts';
import { PersonError } from './person-error.ts';

/** Values by option name. */
export type OptionValues = Readonly<Record<string, OptionValue>>;

/** Where a command is used: 0 guild, 1 direct message with the bot, 2 other private channel. */
type InteractionContext = 0 | 1 | 2;

/** The part of a person's place that decides which commands they see. */
export interface CommandPlace extends OptionPlace {
  readonly context: InteractionContext;
  /** The bot is not a member here: only commands for user installs are visible. */
  readonly userInstalled: boolean;
}

/** A command, the path to its subcommand, and its options. */
interface FoundCommand {
  readonly command: RegisteredCommand;
  readonly path: readonly (Subcommand | SubcommandGroup)[];
  readonly options: readonly ValueOption[];
}

/**
 * `data` of a slash command's interaction, and what was invoked.
 * @throws {PersonError} if Discord's client would not offer the command here or not send these values
 */
export function typedCommandData(
  services: Services,
  place: CommandPlace,
  text: string,
  values: OptionValues,
): { readonly data: Payload; readonly invoked: InvokedCommand } {
  const { found, locale } = findTyped(services, place, text);
  const resolved = emptyResolved();
  const named = new Set(Object.keys(values).map((name) => optionOf(found, text, name, locale).name));
  const missing = found.options.find((option) => option.required && !named.has(option.name));
  if (missing !== undefined) throw new PersonError(`Option “${missing.name}” of ${text} is required.`);
  const sent = Object.entries(values).map(([name, value]) => {
    const option = optionOf(found, text, name, locale);
    return { name: option.name, type: option.type, value: optionValue(services, place, option, value, resolved) };
  });
  const path = [found.command.definition, ...found.path].map(({ name }) => name).join(' ');
  return {
    data: { ...commandData(found, sent), ...resolvedPayload(resolved) },
    invoked: { id: found.command.id, path },
  };
}

/**
 * `data` of an autocomplete interaction.
 * @throws {PersonError} if the option has no autocomplete
 */
export function autocompleteData(
  services: Services,
  place: CommandPlace,
  text: string,
  focused: { readonly option: string; readonly value: string },
  others: OptionValues,
): Payload {
  const { found, locale } = findTyped(services, place, text);
  const option = optionOf(found, text, focused.option, locale);
  if (!option.autocomplete) throw new PersonError(`Option “${option.name}” of ${text} has no autocomplete.`);
  const sent = Object.entries(others).map(([typed, value]) => {
    const { name, type } = optionOf(found, text, typed, locale);
    return { name, type, value };
  });
  return commandData(found, [...sent, { name: option.name, type: option.type, value: focused.value, focused: true }]);
}

/**
 * The message menu's command of this name.
 * @throws {PersonError} if it is not offered here
 */
export function findMessageMenu(services: Services, place: CommandPlace, name: string): RegisteredCommand {
  return findCommand(services, place, ApplicationCommandType.Message, name);
}

/** `data` of a command's interaction without its options. */
export function baseCommandData({ id, definition, guildId }: RegisteredCommand): Payload {
  return { id, name: definition.name, type: definition.type, ...(guildId === undefined ? {} : { guild_id: guildId }) };
}

/** The command that a person means, by its names in their language or by its canonical ones. */
function findTyped(
  services: Services,
  place: CommandPlace,
  text: string,
): { readonly found: FoundCommand; readonly locale: string } {
  const locale = services.world.users.get(place.userId)?.locale ?? 'en-US';
  return { found: findSlashCommand(services, place, text, locale), locale };
}

function findSlashCommand(services: Services, place: CommandPlace, text: string, locale: string): FoundCommand {
  const [name = '', ...words] = text.trim().replace(/^\//, '').split(/\s+/);
  const command = findCommand(services, place, ApplicationCommandType.ChatInput, name);
  const path: (Subcommand | SubcommandGroup)[] = [];
  let options: readonly (ValueOption | Subcommand | SubcommandGroup)[] = command.definition.options ?? [];
  for (const word of words) {
    const next = options.filter(isNested).find((option) => isCalled(option, word, locale));
    if (next === undefined) throw new PersonError(`There is no command ${text}.`);
    path.push(next);
    options = next.options ?? [];
  }
  if (options.some(isNested)) throw new PersonError(`${text} needs a subcommand.`);
  return { command, path, options: options.filter((option): option is ValueOption => !isNested(option)) };
}

function findCommand(
  services: Services,
  place: CommandPlace,
  type: ApplicationCommandType,
  name: string,
): RegisteredCommand {
  const locale = services.world.users.get(place.userId)?.locale ?? 'en-US';
  const command = services.commands
    .visibleIn(place.userInstalled ? undefined : place.guild?.id)
    .find(({ definition }) => definition.type === type && isCalled(definition, name, locale));
  if (command === undefined) throw new PersonError(`There is no command “${name}” here.`);
  const why = whyHidden(command, place);
  if (why !== undefined) throw new PersonError(`The command “${name}” is not offered: ${why}.`);
  return command;
}

/** The commands that Discord's client offers somebody at a place, of all types. */
export function offeredCommandsIn({ commands }: Services, place: CommandPlace): readonly RegisteredCommand[] {
  const visible = commands.visibleIn(place.userInstalled ? undefined : place.guild?.id);
  return visible.filter((command) => whyHidden(command, place) === undefined);
}

function whyHidden({ definition, guildId }: RegisteredCommand, place: CommandPlace): string | undefined {
  const { context, guild, userId, userInstalled } = place;
  // Without `contexts` a command is available in guilds and in direct messages with the bot.
  const contexts = definition.contexts ?? (definition.dm_permission === false ? [0] : [0, 1]);
  if (guildId === undefined && !contexts.includes(context)) return 'it is not for this kind of channel';
  if (userInstalled && !(definition.integration_types ?? [0]).includes(1)) return 'the bot is not a member here';
  const needed = definition.default_member_permissions;
  if (guild === undefined || needed === undefined || needed === null) return undefined;
  // `0` hides a command from all but administrators.
  const wanted = BigInt(needed) || PermissionFlagsBits.Administrator;
  return grants(permissionsOf(guild, userId), wanted) ? undefined : 'a permission is missing';
}

function optionOf({ options }: FoundCommand, text: string, name: string, locale: string): ValueOption {
  const option = options.find((candidate) => isCalled(candidate, name, locale));
  if (option === undefined) throw new PersonError(`${text} has no option “${name}”.`);
  return option;
}

function commandData({ command, path }: FoundCommand, sent: readonly Payload[]): Payload {
  const options = path.reduceRight<readonly Payload[]>(
    (inner, { name, type }) => [{ name, type, options: inner }],
    sent,
  );
  return { ...baseCommandData(command), options };
}

function isNested(option: ValueOption | Subcommand | SubcommandGroup): option is Subcommand | SubcommandGroup {
  return option.type === Kind.Subcommand || option.type === Kind.SubcommandGroup;
}
