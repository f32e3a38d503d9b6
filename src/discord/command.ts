import {
  type APIApplicationCommandOptionChoice,
  ApplicationIntegrationType,
  InteractionContextType,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord.js';
import type { Reply, ReplyVisibility } from './replies.ts';

/** A slash command as Discord is told of it. */
export type CommandDefinition = RESTPostAPIChatInputApplicationCommandsJSONBody;

/** Part of a definition: for servers that the bot is a member of. */
export const GUILD_ONLY = {
  contexts: [InteractionContextType.Guild],
  integration_types: [ApplicationIntegrationType.GuildInstall],
} satisfies Partial<CommandDefinition>;

/** Part of a definition: also for direct messages, and for people who have installed the app for themselves. */
export const ANYWHERE = {
  contexts: [InteractionContextType.Guild, InteractionContextType.BotDM, InteractionContextType.PrivateChannel],
  integration_types: [ApplicationIntegrationType.GuildInstall, ApplicationIntegrationType.UserInstall],
} satisfies Partial<CommandDefinition>;

/** One suggestion of an autocomplete: `name` is shown, `value` is sent. */
export type Choice = APIApplicationCommandOptionChoice<string>;

/**
 * Where a person asked. `isManager`: may manage the guild, move or mute members. `managesGuild`: may manage the guild.
 */
export type Place =
  | {
      readonly kind: 'guild';
      readonly guildId: string;
      readonly channelId: string;
      /** The voice channel that the person is in. */
      readonly voiceChannelId: string | undefined;
      readonly isManager: boolean;
      readonly managesGuild: boolean;
    }
  /** A direct message, or a guild that the bot is no member of. */
  | { readonly kind: 'elsewhere' };

/** A place inside a guild. */
export type GuildPlace = Extract<Place, { kind: 'guild' }>;

/** The options that a person filled in, by name; `undefined` where one was left out. */
export interface CommandOptions {
  /** The subcommand that was chosen, in a command that has some. */
  readonly subcommand: string | undefined;
  string(name: string): string | undefined;
  boolean(name: string): boolean | undefined;
}

/** What every interaction offers, whatever started it. */
export interface InteractionContext {
  readonly userId: string;
  readonly place: Place;
  /** Whose work this counts as when capacity is shared: the guild's id, or the person's. */
  readonly tenant: string;
  /** Largest upload that Discord takes here, in bytes. */
  readonly uploadLimitBytes: number;
  /** Aborted when the bot stops, or shortly before Discord takes no more answers (15 min). Its reason is a UserError. */
  readonly signal: AbortSignal;
  /** Shows `reply` as the interaction's answer, in place of what was shown before. Dropped once Discord takes no more. */
  answer(reply: Reply): Promise<void>;
  /** Tells Discord that the answer takes a while, and who will see it. Left out, the router does so ephemerally. */
  defer(visibility: ReplyVisibility): Promise<void>;
}

/** A slash command being run. */
export interface CommandContext extends InteractionContext {
  readonly options: CommandOptions;
}

/** A button pressed or a select used. `argument` is what follows the command's name in the custom id `name:argument`. */
export interface ComponentContext extends InteractionContext {
  readonly argument: string;
  readonly values: readonly string[];
  /** Changes the message that the component stands in. */
  update(reply: Reply): Promise<void>;
}

/** Somebody typing into an option. */
interface AutocompleteContext {
  readonly option: string;
  readonly typed: string;
  readonly tenant: string;
  /** Aborted when Discord would no longer take the choices. */
  readonly signal: AbortSignal;
}

/**
 * One slash command: what Discord is told of it and what it does. `run` and `component` answer before they resolve, or
 * throw; what they throw is explained to the person. Custom ids of its components begin with the command's name and `:`.
 */
export interface Command {
  readonly definition: CommandDefinition;
  run(context: CommandContext): Promise<void>;
  autocomplete?(context: AutocompleteContext): Promise<readonly Choice[]>;
  component?(context: ComponentContext): Promise<void>;
}

/** Reads options out of plain values by name. */
export function createOptions(values: Readonly<Record<string, unknown>>, subcommand?: string): CommandOptions {
  return {
    subcommand,
    string: (name) => {
      const value = values[name];
      return typeof value === 'string' ? value : undefined;
    },
    boolean: (name) => {
      const value = values[name];
      return typeof value === 'boolean' ? value : undefined;
    },
  };
}
