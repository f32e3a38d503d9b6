import { type APIMessage, DiscordAPIError, MessageFlags, type REST, Routes } from 'discord.js';
import type { CaptionSession, LeftMessage, SettleMessage } from '../../../captions/captions-ports.ts';
import type { Logger } from '../../../log/log.ts';
import type { Messages } from '../../../messages/messages.ts';
import { type MessageLine, parseMessage, renderTurn } from './caption-message-text.ts';
import { createWebhookFinder, type FindWebhook, isRefusal, threadQuery } from './webhook-finder.ts';

/** Discord's code for a message that was deleted. */
const UNKNOWN_MESSAGE_CODE = 10_008;
/**
 * Discord's code for too many edits of messages older than an hour, with "try again later". How many it allows in what
 * time is not documented.
 */
const TOO_MANY_EDITS_CODE = 30_046;

/** The requests of the settler, as in discord.js's REST client. */
type SettlerRest = Pick<REST, 'get' | 'patch' | 'delete'>;

/** What messages of earlier runs are settled with. */
export interface MessageSettlerOptions {
  readonly rest: SettlerRest;
  /** Whether what people said in this session may still appear where its captions went. */
  readonly mayShow: (session: CaptionSession) => boolean;
  readonly mayManageMessages: (channelId: string) => boolean;
  readonly publicMessages: (guildId: string) => Promise<Messages>;
  readonly log: Logger;
}

/** How a message is reached. */
interface Access {
  readonly route: `/${string}`;
  readonly how: { readonly auth?: false; readonly query?: URLSearchParams };
  readonly canEdit: boolean;
}

/**
 * Creates what settles caption messages of earlier runs. A webhook's message is read and changed through the webhook. If
 * that was deleted, nobody can edit the message: with Manage Messages the bot deletes it if there is only interim text in
 * it, and otherwise it stays as it is. The bot reads its own messages with Read Message History. What Discord limits for
 * a time is left for later: the message, with what is settled in it, is worth more than a tidy end.
 */
export function createMessageSettler(options: MessageSettlerOptions): SettleMessage {
  const { rest, mayShow, publicMessages, log } = options;
  const find = createWebhookFinder(rest);

  const change = async (
    { route, how, canEdit }: Access,
    content: string,
    finalText: string | undefined,
    messages: Messages,
  ) => {
    const settled = settledContent(content, finalText, messages);
    if (settled === '') {
      await rest.delete(route, how);
      return 'gone';
    }
    if (settled === undefined || !canEdit) return 'settled';
    const body = { content: settled, allowed_mentions: { parse: [] }, flags: MessageFlags.SuppressEmbeds };
    await rest.patch(route, { ...how, body });
    return 'settled';
  };

  return async (session, message) => {
    try {
      const access = await accessTo(message, find, options.mayManageMessages);
      if (access === undefined) return 'refused';
      const { content } = (await rest.get(access.route, access.how)) as APIMessage;
      const finalText = access.canEdit && mayShow(session) ? message.finalText() : undefined;
      const messages = await publicMessages(session.guildId);
      const outcome = await change(access, content, finalText, messages);
      // Its speaker opted out while it was being sent.
      const isUnwanted = finalText !== undefined && message.finalText() === undefined;
      return isUnwanted ? await change(access, content, undefined, messages) : outcome;
    } catch (error) {
      const outcome = outcomeOf(error);
      if (outcome === 'failed') log.warn({ err: error }, 'could not settle a caption message');
      return outcome;
    }
  };
}

async function accessTo(
  { messageId, channelId, webhookId }: LeftMessage,
  find: FindWebhook,
  mayManageMessages: (channelId: string) => boolean,
): Promise<Access | undefined> {
  const asBot = { route: Routes.channelMessage(channelId, messageId), how: {} };
  if (webhookId === undefined) return { ...asBot, canEdit: true };
  const webhook = await find(webhookId);
  if (webhook !== undefined) {
    const how = { auth: false, query: threadQuery(webhook, channelId) } as const;
    return { route: Routes.webhookMessage(webhookId, webhook.token, messageId), how, canEdit: true };
  }
  return mayManageMessages(channelId) ? { ...asBot, canEdit: false } : undefined;
}

/** The content without interim text, or with the final text instead; `undefined` where nothing has to change. */
function settledContent(content: string, finalText: string | undefined, messages: Messages): string | undefined {
  const lines = parseMessage(content);
  const [first] = lines;
  if (first === undefined || !lines.some(({ isInterim }) => isInterim)) return undefined;
  // Further names are those of other people.
  const isOneTurn = lines.slice(1).every(({ lead }) => lead === '');
  const completed = isOneTurn ? completedTurn(first.lead, lines, finalText, messages) : undefined;
  if (completed !== undefined) return completed;
  const left = lines.filter(({ settled }) => settled !== '');
  return left.map(({ lead, settled }) => `${lead}${settled}`).join('\n');
}

/** The turn with its final text, if that continues what is settled and fits one message. */
function completedTurn(
  lead: string,
  lines: readonly MessageLine[],
  finalText: string | undefined,
  messages: Messages,
): string | undefined {
  const pages = finalText === undefined ? [] : renderTurn({ text: finalText, interimLength: 0, late: false }, messages);
  const [page] = pages;
  if (page === undefined || pages.length > 1) return undefined;
  const settled = lines.map((line) => line.settled).filter((line) => line !== '');
  const isContinued = `${page.content} `.replaceAll('\n', ' ').startsWith(`${settled.join(' ')} `);
  return settled.length === 0 || isContinued ? `${lead}${page.content}` : undefined;
}

function outcomeOf(error: unknown): 'gone' | 'later' | 'refused' | 'failed' {
  if (error instanceof DiscordAPIError && error.code === UNKNOWN_MESSAGE_CODE) return 'gone';
  // Others in the same channel may be younger.
  if (error instanceof DiscordAPIError && error.code === TOO_MANY_EDITS_CODE) return 'later';
  return isRefusal(error) ? 'refused' : 'failed';
}
