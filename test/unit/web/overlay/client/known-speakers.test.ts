import { expect, it } from 'vitest';
import { KnownSpeakers } from '../../../../../src/web/overlay/client/known-speakers.ts';

const lineOf = (id: string, speakerId: string, speaker = speakerId) => ({ id, speakerId, speaker });

it('knows people by the name that they have now, as long as a line of theirs counts', () => {
  const known = new KnownSpeakers();
  expect(known.add(lineOf('1', 'a', 'Ada'))).toBe(true);
  expect(known.add(lineOf('1', 'a', 'Ada'))).toBe(false);
  expect(known.add(lineOf('2', 'a', 'Countess'))).toBe(true);
  expect([...known.names]).toEqual([['a', 'Countess']]);
  expect(known.remove('1')).toBe(false);
  expect(known.remove('1')).toBe(false);
  expect(known.remove('2')).toBe(true);
  expect([...known.names]).toEqual([]);
  known.add(lineOf('3', 'b'));
  known.clear();
  expect([...known.names]).toEqual([]);
});
