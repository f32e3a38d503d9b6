import { describe, expect, it } from 'vitest';
import {
  channelOrder,
  neighbourChannel,
  neighbourServer,
  openChannel,
  openServerOf,
} from '../../../../../playground/page/client/navigation.ts';
import { EMPTY_STATE, type PageState } from '../../../../../playground/page/client/state.ts';
import { message } from './message-fixture.ts';
import { channel, server } from './server-fixture.ts';

const LIBRARY = server('library', [
  channel('lounge', { type: 2 }),
  channel('general'),
  channel('old', { type: 11, parentId: 'general', isArchived: true }),
  channel('thread', { type: 11, parentId: 'general' }),
  channel('captions'),
]);
const STATE: PageState = {
  ...EMPTY_STATE,
  servers: [LIBRARY, server('kitchen', [channel('food')])],
  serverId: 'library',
  channelId: 'general',
};

describe('moving between channels', () => {
  it('goes in the order of the list: text channels with their open threads, then voice', () => {
    expect(channelOrder(LIBRARY)).toEqual(['general', 'thread', 'captions', 'lounge']);
    expect(neighbourChannel(STATE, 1, false)).toBe('thread');
    expect(neighbourChannel(STATE, -1, false)).toBe('lounge');
  });

  it('can skip what is read', () => {
    const state = { ...STATE, unread: new Map([['lounge', { count: 1, pings: 0 }]]) };
    expect(neighbourChannel(state, 1, true)).toBe('lounge');
    expect(neighbourChannel(STATE, 1, true)).toBe('general');
  });

  it('goes around the servers, direct messages first', () => {
    expect(neighbourServer(STATE, 1)).toBe('kitchen');
    expect(neighbourServer(STATE, -1)).toBeUndefined();
    expect(neighbourServer({ ...STATE, serverId: undefined }, -1)).toBe('kitchen');
  });

  it('reads what is unread, shows the conversation and drops an answer that was begun', () => {
    const state = { ...STATE, unread: new Map([['food', { count: 1, pings: 1 }]]), replyingTo: message(1) };
    const change = openChannel(state, 'food');
    expect(change).toMatchObject({
      serverId: 'kitchen',
      channelId: 'food',
      pane: 'conversation',
      replyingTo: undefined,
    });
    expect(change.unread?.size).toBe(0);
  });

  it('keeps the list of channels in view when a server opens on a phone', () => {
    expect(openServerOf({ ...STATE, pane: 'channels' }, 'kitchen')).toMatchObject({
      channelId: 'food',
      pane: 'channels',
    });
  });

  it('keeps only the newest messages of the channel that one leaves', () => {
    const messages = Array.from({ length: 130 }, (_, number) => message(number));
    const change = openChannel({ ...STATE, messages: new Map([['general', messages]]) }, 'food');
    expect(
      change.messages
        ?.get('general')
        ?.map(({ content }) => content)
        .at(0),
    ).toBe('message 30');
    expect(change.hasOlder?.get('general')).toBe(true);
  });
});
