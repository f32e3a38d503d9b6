import { describe, expect, it } from 'vitest';
import { announce, nameWithin } from '../../../src/reading/writer-announcement.ts';
import { annotate, speechParts } from '../../../src/text/pronunciation/phonemes.ts';

const ADA = annotate('Ada', 'EY1 D AH0');

describe("a server's own announcement", () => {
  it('keeps the phonemes of a name whole', () => {
    expect(announce('Now {name}:', ADA)).toBe(`Now ${ADA}:`);
    expect(announce('{name}', ADA)).toBe(ADA);
    const long = annotate('Guillermo Montesquieu', 'G IY0 Y EH1 R M OW0 M AA1 N T AH0 S K Y UW2 G IY0 Y EH1 R M OW0');
    expect(nameWithin(long)).toBe(long);
    expect(nameWithin(annotate('x'.repeat(80), 'EY1'))).toBe('x'.repeat(60));
  });

  it('loses nothing of the message that follows', () => {
    const text = `${nameWithin(ADA)} says: hello`;
    expect(speechParts(text).at(-1)).toEqual({ kind: 'text', text: ' says: hello' });
  });

  it('makes no control token of template and name', () => {
    expect(announce('<{name}|> ok', '|x')).not.toMatch(/<\||\|>/);
    expect(announce('<|{name}|> said', 'Ada')).toBe('said');
  });
});
