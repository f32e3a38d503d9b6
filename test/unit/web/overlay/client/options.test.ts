import { describe, expect, it } from 'vitest';
import { formatOptions, isShown, parseOptions } from '../../../../../src/web/overlay/client/options.ts';

const parse = (query: string) => parseOptions(new URLSearchParams(query));

describe('the options of the page of captions', () => {
  it('are those of the readable page when the address has none', () => {
    const { options, invalid } = parse('');
    expect(options).toEqual({
      ...{ face: 'page', theme: undefined, font: undefined, align: undefined, lines: undefined, size: undefined },
      ...{ color: undefined, background: undefined, who: [], delay: undefined, fade: undefined, lang: undefined },
    });
    expect(invalid).toEqual([]);
  });

  it('are read from the address', () => {
    const query =
      '?face=obs&theme=dark&font=opendyslexic&align=right&lines=2&size=60.5&color=FFF&background=%2300000080&who=AdaAdaAdaAd&who= GraceGraceG &delay=2.5&fade=10&lang=pt-BR';
    expect(parse(query)).toEqual({
      options: {
        ...{ face: 'obs', theme: 'dark', font: 'opendyslexic', align: 'right', lines: 2, size: 60.5 },
        ...{
          color: '#ffffff',
          background: '#00000080',
          who: ['AdaAdaAdaAd', 'GraceGraceG'],
          delay: 2.5,
          fade: 10,
          lang: 'pt-BR',
        },
      },
      invalid: [],
    });
  });

  it.each([
    ...['face=tv', 'theme=pink', 'font=comic', 'align=top', 'lines=0', 'lines=2.5', 'lines=5001', 'lines=1e2'],
    ...['size=11', 'size=201', 'size=-20', 'size=0x20', 'size=big', 'color=red', 'color=12345', 'color=transparent'],
    ...['background=url(x)', 'delay=121', 'delay=-1', 'fade=0', 'fade=Infinity', 'lang=<b>', 'lang=..'],
  ])('leave out what is not valid, and name it: %s', (query) => {
    const { options, invalid } = parse(query);
    expect(invalid).toEqual([query.split('=')[0]]);
    expect(options).toEqual(parse('').options);
  });

  it('take an empty value for none', () => {
    expect(parse('lines=&size= &color=&who=&face=')).toEqual(parse(''));
  });

  it('are written as they are read', () => {
    const query =
      'face=obs&lines=2&size=60&align=center&font=hyperlegible&theme=light&delay=1.5&fade=9&lang=ja&color=ffffff&background=transparent&who=Ada%2C+Countess&who=%E3%82%A8%E3%82%A4%E3%83%80';
    expect(formatOptions(parse(query).options).toString()).toBe(query);
    expect(formatOptions(parse('').options).toString()).toBe('');
  });

  it('show these speakers only, or all', () => {
    expect(isShown('a', [])).toBe(true);
    expect(isShown('a', ['b', 'a'])).toBe(true);
    expect(isShown('A', ['a'])).toBe(false);
  });

  it('have a bounded number of speakers, each once', () => {
    const many = Array.from({ length: 80 }, (_none, index) => `who=n${index}`).join('&');
    expect(parse(many).options.who).toHaveLength(50);
    expect(parse(`who=a&who=A&who=a&who=${'x'.repeat(300)}`).options.who).toEqual(['a', 'A', 'x'.repeat(100)]);
  });
});
