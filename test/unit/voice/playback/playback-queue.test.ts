import { expect, test } from 'vitest';
import { createPlaybackQueue } from '../../../../src/voice/playback/playback-queue.ts';

function request(text: string): { guildId: string; textId: string; text: string; voiceId: undefined; userId: string } {
  return { guildId: '1', textId: `id of ${text}`, text, voiceId: undefined, userId: '2' };
}

test('items have the ids of their requests, and their position', () => {
  const queue = createPlaybackQueue({ maxItems: 50, maxCharacters: 1_000 });
  expect(queue.add(request('one'))).toEqual({ kind: 'queued', position: 0 });
  expect(queue.add(request('two'))).toEqual({ kind: 'queued', position: 1 });
  expect(queue.entries.map(({ textId }) => textId)).toEqual(['id of one', 'id of two']);
});

test('a queue full of items rejects another', () => {
  const queue = createPlaybackQueue({ maxItems: 2, maxCharacters: 1_000 });
  queue.add(request('one'));
  queue.add(request('two'));
  expect(queue.add(request('three'))).toEqual({ kind: 'full', limit: 'items', max: 2 });
  expect(queue.entries).toHaveLength(2);
});

test('a queue full of characters rejects more, and has room again after a removal', () => {
  const queue = createPlaybackQueue({ maxItems: 50, maxCharacters: 10 });
  queue.add(request('123456'));
  expect(queue.add(request('12345'))).toEqual({ kind: 'full', limit: 'characters', max: 10 });
  expect(queue.add(request('1234')).kind).toBe('queued');
  const [entry] = queue.entries;
  if (entry) queue.remove(entry);
  expect(queue.add(request('12345')).kind).toBe('queued');
});

test('removing an entry twice frees its characters once', () => {
  const queue = createPlaybackQueue({ maxItems: 50, maxCharacters: 10 });
  queue.add(request('123456'));
  queue.add(request('1234'));
  const [entry] = queue.entries;
  if (entry === undefined) throw new Error('the queue is empty');
  queue.remove(entry);
  queue.remove(entry);
  expect(queue.add(request('1234567')).kind).toBe('full');
});
