import { describe, expect, it } from 'vitest';
import { toStoredVoice, toVoiceModelRecord } from '../../../src/voice-models/voice-model-record.ts';

const voice = { voiceId: 'v1', guildId: 'g', makerId: 'ada', createdAtMs: Date.UTC(2026, 10, 20), isGone: false };
const needed = { _id: 'v1', type: 'tts', title: 'Ada', state: 'trained', visibility: 'unlist' };
const modelOf = (document: unknown) =>
  toVoiceModelRecord({ ...voice, document: typeof document === 'string' ? document : JSON.stringify(document) }).model;

describe('a stored voice', () => {
  it('is read as it was stored, also by an earlier version, which stored more', () => {
    const record = toVoiceModelRecord({ ...voice, document: JSON.stringify({ ...needed, tags: ['calm'] }) });
    expect(toVoiceModelRecord(toStoredVoice(record))).toEqual(record);
    const earlier = {
      ...needed,
      quality: null,
      train_mode: 'fast',
      mark_count: 1,
      author: { _id: 'a', nickname: 'Ann', avatar: '' },
    };
    expect(modelOf(earlier)).toMatchObject({ title: 'Ada', visibility: 'unlist', author: { nickname: 'Ann' } });
  });

  it('is read with what the service has added meanwhile', () => {
    const added = { ...needed, state: 'queued', visibility: 'followers', tags: null };
    expect(modelOf(added)).toMatchObject({ title: 'Ada', state: 'trained', visibility: 'private', tags: [] });
  });

  it.each(['', '{', 'null', { ...needed, title: null }, { ...needed, _id: 'a/b' }])(
    'is a private voice when its document cannot be read: %j',
    (document) => {
      expect(modelOf(document)).toMatchObject({
        ...{ _id: 'v1', title: 'v1', state: 'trained', visibility: 'private', created_at: '2026-11-20T00:00:00.000Z' },
      });
    },
  );

  it('keeps an id that is none today', () => {
    const record = toVoiceModelRecord({ ...voice, voiceId: 'a b', document: '' });
    expect(record.model._id).toBe('a b');
  });
});
