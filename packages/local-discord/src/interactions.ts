import { randomBytes } from 'node:crypto';
import {
  InteractionType,
  MessageFlags,
  MessageType,
  PermissionFlagsBits,
  InteractionResponseType as Response,
} from 'discord-api-types/v10';
import { z } from 'zod';
import { DiscordError, refusal } from './discord-error.ts';
import { invalidForm, parseForm } from './form.ts';
import type { Listeners } from './listeners.ts';
import type { Messages, NewMessage } from './messages.ts';
import type { DispatchEvent, Payload } from './payloads.ts';
import { grants, permissionsOf } from './permissions.ts';
import { autocompleteSchema, type Choice } from './rules/command-rules.ts';
import type { UploadedFile } from './rules/message-rules.ts';
import { type Modal, modalSchema } from './rules/modal-rules.ts';
import { isVoiceMessage } from './rules/voice-message-rules.ts';
import type { StoredMessage, World } from './world.ts';

/** Deadline of the first callback, and lifetime of the token (Discord, "Receiving and Responding to Interactions"). */
export const ACKNOWLEDGE_WITHIN_MS = 3_000;
const TOKEN_LIFE_MS = 15 * 60 * 1_000;

/** Number of interactions kept; the token of an older one is unknown. */
const KEPT_INTERACTIONS = 5_000;

/** Limit of follow-ups to an interaction in a guild without the bot. */
const MAX_USER_INSTALL_FOLLOW_UPS = 5;

/** A command that somebody used: its id, and its canonical name with those of its subcommands, such as `captions start`. */
export interface InvokedCommand {
  readonly id: string;
  readonly path: string;
}

/** Options of a new interaction. */
export interface NewInteraction {
  readonly type: InteractionType;
  readonly userId: string;
  readonly channelId: string;
  readonly guildId: string | undefined;
  /** True if the application is installed only for the user: the bot is not a member of the guild. */
  readonly userInstalled: boolean;
  /** The message of its button, menu or modal. */
  readonly sourceMessage?: StoredMessage;
  /** The command that was used, also if its form was submitted. */
  readonly command?: InvokedCommand;
  /** Message type of a reply. */
  readonly replyType: MessageType;
  /** Creates the rest of the payload from id and token. */
  readonly payload: (base: { id: string; token: string }) => Payload;
}

/** An interaction and everything the bot did with it. */
export interface Interaction extends Omit<NewInteraction, 'payload'> {
  readonly id: string;
  readonly token: string;
  createdAtMs: number;
  acknowledged: { readonly type: Response; readonly afterMs: number } | undefined;
  /** The message behind `@original`: the reply, or the component's message. */
  original: StoredMessage | undefined;
  /** The reply and the follow-ups, in order. */
  readonly messages: StoredMessage[];
  modal: Modal | undefined;
  choices: readonly Choice[] | undefined;
}

const callbackSchema = z.object({ type: z.literal([1, 4, 5, 6, 7, 8, 9, 10, 12]), data: z.unknown().optional() });

/** Callback types allowed for each kind of interaction; those in brackets only if it came from a message's component. */
const ANSWERS: Record<InteractionType, { always: readonly Response[]; fromMessage: readonly Response[] }> = {
  [InteractionType.Ping]: { always: [Response.Pong], fromMessage: [] },
  [InteractionType.ApplicationCommand]: {
    always: [Response.ChannelMessageWithSource, Response.DeferredChannelMessageWithSource, Response.Modal],
    fromMessage: [],
  },
  [InteractionType.MessageComponent]: {
    always: [Response.ChannelMessageWithSource, Response.DeferredChannelMessageWithSource, Response.Modal],
    fromMessage: [Response.DeferredMessageUpdate, Response.UpdateMessage],
  },
  [InteractionType.ApplicationCommandAutocomplete]: {
    always: [Response.ApplicationCommandAutocompleteResult],
    fromMessage: [],
  },
  [InteractionType.ModalSubmit]: {
    always: [Response.ChannelMessageWithSource, Response.DeferredChannelMessageWithSource],
    fromMessage: [Response.DeferredMessageUpdate, Response.UpdateMessage],
  },
};

