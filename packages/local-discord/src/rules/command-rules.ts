import { ApplicationCommandType, ApplicationCommandOptionType as Kind, Locale } from 'discord-api-types/v10';
import { z } from 'zod';
import { countCharacters, fault, list, matching, relayIssues, text } from '../form.ts';

/** Names of slash commands and options: lower case, letters of any script, digits, `-`, `_` and `'`. */
const CHAT_INPUT_NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;

/**
 * Limit on the total characters of a command's names, descriptions and choice values. Of a text with translations, the
 * longest counts.
 */
const MAX_COMMAND_CHARACTERS = 8_000;

const MAX_OPTIONS = 25;

const nameSchema = matching(CHAT_INPUT_NAME).superRefine((name, context) => {
  if (name !== name.toLowerCase()) {
    context.addIssue(fault('APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid'));
  }
});

/** Texts by Discord's locales; any other key is refused. */
const localizations = (one: z.ZodType<string>) => z.partialRecord(z.enum(Locale), one.nullable()).nullish();

const namedShape = {
  name: nameSchema,
  name_localizations: localizations(nameSchema),
  description: text(1, 100),
  description_localizations: localizations(text(1, 100)),
};

const choiceSchema = z.object({
  name: text(1, 100),
  name_localizations: localizations(text(1, 100)),
  value: z.union([text(1, 100), z.number()]),
});

/** A choice of an option or of an autocomplete answer. */
export type Choice = z.output<typeof choiceSchema>;

/** Body of an autocomplete answer: at most 25 choices. */
export const autocompleteSchema = z.object({ choices: list(choiceSchema, 0, MAX_OPTIONS) });

const valueOptionSchema = z
  .object({
    ...namedShape,
    type: z.int().min(Kind.String).max(Kind.Attachment),
    required: z.boolean().optional(),
    choices: list(choiceSchema, 0, MAX_OPTIONS).nullish(),
    channel_types: z.array(z.int()).nullish(),
    min_value: z.number().nullish(),
    max_value: z.number().nullish(),
    min_length: z.int().min(0).max(6_000).nullish(),
    max_length: z.int().min(1).max(6_000).nullish(),
    autocomplete: z.boolean().nullish(),
  })
  .superRefine((option, context) => {
    if (option.autocomplete && (option.choices?.length ?? 0) > 0) {
      const message = 'Autocomplete and choices cannot both be set';
      context.addIssue(fault('APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE', message, ['autocomplete']));
    }
    const isTyped = option.type === Kind.String || option.type === Kind.Integer || option.type === Kind.Number;
    if (!isTyped && (option.autocomplete || (option.choices?.length ?? 0) > 0)) {
      const message = 'Choices and autocomplete are for strings and numbers only';
      context.addIssue(fault('APPLICATION_COMMAND_OPTIONS_TYPE_INVALID', message, ['type']));
    }
    checkUnique(option.choices ?? [], context, ['choices']);
  });

/** An option with a value. */
export type ValueOption = z.output<typeof valueOptionSchema>;

const valueOptionsSchema = list(valueOptionSchema, 0, MAX_OPTIONS).superRefine((options, context) => {
  checkUnique(options, context, []);
  const firstOptional = options.findIndex((option) => !option.required);
  const late = options.findIndex((option, index) => option.required && firstOptional >= 0 && index > firstOptional);
  if (late >= 0) {
    const message = 'Required options must be placed before non-required options';
    context.addIssue(fault('APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID', message, [late]));
  }
});

const subcommandSchema = z.object({
  ...namedShape,
  type: z.literal(Kind.Subcommand),
  options: valueOptionsSchema.nullish(),
});

/** A subcommand with its options. */
export type Subcommand = z.output<typeof subcommandSchema>;

const groupSchema = z.object({
  ...namedShape,
  type: z.literal(Kind.SubcommandGroup),
  options: list(subcommandSchema, 1, MAX_OPTIONS),
});

/** A group of subcommands. */
export type SubcommandGroup = z.output<typeof groupSchema>;

const nestedOptionsSchema = list(
  z.discriminatedUnion('type', [subcommandSchema, groupSchema]),
  0,
  MAX_OPTIONS,
).superRefine((options, context) => checkUnique(options, context, []));

const commandShape = {
  id: z.string().optional(),
  default_member_permissions: z.string().regex(/^\d+$/).nullish(),
  dm_permission: z.boolean().nullish(),
  contexts: z.array(z.int().min(0).max(2)).min(1).nullish(),
  integration_types: z.array(z.int().min(0).max(1)).min(1).nullish(),
  nsfw: z.boolean().nullish(),
};

