import { expect, it } from 'vitest';
import { SpeechError } from '../../../src/speech/speech-error.ts';
import { isVoiceRefusal } from '../../../src/voice-models/voice-refusal.ts';

const refusal = (serviceMessage: string) => new SpeechError('SPEECH_BAD_REQUEST', 'refused', { serviceMessage });

it.each([
  [new SpeechError('SPEECH_NOT_FOUND', 'gone'), true],
  [new SpeechError('SPEECH_FORBIDDEN', 'not yours'), true],
  [refusal('Reference not found'), true],
  [{ code: 'SPEECH_LIVE_FINISH_ERROR', message: 'Reference not found' }, true],
  [refusal('chunk_length: too small'), false],
  [new SpeechError('SPEECH_TIMEOUT', 'slow'), false],
  [{ code: 'VOICE_NO_AUDIO', message: 'Reference not found' }, false],
])('%s is about the voice: %o', (problem, isAboutVoice) => {
  expect(isVoiceRefusal(problem)).toBe(isAboutVoice);
});
