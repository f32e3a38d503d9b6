import type { ServerView } from '../protocol.ts';
import { isThread, isVoiceChannel } from './names.ts';
import type { PageState } from './state.ts';

/** Messages that stay loaded of a channel that is not open. */
const KEPT_MESSAGES = 100;

/** What changes when a channel is opened. */
export function openChannel(state: PageState, channelId: string): Partial<PageState> {
  if (channelId === state.channelId) return { pane: 'conversation' };
  const server = state.servers.find(({ channels }) => channels.some(({ id }) => id === channelId));
  const unread = new Map(state.unread);
  unread.delete(channelId);
  return {
    serverId: server?.id,
    channelId,
    unread,
    pane: 'conversation',
    replyingTo: undefined,
    editingId: undefined,
    ...forgetOldest(state, state.channelId),
  };
}

/** What changes when a server is opened, `undefined` for direct messages: its first channel opens, the channels stay in view. */
export function openServerOf(state: PageState, serverId: string | undefined): Partial<PageState> {
  const server = state.servers.find(({ id }) => id === serverId);
  const first = server === undefined ? state.welcome?.visitor.directChannelId : channelOrder(server)[0];
  return first === undefined ? {} : { ...openChannel(state, first), pane: state.pane };
}

function forgetOldest({ messages, hasOlder }: PageState, channelId: string | undefined): Partial<PageState> {
  const known = messages.get(channelId ?? '');
  if (channelId === undefined || known === undefined || known.length <= KEPT_MESSAGES) return {};
  return {
    messages: new Map([...messages, [channelId, known.slice(-KEPT_MESSAGES)]]),
    hasOlder: new Map([...hasOlder, [channelId, true]]),
  };
}

/** Ids of a server's channels in the order in which the list shows them: text channels with their threads, then voice. */
export function channelOrder({ channels }: ServerView): readonly string[] {
  const threads = channels.filter((channel) => isThread(channel) && !channel.isArchived);
  const text = channels.filter((channel) => !isThread(channel) && !isVoiceChannel(channel));
  return [
    ...text.flatMap(({ id }) => [id, ...threads.filter(({ parentId }) => parentId === id).map((thread) => thread.id)]),
    ...channels
      .filter(isVoiceChannel)
      .flatMap(({ id }) => [id, ...threads.filter(({ parentId }) => parentId === id).map((thread) => thread.id)]),
  ];
}

/** The channel before (`-1`) or after (`1`) the open one, around the end; with `isUnread`, of those with unread messages. */
export function neighbourChannel(state: PageState, step: 1 | -1, isUnread: boolean): string | undefined {
  const server = state.servers.find(({ id }) => id === state.serverId);
  if (server === undefined) return undefined;
  const order = channelOrder(server);
  const candidates = order.filter((id) => id === state.channelId || !isUnread || state.unread.has(id));
  return neighbour<string | undefined>(candidates, state.channelId, step);
}

/** The server before or after the open one; direct messages are the first, as `undefined`. */
export function neighbourServer({ servers, serverId }: PageState, step: 1 | -1): string | undefined {
  return neighbour([undefined, ...servers.map(({ id }) => id)], serverId, step);
}

function neighbour<T>(list: readonly T[], current: T, step: 1 | -1): T | undefined {
  const index = list.indexOf(current);
  if (index < 0) return list[0];
  return list[(index + step + list.length) % list.length];
}
