import { describe, expect, it } from 'vitest';
import { choicesOf, defaultsOf } from '../../../../../../playground/page/client/components/options.ts';
import { toggleChoice } from '../../../../../../playground/page/client/parts/choices.ts';
import { findByTyping } from '../../../../../../playground/page/client/parts/typeahead.ts';
import { EMPTY_STATE } from '../../../../../../playground/page/client/state.ts';
import { channel, server } from '../server-fixture.ts';

const STATE = {
  ...EMPTY_STATE,
  serverId: 'library',
  servers: [
    {
      ...server('library', [channel('general'), channel('lounge', { type: 2 })]),
      members: [{ id: 'ada', name: 'Ada', isBot: false, isScripted: false }],
      roles: [{ id: 'readers', name: 'Readers' }],
    },
  ],
};
const labels = (select: Parameters<typeof choicesOf>[0]): readonly string[] =>
  choicesOf(select, STATE).map(({ label }) => label);

describe('selects', () => {
  it('offer their own options, or whom and what the server has', () => {
    expect(labels({ type: 3, custom_id: 's', options: [{ label: 'One', value: '1' }] })).toEqual(['One']);
    expect(labels({ type: 5, custom_id: 's' })).toEqual(['Ada']);
    expect(labels({ type: 6, custom_id: 's' })).toEqual(['Readers']);
    expect(labels({ type: 7, custom_id: 's' })).toEqual(['Ada', 'Readers']);
    expect(labels({ type: 8, custom_id: 's' })).toEqual(['general', 'lounge']);
    expect(labels({ type: 8, custom_id: 's', channel_types: [2] })).toEqual(['lounge']);
  });

  it('mark what the bot has chosen', () => {
    const options = [
      { label: 'One', value: '1' },
      { label: 'Two', value: '2', default: true },
    ];
    expect(defaultsOf({ type: 3, custom_id: 's', options })).toEqual(['2']);
    expect(defaultsOf({ type: 6, custom_id: 's', default_values: [{ id: 'readers', type: 'role' as never }] })).toEqual(
      ['readers'],
    );
  });

  it('let one choose within their limits', () => {
    expect(toggleChoice(['a'], 'b', { least: 1, most: 1 })).toEqual(['b']);
    expect(toggleChoice(['a'], 'a', { least: 1, most: 1 })).toEqual(['a']);
    expect(toggleChoice(['a'], 'a', { least: 0, most: 1 })).toEqual([]);
    expect(toggleChoice(['a'], 'b', { least: 0, most: 2 })).toEqual(['a', 'b']);
    expect(toggleChoice(['a', 'b'], 'c', { least: 0, most: 2 })).toEqual(['a', 'b']);
    expect(toggleChoice(['a', 'b'], 'a', { least: 0, most: 2 })).toEqual(['b']);
  });

  it('find entries by their first letter, around the end', () => {
    const choices = [{ label: 'Ada' }, { label: 'Grace' }, { label: 'alan' }];
    expect(findByTyping('a', choices, 0)).toBe(2);
    expect(findByTyping('a', choices, 2)).toBe(0);
    expect(findByTyping('x', choices, 0)).toBeUndefined();
    expect(findByTyping('Enter', choices, 0)).toBeUndefined();
  });
});
