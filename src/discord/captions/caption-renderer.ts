import type { CaptionDisplay, CaptionSession } from '../../captions/captions-ports.ts';
import type { Logger } from '../../log.ts';
import type { GuildPeople } from '../client/guild-people.ts';
import { clip } from '../interactions/replies.ts';
import { type CaptionPlace, type ChannelBudgets, createCaptionChannel, type MessageRest } from './caption-channel.ts';
import { renderTurn } from './caption-message-text.ts';
import type { CaptionWebhooks } from './caption-webhooks.ts';
import { DisplayQueue } from './display-queue.ts';
import { createRateBudget, type RateLimit } from './rate-budget.ts';

/**
 * Executions of one webhook, as users measured them: 5 in 2 s (a little more here, for the network's jitter), and about
 * 30 a minute in a channel, of which Discord tells nothing: 14 at once and then one every 4 s make 29.
 */
const WEBHOOK_WINDOW = { kind: 'window', limit: 5, windowMs: 2_100 } as const;
const CHANNEL_BUCKET = { kind: 'bucket', capacity: 14, refillMs: 4_000 } as const;
/** Messages and edits of a bot in one channel: 5 in 5 s. */
const PLAIN_WINDOW = { kind: 'window', limit: 5, windowMs: 5_200 } as const;
/** Channels whose use is remembered; a forgotten one counts from nothing. */
const MAX_CHANNELS = 1_000;

/** Turns whose pages are counted; an older one can no longer lose pages. */
const MAX_TURNS = 1_000;

const HINT =
  'With **Manage Webhooks** in this channel I could show each line under its speaker’s own name and picture. Someone who manages the server can give it to me.';

/** Shows captions in Discord's channels. */
export interface CaptionRenderer {
  openDisplay(session: CaptionSession): CaptionDisplay;
  /** Stops all sending; what is not shown by then stays unshown. */
  close(): void;
}

interface CaptionBoardOptions {
  readonly rest: MessageRest;
  readonly webhooks: CaptionWebhooks;
  readonly people: Pick<GuildPeople, 'faceOf'>;
  /** The channel that webhooks of this channel belong to. */
  readonly webhookChannelOf: (channelId: string) => string;
  readonly mayUseWebhooks: (channelId: string) => boolean;
  readonly log: Logger;
}

/** Makes the board. The channels' rate limits are shared by all displays that are opened on it. */
export function createCaptionRenderer(options: CaptionBoardOptions): CaptionRenderer {
  const closing = new AbortController();
  const budgetsOf = createChannelBudgets();
  return {
    openDisplay: ({ guildId, textChannelId: channelId }) => {
      const place: CaptionPlace = { guildId, channelId, webhookChannelId: options.webhookChannelOf(channelId) };
      return openDisplay(options, place, budgetsOf(place.webhookChannelId), closing.signal);
    },
    close: () => closing.abort(),
  };
}

function openDisplay(
  { rest, webhooks, people, mayUseWebhooks, log }: CaptionBoardOptions,
  place: CaptionPlace,
  budgets: ChannelBudgets,
  signal: AbortSignal,
): CaptionDisplay {
  const pageCounts = new Map<string, number>();
  let announced = 0;
  let hasHinted = false;
  const announce = (text: string): void => {
    announced += 1;
    const content = clip(text, 2_000);
    queue.set({ lineId: `announcement ${announced}`, userId: undefined, content, isInterim: false });
  };
  const port = createCaptionChannel({
    ...{ rest, place, webhooks, budgets, log },
    mayUseWebhooks: () => mayUseWebhooks(place.channelId),
    faceOf: (userId) => people.faceOf(place.guildId, userId),
    onPlain: () => {
      if (hasHinted || mayUseWebhooks(place.channelId)) return;
      hasHinted = true;
      announce(HINT);
    },
  });
  const queue = new DisplayQueue(port, log, signal);
  // The first line should not have to wait until a webhook is found or made.
  if (mayUseWebhooks(place.channelId)) webhooks.of(place.webhookChannelId).catch(() => undefined);

  const setPages = (turnId: string, count: number): void => {
    for (let page = count; page < (pageCounts.get(turnId) ?? 0); page += 1) queue.delete(pageId(turnId, page));
    pageCounts.delete(turnId);
    if (count > 0) pageCounts.set(turnId, count);
    const [oldest] = pageCounts.keys();
    if (pageCounts.size > MAX_TURNS && oldest !== undefined) pageCounts.delete(oldest);
  };

  return {
    show: (turn) => {
      const pages = renderTurn(turn);
      for (const [page, { content, isInterim }] of pages.entries()) {
        queue.set({ lineId: pageId(turn.turnId, page), userId: turn.userId, content, isInterim });
      }
      setPages(turn.turnId, pages.length);
    },
    remove: (turnId) => setPages(turnId, 0),
    announce,
    flush: (until) => queue.flush(until),
  };
}

function pageId(turnId: string, page: number): string {
  return `turn ${turnId} ${page}`;
}

function createChannelBudgets(): (channelId: string) => ChannelBudgets {
  const known = new Map<string, ChannelBudgets>();
  return (channelId) => {
    const budgets = known.get(channelId) ?? makeBudgets();
    known.delete(channelId);
    known.set(channelId, budgets);
    const [oldest] = known.keys();
    if (known.size > MAX_CHANNELS && oldest !== undefined) known.delete(oldest);
    return budgets;
  };
}

function makeBudgets(): ChannelBudgets {
  const pair = (posts: readonly RateLimit[], edits: readonly RateLimit[]) => ({
    posts: createRateBudget(posts),
    edits: createRateBudget(edits),
  });
  return {
    webhook: pair([WEBHOOK_WINDOW, CHANNEL_BUCKET], [WEBHOOK_WINDOW]),
    plain: pair([PLAIN_WINDOW], [PLAIN_WINDOW]),
  };
}
