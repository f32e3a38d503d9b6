import { DiscordAPIError, type REST, Routes } from 'discord.js';
import { rememberWithin } from '../../../bounded-map.ts';
import type { DeleteMessage } from '../../../captions/captions-ports.ts';
import type { Logger } from '../../../log/log.ts';
import { createWebhookFinder, type FoundWebhook, isRefusal, threadQuery } from './webhook-finder.ts';

/** Discord's codes for what no longer exists: unknown channel, unknown message. */
const GONE_CODES: ReadonlySet<unknown> = new Set([10_003, 10_008]);

/**
 * How long what Discord refused is not asked again: it bans addresses with 10,000 refused requests in 10 minutes, and a
 * channel out of reach may hold thousands of messages.
 */
const REFUSED_FOR_MS = 10 * 60_000;
/** Places that are remembered. */
const MAX_KNOWN = 1_000;

type Outcome = Awaited<ReturnType<DeleteMessage>>;

/** The requests of the deleter, as in discord.js's REST client. */
export type DeleterRest = Pick<REST, 'get' | 'delete'>;

/**
 * Creates what deletes caption messages, also those of earlier runs and of guilds that another process serves. A webhook's
 * message is deleted through the webhook, or with Manage Messages; a message of the bot itself needs no permission.
 */
export function createMessageDeleter({
  rest,
  log,
}: {
  readonly rest: DeleterRest;
  readonly log: Logger;
}): DeleteMessage {
  /** When it refused, by channel and webhook: messages of the bot itself may be in reach where a webhook's are not. */
  const refusedAtMs = new Map<string, number>();
  const findWebhook = createWebhookFinder(rest);

  const deleteAsBot = (channelId: string, messageId: string): Promise<Outcome> =>
    outcomeOf(() => rest.delete(Routes.channelMessage(channelId, messageId)));

  const deleteThrough = async (
    webhookId: string,
    webhook: FoundWebhook,
    { channelId, messageId }: Parameters<DeleteMessage>[0],
  ): Promise<Outcome> => {
    const query = threadQuery(webhook, channelId);
    const route = Routes.webhookMessage(webhookId, webhook.token, messageId);
    return outcomeOf(() => rest.delete(route, { auth: false, query }));
  };

  return async (message) => {
    const { channelId, messageId, webhookId } = message;
    const place = `${channelId} ${webhookId ?? ''}`;
    const refused = refusedAtMs.get(place);
    if (refused !== undefined && performance.now() - refused < REFUSED_FOR_MS) return 'refused';
    try {
      const webhook = webhookId === undefined ? undefined : await findWebhook(webhookId);
      const throughWebhook =
        webhookId === undefined || webhook === undefined ? 'refused' : await deleteThrough(webhookId, webhook, message);
      const outcome = throughWebhook === 'refused' ? await deleteAsBot(channelId, messageId) : throughWebhook;
      if (outcome === 'refused') rememberWithin(MAX_KNOWN, refusedAtMs, place, performance.now());
      return outcome;
    } catch (error) {
      log.warn({ err: error }, 'could not delete a caption message');
      return 'failed';
    }
  };
}

/** Rejects where another try may help. */
async function outcomeOf(request: () => Promise<unknown>): Promise<Outcome> {
  try {
    await request();
    return 'deleted';
  } catch (error) {
    if (error instanceof DiscordAPIError && GONE_CODES.has(error.code)) return 'gone';
    if (isRefusal(error)) return 'refused';
    throw error;
  }
}
