import { MessageFlags } from 'discord-api-types/v10';
import { isEphemeral } from '../payloads.ts';
import type { MessageComponent } from '../rules/component-rules.ts';
import type { StoredAttachment, StoredMessage, World } from '../world.ts';

/** A snapshot of a message as a person sees it. */
export interface SeenMessage {
  readonly id: string;
  readonly channelId: string;
  readonly author: {
    readonly id: string;
    readonly name: string;
    readonly kind: 'user' | 'webhook';
    /** The user is a bot. */
    readonly isBot?: true;
    readonly avatarUrl?: string;
  };
  readonly content: string;
  readonly embeds: StoredMessage['embeds'];
  readonly components: readonly MessageComponent[];
  readonly attachments: readonly StoredAttachment[];
  readonly ephemeral: boolean;
  /** The bot "is thinking": a deferral not yet filled in. */
  readonly loading: boolean;
  readonly deleted: boolean;
  readonly edited: boolean;
  /** Grows with every edit. */
  readonly revision: number;
  readonly flags: number;
  /** Id of the message that it replies to. */
  readonly replyTo: string | undefined;
  /** The command that it answers, and who used it. */
  readonly command?: NonNullable<StoredMessage['command']>;
  /** Whom the message actually notified: ids of users and roles, `everyone`. */
  readonly pings: readonly string[];
  readonly createdAtMs: number;
}

/** Takes a snapshot of a message. */
export function seeMessage(world: World, message: StoredMessage): SeenMessage {
  return {
    id: message.id,
    channelId: message.channelId,
    author: seeAuthor(world, message),
    content: message.content,
    embeds: structuredClone(message.embeds),
    components: structuredClone(message.components),
    attachments: [...message.attachments],
    ephemeral: isEphemeral(message),
    loading: (message.flags & MessageFlags.Loading) !== 0,
    deleted: message.deleted,
    edited: message.editedAtMs !== undefined,
    revision: message.revision,
    flags: message.flags,
    replyTo: message.referenceId,
    ...(message.command === undefined ? {} : { command: message.command }),
    pings: [...message.pings],
    createdAtMs: message.createdAtMs,
  };
}

function seeAuthor(world: World, { author }: StoredMessage): SeenMessage['author'] {
  if (author.kind === 'webhook') {
    const { webhookId: id, name, avatarUrl } = author;
    return { kind: 'webhook', id, name, ...(avatarUrl === undefined ? {} : { avatarUrl }) };
  }
  const user = world.users.get(author.userId);
  const name = user?.globalName ?? user?.username ?? 'Deleted User';
  return { kind: 'user', id: author.userId, name, ...(user?.bot === true ? { isBot: true } : {}) };
}
