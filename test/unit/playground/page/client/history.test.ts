import { describe, expect, it } from 'vitest';
import { forgetHistories, loadNewest, loadOlder } from '../../../../../playground/page/client/history.ts';
import { takeNews } from '../../../../../playground/page/client/news.ts';
import { createStore, EMPTY_STATE, type Store } from '../../../../../playground/page/client/state.ts';
import { english } from '../../../../../playground/page/client/texts/load-texts.ts';
import type { MessageView } from '../../../../../playground/page/protocol.ts';
import { message } from './message-fixture.ts';

/** A server that has these messages, and answers with those before `before`. */
function serving(store: Store, messages: readonly MessageView[], hasOlder: boolean) {
  return {
    request: async (action: object) => {
      const before = 'before' in action ? String(action.before) : undefined;
      const page = messages.filter(({ id }) => before === undefined || id < before);
      for (const next of page) {
        store.update((state) => takeNews(state, { kind: 'message', message: next }, english));
        await Promise.resolve();
      }
      return hasOlder;
    },
  };
}

const shown = ({ state }: Store): readonly string[] =>
  (state.messages.get('general') ?? []).map(({ content }) => content);

describe('the history of a channel', () => {
  it('is shown at once, and says whether there is more', async () => {
    const store = createStore();
    const lengths = new Set<number>();
    store.listen(() => lengths.add(shown(store).length));
    await loadNewest(store, serving(store, [message(1), message(2), message(3)], true), 'general');
    expect([...lengths]).toEqual([0, 3]);
    expect(store.state.hasOlder.get('general')).toBe(true);
  });

  it('goes on before the oldest message that is here', async () => {
    const store = createStore({ ...EMPTY_STATE, messages: new Map([['general', [message(5)]]]) });
    await loadOlder(
      store,
      serving(store, [message(3), message(4), message(5, { revision: 2, content: 'again' })], false),
      'general',
    );
    expect(shown(store)).toEqual(['message 3', 'message 4', 'message 5']);
    expect(store.state.hasOlder.get('general')).toBe(false);
  });

  it('is asked for again after a lost connection, without what was deleted meanwhile', async () => {
    const known = [message(1), message(2), message(3)];
    const store = createStore({
      ...EMPTY_STATE,
      messages: new Map([['general', known]]),
      hasOlder: new Map([['general', false]]),
    });
    await loadNewest(store, serving(store, [message(2), message(4)], true), 'general');
    expect(shown(store)).toEqual(['message 1', 'message 2', 'message 4']);
    expect(store.state.hasOlder.get('general')).toBe(false);
  });

  it('keeps what came although the request failed, and goes on showing what comes', async () => {
    const store = createStore();
    const failing = {
      request: async () => {
        store.update((state) => takeNews(state, { kind: 'message', message: message(1) }, english));
        throw new Error('The connection was lost.');
      },
    };
    await expect(loadNewest(store, failing, 'general')).rejects.toThrow('lost');
    store.update((state) => takeNews(state, { kind: 'message', message: message(2) }, english));
    expect(shown(store)).toEqual(['message 1', 'message 2']);
  });

  it('loses what is deleted while it arrives', async () => {
    const store = createStore();
    const deleting = {
      request: async () => {
        const { id, channelId } = message(1);
        store.update((state) => takeNews(state, { kind: 'message', message: message(1) }, english));
        store.update((state) => takeNews(state, { kind: 'message-deleted', channelId, id }, english));
        return false;
      },
    };
    await loadNewest(store, deleting, 'general');
    expect(shown(store)).toEqual([]);
  });

  it('of channels that are not open is forgotten without a connection, except what only this page has', () => {
    const state = {
      ...EMPTY_STATE,
      channelId: 'open',
      messages: new Map([
        ['open', [message(1)]],
        ['general', [message(2), message(3, { isEphemeral: true })]],
      ]),
      hasOlder: new Map([
        ['open', true],
        ['general', true],
      ]),
    };
    const { messages, hasOlder } = forgetHistories(state);
    expect(messages?.get('general')?.map(({ content }) => content)).toEqual(['message 3']);
    expect([...(hasOlder?.keys() ?? [])]).toEqual(['open']);
  });
});
