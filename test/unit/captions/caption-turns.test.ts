import { expect, test } from 'vitest';
import { sanitizedLength } from '../../../src/captions/caption-text.ts';
import { CaptionTurns, type SpokenText } from '../../../src/captions/caption-turns.ts';
import { ADA, BOB, FakeChannel } from './fakes.ts';

const TIMINGS = { turnPauseMs: 4_000, turnMaxAgeMs: 300_000, turnMaxCharacters: 100 };

function openTurns() {
  const channel = new FakeChannel();
  const time = { nowMs: 0 };
  const turns = new CaptionTurns({ idPrefix: 's', display: channel, timings: TIMINGS, nowMs: () => time.nowMs });
  /** Text said from `fromS` on for a second. */
  const said = (userId: string, fromS: number, text: string, changes: Partial<SpokenText> = {}): SpokenText => ({
    userId,
    key: `${userId} at ${fromS}`,
    utteranceId: `utterance at ${fromS}`,
    startedAtMs: fromS * 1_000,
    endedAtMs: fromS * 1_000 + 1_000,
    text,
    ...changes,
  });
  return { channel, time, turns, said };
}

test('consecutive texts of one person are one message, edited in place', () => {
  const { channel, turns, said } = openTurns();
  turns.final(said(ADA, 0, 'One.'), false);
  turns.final(said(ADA, 5, 'Two.'), false);
  expect(channel.read).toEqual(['Ada: One. Two.']);
});

test('a pause of more than 4 s begins a new message', () => {
  const { channel, turns, said } = openTurns();
  turns.final(said(ADA, 0, 'One.'), false);
  turns.final(said(ADA, 5.1, 'Two.'), false);
  expect(channel.read).toEqual(['Ada: One.', 'Ada: Two.']);
});

test('a message of another person ends the turn', () => {
  const { channel, turns, said } = openTurns();
  turns.final(said(ADA, 0, 'One.'), false);
  turns.final(said(BOB, 1, 'Two.'), false);
  turns.final(said(ADA, 2, 'Three.'), false);
  expect(channel.read).toEqual(['Ada: One.', 'Bob: Two.', 'Ada: Three.']);
});

test('a turn that others have answered is not added to, however its speaker continues', () => {
  const { channel, turns, said } = openTurns();
  const long = { utteranceId: 'a long one' };
  turns.final(said(ADA, 0, 'One,', long), false);
  turns.final(said(BOB, 10, 'Hm.'), false);
  turns.final(said(BOB, 12, 'Well.'), false);
  turns.final(said(ADA, 14, 'two,', long), false);
  turns.final(said(ADA, 16, 'three.'), false);
  expect(channel.read).toEqual(['Ada: One,', 'Bob: Hm. Well.', 'Ada: two, three.']);
});

test('a turn that others have answered is not added to after its speaker wrote again either', () => {
  const { channel, turns, said } = openTurns();
  turns.final(said(ADA, 0, 'One.'), false);
  turns.final(said(BOB, 1, 'Two.'), false);
  turns.final(said(ADA, -60, 'Long ago.'), true);
  turns.final(said(ADA, 2, 'Three.'), false);
  expect(channel.read).toEqual(['Ada: One.', 'Bob: Two.', 'late Ada: Long ago.', 'Ada: Three.']);
});

test('a message of the bot ends all turns', () => {
  const { channel, turns, said } = openTurns();
  turns.final(said(ADA, 0, 'One.'), false);
  turns.interrupt();
  turns.final(said(ADA, 2, 'Two.'), false);
  expect(channel.read).toEqual(['Ada: One.', 'Ada: Two.']);
});

test('interim text is a tail that the final text replaces', () => {
  const { channel, turns, said } = openTurns();
  turns.final(said(ADA, 0, 'One.'), false);
  turns.interim(said(ADA, 2, 'to'));
  turns.interim(said(ADA, 2, 'two is'));
  expect(channel.read).toEqual(['Ada: One. [two is]']);
  turns.final(said(ADA, 2, 'Two is it.'), false);
  expect(channel.read).toEqual(['Ada: One. Two is it.']);
});

test('text that begins as interim keeps its message when others speak meanwhile', () => {
  const { channel, turns, said } = openTurns();
  turns.interim(said(ADA, 0, 'on'));
  turns.final(said(BOB, 1, 'Two.'), false);
  turns.final(said(ADA, 0, 'One.'), false);
  expect(channel.read).toEqual(['Ada: One.', 'Bob: Two.']);
});

test('of two clips whose finals are awaited the first becomes final before the tail of the second', () => {
  const { channel, turns, said } = openTurns();
  turns.interim(said(ADA, 0, 'on'));
  turns.interim(said(ADA, 2, 'two'));
  turns.final(said(ADA, 0, 'One.'), false);
  expect(channel.read).toEqual(['Ada: One. [two]']);
});

test('interim text disappears when later text becomes final', () => {
  const { channel, turns, said } = openTurns();
  turns.interim(said(ADA, 0, 'on'));
  turns.interim(said(ADA, 2, 'two'));
  turns.final(said(ADA, 2, 'Two.'), false);
  expect(channel.read).toEqual(['Ada: Two.']);
  turns.final(said(ADA, 0, 'One.'), true);
  expect(channel.read).toEqual(['Ada: Two.', 'late Ada: One.']);
});