/** Sends interactions to the bot and accepts its answers, by Discord's rules for time and number. */
export class Interactions {
  readonly #byToken = new Map<string, Interaction>();
  readonly #messages: Messages;
  readonly #events: Listeners<DispatchEvent>;
  readonly #bot: { readonly id: string; readonly applicationId: string };
  readonly #world: World;

  constructor(
    messages: Messages,
    events: Listeners<DispatchEvent>,
    bot: { readonly id: string; readonly applicationId: string },
    world: World,
  ) {
    this.#messages = messages;
    this.#events = events;
    this.#bot = bot;
    this.#world = world;
  }

  /** Creates an interaction and sends it to the bot. */
  create(options: NewInteraction): Interaction {
    const { payload, ...about } = options;
    const interaction: Interaction = {
      ...about,
      id: this.#world.makeId(),
      token: randomBytes(96).toString('base64url'),
      createdAtMs: Date.now(),
      acknowledged: undefined,
      original: undefined,
      messages: [],
      modal: undefined,
      choices: undefined,
    };
    this.#byToken.set(interaction.token, interaction);
    const oldest = this.#byToken.keys().next().value;
    if (this.#byToken.size > KEPT_INTERACTIONS && oldest !== undefined) this.#byToken.delete(oldest);
    const data = payload({ id: interaction.id, token: interaction.token });
    this.#events.emit({
      name: 'INTERACTION_CREATE',
      guildId: options.userInstalled ? undefined : options.guildId,
      intent: undefined,
      data: () => data,
    });
    return interaction;
  }

  /**
   * Accepts the bot's first answer.
   * @throws {DiscordError} 10062 if it is unknown or late, 40060 on a second one, 50035 if its form is invalid
   */
  acknowledge(id: string, token: string, body: unknown, files: readonly UploadedFile[]): Interaction {
    const interaction = this.#byToken.get(token);
    if (interaction === undefined || interaction.id !== id) throw refusal('unknownInteraction');
    if (interaction.acknowledged !== undefined) throw refusal('alreadyAcknowledged');
    const afterMs = Date.now() - interaction.createdAtMs;
    if (afterMs > ACKNOWLEDGE_WITHIN_MS) throw refusal('unknownInteraction');
    const { type, data } = parseForm(callbackSchema, body);
    const { always, fromMessage } = ANSWERS[interaction.type];
    const possible = [...always, ...(interaction.sourceMessage === undefined ? [] : fromMessage)];
    if (!possible.includes(type)) {
      const message = `Value must be one of {${possible.join(', ')}}.`;
      throw invalidForm([{ path: ['type'], code: 'BASE_TYPE_CHOICES', message }]);
    }
    this.#answer(interaction, type, data, files);
    interaction.acknowledged = { type, afterMs };
    this.#world.changes.emit({ kind: 'interaction', interactionId: interaction.id });
    return interaction;
  }

  /**
   * The interaction with this token, for follow-ups and edits.
   * @throws {DiscordError} 10015 if it is unknown or has no answer yet, 50027 if the token has expired
   */
  byToken(applicationId: string, token: string): Interaction {
    const interaction = this.#byToken.get(token);
    if (interaction === undefined || applicationId !== this.#bot.applicationId) throw refusal('unknownWebhook');
    if (Date.now() - interaction.createdAtMs > TOKEN_LIFE_MS) throw refusal('invalidWebhookToken');
    if (interaction.acknowledged === undefined) throw refusal('unknownWebhook');
    return interaction;
  }

  /** @throws {DiscordError} 10008 if it is not a message of this interaction, or is deleted */
  message(interaction: Interaction, id: string): StoredMessage {
    const message =
      id === '@original' ? interaction.original : interaction.messages.find((candidate) => candidate.id === id);
    if (message === undefined || message.deleted) throw refusal('unknownMessage');
    return message;
  }

  /** Adds a follow-up; like at Discord, the first one after a deferral fills it in. */
  followUp(interaction: Interaction, body: unknown, files: readonly UploadedFile[]): StoredMessage {
    const { original } = interaction;
    if (original !== undefined && !original.deleted && (original.flags & MessageFlags.Loading) !== 0) {
      return this.#messages.edit(original, body, files);
    }
    if (interaction.userInstalled && interaction.guildId !== undefined) {
      const followUps = interaction.messages.filter((message) => message !== original).length;
      if (followUps >= MAX_USER_INSTALL_FOLLOW_UPS) {
        throw new DiscordError(400, 40_094, 'This interaction has reached the maximum number of follow-up messages');
      }
    }
    const message = this.#create(interaction, { type: MessageType.Reply, body, files });
    this.#world.changes.emit({ kind: 'interaction', interactionId: interaction.id });
    return message;
  }

  /** Makes the token `ageMs` old, to avoid waiting. */
  age(interaction: Interaction, ageMs: number): void {
    interaction.createdAtMs = Date.now() - ageMs;
    this.#world.changes.emit({ kind: 'interaction', interactionId: interaction.id });
  }

  #answer(interaction: Interaction, type: Response, data: unknown, files: readonly UploadedFile[]): void {
    switch (type) {
      case Response.ChannelMessageWithSource:
        interaction.original = this.#create(interaction, {
          ...{ type: interaction.replyType, body: data ?? {}, files },
          mayBeVoice: this.#mayBeVoice(interaction, data),
        });
        break;
      case Response.DeferredChannelMessageWithSource:
        // Discord keeps no other flag of a deferral.
        interaction.original = this.#create(interaction, {
          ...{ type: interaction.replyType, body: { flags: flagsOf(data) & MessageFlags.Ephemeral }, files: [] },
          loading: true,
        });
        break;
      case Response.DeferredMessageUpdate:
        interaction.original = interaction.sourceMessage;
        break;
      case Response.UpdateMessage:
        interaction.original = interaction.sourceMessage;
        if (interaction.sourceMessage !== undefined) this.#messages.edit(interaction.sourceMessage, data ?? {}, files);
        break;
      case Response.ApplicationCommandAutocompleteResult:
        interaction.choices = parseForm(z.object({ data: autocompleteSchema }), { data }).data.choices;
        break;
      case Response.Modal:
        interaction.modal = parseForm(z.object({ data: modalSchema }), { data }).data;
        break;
      case Response.Pong:
      case Response.PremiumRequired:
      case Response.LaunchActivity:
        break;
    }
  }

  /** @throws {DiscordError} 50173 where the bot may not send voice messages; in direct messages it may. */
  #mayBeVoice({ guildId, channelId, userInstalled }: Interaction, data: unknown): boolean {
    if (guildId === undefined || !isVoiceMessage(flagsOf(data))) return true;
    const guild = this.#world.guilds.get(guildId);
    const permissions = guild && permissionsOf(guild, this.#bot.id, this.#world.channels.get(channelId));
    if (userInstalled || !grants(permissions ?? 0n, PermissionFlagsBits.SendVoiceMessages)) {
      throw refusal('noVoiceMessages');
    }
    return true;
  }

  #create(
    interaction: Interaction,
    what: Pick<NewMessage, 'type' | 'body' | 'files' | 'loading' | 'mayBeVoice'>,
  ): StoredMessage {
    const { command, userId } = interaction;
    const isEphemeral = (flagsOf(what.body) & MessageFlags.Ephemeral) !== 0;
    const invoker = this.#world.users.get(interaction.userId);
    const message = this.#messages.create({
      channelId: interaction.channelId,
      author: { kind: 'user', userId: this.#bot.id },
      ...what,
      interactionId: interaction.id,
      // Follow-ups don't show it.
      ...(command && what.type !== MessageType.Reply ? { command: { ...command, userId } } : {}),
      applicationId: this.#bot.applicationId,
      ...(invoker === undefined ? {} : { maxFileBytes: invoker.uploadLimitBytes }),
      ...(isEphemeral ? { visibleTo: interaction.userId } : {}),
    });
    interaction.messages.push(message);
    return message;
  }
}

/** `flags` of an unchecked body; default 0. */
function flagsOf(body: unknown): number {
  const parsed = z.object({ flags: z.int() }).safeParse(body);
  return parsed.success ? parsed.data.flags : 0;
}
