import { rememberWithin } from '../../../bounded-map.ts';
import { createRateBudget, type RateBudget, type RateLimit } from '../../client/rate-budget.ts';

/** Discord limits edits of messages older than an hour (30046): later changes go into a new message. */
export const EDITABLE_FOR_MS = 55 * 60_000;

/**
 * Requests to one webhook: 5 in 2 s, with a margin for the network's jitter. Users measured this and the next limit;
 * Discord does not document them.
 */
const WEBHOOK_REQUESTS = { kind: 'window', limit: 5, windowMs: 2_100 } as const;
/** Webhook messages in one channel: about 30 a minute. 14 at once and then one every 4 s make 29. */
const WEBHOOK_POSTS = { kind: 'bucket', capacity: 14, refillMs: 4_000 } as const;
/** Messages of a bot in one channel, and edits: 5 in 5 s each, with a margin. */
const BOT_REQUESTS = { kind: 'window', limit: 5, windowMs: 5_200 } as const;

/** Channels whose budgets are kept; a dropped one starts with a full budget. */
const MAX_CHANNELS = 1_000;

/** How many captions may be posted and edited in one channel: through webhooks and as the bot. */
export interface ChannelBudgets {
  readonly webhook: { readonly posts: RateBudget; readonly edits: RateBudget };
  readonly plain: { readonly posts: RateBudget; readonly edits: RateBudget };
}

/** Creates a function that returns a channel's budgets: the same ones for all captions in the channel. */
export function createChannelBudgets(): (channelId: string) => ChannelBudgets {
  const known = new Map<string, ChannelBudgets>();
  return (channelId) => {
    const budgets = known.get(channelId) ?? createBudgets();
    rememberWithin(MAX_CHANNELS, known, channelId, budgets);
    return budgets;
  };
}

function createBudgets(): ChannelBudgets {
  const pair = (posts: readonly RateLimit[], edits: readonly RateLimit[]) => ({
    posts: createRateBudget(posts),
    edits: createRateBudget(edits),
  });
  return {
    webhook: pair([WEBHOOK_REQUESTS, WEBHOOK_POSTS], [WEBHOOK_REQUESTS]),
    plain: pair([BOT_REQUESTS], [BOT_REQUESTS]),
  };
}
