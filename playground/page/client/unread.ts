import type { ServerView } from '../protocol.ts';
import type { PageState, Unread } from './state.ts';

/** Unread messages of all channels of a server; `undefined`: none. */
export function unreadOf(unread: PageState['unread'], { channels }: ServerView): Unread | undefined {
  return sum(channels.flatMap(({ id }) => unread.get(id) ?? []));
}

/** Unread messages of everything; `undefined`: none. */
export function allUnread(unread: PageState['unread']): Unread | undefined {
  return sum([...unread.values()]);
}

function sum(parts: readonly Unread[]): Unread | undefined {
  if (parts.length === 0) return undefined;
  return parts.reduce((left, right) => ({ count: left.count + right.count, pings: left.pings + right.pings }));
}
