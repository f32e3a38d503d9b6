import type {
  APIApplicationCommand,
  APIApplicationCommandBasicOption,
  APIApplicationCommandOption,
  APIApplicationCommandSubcommandGroupOption,
  APIApplicationCommandSubcommandOption,
  ApplicationCommandOptionType as Kind,
} from 'discord-api-types/v10';

/** Discord's numbers of option types: https://discord.com/developers/docs/interactions/application-commands */
export const OPTION = {
  string: 3 as Kind.String,
  integer: 4 as Kind.Integer,
  boolean: 5 as Kind.Boolean,
  user: 6 as Kind.User,
  channel: 7 as Kind.Channel,
  role: 8 as Kind.Role,
  mentionable: 9 as Kind.Mentionable,
  number: 10 as Kind.Number,
  attachment: 11 as Kind.Attachment,
} as const;

const CHAT_INPUT = 1;
const MESSAGE_MENU = 3;
const SUBCOMMAND_TYPES: readonly number[] = [1, 2];
/** A fixed choice of an option; `name` in the visitor's language. */
interface Choice {
  readonly name: string;
  readonly value: string | number;
}

/** An option as Discord's client offers it. */
export interface OfferedOption {
  /** The name that is sent. */
  readonly name: string;
  /** The name that is shown. */
  readonly shownName: string;
  readonly description: string;
  readonly type: APIApplicationCommandBasicOption['type'];
  readonly isRequired: boolean;
  readonly hasAutocomplete: boolean;
  readonly choices: readonly Choice[];
  /** Empty: channels of every type. */
  readonly channelTypes: readonly number[];
  /** Bounds of a number. */
  readonly min: number | undefined;
  readonly max: number | undefined;
  /** Bounds of a text's length, in characters. */
  readonly minLength: number;
  readonly maxLength: number;
}

/** A command, or a subcommand, that can be run. */
export interface OfferedCommand {
  /** The command's id, as in mentions. */
  readonly id: string;
  /** Canonical names without slash, as `captions start`. */
  readonly path: string;
  /** The same in the visitor's language. */
  readonly shownPath: string;
  readonly description: string;
  readonly options: readonly OfferedOption[];
}

/** Discord's limit of a text option: 6,000 characters. */
const LONGEST_TEXT = 6_000;

/**
 * The slash commands of a place, subcommands one by one, in the language of `locale`, sorted by their shown names. The page's
 * server has left out those that Discord doesn't offer the visitor there.
 */
export function offeredCommands(commands: readonly APIApplicationCommand[], locale: string): OfferedCommand[] {
  return commands
    .filter((command) => command.type === CHAT_INPUT)
    .flatMap((command) => runnableOf(command, locale))
    .toSorted((a, b) => a.shownPath.localeCompare(b.shownPath, locale));
}

/** The message menus of a place: the name that is sent, and the one that is shown. */
export function messageMenus(
  commands: readonly APIApplicationCommand[],
  locale: string,
): { readonly name: string; readonly shownName: string }[] {
  return commands
    .filter((command) => command.type === MESSAGE_MENU)
    .map((command) => ({ name: command.name, shownName: shownName(command, locale) }));
}

/**
 * The path of a command, a group or a subcommand that a mention names by the command's id, in the language of `locale`; as it
 * stands in the mention where there is no such command.
 */
export function mentionedPath(
  commands: readonly APIApplicationCommand[],
  { id, name }: { readonly id: string; readonly name: string },
  locale: string,
): string {
  let node: (Named & { readonly options?: readonly APIApplicationCommandOption[] }) | undefined = commands.find(
    (command) => command.id === id,
  );
  const shown: string[] = [];
  for (const [index, part] of name.split(' ').entries()) {
    if (index > 0) node = node?.options?.filter(isNested).find((option) => option.name === part);
    if (node === undefined) return name;
    shown.push(shownName(node, locale));
  }
  return shown.join(' ');
}

type Runnable = APIApplicationCommand | APIApplicationCommandSubcommandOption;

function runnableOf(command: APIApplicationCommand, locale: string): OfferedCommand[] {
  const top = { path: command.name, shownPath: shownName(command, locale) };
  return inside(command.id, command, top, locale);
}

function inside(
  id: string,
  node: Runnable | APIApplicationCommandSubcommandGroupOption,
  { path, shownPath }: Pick<OfferedCommand, 'path' | 'shownPath'>,
  locale: string,
): OfferedCommand[] {
  const options: readonly APIApplicationCommandOption[] = node.options ?? [];
  const nested = options.filter(isNested);
  if (nested.length > 0) {
    return nested.flatMap((next) => {
      const names = { path: `${path} ${next.name}`, shownPath: `${shownPath} ${shownName(next, locale)}` };
      return inside(id, next, names, locale);
    });
  }
  const values = options.filter((option): option is APIApplicationCommandBasicOption => !isNested(option));
  const description = shownDescription(node, locale);
  return [{ id, path, shownPath, description, options: values.map((option) => offeredOption(option, locale)) }];
}

function isNested(
  option: APIApplicationCommandOption,
): option is APIApplicationCommandSubcommandOption | APIApplicationCommandSubcommandGroupOption {
  return SUBCOMMAND_TYPES.includes(option.type);
}

function offeredOption(option: APIApplicationCommandBasicOption, locale: string): OfferedOption {
  const choices = 'choices' in option ? (option.choices ?? []) : [];
  return {
    name: option.name,
    shownName: shownName(option, locale),
    description: shownDescription(option, locale),
    type: option.type,
    isRequired: option.required ?? false,
    hasAutocomplete: 'autocomplete' in option && option.autocomplete === true,
    choices: choices.map((choice) => ({ name: shownName(choice, locale), value: choice.value })),
    channelTypes: 'channel_types' in option ? (option.channel_types ?? []) : [],
    min: 'min_value' in option ? option.min_value : undefined,
    max: 'max_value' in option ? option.max_value : undefined,
    minLength: 'min_length' in option ? (option.min_length ?? 0) : 0,
    maxLength: 'max_length' in option ? (option.max_length ?? LONGEST_TEXT) : LONGEST_TEXT,
  };
}

interface Named {
  readonly name: string;
  readonly name_localizations?: Readonly<Record<string, string | null | undefined>> | null | undefined;
}

function shownName({ name, name_localizations: localizations }: Named, locale: string): string {
  return localizations?.[locale] ?? name;
}

interface Described {
  readonly description: string;
  readonly description_localizations?: Readonly<Record<string, string | null | undefined>> | null | undefined;
}

function shownDescription(
  { description, description_localizations: localizations }: Described,
  locale: string,
): string {
  return localizations?.[locale] ?? description;
}
