import { ApplicationCommandType, InteractionType, MessageType, PermissionFlagsBits as P } from 'discord-api-types/v10';
import { commandPayload } from '../commands.ts';
import type { NewInteraction } from '../interactions.ts';
import { messagePayload, type Payload } from '../payloads.ts';
import { grants, permissionsOf } from '../permissions.ts';
import type { Choice, CommandDefinition } from '../rules/command-rules.ts';
import type { Services } from '../services.ts';
import { connectPersonVoice } from '../voice/person-voice.ts';
import type { PersonVoice, VoiceServer } from '../voice/person-voice-api.ts';
import type { Guild, StoredMessage, User } from '../world.ts';
import { buttonData, type FieldValue, modalData, selectData } from './components.ts';
import { interactionPayload } from './interaction-payload.ts';
import { type Invocation, SeenInteraction } from './invocation.ts';
import { nameIn, pathIn, shownIn } from './localized-names.ts';
import { PersonError } from './person-error.ts';
import { channelOf, homeChannelOf, latestMessages, placeOf, resolvedMessage, seesMessage } from './places.ts';
import { mayWrite } from './seen-guild.ts';
import { type SeenMessage, seeMessage } from './seen-message.ts';
import {
  autocompleteData,
  baseCommandData,
  type CommandPlace,
  findMessageMenu,
  type OptionValues,
  offeredCommandsIn,
  typedCommandData,
} from './typed-command.ts';
import { type WrittenOptions, writtenMessage } from './written-message.ts';

/** Where a person acts; default is the first text channel of their guild. */
export interface Where {
  readonly channelId?: string;
}

/** Identifies a message. */
export type MessageHandle = Pick<SeenMessage, 'id' | 'channelId'>;

/** What the voice part needs to admit a person. */
export type VoiceAccess = () => Pick<VoiceServer, 'endpoint' | 'caPem'> | undefined;

/** A scripted person: can do what Discord's client allows, and is refused where it refuses. */
export class Person {
  readonly #services: Services;
  readonly #user: User;
  readonly #guild: Guild;
  readonly #voiceAccess: VoiceAccess;
  readonly #voiceListeners = new Set<(voice: PersonVoice | undefined) => void>();
  #voice: PersonVoice | undefined;

  constructor(services: Services, user: User, guild: Guild, voiceAccess: VoiceAccess) {
    this.#services = services;
    this.#user = user;
    this.#guild = guild;
    this.#voiceAccess = voiceAccess;
  }

  get id(): string {
    return this.#user.id;
  }

  get name(): string {
    return this.#user.globalName ?? this.#user.username;
  }

  /** The person's voice connection; replaced after they were moved. */
  get voice(): PersonVoice | undefined {
    return this.#voice;
  }

  /** The voice channel that this person is in, connected or about to be. */
  get voiceChannelId(): string | undefined {
    return this.#guild.voiceStates.get(this.id)?.channelId;
  }

