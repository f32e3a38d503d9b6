import { expect, test } from 'vitest';
import { MynahError } from '../../../src/errors.ts';
import { connectionError } from '../../../src/speech/http/connection-error.ts';
import { codeOfStatus, limitError, SpeechError } from '../../../src/speech/speech-error.ts';

test.each([
  [400, 'SPEECH_BAD_REQUEST', false],
  [401, 'SPEECH_UNAUTHORIZED', false],
  [402, 'SPEECH_OUT_OF_CREDITS', false],
  [403, 'SPEECH_FORBIDDEN', false],
  [404, 'SPEECH_NOT_FOUND', false],
  [413, 'SPEECH_TOO_LARGE', false],
  [415, 'SPEECH_REJECTED', false],
  [422, 'SPEECH_INVALID', false],
  [429, 'SPEECH_RATE_LIMITED', true],
  [500, 'SPEECH_UNAVAILABLE', true],
  [503, 'SPEECH_UNAVAILABLE', true],
  [302, 'SPEECH_MALFORMED_ANSWER', false],
  [700, 'SPEECH_MALFORMED_ANSWER', false],
] as const)('status %i has the code %s', (status, code, retryable) => {
  expect(codeOfStatus(status)).toBe(code);
  expect(new SpeechError(codeOfStatus(status), 'x').retryable).toBe(retryable);
});

test('a SpeechError is a MynahError with name, code and cause', () => {
  const cause = new Error('underneath');
  const error = new SpeechError('SPEECH_CONNECTION', 'it broke', { cause });
  expect(error).toBeInstanceOf(MynahError);
  expect(error).toMatchObject({ name: 'SpeechError', code: 'SPEECH_CONNECTION', message: 'it broke', unsent: false });
  expect(error.cause).toBe(cause);
});

test('a broken limit names itself by its code and is not worth retrying', () => {
  expect(limitError('voice-title')).toMatchObject({
    code: 'SPEECH_LIMIT',
    serviceMessage: 'voice-title',
    retryable: false,
  });
});

test.each([
  ['UND_ERR_HEADERS_TIMEOUT', 'SPEECH_TIMEOUT', false],
  ['UND_ERR_BODY_TIMEOUT', 'SPEECH_TIMEOUT', false],
  ['UND_ERR_CONNECT_TIMEOUT', 'SPEECH_CONNECTION', true],
  ['ECONNREFUSED', 'SPEECH_CONNECTION', true],
  ['ENOTFOUND', 'SPEECH_CONNECTION', true],
  ['ECONNRESET', 'SPEECH_CONNECTION', false],
  ['UND_ERR_SOCKET', 'SPEECH_CONNECTION', false],
  ['UND_ERR_HEADERS_OVERFLOW', 'SPEECH_MALFORMED_ANSWER', false],
] as const)('a connection failure with the code %s becomes %s', (vendorCode, code, unsent) => {
  const vendor = Object.assign(new Error('vendor'), { code: vendorCode });
  expect(connectionError(vendor)).toMatchObject({ code, unsent, cause: vendor });
});

test('an AggregateError counts as its first error, and MynahErrors pass through', () => {
  const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  expect(connectionError(new AggregateError([refused, refused]))).toMatchObject({ unsent: true });
  const own = new SpeechError('SPEECH_BUSY', 'x');
  expect(connectionError(own)).toBe(own);
});
