import { DiscordAPIError, MessageFlags, type REST, Routes } from 'discord.js';
import type { MessageRecord } from '../../../captions/captions-ports.ts';
import type { Logger } from '../../../log/log.ts';
import type { Messages } from '../../../messages/messages.ts';
import type { Face } from '../../client/guild-people.ts';
import { truncate } from '../../client/replies.ts';
import type { ChannelBudgets } from './caption-edit-limits.ts';
import { namedLine, webhookName } from './caption-message-text.ts';
import type { CaptionWebhook, CaptionWebhooks } from './caption-webhooks.ts';
import type { DisplayLine } from './display-line.ts';
import type { DisplayPort } from './display-queue.ts';

/** Discord's limit of a message's content. */
const MAX_CONTENT_LENGTH = 2_000;
/** Longest name before a line, escapes and marks included. */
const ROOM_FOR_NAME = 180;

/** Discord's codes for a deleted webhook: unknown webhook, invalid webhook token. */
const DEAD_WEBHOOK_CODES: ReadonlySet<unknown> = new Set([10_015, 50_027]);
/** Discord's codes for messages that cannot be edited: unknown message, too many edits of an old one. */
const LOST_MESSAGE_CODES: ReadonlySet<unknown> = new Set([10_008, 30_046]);

const UNKNOWN_CHANNEL_CODE = 10_003;
/** Discord's code for a request that its firewall blocked, with status 403 although it is no matter of permissions. */
const BLOCKED_CODE = 40_333;

/** The requests of a caption channel, as in discord.js's REST client. */
export type MessageRest = Pick<REST, 'post' | 'patch' | 'delete'>;

/** How a caption message was sent, so that it can be edited. */
export interface SentCaption {
  readonly messageId: string;
  /** `undefined`: a plain message of the bot. */
  readonly webhook: CaptionWebhook | undefined;
  /** Whose speech it held when it was posted. */
  readonly userIds: readonly string[];
  /** Names in the text, by user id; empty where the name is above the message. */
  readonly names: ReadonlyMap<string, string>;
}

/** Where captions go. */
export interface CaptionPlace {
  readonly guildId: string;
  readonly channelId: string;
  /** The channel that webhooks belong to: a thread's parent, else the channel itself. */
  readonly webhookChannelId: string;
}

interface CaptionChannelOptions {
  readonly rest: MessageRest;
  readonly place: CaptionPlace;
  readonly webhooks: CaptionWebhooks;
  readonly budgets: ChannelBudgets;
  /** Whether the bot may currently create webhooks there. */
  readonly mayUseWebhooks: () => boolean;
  /** Whether the bot may delete messages of others there, such as those of a deleted webhook. */
  readonly mayManageMessages: () => boolean;
  /** Whether what people said may still be posted there. */
  readonly mayShow: () => boolean;
  readonly record: MessageRecord;
  readonly faceOf: (userId: string) => Promise<Face>;
  /** Called for every speaker's line that is sent without a webhook. */
  readonly onPlain: () => void;
  /** Called once, when the bot can post neither through a webhook nor plainly any more. No request follows. */
  readonly onForbidden: () => void;
  readonly messages: Messages;
  readonly log: Logger;
}

/**
 * A channel at Discord. Posts through a webhook under the speakers' names, or as plain messages. Nothing in it pings or
 * embeds.
 */
