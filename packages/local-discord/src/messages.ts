import {
  AllowedMentionsTypes,
  GatewayIntentBits,
  MessageFlags,
  MessageType,
  PermissionFlagsBits,
} from 'discord-api-types/v10';
import type { Attachments } from './attachments.ts';
import { type DiscordError, refusal } from './discord-error.ts';
import { invalidForm } from './form.ts';
import type { Listeners } from './listeners.ts';
import { type DispatchEvent, isEphemeral, messageEventPayload, type Payload } from './payloads.ts';
import { grants, permissionsOf } from './permissions.ts';
import { textsOf } from './rules/component-rules.ts';
import {
  checkMessageBody,
  checkNotEmpty,
  MAX_FILE_BYTES,
  type MessageBody,
  type UploadedFile,
} from './rules/message-rules.ts';
import { checkVoiceMessage, isVoiceMessage } from './rules/voice-message-rules.ts';
import type { Author, Channel, StoredAttachment, StoredMessage, World } from './world.ts';

/** Edits of messages older than this are limited (error 30046). The number of edits is ours: Discord documents none. */
const OLD_MESSAGE_MS = 60 * 60 * 1_000;
const EDITS_OF_OLD_MESSAGE = 5;

/** A new message; `body` is the unchecked request body. */
export interface NewMessage {
  readonly channelId: string;
  readonly author: Author;
  readonly body: unknown;
  readonly files: readonly UploadedFile[];
  readonly type?: MessageType;
  readonly visibleTo?: string;
  readonly interactionId?: string;
  readonly applicationId?: string;
  readonly command?: StoredMessage['command'];
  /** The message is a deferral: empty, shown as "thinking". */
  readonly loading?: boolean;
  /** The message may be a voice message: Discord documents that for messages of bots in channels, and for first answers. */
  readonly mayBeVoice?: boolean;
  /** Largest file it may contain; default is the author's upload limit. */
  readonly maxFileBytes?: number;
}

/** Creates, edits and deletes messages by Discord's rules, and notifies the bot and listeners. */
export class Messages {
  readonly #world: World;
  readonly #attachments: Attachments;
  readonly #events: Listeners<DispatchEvent>;
  readonly #botId: string;

  constructor(world: World, attachments: Attachments, events: Listeners<DispatchEvent>, botId: string) {
    this.#world = world;
    this.#attachments = attachments;
    this.#events = events;
    this.#botId = botId;
  }

  /** @throws {DiscordError} where a rule about messages is broken */
  create(options: NewMessage): StoredMessage {
    const maxFileBytes = options.maxFileBytes ?? this.#uploadLimitOf(options.author);
    const body = checkMessageBody(options.body, options.files, { maxFileBytes });
    this.#checkVoice(options, body);
    const flags =
      (body.flags ?? 0) |
      (options.visibleTo === undefined ? 0 : MessageFlags.Ephemeral) |
      (options.loading ? MessageFlags.Loading : 0);
    const referenceId = this.#referenceOf(options.channelId, body);
    const message: StoredMessage = {
      id: this.#world.makeId(),
      channelId: options.channelId,
      author: options.author,
      type: options.type ?? (referenceId === undefined ? MessageType.Default : MessageType.Reply),
      referenceId,
      maxFileBytes,
      createdAtMs: Date.now(),
      visibleTo: options.visibleTo,
      interactionId: options.interactionId,
      applicationId: options.applicationId,
      command: options.command,
      content: body.content ?? '',
      embeds: body.embeds ?? [],
      components: body.components ?? [],
      attachments: this.#hostAll(options.channelId, body, options.files, options.visibleTo !== undefined),
      flags,
      pings: [],
      mentionedUserIds: [],
      allowedMentions: body.allowed_mentions,
      editedAtMs: undefined,
      revision: 0,
      lateEdits: 0,
      deleted: false,
    };
    if (!options.loading) checkNotEmpty(message);
    this.#readMentions(message);
    this.#world.addMessage(message);
    this.#tell('MESSAGE_CREATE', message);
    return message;
  }

