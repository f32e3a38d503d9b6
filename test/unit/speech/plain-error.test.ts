import { expect, test } from 'vitest';
import { MynahError } from '../../../src/errors.ts';
import { fromPlainError, toPlainError } from '../../../src/speech/plain-error.ts';
import { SpeechError } from '../../../src/speech/speech-error.ts';

/** Passes an error through a structured clone, as between threads. */
const carried = (error: unknown) => fromPlainError(structuredClone(toPlainError(error)));

test('an error of the speech service keeps all its details', () => {
  const details = { status: 429, serviceMessage: 'Too many', retryAfterMs: 1_500, unsent: true };
  const error = carried(new SpeechError('SPEECH_RATE_LIMITED', 'too many requests', details));
  expect(error).toBeInstanceOf(SpeechError);
  expect(error).toMatchObject({
    code: 'SPEECH_RATE_LIMITED',
    message: 'too many requests',
    retryable: true,
    ...details,
  });
});

test('any other MynahError keeps its code and its retryable flag', () => {
  const error = carried(new MynahError('VOICE_CLOSED', 'closed', { retryable: true }));
  expect(error).not.toBeInstanceOf(SpeechError);
  expect(error).toMatchObject({ code: 'VOICE_CLOSED', message: 'closed', retryable: true });
});

test('an unexpected error passes on nothing but its name', () => {
  const error = carried(new TypeError('text of somebody'));
  expect(error).toMatchObject({ code: 'INTERNAL', retryable: false });
  expect(error.message).not.toContain('somebody');
});
