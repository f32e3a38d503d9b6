import type { Action, MessageView } from '../protocol.ts';
import { mergeNewest } from './message-order.ts';
import { showArrived } from './news.ts';
import type { PageState, Store } from './state.ts';

/** What asks the server, as a `Connection` does. */
interface Requester {
  request(action: Action): Promise<unknown>;
}

/** Messages that are asked for at once. */
const PAGE_OF_MESSAGES = 50;

/**
 * Asks for the newest messages of a channel: when it opens for the first time, and again after a lost connection. What was
 * deleted meanwhile goes. Rejects like `request`.
 */
export async function loadNewest(store: Store, connection: Requester, channelId: string): Promise<void> {
  const before = messagesOf(store.state, channelId);
  const hasOlder = await askForHistory(store, connection, { channelId });
  store.update((state) => {
    const { messages, isWhole } = mergeNewest(before, messagesOf(state, channelId));
    const known = isWhole ? state.hasOlder.get(channelId) : undefined;
    return {
      messages: new Map([...state.messages, [channelId, messages]]),
      hasOlder: new Map([...state.hasOlder, [channelId, known ?? hasOlder]]),
    };
  });
}

/** Asks for the messages before those that are here. Rejects like `request`. */
export async function loadOlder(store: Store, connection: Requester, channelId: string): Promise<void> {
  const before = messagesOf(store.state, channelId).find(({ isEphemeral }) => !isEphemeral)?.id;
  const hasOlder = await askForHistory(store, connection, { channelId, ...(before === undefined ? {} : { before }) });
  store.update((state) => ({ hasOlder: new Map([...state.hasOlder, [channelId, hasOlder]]) }));
}

/** Resolves with whether there are older messages, once those that came are in the state, all at once. */
async function askForHistory(
  store: Store,
  connection: Requester,
  part: { readonly channelId: string; readonly before?: string },
): Promise<boolean> {
  const { channelId } = part;
  store.update(({ arriving }) => ({ arriving: new Map([...arriving, [channelId, arriving.get(channelId) ?? []]]) }));
  try {
    return (await connection.request({ kind: 'history', limit: PAGE_OF_MESSAGES, ...part })) === true;
  } finally {
    store.update((state) => showArrived(state, channelId));
  }
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