  /**
   * Changes the fields in the body. Filling in a deferral is not an edit: `edited_timestamp` stays empty.
   * @throws {DiscordError} where a rule about messages is broken
   */
  edit(message: StoredMessage, value: unknown, files: readonly UploadedFile[]): StoredMessage {
    const body = checkMessageBody(value, files, {
      existingFlags: message.flags,
      maxFileBytes: message.maxFileBytes,
    });
    if (isVoiceMessage(message.flags)) throw refusal('voiceMessageEdit');
    if (isVoiceMessage(body.flags)) throw unsettableFlag();
    this.#checkAge(message);
    const isLoading = (message.flags & MessageFlags.Loading) !== 0;
    const changed = {
      content: body.content === undefined ? message.content : (body.content ?? ''),
      embeds: body.embeds === undefined ? message.embeds : (body.embeds ?? []),
      components: body.components === undefined ? message.components : (body.components ?? []),
      attachments: this.#keptAndNew(message, body, files),
    };
    checkNotEmpty(changed);
    Object.assign(message, changed);
    const settable = MessageFlags.SuppressEmbeds | MessageFlags.IsComponentsV2;
    message.flags = (message.flags & ~MessageFlags.Loading) | ((body.flags ?? 0) & settable);
    message.revision += 1;
    message.editedAtMs = isLoading ? undefined : Date.now();
    message.allowedMentions = body.allowed_mentions;
    if (isLoading) this.#readMentions(message);
    this.#world.changes.emit({ kind: 'message-updated', message });
    this.#tell('MESSAGE_UPDATE', message);
    return message;
  }

  delete(message: StoredMessage): void {
    this.#remove(message);
    if (!isEphemeral(message)) this.#tellDeleted('MESSAGE_DELETE', message.channelId, { id: message.id });
  }

  /** Deletes messages of one channel at once, like a moderation bot. */
  deleteBulk(channelId: string, messages: readonly StoredMessage[]): void {
    for (const message of messages) this.#remove(message);
    this.#tellDeleted('MESSAGE_DELETE_BULK', channelId, { ids: messages.map(({ id }) => id) });
  }

