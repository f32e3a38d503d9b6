import { describe, expect, it } from 'vitest';
import { compareIds, mergeNewest, withMessage } from '../../../../../playground/page/client/message-order.ts';
import { message } from './message-fixture.ts';

const contents = (messages: readonly { readonly content: string }[]): readonly string[] =>
  messages.map(({ content }) => content);

describe('the order of messages', () => {
  it('is the order of their ids, also where one has more digits', () => {
    expect(['100', '99', '101'].toSorted(compareIds)).toEqual(['99', '100', '101']);
  });

  it('puts a message that arrives late between its neighbours', () => {
    const messages = [message(1), message(3)];
    expect(contents(withMessage(messages, message(2)))).toEqual(['message 1', 'message 2', 'message 3']);
    expect(contents(withMessage(messages, message(0)))[0]).toBe('message 0');
    expect(contents(withMessage([], message(1)))).toEqual(['message 1']);
  });

  it('replaces a message by its newer revision, and never by an older one', () => {
    const messages = [message(1), message(2, { revision: 3, content: 'third' })];
    expect(contents(withMessage(messages, message(2, { revision: 4, content: 'fourth' })))[1]).toBe('fourth');
    expect(withMessage(messages, message(2, { revision: 2, content: 'second' }))).toBe(messages);
  });
});

describe('messages after a lost connection', () => {
  const before = [message(1), message(2), message(3)];
  const receive = (...received: readonly ReturnType<typeof message>[]) =>
    received.reduce<readonly ReturnType<typeof message>[]>((known, next) => withMessage(known, next), before);

  it('keep what is older than the newest page, and lose what was deleted meanwhile', () => {
    const { messages, isWhole } = mergeNewest(before, receive(message(2), message(4)));
    expect(contents(messages)).toEqual(['message 1', 'message 2', 'message 4']);
    expect(isWhole).toBe(true);
  });

  it('forget what is before a gap: it is asked for again when one scrolls there', () => {
    const { messages, isWhole } = mergeNewest(before, receive(message(8), message(9)));
    expect(contents(messages)).toEqual(['message 8', 'message 9']);
    expect(isWhole).toBe(false);
  });

  it('keep ephemeral messages, which only the page has', () => {
    const known = [message(1), message(2, { isEphemeral: true }), message(3)];
    expect(contents(mergeNewest(known, withMessage(known, message(4))).messages)).toEqual(['message 2', 'message 4']);
    expect(contents(mergeNewest(known, known).messages)).toEqual(['message 2']);
  });
});
