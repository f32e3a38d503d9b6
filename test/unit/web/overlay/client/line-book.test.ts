import { describe, expect, it } from 'vitest';
import { LineBook } from '../../../../../src/web/overlay/client/line-book.ts';

const at = (second: number): string => new Date(Date.UTC(2026, 0, 1, 12, 0, second)).toISOString();
const line = (id: string, second: number, text = id, final = true) => ({
  id,
  speaker: 'Ada',
  speakerId: 'a',
  text,
  final,
  at: at(second),
});
const shown = (book: LineBook) => book.lines.map(({ text }) => text);

describe('the lines that count', () => {
  it('are in the order in which they were said, whenever they come', () => {
    const book = new LineBook(10);
    for (const added of [line('b', 2), line('d', 4), line('a', 1), line('c', 3), line('c2', 3)]) book.put(added);
    expect(shown(book)).toEqual(['a', 'b', 'c', 'c2', 'd']);
  });

  it('change from interim to final text where they are', () => {
    const book = new LineBook(10);
    book.put(line('a', 1, 'I th', false));
    book.put(line('b', 2));
    book.put(line('a', 1, 'I think so.'));
    expect(shown(book)).toEqual(['I think so.', 'b']);
  });

  it('keep their final text when interim text comes late', () => {
    const book = new LineBook(10);
    book.put(line('a', 1, 'final'));
    book.put(line('a', 1, 'interim', false));
    expect(shown(book)).toEqual(['final']);
  });

  it('are gone once they are removed, and after a reset', () => {
    const book = new LineBook(10);
    for (const id of ['a', 'b']) book.put(line(id, 1));
    book.remove('a');
    book.remove('unknown');
    expect(shown(book)).toEqual(['b']);
    book.clear();
    expect(shown(book)).toEqual([]);
    expect(book.get('b')).toBeUndefined();
  });

  it('are the newest, up to a limit', () => {
    const book = new LineBook(2);
    for (const [index, id] of ['a', 'b'].entries()) book.put(line(id, index));
    expect(book.hasDropped).toBe(false);
    book.put(line('c', 3));
    book.put(line('older', -50));
    expect(shown(book)).toEqual(['b', 'c']);
    expect(book.hasDropped).toBe(true);
    expect(book.get('a')).toBeUndefined();
  });

  it('keep what somebody is saying who began before the newest, and a moment longer, but no late line', () => {
    const book = new LineBook(2);
    book.put(line('long', 1, 'I thi', false));
    for (const added of [line('b', 2), line('c', 3), line('d', 4)]) book.put(added);
    expect(shown(book)).toEqual(['I thi', 'd']);
    book.put(line('long', 1, 'I think so.'));
    expect(shown(book)).toEqual(['I think so.', 'd']);
    book.put(line('e', 20));
    expect(shown(book)).toEqual(['d', 'e']);
    book.put(line('f', 40));
    book.put(line('late', 5));
    expect(shown(book)).toEqual(['e', 'f']);
  });

  it('have a place although their time cannot be read', () => {
    const book = new LineBook(2);
    book.put(line('a', 1));
    book.put({ ...line('b', 1), at: 'soon' });
    expect(shown(book)).toEqual(['b', 'a']);
  });
});
