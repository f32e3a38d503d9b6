import {
  type APIApplicationCommandOptionChoice,
  type ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
  type RESTPostAPIContextMenuApplicationCommandsJSONBody,
} from 'discord.js';
import type { Messages } from '../../messages/messages.ts';
import type { SpokenMessage } from '../../text/spoken/spoken-message.ts';
import type { Reply, ReplyVisibility, VoiceMessage } from '../client/replies.ts';
import type { RateLimit } from './rate-limits.ts';
import type { NameOfMention } from './spoken-message.ts';

/** A slash command as it is registered with Discord. */
export type CommandDefinition = RESTPostAPIChatInputApplicationCommandsJSONBody;

/** An entry of the menu that every message has, as it is registered with Discord. */
export type MenuDefinition = RESTPostAPIContextMenuApplicationCommandsJSONBody & {
  readonly type: ApplicationCommandType.Message;
};

/** Part of a definition: only for servers that the bot is a member of. */
export const GUILD_ONLY = {
  contexts: [InteractionContextType.Guild],
  integration_types: [ApplicationIntegrationType.GuildInstall],
} satisfies Partial<CommandDefinition>;

/** Part of a definition: also for direct messages, and for people who installed the app for themselves. */
export const ANYWHERE = {
  contexts: [InteractionContextType.Guild, InteractionContextType.BotDM, InteractionContextType.PrivateChannel],
  integration_types: [ApplicationIntegrationType.GuildInstall, ApplicationIntegrationType.UserInstall],
} satisfies Partial<CommandDefinition>;

/** One suggestion of an autocomplete: `name` is shown, `value` is sent. */
export type Choice = APIApplicationCommandOptionChoice<string>;

/**
 * Where an interaction was started. What the member manages is judged by the permissions that their roles give them in
 * the whole guild: the overwrites of the channel that they happen to be in give no power elsewhere.
 */
export type Place =
  | {
      readonly kind: 'guild';
      readonly guildId: string;
      readonly channelId: string;
      /** The voice channel that the member is in. */
      readonly voiceChannelId: string | undefined;
      /** The roles that the member has; the one of everyone has the guild's id. */
      readonly roleIds: readonly string[];
      /** The member may manage the guild. */
      readonly managesGuild: boolean;
      /** The member may manage the guild, or move or mute members in it. */
      readonly managesVoice: boolean;
    }
  /** A direct message, or a guild that the bot is not a member of: it can only answer there. */
  | { readonly kind: 'elsewhere'; readonly channelId: string };

/** A place inside a guild. */
export type GuildPlace = Extract<Place, { kind: 'guild' }>;

/** A file at Discord, as Discord describes it; only the bytes show what it really is. */
export interface Attachment {
  readonly id: string;
  readonly name: string;
  /** Signed, and valid for about a day. */
  readonly url: string;
  /** What the uploading client derived from the name. */
  readonly contentType: string | undefined;
  readonly sizeBytes: number;
  /** Seconds, where Discord knows them: for voice messages and some other recordings. */
  readonly durationS: number | undefined;
  readonly isVoiceMessage: boolean;
}

/** The options that a person filled in, by name; `undefined` for one that was left out. */
export interface CommandOptions {
  /** The subcommand that was used, in a command that has some. */
  readonly subcommand: string | undefined;
  string(name: string): string | undefined;
  boolean(name: string): boolean | undefined;
  integer(name: string): number | undefined;
  number(name: string): number | undefined;
  attachment(name: string): Attachment | undefined;
}

/** A line or paragraph of a form. */
export interface ModalField {
  /** The key for `SubmitContext.field`. */
  readonly id: string;
  /** At most 45 characters. */
  readonly label: string;
  readonly style: 'short' | 'paragraph';
  readonly required: boolean;
  /** The text in it when the form opens. */
  readonly value?: string;
  readonly minLength?: number;
  /** At most, and by default, 4,000. */
  readonly maxLength?: number;
  /** Shown while the field is empty; at most 100 characters. */
  readonly placeholder?: string;
}

/** A form. */
export interface Modal {
  /** `name:argument`, as for components: `submit` of the command with this name receives the form. */
  readonly customId: string;
  /** At most 45 characters. */
  readonly title: string;
  /** One to five. */
  readonly fields: readonly ModalField[];
}

/** Voice messages as answers. */
interface VoiceAnswers {
  /** Whether the bot may send voice messages where the interaction was started, as Discord says. */
  readonly allowed: boolean;
  /**
   * Answers with a voice message if nothing was sent or deferred yet. Resolves with whether that is the answer now. Rejects
   * when Discord refuses it; something else can be the answer then.
   */
  tryFirst(voice: VoiceMessage): Promise<boolean>;
  /** The id of the message that is the answer. Rejects when Discord does not say it. */
  answerId(): Promise<string>;
}

/** What every interaction has, whatever started it. */
export interface InteractionContext {
  /** The catalogue that answers are written with. */
  readonly messages: Messages;
  readonly userId: string;
  readonly place: Place;
  /** Whose work this counts as when capacity is shared: the id of the guild, or of the person. */
  readonly tenant: string;
  /** Largest upload that Discord accepts here, in bytes. */
  readonly uploadLimitBytes: number;
  /** When Discord stops taking answers, by `performance.now()`. */
  readonly answerableUntilMs: number;
  /** What another process needs to change the answer until then: Discord's token for it, and the person's locale. */
  readonly answerHandle: { readonly token: string; readonly locale: string };
  /** Aborted when the bot stops, or shortly before Discord takes no more answers (15 min). Its reason is a UserError. */
  readonly signal: AbortSignal;
  /** Shows `reply` as the answer, in place of the one before. Dropped once Discord takes no more answers. */
  answer(reply: Reply): Promise<void>;
  /** Like `answer`; resolves with false if Discord took it no longer. `Services.lateAnswers` can post it then. */
  tryAnswer(reply: Reply): Promise<boolean>;
  /** Announces that the answer takes a while, and who will see it. Otherwise the router does so, ephemerally. */
  defer(visibility: ReplyVisibility): Promise<void>;
  readonly voiceAnswers: VoiceAnswers;
}

