import { dropOldestBeyond } from '../../../bounded-map.ts';
import type { CaptionDisplay, CaptionSession, MessageRecord } from '../../../captions/captions-ports.ts';
import type { Logger } from '../../../log/log.ts';
import type { Messages } from '../../../messages/messages.ts';
import type { GuildPeople } from '../../client/guild-people.ts';
import type { Explain } from '../../interactions/explain-failure.ts';
import { noticeMessages } from '../caption-messages.ts';
import { type CaptionPlace, createCaptionChannel, type MessageRest } from './caption-channel.ts';
import { type ChannelBudgets, createChannelBudgets } from './caption-edit-limits.ts';
import { renderTurn } from './caption-message-text.ts';
import type { CaptionWebhooks } from './caption-webhooks.ts';
import { DisplayQueue } from './display-queue.ts';

/** Turns whose pages are counted; an older turn can no longer lose pages. */
const MAX_TURNS = 1_000;

/** Shows captions in Discord's channels. */
export interface CaptionRenderer {
  /** `record` learns of every message with what people said. */
  openDisplay(session: CaptionSession, record: MessageRecord): CaptionDisplay;
  /** Stops all requests. Captions that are not shown yet stay unshown. */
  close(): void;
}

interface CaptionRendererOptions {
  readonly rest: MessageRest;
  readonly webhooks: CaptionWebhooks;
  readonly people: Pick<GuildPeople, 'faceOf'>;
  /** The channel that webhooks of this channel belong to. */
  readonly webhookChannelOf: (channelId: string) => string;
  readonly mayUseWebhooks: (channelId: string) => boolean;
  readonly mayManageMessages: (channelId: string) => boolean;
  /** Whether what people say in this session may appear where its captions go. */
  readonly mayShow: (session: CaptionSession) => boolean;
  /** Called once for a session whose captions Discord no longer lets the bot post. */
  readonly onForbidden: (session: CaptionSession) => void;
  readonly explain: Explain;
  /** The catalogue of what everyone in the guild reads. */
  readonly messagesOf: (guildId: string) => Messages;
  readonly log: Logger;
}

/** Creates the renderer. All its displays share the channels' rate limits. */
export function createCaptionRenderer(options: CaptionRendererOptions): CaptionRenderer {
  const closing = new AbortController();
  const budgetsOf = createChannelBudgets();
  return {
    openDisplay: (session, record) => {
      const { guildId, textChannelId: channelId } = session;
      const place: CaptionPlace = { guildId, channelId, webhookChannelId: options.webhookChannelOf(channelId) };
      const onForbidden = (): void => options.onForbidden(session);
      const mayShow = (): boolean => options.mayShow(session);
      const budgets = budgetsOf(place.webhookChannelId);
      return openDisplay({ ...options, onForbidden, mayShow }, place, { budgets, record, signal: closing.signal });
    },
    close: () => closing.abort(),
  };
}

function openDisplay(
  options: Omit<CaptionRendererOptions, 'onForbidden' | 'mayShow'> & {
    readonly onForbidden: () => void;
    readonly mayShow: () => boolean;
  },
  place: CaptionPlace,
  {
    budgets,
    record,
    signal,
  }: { readonly budgets: ChannelBudgets; readonly record: MessageRecord; readonly signal: AbortSignal },
): CaptionDisplay {
  const { rest, webhooks, people, mayUseWebhooks, mayShow, onForbidden, explain, log } = options;
  const messages = options.messagesOf(place.guildId);
  const pageCounts = new Map<string, number>();
  let announced = 0;
  let hasHinted = false;
  const announce = (content: string): void => {
    announced += 1;
    const lineId = `announcement:${announced}`;
    queue.set({ lineId, userId: undefined, spokenAtMs: Date.now(), content, settled: content, isInterim: false });
  };
  const port = createCaptionChannel({
    ...{ rest, place, webhooks, budgets, record, messages, log },
    mayUseWebhooks: () => mayUseWebhooks(place.channelId),
    mayManageMessages: () => options.mayManageMessages(place.channelId),
    faceOf: (userId) => people.faceOf(place.guildId, userId),
    ...{ mayShow, onForbidden },
    onPlain: () => {
      if (hasHinted || mayUseWebhooks(place.channelId)) return;
      hasHinted = true;
      announce(messages.captions.notices.webhooksMissing);
    },
  });
  const queue = new DisplayQueue(port, log, signal);
  // Finds or creates the webhook now, so that the first caption does not wait for it.
  if (mayUseWebhooks(place.channelId))
    webhooks.of(place.webhookChannelId, messages.captions.webhookName).catch(() => undefined);

  const setPages = (turnId: string, count: number): void => {
    for (let page = count; page < (pageCounts.get(turnId) ?? 0); page += 1) queue.delete(pageId(turnId, page));
    pageCounts.delete(turnId);
    if (count > 0) pageCounts.set(turnId, count);
    dropOldestBeyond(MAX_TURNS, pageCounts);
  };

  return {
    show: (turn) => {
      if (!mayShow()) return queue.forget(turn.userId);
      const pages = renderTurn(turn, messages);
      const { turnId, userId, spokenAtMs } = turn;
      for (const [page, shown] of pages.entries()) {
        queue.set({ lineId: pageId(turnId, page), userId, spokenAtMs, ...shown });
      }
      setPages(turn.turnId, pages.length);
    },
    remove: (turnId) => setPages(turnId, 0),
    forget: (userId) => queue.forget(userId),
    announce: (notice) => {
      for (const content of noticeMessages(notice, explain, messages)) announce(content);
    },
    flush: (until) => queue.flush(until),
  };
}

function pageId(turnId: string, page: number): string {
  return `turn:${turnId}:${page}`;
}
