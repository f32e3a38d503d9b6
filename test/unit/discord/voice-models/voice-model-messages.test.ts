import { oneVoiceModelSchema } from '@mynah/speech-wire/wire';
import { expect, test } from 'vitest';
import { visibilityMessage } from '../../../../src/discord/voice-models/voice-model-messages.ts';
import { english } from '../../../../src/messages/english.ts';

const voice = (more: object = {}) => ({
  id: '1',
  model: oneVoiceModelSchema('trained').parse({
    ...{ _id: '1', type: 'tts', title: 'Ada', state: 'trained', visibility: 'private' },
    ...more,
  }),
});

test('that the service made a voice private is said only where it says so', () => {
  expect(visibilityMessage(english, voice(), 'public')).toContain('made it **private**');
  expect(visibilityMessage(english, voice({ visibility_assumed: true }), 'public')).toBeUndefined();
});
