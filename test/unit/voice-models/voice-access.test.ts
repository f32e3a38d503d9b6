import { oneVoiceModelSchema, type VoiceModel } from '@mynah/speech-wire/wire';
import { expect, test } from 'vitest';
import { voiceStatusOf } from '../../../src/voice-models/voice-access.ts';

const model = oneVoiceModelSchema('trained').parse({
  ...{ _id: '1', type: 'tts', title: 'Ada', state: 'trained', visibility: 'public' },
});

test.each<[Partial<VoiceModel>, string]>([
  [{ takedown_category: 'dmca' }, 'taken-down'],
  [{ takedown_category: 'policy' }, 'taken-down'],
  [{ dmca_taken_down: true }, 'taken-down'],
  [{ dmca_taken_down: true, takedown_category: 'other' }, 'taken-down'],
  [{ takedown_category: 'none' }, 'ready'],
  [{}, 'ready'],
])('a voice with %o is %s: a category that is not known stops nobody', (more, status) => {
  expect(voiceStatusOf({ ...model, ...more })).toBe(status);
});