  /**
   * Calls `listener` with every new voice connection of this person, as after a move, and with `undefined` when a move ended
   * without one; dispose to stop.
   */
  watchVoice(listener: (voice: PersonVoice | undefined) => void): Disposable {
    this.#voiceListeners.add(listener);
    return { [Symbol.dispose]: () => this.#voiceListeners.delete(listener) };
  }

  /** The direct-message channel with the bot. */
  get dmChannelId(): string {
    return this.#services.world.directChannel(this.#user.id, this.#services.bot.id).id;
  }

  /** Changes the language that this person uses Discord in, by Discord's code. */
  useLanguage(locale: string): void {
    this.#user.locale = locale;
  }

  /** The language that this person uses Discord in, by Discord's code. */
  get locale(): string {
    return this.#user.locale;
  }

  /** The slash commands that Discord's client offers this person in their guild, with their names in all languages. */
  offeredCommands(): readonly CommandDefinition[] {
    const visible = this.#services.commands.visibleIn(this.#guild.id).map(({ definition }) => definition);
    return visible.filter(({ type }) => type === ApplicationCommandType.ChatInput);
  }

  /** The same, named in this person's language. */
  commands(): readonly CommandDefinition[] {
    return this.offeredCommands().map((each) => shownIn(each, this.locale));
  }

  /** What this person sees for the mention `</path:id>` of a command: its name in their language, without the slash. */
  commandName(path: string, id: string): string {
    const mentioned = this.#services.commands.visibleIn(this.#guild.id).find((command) => command.id === id);
    if (mentioned === undefined) return path;
    const { definition } = mentioned;
    // A menu's name may have spaces, and has no subcommands.
    if (definition.type !== ApplicationCommandType.ChatInput) return nameIn(definition, this.locale);
    return pathIn(definition, path, this.locale);
  }

  /** All commands that Discord's client offers this person in a channel, message menus included, as the API describes them. */
  commandsIn(channelId: string): readonly Payload[] {
    return offeredCommandsIn(this.#services, this.#place({ channelId })).map(commandPayload);
  }

  /** Calls `listener` for every new or changed message that this person sees; dispose to stop. */
  watch(listener: (message: SeenMessage) => void): Disposable {
    const { world } = this.#services;
    return world.changes.listen((change) => {
      if ('message' in change && this.#sees(change.message)) listener(seeMessage(world, change.message));
    });
  }

  /** Types a slash command: `/say`, or `/captions start` with the subcommand after a space. */
  async type(command: string, options: OptionValues = {}, where: Where = {}): Promise<Invocation> {
    const place = this.#place(where);
    const { data, invoked } = typedCommandData(this.#services, place, command, options);
    return this.#interact(place, InteractionType.ApplicationCommand, data, { command: invoked });
  }

  /** Types `value` into an option with autocomplete; resolves with the bot's suggestions. */
  async autocomplete(
    command: string,
    option: string,
    value: string,
    others: OptionValues = {},
    where: Where = {},
  ): Promise<readonly Choice[]> {
    const place = this.#place(where);
    const data = autocompleteData(this.#services, place, command, { option, value }, others);
    return this.#interact(place, InteractionType.ApplicationCommandAutocomplete, data, {}).choices();
  }

  /** Chooses a command from the menu of a message. */
  async menu(name: string, messageId: string): Promise<Invocation> {
    const message = this.#findMessage(messageId);
    const place = this.#place({ channelId: message.channelId });
    const command = findMessageMenu(this.#services, place, name);
    const data = {
      ...baseCommandData(command),
      target_id: message.id,
      resolved: resolvedMessage(this.#services.world, message),
    };
    return this.#interact(place, InteractionType.ApplicationCommand, data, {
      replyType: MessageType.ContextMenuCommand,
      command: { id: command.id, path: command.definition.name },
    });
  }

  /** Presses a button. */
  async click(message: MessageHandle, customId: string): Promise<Invocation> {
    const stored = this.#visible(message);
    return this.#interactWith(stored, buttonData(stored, customId));
  }

  /** Chooses from a select menu. */
  async select(message: MessageHandle, customId: string, values: readonly string[]): Promise<Invocation> {
    const stored = this.#visible(message);
    const place = this.#place({ channelId: stored.channelId });
    return this.#interactWith(stored, selectData(this.#services, place, stored, customId, values));
  }

  /** Fills in the modal that an interaction opened, and submits it. */
  async submitModal(invocation: Invocation, fields: Readonly<Record<string, FieldValue>>): Promise<Invocation> {
    const modal = await invocation.opened();
    if (!(invocation instanceof SeenInteraction)) throw new PersonError('That is not an interaction of this Discord.');
    const { channelId, sourceMessage, command } = invocation.interaction;
    const place = this.#place({ channelId });
    const data = modalData(this.#services, place, modal, fields);
    return this.#interact(place, InteractionType.ModalSubmit, data, {
      ...(sourceMessage && { sourceMessage }),
      ...(command && { command }),
    });
  }

  /**
   * Sends a message; with `voiceMessage` its only file is a recording made in the client, with `silent` nobody is
   * notified of it.
   */
  send(content: string, options: Where & WrittenOptions = {}): SeenMessage {
    const place = this.#place(options);
    const channel = channelOf(this.#services.world, place.channelId);
    if (place.guild !== undefined && !mayWrite(place.guild, channel, this.id)) {
      throw new PersonError(`${this.name} cannot write in #${channel.name}.`);
    }
    const message = this.#services.messages.create(writtenMessage(this.id, place.channelId, content, options));
    return seeMessage(this.#services.world, message);
  }

  /** Edits a message of this person. */
  edit(message: MessageHandle, content: string): SeenMessage {
    const stored = this.#own(message);
    return seeMessage(this.#services.world, this.#services.messages.edit(stored, { content }, []));
  }

  /** Deletes a message of this person. */
  delete(message: MessageHandle): void {
    this.#services.messages.delete(this.#own(message));
  }

  /** Deletes messages of one channel at once, whoever wrote them, like those who may manage them. */
  deleteAll(messages: readonly MessageHandle[]): void {
    const [first] = messages;
    if (first === undefined) return;
    const stored = messages.map((message) => this.#visible(message));
    const channel = channelOf(this.#services.world, first.channelId);
    const guild = this.#services.world.guildOf(channel);
    if (guild === undefined || !grants(permissionsOf(guild, this.id, channel), P.ManageMessages)) {
      throw new PersonError(`${this.name} cannot delete messages of others in #${channel.name}.`);
    }
    this.#services.messages.deleteBulk(first.channelId, stored);
  }

  #own(message: MessageHandle): StoredMessage {
    const stored = this.#visible(message);
    if (stored.author.kind === 'user' && stored.author.userId === this.id) return stored;
    throw new PersonError('That is not your message.');
  }

  /** Refuses or accepts direct messages from now on. */
  acceptDms(accept: boolean): void {
    this.#user.acceptsDms = accept;
  }

  /** Messages that this person sees in a channel, including ephemeral ones to them. */
  messages(channelId: string): SeenMessage[] {
    const messages = this.#services.world.channels.get(channelId)?.messages.values() ?? [];
    return [...messages]
      .filter((message) => this.#sees(message))
      .map((message) => seeMessage(this.#services.world, message));
  }

  /** The newest messages of a channel that this person sees, before one if there is such; oldest first. */
  history(where: { readonly channelId: string; readonly before?: string | undefined; readonly limit: number }): {
    readonly messages: readonly SeenMessage[];
    readonly hasOlder: boolean;
  } {
    const { world } = this.#services;
    const { messages, hasOlder } = latestMessages(world, this.id, where);
    return { messages: messages.map((message) => seeMessage(world, message)), hasOlder };
  }

  /** Whether a message notified this person: by a mention of them, of a role of theirs or of everyone, or as an answer to theirs. */
  isPingedBy({ channelId, pings }: Pick<SeenMessage, 'channelId' | 'pings'>): boolean {
    const { world } = this.#services;
    const roles = world.guildOf(channelOf(world, channelId))?.members.get(this.id)?.roleIds ?? [];
    return pings.some((id) => id === this.id || id === 'everyone' || roles.includes(id));
  }

  /** Joins or moves to a voice channel and connects. With `selfDeaf` the person receives no packets. */
  async joinVoice(
    channelId: string,
    signal?: AbortSignal,
    options: { readonly selfDeaf?: boolean } = {},
  ): Promise<PersonVoice> {
    await this.#voice?.leave();
    const ticket = this.#services.voiceStates.join(this.#guild, this.id, channelId, options);
    if (ticket.kind === 'refused') throw new PersonError(`${this.name} cannot join: ${ticket.why}.`);
    this.#takeStage(channelId);
    return this.#connect(channelId, ticket, signal);
  }

  /** Puts this person into a voice channel without a media connection: enough if nobody listens. */
  enterVoice(channelId: string): void {
    const ticket = this.#services.voiceStates.join(this.#guild, this.id, channelId);
    if (ticket.kind === 'refused') throw new PersonError(`${this.name} cannot join: ${ticket.why}.`);
    this.#takeStage(channelId);
  }

  /** Discord's client makes moderators of a stage channel its speakers when they start the stage. */
  #takeStage(channelId: string): void {
    const channel = this.#services.world.channels.get(channelId);
    const permissions = channel === undefined ? 0n : permissionsOf(this.#guild, this.id, channel);
    if (!grants(permissions, P.MuteMembers)) return;
    this.#services.voiceStates.setSuppressed(this.#guild, this.id, false);
  }

  /** Connects again after this person was moved to another channel. */
  async followVoice(channelId: string, ticket: { readonly sessionId: string; readonly token: string }): Promise<void> {
    if (this.#voice === undefined) return;
    await this.#voice.leave();
    try {
      await this.#connect(channelId, ticket, undefined);
    } catch (error) {
      this.#voice = undefined;
      for (const listener of this.#voiceListeners) listener(undefined);
      throw error;
    }
  }

  async leaveVoice(): Promise<void> {
    await this.#voice?.leave();
    this.#voice = undefined;
    this.#services.voiceStates.leave(this.#guild, this.id);
  }

  async #connect(
    channelId: string,
    ticket: { readonly sessionId: string; readonly token: string },
    signal: AbortSignal | undefined,
  ): Promise<PersonVoice> {
    const server = this.#voiceAccess();
    if (server === undefined) throw new PersonError('This local Discord has no voice server.');
    const connected = connectPersonVoice({
      endpoint: server.endpoint,
      caPem: server.caPem,
      serverId: this.#guild.id,
      channelId,
      userId: this.id,
      sessionId: ticket.sessionId,
      token: ticket.token,
      ...(signal === undefined ? {} : { signal }),
    });
    try {
      const voice = await connected;
      this.#voice = voice;
      for (const listener of this.#voiceListeners) listener(voice);
      return voice;
    } catch (error) {
      this.#services.voiceStates.leave(this.#guild, this.id);
      throw error;
    }
  }

  #interactWith(sourceMessage: StoredMessage, data: Payload): SeenInteraction {
    const place = this.#place({ channelId: sourceMessage.channelId });
    return this.#interact(place, InteractionType.MessageComponent, data, { sourceMessage });
  }

  #interact(
    place: CommandPlace,
    type: InteractionType,
    data: Payload,
    options: Pick<NewInteraction, 'sourceMessage' | 'command'> & { readonly replyType?: MessageType },
  ): SeenInteraction {
    const { world, interactions } = this.#services;
    const { sourceMessage, command } = options;
    const channel = channelOf(world, place.channelId);
    const fromMessage = sourceMessage !== undefined;
    const shown = fromMessage ? { message: messagePayload(world, sourceMessage) } : {};
    const interaction = interactions.create({
      type,
      userId: this.id,
      channelId: place.channelId,
      guildId: place.guild?.id,
      userInstalled: place.userInstalled,
      replyType: options.replyType ?? (fromMessage ? MessageType.Reply : MessageType.ChatInputCommand),
      ...(fromMessage ? { sourceMessage } : {}),
      ...(command && { command }),
      payload: (base) => ({
        ...interactionPayload(this.#services, place, { user: this.#user, channel, type, data }),
        ...base,
        ...shown,
      }),
    });
    return new SeenInteraction(world, interaction);
  }

  #place({ channelId }: Where): CommandPlace {
    return placeOf(this.#services, this.id, channelId ?? homeChannelOf(this.#guild));
  }

  #findMessage(messageId: string): StoredMessage {
    const channels = [...this.#services.world.channels.values()];
    const message = channels.flatMap((channel) => channel.messages.get(messageId) ?? [])[0];
    if (message === undefined || !this.#sees(message)) throw new PersonError('There is no such message.');
    return message;
  }

  #visible({ id, channelId }: MessageHandle): StoredMessage {
    const message = this.#services.world.message(channelId, id);
    if (message === undefined || !this.#sees(message)) throw new PersonError('There is no such message.');
    return message;
  }

  #sees(message: StoredMessage): boolean {
    return seesMessage(this.#services.world, this.id, message);
  }
}