test('a message of interim text without a final is removed', () => {
  const { channel, turns, said } = openTurns();
  turns.interim(said(ADA, 0, 'hm'));
  turns.drop(`${ADA} at 0`);
  expect(channel.read).toEqual([]);
  turns.final(said(ADA, 2, 'One.'), false);
  expect(channel.read).toEqual(['Ada: One.']);
});

test('forgetting a person removes their interim text and keeps final text', () => {
  const { channel, turns, said } = openTurns();
  turns.final(said(ADA, 0, 'One.'), false);
  turns.interim(said(ADA, 2, 'secr'));
  turns.interim(said(BOB, 2, 'mine'));
  turns.forget(ADA);
  expect(channel.read).toEqual(['Ada: One.', 'Bob: [mine]']);
});

test('a full message is followed by a new one, even if most of its text is punctuation', () => {
  const { channel, turns, said } = openTurns();
  for (let at = 0; at < 12; at += 1) turns.final(said(ADA, at * 2, `${'*'.repeat(10)} ten words`), false);
  expect(channel.turns.size).toBeGreaterThan(2);
  for (const { text } of channel.turns.values()) expect(sanitizedLength(text)).toBeLessThanOrEqual(100);
  expect([...channel.turns.values()].map(({ text }) => text).join(' ')).toBe(
    Array.from({ length: 12 }, () => `${'*'.repeat(10)} ten words`).join(' '),
  );
});

test('a text that is longer than a message is cut between words, or characters where there are none', () => {
  const { channel, turns, said } = openTurns();
  turns.final(said(ADA, 0, Array.from({ length: 40 }, () => 'seven77').join(' ')), false);
  turns.final(said(BOB, 0, '言'.repeat(250)), false);
  const texts = [...channel.turns.values()];
  for (const { text } of texts) expect(text.length).toBeLessThanOrEqual(100);
  const wordsOf = (userId: string, joint: string): string =>
    texts
      .filter((turn) => turn.userId === userId)
      .map(({ text }) => text)
      .join(joint);
  expect(wordsOf(ADA, ' ').split(' ')).toEqual(Array.from({ length: 40 }, () => 'seven77'));
  expect(wordsOf(BOB, '')).toBe('言'.repeat(250));
});

test('interim text that does not fit in goes into the next message, and its final with it', () => {
  const { channel, turns, said } = openTurns();
  turns.final(said(ADA, 0, 'x'.repeat(90)), false);
  turns.interim(said(ADA, 2, 'a tail that is too long'));
  expect(channel.read).toEqual([`Ada: ${'x'.repeat(90)}`, 'Ada: [a tail that is too long]']);
  turns.final(said(ADA, 2, 'Short.'), false);
  expect(channel.read).toEqual([`Ada: ${'x'.repeat(90)}`, 'Ada: Short.']);
});

test('shown text never exceeds a message, interim text included', () => {
  const { channel, turns, said } = openTurns();
  turns.interim(said(ADA, 0, 'w '.repeat(200).trim()));
  turns.interim(said(ADA, 2, 'v '.repeat(40).trim()));
  turns.final(said(ADA, 0, 'y '.repeat(45).trim()), false);
  for (const { text } of channel.turns.values()) expect(text.length).toBeLessThanOrEqual(100);
});

test('an old message is not edited', () => {
  const { channel, time, turns, said } = openTurns();
  turns.final(said(ADA, 0, 'One.'), false);
  time.nowMs = 300_001;
  turns.final(said(ADA, 2, 'Two.', { utteranceId: 'utterance at 0' }), false);
  expect(channel.read).toEqual(['Ada: One.', 'Ada: Two.']);
});

test('late text has turns of its own', () => {
  const { channel, turns, said } = openTurns();
  turns.final(said(ADA, 100, 'Now.'), false);
  turns.final(said(ADA, 0, 'One.'), true);
  turns.final(said(ADA, 4, 'Two.'), true);
  turns.final(said(ADA, 102, 'And now.'), false);
  turns.final(said(BOB, 2, 'Three.'), true);
  turns.final(said(ADA, 8, 'Four.'), true);
  expect(channel.read).toEqual(['Ada: Now. And now.', 'late Ada: One. Two.', 'late Bob: Three.', 'late Ada: Four.']);
});

test('speaker turns of one clip are lines of their own in the message', () => {
  const { channel, turns, said } = openTurns();
  turns.final(said(ADA, 0, 'Zero.'), false);
  turns.interim(said(ADA, 1, 'One.\nTwo'));
  expect(channel.read).toEqual(['Ada: Zero.\n[One.\nTwo]']);
  turns.final(said(ADA, 1, 'One.\nTwo.'), false);
  turns.final(said(ADA, 2, 'Three.'), false);
  turns.final(said(ADA, 3, 'Four.'), false);
  expect(channel.read).toEqual(['Ada: Zero.\nOne.\nTwo.\nThree. Four.']);
});
