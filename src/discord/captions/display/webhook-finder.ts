import { type APIWebhook, DiscordAPIError, type REST, Routes } from 'discord.js';
import { rememberWithin } from '../../../bounded-map.ts';

/** How long what Discord said of a webhook is not asked again. */
const KNOWN_FOR_MS = 10 * 60_000;
/** Webhooks that are remembered. */
const MAX_KNOWN = 1_000;

/** A webhook, with which its messages can be read and changed. */
export interface FoundWebhook {
  readonly token: string;
  /** The channel it belongs to: the parent, for messages in threads. */
  readonly channelId: string;
}

/** Finds a webhook by its id; `undefined` when it was deleted, or the bot may not manage it. Rejects if Discord is unreachable. */
export type FindWebhook = (webhookId: string) => Promise<FoundWebhook | undefined>;

/** Creates what finds webhooks of earlier runs, and remembers them for ten minutes. */
export function createWebhookFinder(rest: Pick<REST, 'get'>): FindWebhook {
  const webhooks = new Map<string, { readonly found: FoundWebhook | undefined; readonly atMs: number }>();
  return async (webhookId) => {
    const known = webhooks.get(webhookId);
    if (known !== undefined && performance.now() - known.atMs < KNOWN_FOR_MS) return known.found;
    let found: FoundWebhook | undefined;
    try {
      const { token, channel_id: channelId } = (await rest.get(Routes.webhook(webhookId))) as APIWebhook;
      found = token === undefined || channelId === null ? undefined : { token, channelId };
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
    rememberWithin(MAX_KNOWN, webhooks, webhookId, { found, atMs: performance.now() });
    return found;
  };
}

/** The query of a request for a message of the webhook, which names the thread that it is in. */
export function threadQuery({ channelId: webhookChannelId }: FoundWebhook, channelId: string): URLSearchParams {
  return new URLSearchParams(webhookChannelId === channelId ? {} : { thread_id: channelId });
}

/** Discord understood and said no; a wrong token of the bot or a rate limit says nothing about what was asked for. */
export function isRefusal(error: unknown): boolean {
  return error instanceof DiscordAPIError && [400, 403, 404].includes(error.status);
}