export function createCaptionChannel(options: CaptionChannelOptions): DisplayPort<SentCaption> {
  const { rest, place, webhooks, budgets, mayUseWebhooks, record, log } = options;
  const { webhookName: sharedName, unnamedSpeaker } = options.messages.captions;
  const threadQuery: Record<string, string> =
    place.webhookChannelId === place.channelId ? {} : { thread_id: place.channelId };
  /** Ids of deleted webhooks: their messages cannot be edited. */
  const dead = new Set<string>();
  let isPlain = false;
  let isClosed = false;

  const close = (): void => {
    if (!isClosed) options.onForbidden();
    isClosed = true;
  };

  const dropWebhook = (webhook: CaptionWebhook): void => {
    dead.add(webhook.id);
    webhooks.forget(place.webhookChannelId, webhook);
  };

  const postPlain = async (lines: readonly DisplayLine[]): Promise<SentCaption> => {
    const isOwn = lines.every(({ userId }) => userId === undefined);
    const names = isOwn ? new Map<string, string>() : await namesOf(lines, options.faceOf);
    const route = Routes.channelMessages(place.channelId);
    const messageId = idOf(await rest.post(route, { body: newMessageBody(contentOf(lines, names)) }));
    if (!isOwn) options.onPlain();
    return { messageId, webhook: undefined, userIds: speakersIn(lines), names };
  };

  const postThrough = async (webhook: CaptionWebhook, lines: readonly DisplayLine[]): Promise<SentCaption> => {
    const isOneSpeaker = new Set(lines.map(({ userId }) => userId)).size === 1;
    const face = isOneSpeaker ? await options.faceOf(lines[0]?.userId ?? '') : undefined;
    const names = isOneSpeaker ? new Map<string, string>() : await namesOf(lines, options.faceOf);
    const body = {
      ...newMessageBody(contentOf(lines, names)),
      username: face === undefined ? sharedName : webhookName(face.name, unnamedSpeaker),
      ...(face?.avatarUrl === undefined ? {} : { avatar_url: face.avatarUrl }),
    };
    const query = new URLSearchParams({ wait: 'true', ...threadQuery });
    const messageId = idOf(await rest.post(Routes.webhook(webhook.id, webhook.token), { auth: false, query, body }));
    return { messageId, webhook, userIds: speakersIn(lines), names };
  };

  const webhookFor = async (lines: readonly DisplayLine[]): Promise<CaptionWebhook | undefined> => {
    if (lines.some(({ userId }) => userId === undefined)) return undefined;
    const webhook = mayUseWebhooks() ? await webhooks.of(place.webhookChannelId, sharedName) : undefined;
    isPlain = webhook === undefined;
    return webhook;
  };

  const send = async (lines: readonly DisplayLine[]): Promise<SentCaption> => {
    const webhook = await webhookFor(lines);
    if (webhook === undefined) return postPlain(lines);
    try {
      return await postThrough(webhook, lines);
    } catch (error) {
      if (isRefused(error)) return postPlain(lines);
      if (!isCode(error, DEAD_WEBHOOK_CODES)) throw error;
      dropWebhook(webhook);
      const another = await webhookFor(lines);
      return another === undefined ? postPlain(lines) : postThrough(another, lines);
    }
  };

  const isDead = ({ webhook }: SentCaption, error?: unknown): boolean => {
    if (webhook === undefined) return false;
    if (isCode(error, DEAD_WEBHOOK_CODES)) dropWebhook(webhook);
    return dead.has(webhook.id);
  };

  /** Deletes the message of a deleted webhook, which nobody can edit any more, where the bot may. One try. */
  const withdraw = async ({ messageId }: SentCaption): Promise<boolean> => {
    if (!options.mayManageMessages()) return false;
    try {
      await rest.delete(Routes.channelMessage(place.channelId, messageId));
      record.removed(messageId);
      return true;
    } catch (error) {
      log.info({ err: error }, 'could not delete captions of a deleted webhook');
      return false;
    }
  };

  return {
    post: async (lines) => {
      const isSpoken = lines.some(({ userId }) => userId !== undefined);
      if (isClosed || (isSpoken && !options.mayShow())) return { kind: 'refused' };
      try {
        const handle = await send(lines);
        record.posted(messagesOf(handle, lines, place));
        return { kind: 'posted', handle };
      } catch (error) {
        log.warn({ err: error }, 'could not post captions');
        // The bot's own notices never go through a webhook: captions may still do.
        if (isOver(error) && isSpoken) close();
        return { kind: isRefused(error) ? 'refused' : 'unreachable' };
      }
    },
    edit: async (sent, lines) => {
      if (isClosed) return { kind: 'refused' };
      if (isDead(sent)) return { kind: (await withdraw(sent)) ? 'withdrawn' : 'gone' };
      try {
        const body = messageBody(contentOf(lines, sent.names));
        await rest.patch(routeOf(place, sent), { body, ...accessOf(sent, threadQuery) });
        const left = sent.userIds.filter((userId) => !speakersIn(lines).includes(userId));
        if (left.length > 0) record.removed(sent.messageId, left);
        return { kind: 'edited' };
      } catch (error) {
        if (isDead(sent, error)) return { kind: (await withdraw(sent)) ? 'withdrawn' : 'gone' };
        if (isCode(error, LOST_MESSAGE_CODES)) return { kind: 'gone' };
        log.warn({ err: error }, 'could not edit captions');
        if (isOver(error) && sent.webhook === undefined) close();
        return { kind: isRefused(error) ? 'refused' : 'unreachable' };
      }
    },
    remove: async (sent) => {
      if (isDead(sent)) return { kind: (await withdraw(sent)) ? 'removed' : 'gone' };
      try {
        await rest.delete(routeOf(place, sent), accessOf(sent, threadQuery));
        record.removed(sent.messageId);
        return { kind: 'removed' };
      } catch (error) {
        if (isDead(sent, error)) return { kind: (await withdraw(sent)) ? 'removed' : 'gone' };
        if (isCode(error, LOST_MESSAGE_CODES)) return { kind: 'removed' };
        if (isRefused(error)) return { kind: 'gone' };
        log.warn({ err: error }, 'could not remove captions');
        return { kind: 'unreachable' };
      }
    },
    fits: (lines) => lines.reduce((sum, { content }) => sum + content.length + ROOM_FOR_NAME, 0) <= MAX_CONTENT_LENGTH,
    budgets: () => (isPlain || !mayUseWebhooks() ? budgets.plain : budgets.webhook),
  };
}

