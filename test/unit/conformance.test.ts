/** The reading of the speech service's conformance file, by which the local service is held against it. */
import { describe, expect, it } from 'vitest';
import { faultsOf, valuesOf } from '../support/conformance.ts';

describe('the reading of the file', () => {
  const described = {
    _id: 'string',
    kind: 'svc|tts',
    'size?': 'integer|null',
    when: 'date-time',
    'tags?': 'string[]',
    inner: { any: 'number' },
    list: [{ title: 'string' }],
  };
  const good = { _id: 'a', kind: 'tts', when: '2026-11-20T12:00:00Z', inner: { x: 1 }, list: [{ title: 't' }] };

  it.each<[object, string[]]>([
    [{}, []],
    [{ size: null, tags: ['a'], more: 1 }, []],
    [{ kind: 'other' }, ['it.kind is not svc|tts']],
    [{ size: 1.5 }, ['it.size is not integer|null']],
    [{ when: 'yesterday' }, ['it.when is not date-time']],
    [{ tags: [5] }, ['it.tags is not string[]']],
    [{ inner: { x: 'y' } }, ['it.inner.x is not number']],
    [{ list: [{ title: 't' }, {}] }, ['it.list[1].title is missing']],
    [{ list: {} }, ['it.list is no list']],
    [{ _id: undefined }, ['it._id is not string']],
  ])('finds what is not as described: %o', (change, faults) => {
    expect(faultsOf({ ...good, ...change }, described, { meaning: 'types' })).toEqual(faults);
  });

  it('takes a text that is no type for an example, and a name for what it stands for', () => {
    expect(faultsOf({ text: 'other', n: 1 }, { text: 'full transcript', n: 12.5 })).toEqual([]);
    expect(faultsOf({ text: 5, n: '1' }, { text: 'full transcript', n: 12.5 })).toHaveLength(2);
    expect(faultsOf([{ _id: 5 }], ['Thing'], { named: { Thing: { _id: 'string' } } })).toEqual([
      'it[0]._id is not string',
    ]);
  });

  it.each<[string, unknown[]]>([
    ['integer 100..300 = 300', [100, 300]],
    ['wav|pcm = pcm', ['wav', 'pcm']],
    ['-1000|24000 = -1000', [-1000, 24_000]],
    ['boolean = true', [true, false]],
    ['number = 1.2', [1.2]],
    ['string|string[]|null', [null]],
    ['string', []],
  ])('knows legal values of “%s”', (type, values) => {
    expect(valuesOf(type)).toEqual(values);
  });
});
