import { expect, it } from 'vitest';
import { fileNameFor, savedText } from '../../../../../src/web/overlay/client/saved-text.ts';

const at = (hour: number): number => new Date(2026, 10, 22, hour, 4, 5).getTime();

it('what was said is saved line by line, with times and names', () => {
  const lines = [
    { speaker: 'Ada', text: 'Hello', atMs: at(0) },
    { speaker: 'エイダ', text: 'こんにちは', atMs: at(15) },
  ];
  expect(savedText(lines, 'en-US')).toBe('[00:04:05] Ada: Hello\n[15:04:05] エイダ: こんにちは');
});

it('speaker turns in one line are saved as lines', () => {
  const lines = [{ speaker: 'Ada', text: 'Hello there.\nHi!', atMs: at(0) }];
  expect(savedText(lines, 'en-US')).toBe('[00:04:05] Ada: Hello there.\n[00:04:05] Ada: Hi!');
});

it('the file is named after the time when it is saved', () => {
  expect(fileNameFor('captions', new Date(at(9)))).toBe('captions 2026-11-22 09.04.txt');
});
