import { describe, expect, it } from 'vitest';
import { type ListQuery, listCustomId, MAX_LENGTHS, readListArgument } from '../../../../commands/voice/list-query.ts';

const plain: ListQuery = {
  ...{ scope: 'mine', query: '', language: '', tag: '', isLicensed: false, sort: undefined, page: 1 },
};
const longest: ListQuery = {
  scope: 'public',
  query: 'q'.repeat(MAX_LENGTHS.query),
  language: 'l'.repeat(MAX_LENGTHS.language),
  tag: 't'.repeat(MAX_LENGTHS.tag),
  isLicensed: true,
  sort: 'newest',
  page: 9_999,
};

function argumentOf(customId: string): string {
  return customId.replace(/^voice:list:/, '');
}

describe('the custom id of a list', () => {
  it.each<[string, ListQuery]>([
    ['nothing', plain],
    [
      'all there is',
      { ...plain, scope: 'public', query: 'two words', language: 'zh-hans', tag: 'calm', isLicensed: true, page: 12 },
    ],
    ['channelStatus that it uses itself', { ...plain, query: ':3:', tag: '1:2|x' }],
    ['line breaks and emoji', { ...plain, query: 'a\nb 🎤', tag: '🎙️' }],
    ['as much as the options take', longest],
  ])('carries %s', (_what, query) => {
    expect(readListArgument(argumentOf(listCustomId('show', query)))).toEqual({ act: 'show', page: query });
    expect(readListArgument(argumentOf(listCustomId('choose', query)))).toEqual({ act: 'choose', page: query });
  });

  it('keeps to the 100 characters that Discord takes', () => {
    expect(listCustomId('show', longest).length).toBeLessThanOrEqual(100);
    expect(listCustomId('show', { ...longest, page: 10_000 }).length).toBeLessThanOrEqual(100);
  });

  it.each(['', 's0m::0:', 'x1m::0:', 's1m', 's1z::0:', 's1m:de'])('is not read from “%s”', (argument) => {
    expect(readListArgument(argument)).toBeUndefined();
  });
});