  #remove(message: StoredMessage): void {
    message.deleted = true;
    this.#world.channels.get(message.channelId)?.messages.delete(message.id);
    this.#world.changes.emit({ kind: 'message-deleted', message });
  }

  #tellDeleted(name: 'MESSAGE_DELETE' | 'MESSAGE_DELETE_BULK', channelId: string, deleted: Payload): void {
    const channel = this.#world.channels.get(channelId);
    if (channel === undefined || !this.#botSees(channel)) return;
    const payload = { ...deleted, channel_id: channelId, ...this.#guildField(channel.guildId) };
    const intent = this.#intent(channel.guildId);
    this.#events.emit({ name, guildId: channel.guildId, intent, data: () => payload });
  }

  #botSees(channel: Channel): boolean {
    const guild = this.#world.guildOf(channel);
    return guild === undefined || grants(permissionsOf(guild, this.#botId, channel), PermissionFlagsBits.ViewChannel);
  }

  /** Voice messages of people come from Discord's client, which sends them right. */
  #checkVoice({ author, files, mayBeVoice }: NewMessage, body: MessageBody): void {
    const isPerson = author.kind === 'user' && author.userId !== this.#botId;
    if (isPerson || !isVoiceMessage(body.flags)) return;
    if (mayBeVoice !== true) throw unsettableFlag();
    checkVoiceMessage(body, files);
  }

  /** A message that is still loading is none that one can reply to. */
  #referenceOf(channelId: string, body: MessageBody): string | undefined {
    const reference = body.message_reference;
    if (reference === undefined || reference === null) return undefined;
    const found = this.#world.message(channelId, reference.message_id);
    if (found !== undefined && (found.flags & MessageFlags.Loading) === 0) return found.id;
    if (!reference.fail_if_not_exists) return undefined;
    const fault = { code: 'MESSAGE_REFERENCE_UNKNOWN_MESSAGE', message: 'Unknown message' };
    throw invalidForm([{ path: ['message_reference'], ...fault }]);
  }

  #uploadLimitOf(author: Author): number {
    const user = author.kind === 'user' ? this.#world.users.get(author.userId) : undefined;
    return user?.uploadLimitBytes ?? MAX_FILE_BYTES;
  }

  #checkAge(message: StoredMessage): void {
    if (Date.now() - message.createdAtMs < OLD_MESSAGE_MS) return;
    message.lateEdits += 1;
    if (message.lateEdits > EDITS_OF_OLD_MESSAGE) throw refusal('oldMessageEdits');
  }

  #tell(name: 'MESSAGE_CREATE' | 'MESSAGE_UPDATE', message: StoredMessage): void {
    // Ephemeral messages are not sent over the bot's gateway.
    if (isEphemeral(message)) return;
    const channel = this.#world.channels.get(message.channelId);
    if (channel !== undefined && !this.#botSees(channel)) return;
    const guild = channel === undefined ? undefined : this.#world.guildOf(channel);
    const isOwn = message.author.kind === 'user' && message.author.userId === this.#botId;
    const isOpen = guild === undefined || isOwn || message.mentionedUserIds.includes(this.#botId);
    this.#events.emit({
      name,
      guildId: guild?.id,
      intent: this.#intent(guild?.id),
      data: (mayReadContent) => messageEventPayload(this.#world, message, mayReadContent || isOpen),
    });
  }

  #intent(guildId: string | undefined): GatewayIntentBits {
    return guildId === undefined ? GatewayIntentBits.DirectMessages : GatewayIntentBits.GuildMessages;
  }

  #guildField(guildId: string | undefined): { guild_id?: string } {
    return guildId === undefined ? {} : { guild_id: guildId };
  }

  #hostAll(
    channelId: string,
    body: MessageBody,
    files: readonly UploadedFile[],
    ephemeral: boolean,
  ): StoredAttachment[] {
    return files.map((file) => {
      const details = body.attachments?.find((attachment) => attachment.id === file.index);
      return this.#attachments.host(
        channelId,
        { ...file, name: details?.filename ?? file.name },
        {
          description: details?.description ?? undefined,
          durationSecs: details?.duration_secs ?? undefined,
          waveform: details?.waveform ?? undefined,
          ephemeral,
        },
      );
    });
  }

  /** With `attachments` in the body only those listed stay; without it all stay. */
  #keptAndNew(message: StoredMessage, body: MessageBody, files: readonly UploadedFile[]): StoredAttachment[] {
    const indexes = new Set(files.map((file) => file.index));
    const named = body.attachments?.map((attachment) => attachment.id).filter((id) => !indexes.has(id));
    const unknown = named?.find((id) => !message.attachments.some((attachment) => attachment.id === id));
    if (unknown !== undefined) {
      const fault = { code: 'ATTACHMENT_NOT_FOUND', message: `Attachment data for ID ${unknown} was not found` };
      throw invalidForm([{ path: ['attachments'], ...fault }]);
    }
    const kept =
      body.attachments === undefined
        ? message.attachments
        : message.attachments.filter((attachment) => named?.includes(attachment.id));
    return [...kept, ...this.#hostAll(message.channelId, body, files, message.visibleTo !== undefined)];
  }

  /** Determines whom the text pings, by its mentions, `allowed_mentions` and the author's permissions. */
  #readMentions(message: StoredMessage): void {
    const { allowedMentions: allowed } = message;
    const content = [message.content, ...textsOf(message.components)].join('\n');
    const users = ids(content, /<@!?(\d{17,19})>/g).filter((id) => this.#world.users.has(id));
    const roles = ids(content, /<@&(\d{17,19})>/g);
    const may = (kind: AllowedMentionsTypes, list: readonly string[] | null | undefined, id: string): boolean =>
      allowed === undefined || allowed === null || (allowed.parse ?? []).includes(kind) || (list ?? []).includes(id);
    const everyone =
      /@(everyone|here)/.test(content) &&
      may(AllowedMentionsTypes.Everyone, undefined, '') &&
      this.#mayPingEveryone(message);
    message.mentionedUserIds = users;
    message.pings = [
      ...this.#repliedTo(message),
      ...users.filter((id) => may(AllowedMentionsTypes.User, allowed?.users, id)),
      ...roles.filter((id) => may(AllowedMentionsTypes.Role, allowed?.roles, id)),
      ...(everyone ? ['everyone'] : []),
    ];
  }

  /** Whom a reply pings: by default the author of the message that it replies to. */
  #repliedTo({ channelId, referenceId, allowedMentions }: StoredMessage): string[] {
    const author = referenceId === undefined ? undefined : this.#world.message(channelId, referenceId)?.author;
    const isWanted = (allowedMentions ?? { replied_user: true }).replied_user === true;
    return author?.kind === 'user' && isWanted ? [author.userId] : [];
  }

  #mayPingEveryone(message: StoredMessage): boolean {
    const channel = this.#world.channels.get(message.channelId);
    const guild = channel === undefined ? undefined : this.#world.guildOf(channel);
    if (guild === undefined) return false;
    if (message.author.kind === 'webhook') return true;
    return grants(permissionsOf(guild, message.author.userId, channel), PermissionFlagsBits.MentionEveryone);
  }
}

function unsettableFlag(): DiscordError {
  return invalidForm([
    { path: ['flags'], code: 'BASE_TYPE_CHOICES', message: 'One or more of the flags cannot be set.' },
  ]);
}

function ids(content: string, pattern: RegExp): string[] {
  return [...new Set([...content.matchAll(pattern)].flatMap((match) => match[1] ?? []))];
}
