import { expect, test } from 'vitest';
import { MynahError } from '../../../src/errors.ts';
import { fromPlainError, toPlainError } from '../../../src/speech/plain-error.ts';
import { SpeechError } from '../../../src/speech/speech-error.ts';

/** Through a structured clone, as between threads. */
const carried = (error: unknown, reference?: string) => fromPlainError(structuredClone(toPlainError(error, reference)));

test('an error of the speech service keeps all its details', () => {
  const details = {
    ...{ status: 429, serviceMessage: 'Too many', retryAfterMs: 1_500, unsent: true },
    ...{ serviceCode: 'too_many', requestId: 'req_1' },
  };
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

test('an error keeps its stack and the reference of its log line', () => {
  for (const error of [
    new MynahError('OPUS_ENCODE_FAILED', 'a fault'),
    new SpeechError('SPEECH_UNAUTHORIZED', '401'),
  ]) {
    const { reference, stack } = carried(error, '0a1b2c3d');
    expect({ reference, stack }).toEqual({ reference: '0a1b2c3d', stack: error.stack });
  }
});

test('of an unexpected error nothing is passed on', () => {
  const error = carried(new TypeError('text of somebody'));
  expect(error).toMatchObject({ code: 'INTERNAL', retryable: false });
  expect(`${error.message} ${error.stack}`).not.toContain('somebody');
});
