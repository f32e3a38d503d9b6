import { describe, expect, it } from 'vitest';
import { messageRows } from '../../../../../../playground/page/client/messages/message-rows.ts';
import { message } from '../message-fixture.ts';

const MINUTE = 60;
const continued = (...messages: readonly ReturnType<typeof message>[]): readonly boolean[] =>
  messageRows(messages, new Set()).map(({ isContinued }) => isContinued);

describe('rows of messages', () => {
  it('join messages of one person within seven minutes', () => {
    expect(continued(message(0), message(MINUTE), message(9 * MINUTE))).toEqual([false, true, false]);
  });

  it('do not join different people, nor the voices of one webhook', () => {
    const webhook = (name: string) => ({ author: { id: 'hook', name, isApp: true } });
    expect(continued(message(0, webhook('Ada')), message(1, webhook('Grace')), message(2, webhook('Grace')))).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('do not join answers, nor what only the visitor sees with what everyone sees', () => {
    expect(continued(message(0), message(1, { replyTo: '1' }))[1]).toBe(false);
    expect(continued(message(0), message(1, { command: { userName: 'Robin', name: 'say' } }))[1]).toBe(false);
    expect(continued(message(0), message(1, { isEphemeral: true }))[1]).toBe(false);
  });

  it('begin every day anew', () => {
    const midnight = new Date(2026, 4, 20).getTime() / 1000;
    const rows = messageRows([message(midnight - 60), message(midnight + 60), message(midnight + 90)], new Set());
    expect(rows.map(({ startsDay }) => startsDay)).toEqual([true, true, false]);
    expect(rows[1]?.isContinued).toBe(false);
  });

  it('leave out what was dismissed', () => {
    const [first, second] = [message(0), message(1)];
    const rows = messageRows([first, second], new Set([first.id]));
    expect(rows).toEqual([{ message: second, isContinued: false, startsDay: true }]);
  });
});
