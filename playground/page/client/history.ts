import type { MessageView } from '../protocol.ts';
import type { Connection } from './connection.ts';
import { mergeNewest } from './message-order.ts';
import type { PageState, Store } from './state.ts';

/** Messages that are asked for at once. */
const PAGE_OF_MESSAGES = 50;

/**
 * Asks for the newest messages of a channel: when it opens for the first time, and again after a lost connection. What was
 * deleted meanwhile goes. Rejects like `Connection.request`.
 */
export async function loadNewest(store: Store, connection: Connection, channelId: string): Promise<void> {
  const before = messagesOf(store.state, channelId);
  const hasOlder = await connection.request({ kind: 'history', channelId, limit: PAGE_OF_MESSAGES });
  store.update((state) => {
    const { messages, isWhole } = mergeNewest(before, messagesOf(state, channelId));
    const known = isWhole ? state.hasOlder.get(channelId) : undefined;
    return {
      messages: new Map([...state.messages, [channelId, messages]]),
      hasOlder: new Map([...state.hasOlder, [channelId, known ?? hasOlder === true]]),
    };
  });
}

/** Asks for the messages before those that are here. Rejects like `Connection.request`. */
export async function loadOlder(store: Store, connection: Connection, channelId: string): Promise<void> {
  const before = messagesOf(store.state, channelId).find(({ isEphemeral }) => !isEphemeral)?.id;
  const hasOlder = await connection.request({
    kind: 'history',
    channelId,
    limit: PAGE_OF_MESSAGES,
    ...(before === undefined ? {} : { before }),
  });
  store.update((state) => ({ hasOlder: new Map([...state.hasOlder, [channelId, hasOlder === true]]) }));
}

/**
 * Forgets the histories of the channels that are not open, because they may have changed while there was no connection.
 * Ephemeral messages stay: only this page has them.
 */
export function forgetHistories({ channelId, hasOlder, messages }: PageState): Partial<PageState> {
  const kept = [...messages].map(([id, known]): [string, readonly MessageView[]] => [
    id,
    id === channelId ? known : known.filter(({ isEphemeral }) => isEphemeral),
  ]);
  return { messages: new Map(kept), hasOlder: new Map([...hasOlder].filter(([id]) => id === channelId)) };
}

function messagesOf({ messages }: PageState, channelId: string): readonly MessageView[] {
  return messages.get(channelId) ?? [];
}
