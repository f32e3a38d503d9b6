import { expect, test } from 'vitest';
import { createLogger } from '../../../src/log/log.ts';
import { VoiceModelReader } from '../../../src/speech/voice-model-reader.ts';

const document = { _id: '1', type: 'tts', title: 'Ada', state: 'trained', visibility: 'public' };
const reader = new VoiceModelReader(createLogger('silent'));

test.each(['trained', 'training'] as const)('a state that is not known is read as it is asked: %s', (unknownState) => {
  expect(reader.one({ ...document, state: 'archived' }, unknownState).state).toBe(unknownState);
  expect(reader.one({ ...document, state: 'failed' }, unknownState).state).toBe('failed');
});

test('a visibility that is not known is private, and said to be assumed; one that was read is not', () => {
  const unknown = reader.one({ ...document, visibility: 'followers' }, 'trained');
  expect(unknown).toMatchObject({ visibility: 'private', visibility_assumed: true });
  expect(reader.one({ ...document, visibility_assumed: true }, 'trained').visibility_assumed).toBeUndefined();
});

test('of what cannot be read in a list, what can be read is kept', () => {
  const items = [{ ...document, state: 'archived', created_at: '2026-11-20T12:00:00Z' }, { _id: '../x', title: 5 }, 7];
  const none = { id: undefined, title: undefined, createdAt: undefined };
  expect(reader.page({ total: 3, items }).odd).toEqual([
    { id: '1', title: 'Ada', createdAt: '2026-11-20T12:00:00Z' },
    none,
    none,
  ]);
});