const chatInputShape = {
  ...commandShape,
  type: z.literal(ApplicationCommandType.ChatInput).default(ApplicationCommandType.ChatInput),
  name: nameSchema,
  name_localizations: localizations(nameSchema),
  description: text(1, 100),
  description_localizations: localizations(text(1, 100)),
};

const flatCommandSchema = z.object({ ...chatInputShape, options: valueOptionsSchema.nullish() });
const nestedCommandSchema = z.object({ ...chatInputShape, options: nestedOptionsSchema.nullish() });

const menuSchema = z.object({
  ...commandShape,
  type: z.literal([ApplicationCommandType.User, ApplicationCommandType.Message]),
  name: text(1, 32),
  name_localizations: localizations(text(1, 32)),
  description: z.literal('', 'Context menu commands cannot have description').optional(),
  options: z.array(z.never()).max(0).nullish(),
});

/** A valid command definition. */
export type CommandDefinition =
  | z.output<typeof flatCommandSchema>
  | z.output<typeof nestedCommandSchema>
  | z.output<typeof menuSchema>;

const kindSchema = z.object({
  type: z.number().optional(),
  options: z.array(z.object({ type: z.number().optional() })).nullish(),
});

/** Schema of one command's definition: the rules differ for menus, and for commands that have subcommands. */
export const commandSchema: z.ZodType<CommandDefinition> = z
  .unknown()
  .transform((value, context): CommandDefinition => {
    const schema = schemaFor(value);
    const result = schema.safeParse(value);
    if (!result.success) {
      relayIssues(result.error.issues, context);
      return z.NEVER;
    }
    if (characters(result.data) > MAX_COMMAND_CHARACTERS) {
      context.addIssue(
        fault('APPLICATION_COMMAND_TOO_LARGE', `Command exceeds maximum size (${MAX_COMMAND_CHARACTERS})`),
      );
    }
    return result.data;
  });

/** Body of a bulk overwrite: each (type, name) at most once. */
export const commandsSchema = z.array(commandSchema).superRefine((commands, context) => {
  const keys = commands.map((command) => `${command.type} ${command.name}`);
  const twice = keys.findIndex((key, index) => keys.indexOf(key) !== index);
  if (twice >= 0) {
    context.addIssue(
      fault('APPLICATION_COMMANDS_DUPLICATE_NAME', 'Application command names must be unique', [twice, 'name']),
    );
  }
});

function schemaFor(value: unknown): z.ZodType<CommandDefinition> {
  const kind = kindSchema.safeParse(value);
  if (!kind.success) return flatCommandSchema;
  const { type, options } = kind.data;
  if (type === ApplicationCommandType.User || type === ApplicationCommandType.Message) return menuSchema;
  const isNested = options?.some((option) => option.type === Kind.Subcommand || option.type === Kind.SubcommandGroup);
  return isNested ? nestedCommandSchema : flatCommandSchema;
}

interface Entry {
  readonly name: string;
  readonly name_localizations?: Readonly<Record<string, string | null>> | null | undefined;
}

/** No two may have the same name, in no language. */
function checkUnique(entries: readonly Entry[], context: z.RefinementCtx, path: PropertyKey[]): void {
  const locales = new Set(entries.flatMap((entry) => Object.keys(entry.name_localizations ?? {})));
  for (const locale of [undefined, ...locales]) {
    const names = entries.map((entry) => entry.name_localizations?.[locale ?? ''] ?? entry.name);
    const twice = names.findIndex((name, index) => names.indexOf(name) !== index);
    if (twice === -1) continue;
    const message = 'Option name already exists in options list';
    context.addIssue(fault('APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS', message, [...path, twice, 'name']));
    return;
  }
}

function characters(value: unknown, key = ''): number {
  if (typeof value === 'string') return ['name', 'description', 'value'].includes(key) ? countCharacters(value) : 0;
  if (Array.isArray(value)) return value.reduce((sum: number, entry) => sum + characters(entry), 0);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce((sum, [name, entry]) => {
    const localizations: unknown = Reflect.get(value, `${name}_localizations`);
    const others = typeof localizations === 'object' && localizations !== null ? Object.values(localizations) : [];
    return sum + Math.max(...[entry, ...others].map((one) => characters(one, name)));
  }, 0);
}
