import type { MessageView, Outcome, ServerEvent, ServerView } from '../protocol.ts';
import { compareIds, withMessage } from './message-order.ts';
import { type PageState, withNotice } from './state.ts';
import type { Texts } from './texts/text-types.ts';

/** What comes by itself: everything but the answers to requests. */
export type News = Exclude<ServerEvent, Outcome>;

/** What changes in the page's state by news from the server. */
export function takeNews(state: PageState, news: News, texts: Texts): Partial<PageState> {
  switch (news.kind) {
    case 'welcome':
      return { welcome: news };
    case 'servers':
      return { servers: news.servers, ...findOpenChannel(state, news.servers) };
    case 'commands':
      return { commands: new Map([...state.commands, [news.serverId ?? '', news.commands]]) };
    case 'message':
      return takeMessage(state, news.message);
    case 'message-deleted':
      return takeDeletion(state, news);
    case 'form':
      return { form: news };
    case 'notice':
      return withNotice(state, texts.shell.notices[news.notice]);
    case 'bot':
      return { isBotReady: news.isReady };
    case 'faults':
      return { faults: news.faults };
    case 'figures':
      return { figures: news.figures };
  }
}

/** Keeps the channel that is open, or opens the first one if there is none or it is gone. */
function findOpenChannel(state: PageState, servers: readonly ServerView[]): Partial<PageState> {
  const { channelId, welcome } = state;
  if (channelId !== undefined && channelId === welcome?.visitor.directChannelId) return { serverId: undefined };
  const server = servers.find(({ channels }) => channels.some(({ id }) => id === channelId));
  if (server !== undefined) return { serverId: server.id };
  const [first] = servers;
  return { serverId: first?.id, channelId: first?.channels[0]?.id };
}

function takeMessage(state: PageState, message: MessageView): Partial<PageState> {
  const arriving = state.arriving.get(message.channelId);
  if (arriving === undefined) return showMessage(state, message);
  return { arriving: new Map([...state.arriving, [message.channelId, [...arriving, message]]]) };
}

/** Shows the messages of a channel that came while its history was asked for. */
export function showArrived(state: PageState, channelId: string): PageState {
  const arriving = new Map(state.arriving);
  arriving.delete(channelId);
  let shown: PageState = { ...state, arriving };
  for (const message of state.arriving.get(channelId) ?? [])
    shown = Object.assign({}, shown, showMessage(shown, message));
  return shown;
}

function showMessage(state: PageState, message: MessageView): Partial<PageState> {
  const known = state.messages.get(message.channelId) ?? [];
  const messages = withMessage(known, message);
  if (messages === known) return {};
  const isNew = messages.length > known.length;
  return {
    messages: new Map([...state.messages, [message.channelId, messages]]),
    ...(isNew && isUnread(state, message) ? { unread: countUnread(state, message) } : {}),
  };
}

function isUnread(state: PageState, { channelId, id, isOwn, createdAtMs }: MessageView): boolean {
  const newest = state.messages.get(channelId)?.at(-1);
  return (
    channelId !== state.channelId &&
    !isOwn &&
    createdAtMs >= state.openedAtMs &&
    (newest === undefined || compareIds(newest.id, id) < 0)
  );
}

function countUnread({ unread }: PageState, { channelId, pingsMe }: MessageView): PageState['unread'] {
  const { count, pings } = unread.get(channelId) ?? { count: 0, pings: 0 };
  return new Map([...unread, [channelId, { count: count + 1, pings: pings + (pingsMe ? 1 : 0) }]]);
}

function takeDeletion(
  state: PageState,
  { channelId, id }: Extract<News, { kind: 'message-deleted' }>,
): Partial<PageState> {
  const isOther = (message: MessageView): boolean => message.id !== id;
  const messages = (state.messages.get(channelId) ?? []).filter(isOther);
  const arriving = state.arriving.get(channelId)?.filter(isOther);
  return {
    messages: new Map([...state.messages, [channelId, messages]]),
    ...(arriving === undefined ? {} : { arriving: new Map([...state.arriving, [channelId, arriving]]) }),
    ...(state.replyingTo?.id === id ? { replyingTo: undefined } : {}),
    ...(state.editingId === id ? { editingId: undefined } : {}),
  };
}
