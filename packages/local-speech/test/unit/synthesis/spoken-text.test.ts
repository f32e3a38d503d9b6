import { describe, expect, it } from 'vitest';
import { splitIntoSentences, takeReadyText, toSpokenText } from '../../../src/synthesis/spoken-text.ts';

describe('the spoken text', () => {
  it.each([
    ['[whisper] Come [very softly] here.', 'Come here.'],
    ['<|speaker:2|>Hello <|phoneme_start|>T AH0<|phoneme_end|> you.', 'Hello tah you.'],
    ['It’s “fine” — really', 'It\'s "fine" , really'],
    ['Café\n\nnaïve', 'Cafe naive'],
    ['🎉 …', ''],
    ['日本語', ''],
  ])('of %j is %j', (text, spoken) => {
    expect(toSpokenText(text)).toBe(spoken);
  });
});

describe('sentences', () => {
  it('together are the whole text, each cut after its end', () => {
    const text = 'One here.  Two there! And three?';
    const pieces = splitIntoSentences(text, 200);
    expect(pieces).toEqual(['One here.  ', 'Two there! ', 'And three?']);
    expect(pieces.join('')).toBe(text);
  });

  it('that are too long are cut at spaces', () => {
    const text = 'word '.repeat(50);
    const pieces = splitIntoSentences(text, 100);
    expect(pieces.join('')).toBe(text);
    expect(pieces.every((piece) => piece.length <= 100 && piece.endsWith(' '))).toBe(true);
  });

  it('without spaces are cut between characters, never within one', () => {
    const pieces = splitIntoSentences(`x${'😀'.repeat(100)}`, 100);
    expect(pieces.join('')).toBe(`x${'😀'.repeat(100)}`);
    expect(pieces.every((piece) => piece.isWellFormed())).toBe(true);
  });
});

describe('buffered text', () => {
  it('waits until a chunk is full', () => {
    expect(takeReadyText('Done. Not much yet', 100)).toEqual({ ready: [], rest: 'Done. Not much yet' });
  });

  it('is ready but for its last sentence once a chunk is full', () => {
    const first = `${'A'.repeat(95)}. `;
    expect(takeReadyText(`${first}The rest`, 100)).toEqual({ ready: [first], rest: 'The rest' });
  });

  it('is ready as a whole when it is one sentence', () => {
    expect(takeReadyText('A'.repeat(100), 100)).toEqual({ ready: ['A'.repeat(100)], rest: '' });
  });
});
