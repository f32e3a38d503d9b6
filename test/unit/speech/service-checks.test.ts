import { describe, expect, it } from 'vitest';
import { checkCredit, freeModelBeside, problemKindOf } from '../../../src/speech/service-checks.ts';
import { SpeechError } from '../../../src/speech/speech-error.ts';

const { signal } = new AbortController();
const FREE = 's2.1-pro-free';

describe('the credit of the account', () => {
  it.each([
    ['12.5', 's2-pro', { kind: 'left', amount: '12.5' }],
    ['0.01', FREE, { kind: 'left', amount: '0.01' }],
    ['0.00', 's2-pro', { kind: 'used-up', amount: '0.00' }],
    ['-1.5', 's2-pro', { kind: 'used-up', amount: '-1.5' }],
    ['0', FREE, { kind: 'speech-only', amount: '0' }],
    [undefined, 's2-pro', { kind: 'unknown' }],
  ])('of %s with the model %s', async (amount, model, credit) => {
    expect(await checkCredit({ credit: () => Promise.resolve(amount) }, model, signal)).toEqual(credit);
  });

  it('is unknown when it cannot be read, which keeps nobody from speaking', async () => {
    const failing = (code: 'SPEECH_MALFORMED_ANSWER' | 'SPEECH_UNAVAILABLE') => ({
      credit: () => Promise.reject(new SpeechError(code, 'made by the test')),
    });
    expect(await checkCredit(failing('SPEECH_MALFORMED_ANSWER'), 's2-pro', signal)).toEqual({ kind: 'unknown' });
    await expect(checkCredit(failing('SPEECH_UNAVAILABLE'), 's2-pro', signal)).rejects.toThrow(SpeechError);
  });
});

it.each([
  ['SPEECH_UNAUTHORIZED', 'key-rejected'],
  ['SPEECH_FORBIDDEN', 'key-rejected'],
  ['SPEECH_OUT_OF_CREDITS', 'out-of-credits'],
  ['SPEECH_RATE_LIMITED', 'busy'],
  ['SPEECH_BUSY', 'busy'],
  ['SPEECH_UNAVAILABLE', 'down'],
  ['SPEECH_CONNECTION', 'unreachable'],
  ['SPEECH_TIMEOUT', 'unreachable'],
  ['SPEECH_NOT_FOUND', 'odd'],
  [undefined, 'odd'],
])('a failure with %s means: %s', (code, kind) => {
  expect(problemKindOf(code)).toBe(kind);
});

it('the free model is named unless it is in use', () => {
  expect(freeModelBeside('s2-pro')).toBe(FREE);
  expect(freeModelBeside(FREE)).toBeUndefined();
});