function speakersIn(lines: readonly DisplayLine[]): string[] {
  return [...new Set(lines.flatMap(({ userId }) => userId ?? []))];
}

/** What is recorded of a message: a part for each of its speakers. */
function messagesOf(
  { messageId, webhook, userIds }: SentCaption,
  lines: readonly DisplayLine[],
  { channelId }: CaptionPlace,
): Parameters<MessageRecord['posted']>[0] {
  return userIds.map((userId) => {
    const spokenAtMs = Math.min(...lines.filter((line) => line.userId === userId).map((line) => line.spokenAtMs));
    return { messageId, userId, channelId, webhookId: webhook?.id, spokenAtMs };
  });
}

async function namesOf(
  lines: readonly DisplayLine[],
  faceOf: (userId: string) => Promise<Face>,
): Promise<Map<string, string>> {
  const userIds = new Set(lines.flatMap(({ userId }) => userId ?? []));
  return new Map(await Promise.all([...userIds].map(async (id) => [id, (await faceOf(id)).name] as const)));
}

function contentOf(lines: readonly DisplayLine[], names: ReadonlyMap<string, string>): string {
  const written = lines.map(({ userId, content }) => {
    const name = names.get(userId ?? '');
    return name === undefined ? content : namedLine(name, content);
  });
  return truncate(written.join('\n'), MAX_CONTENT_LENGTH);
}

function messageBody(content: string) {
  return { content, allowed_mentions: { parse: [] }, flags: MessageFlags.SuppressEmbeds };
}

/** Captions send no push notifications. */
function newMessageBody(content: string) {
  return { ...messageBody(content), flags: MessageFlags.SuppressEmbeds | MessageFlags.SuppressNotifications };
}

function routeOf({ channelId }: CaptionPlace, { webhook, messageId }: SentCaption): `/${string}` {
  if (webhook === undefined) return Routes.channelMessage(channelId, messageId);
  return Routes.webhookMessage(webhook.id, webhook.token, messageId);
}

function accessOf({ webhook }: SentCaption, threadQuery: Record<string, string>) {
  return webhook === undefined ? {} : { auth: false as const, query: new URLSearchParams(threadQuery) };
}

function idOf(message: unknown): string {
  return (message as { readonly id: string }).id;
}

function isCode(error: unknown, codes: ReadonlySet<unknown>): boolean {
  return error instanceof DiscordAPIError && codes.has(error.code);
}

/** Discord rejects the request itself, or all that could follow it: retrying is useless. */
function isRefused(error: unknown): boolean {
  return (error instanceof DiscordAPIError && error.status === 400) || isOver(error);
}

/** The bot may not post there any more, or the channel is deleted. */
function isOver(error: unknown): boolean {
  return (error instanceof DiscordAPIError && error.code === UNKNOWN_CHANNEL_CODE) || isForbidden(error);
}

/** Discord refuses for want of permissions. An answer without a code of its own is not from Discord's API. */
function isForbidden(error: unknown): boolean {
  if (!(error instanceof DiscordAPIError) || error.status !== 403) return false;
  return typeof error.code === 'number' && error.code !== BLOCKED_CODE;
}
