import { voiceModelSchema } from '@mynah/speech-wire/wire';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { modelDocument, publicDocument, stateOf } from '../../../src/models/voice-documents.ts';
import type { StoredModel } from '../../../src/models/voice-files.ts';
import { FLITE_VOICES, publicVoiceId } from '../../../src/synthesis/flite-voices.ts';

const BASE_URL = 'http://127.0.0.1:1';

function model(training: StoredModel['training']): StoredModel {
  return {
    id: 'a'.repeat(32),
    title: 'Mine',
    description: '',
    visibility: 'private',
    tags: [],
    createdAtMs: Date.now(),
    updatedAtMs: Date.now(),
    defaultText: 'Hello',
    hasSample: true,
    recordings: [],
    training,
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the state of a voice', () => {
  it('is trained right away without a training time', () => {
    expect(stateOf(model({ durationMs: 0 }))).toBe('trained');
    expect(stateOf(model({ durationMs: 0, failsBecause: 'noise' }))).toBe('failed');
  });

  it.each([
    [{}, 'trained'],
    [{ failsBecause: 'noise' }, 'failed'],
  ])('changes with time (%o)', (fails, end) => {
    const made = model({ durationMs: 1_000, ...fails });
    const states = [0, 249, 1, 749, 1].map((elapsedMs) => {
      vi.advanceTimersByTime(elapsedMs);
      return stateOf(made);
    });
    expect(states).toEqual(['created', 'created', 'training', 'training', end]);
  });
});

describe('documents', () => {
  it('of all voices are as the service describes them', () => {
    const own = modelDocument(model({ durationMs: 0 }), { authorId: 'me', baseUrl: BASE_URL });
    const all = [own, ...FLITE_VOICES.map((name) => publicDocument(name, BASE_URL))];
    for (const document of all) {
      const read: unknown = JSON.parse(JSON.stringify(voiceModelSchema.parse(document)));
      expect(document).toMatchObject(read as object);
    }
  });

  it('have a sample only when the voice is trained', () => {
    const options = { authorId: 'me', baseUrl: BASE_URL };
    expect(modelDocument(model({ durationMs: 0 }), options).samples).toHaveLength(1);
    expect(modelDocument(model({ durationMs: 9 }), options).samples).toEqual([]);
  });

  it('of public voices have ids that are the same everywhere', () => {
    expect(publicVoiceId('slt')).toBe('28e8d4e1b252df45410114606ca6cd2b');
    expect(new Set(FLITE_VOICES.map(publicVoiceId)).size).toBe(FLITE_VOICES.length);
  });
});