/** An interaction that can be answered with a form. */
interface ModalOpener {
  /**
   * Opens `modal`. Discord takes it as the first answer only, so call it before any deferral and before the router
   * defers (after 1.5 s).
   * @throws {UserError} that asks the person to try again, when something was answered or deferred already.
   */
  openModal(modal: Modal): Promise<void>;
}

/** A slash command being run. */
export interface CommandContext extends InteractionContext, ModalOpener {
  readonly options: CommandOptions;
}

/** The message that a menu belongs to. */
export interface MenuMessage {
  /** User id. */
  readonly authorId: string;
  /**
   * What is said of it; `undefined` for what nobody wrote, such as the notice of a pin. Discord sends its content with the
   * menu, also without the Message Content intent.
   */
  spoken(nameOf: NameOfMention): Promise<SpokenMessage | undefined>;
  readonly attachments: readonly Attachment[];
  /** Attachments of messages that were forwarded in it; Discord does not say whose they are. */
  readonly forwarded: readonly Attachment[];
}

/** A message menu being used. */
export interface MenuContext extends InteractionContext, ModalOpener {
  readonly message: MenuMessage;
}

/** A button pressed or a select used. `argument` is what follows the command's name in the custom id `name:argument`. */
export interface ComponentContext extends InteractionContext, ModalOpener {
  readonly argument: string;
  readonly values: readonly string[];
  /** Changes the message that holds the component. */
  update(reply: Reply): Promise<void>;
}

/** A modal filled in and sent. `argument` is what follows the command's name in the custom id `name:argument`. */
export interface SubmitContext extends InteractionContext {
  readonly argument: string;
  /** The text of a field as it was typed; empty if there is none. */
  field(id: string): string;
  /** Changes the message whose component opened the modal; answers if a command opened it. */
  update(reply: Reply): Promise<void>;
}

/** What a person types into which option, and where. */
export interface Typing {
  readonly userId: string;
  readonly place: Place;
  readonly subcommand: string | undefined;
  readonly option: string;
  readonly typed: string;
  readonly tenant: string;
}

/** A person typing into an option. */
export interface AutocompleteContext extends Typing {
  /** The catalogue that suggestions are written with. */
  readonly messages: Messages;
  /** Aborted when Discord would no longer take the choices. */
  readonly signal: AbortSignal;
}

/**
 * A slash command: its definition and what it does. `run`, `component` and `submit` answer before they resolve, or
 * throw; what they throw is explained to the person. Custom ids of its components and modals start with the command's
 * name and `:`.
 */
export interface Command {
  /** The name that Discord sends, as its definition has it. */
  readonly name: string;
  /** What is registered with Discord, with the catalogue's descriptions; its names are the same in every catalogue. */
  readonly define: (messages: Messages) => CommandDefinition;
  /**
   * How often one person may run it with these options; `undefined`, and a command without this: as often as they like. It
   * is for what costs money, capacity or requests to Discord. Whatever ends, stops or hides something has no limit.
   */
  runLimit?(options: CommandOptions): RateLimit | undefined;
  /**
   * How often one person may use this component; `undefined`, and a command without this: as often as the limit of all
   * components together allows. `unlimited` is for what ends, stops or hides something.
   */
  componentLimit?(argument: string): RateLimit | 'unlimited' | undefined;
  /** What `/help` says of it below its options, in lines. */
  readonly help?: (messages: Messages) => readonly string[];
  run(context: CommandContext): Promise<void>;
  autocomplete?(context: AutocompleteContext): Promise<readonly Choice[]>;
  component?(context: ComponentContext): Promise<void>;
  submit?(context: SubmitContext): Promise<void>;
}

/**
 * An entry of the menu that messages have. `run` answers before it resolves, or throws; what it throws is explained to
 * the person. Components that it shows belong to the slash command whose name their custom ids start with.
 */
export interface MessageMenu {
  /** The name that Discord sends, as its definition has it. */
  readonly name: string;
  /** What is registered with Discord; its name is the same in every catalogue. */
  readonly define: (messages: Messages) => MenuDefinition;
  /** How often one person may use it; without it, as often as they like. */
  readonly limit?: RateLimit;
  run(context: MenuContext): Promise<void>;
}

/** Everything that people can use. */
export interface CommandSet {
  readonly commands: readonly Command[];
  readonly menus: readonly MessageMenu[];
}

/** The value of an option: users, channels and roles by their id. */
export type OptionValue = string | boolean | number | Attachment;

/** Reads options out of plain values by name. */
export function createOptions(
  values: Readonly<Record<string, OptionValue | undefined>>,
  subcommand?: string,
): CommandOptions {
  const number = (name: string): number | undefined => {
    const value = values[name];
    return typeof value === 'number' ? value : undefined;
  };
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
    integer: number,
    number,
    attachment: (name) => {
      const value = values[name];
      return typeof value === 'object' ? value : undefined;
    },
  };
}
