import { describe, expect, it } from 'vitest';
import { type News, takeNews } from '../../../../../playground/page/client/news.ts';
import { createStore, EMPTY_STATE, MAX_NOTICES, type PageState } from '../../../../../playground/page/client/state.ts';
import { english } from '../../../../../playground/page/client/texts/load-texts.ts';
import { message } from './message-fixture.ts';
import { channel, server } from './server-fixture.ts';

function take(initial: PageState, ...news: readonly News[]): PageState {
  const store = createStore(initial);
  for (const next of news) store.update((state) => takeNews(state, next, english));
  return store.state;
}

const arrived = (more: Parameters<typeof message>[1], number = 5): News => ({
  kind: 'message',
  message: message(number, more),
});

describe('news from the server', () => {
  it('open the first channel of the first server, and keep the one that is open', () => {
    const servers = [
      server('library', [channel('general'), channel('captions')]),
      server('kitchen', [channel('food')]),
    ];
    const state = take(EMPTY_STATE, { kind: 'servers', servers });
    expect(state).toMatchObject({ serverId: 'library', channelId: 'general' });
    const moved = take({ ...state, serverId: 'kitchen', channelId: 'food' }, { kind: 'servers', servers });
    expect(moved).toMatchObject({ serverId: 'kitchen', channelId: 'food' });
  });

  it('open another channel when the open one is gone', () => {
    const state = { ...EMPTY_STATE, serverId: 'library', channelId: 'thread' };
    expect(take(state, { kind: 'servers', servers: [server('library', [channel('general')])] }).channelId).toBe(
      'general',
    );
  });

  it('count what is unread, and what mentions the visitor, in other channels only', () => {
    const state = take(
      { ...EMPTY_STATE, channelId: 'open', openedAtMs: 4000 },
      arrived({ channelId: 'open' }),
      arrived({}),
      arrived({ pingsMe: true }, 6),
      arrived({ isOwn: true }, 7),
    );
    expect([...state.unread]).toEqual([['general', { count: 2, pings: 1 }]]);
  });

  it('count nothing twice, and nothing that was written before the page was opened', () => {
    const before = { ...EMPTY_STATE, openedAtMs: 4000 };
    expect(take(before, arrived({}, 3)).unread.size).toBe(0);
    const edited = take(before, arrived({}), arrived({ revision: 2 }));
    expect(edited.unread.get('general')).toEqual({ count: 1, pings: 0 });
  });

  it('take a deleted message away, with the answer and the edit that were begun', () => {
    const known = message(5);
    const state = take({ ...EMPTY_STATE, replyingTo: known, editingId: known.id }, arrived({}), {
      kind: 'message-deleted',
      channelId: 'general',
      id: known.id,
    });
    expect(state).toMatchObject({ replyingTo: undefined, editingId: undefined });
    expect(state.messages.get('general')).toEqual([]);
  });

  it('become notices, of which the newest are kept', () => {
    const news = Array.from({ length: MAX_NOTICES + 2 }, (): News => ({ kind: 'notice', notice: 'bot-restarted' }));
    const { notices } = take(EMPTY_STATE, ...news);
    expect(notices.map(({ id }) => id)).toEqual([3, 4, 5, 6, 7]);
    expect(notices[0]?.text).toBe('Mynah crashed and restarted.');
  });

  it('keep the commands of servers and of direct messages apart', () => {
    const state = take(
      EMPTY_STATE,
      { kind: 'commands', serverId: 'library', commands: [] },
      { kind: 'commands', serverId: undefined, commands: [] },
    );
    expect([...state.commands.keys()]).toEqual(['library', '']);
  });
});
