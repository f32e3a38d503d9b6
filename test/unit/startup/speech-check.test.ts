import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { SpeechError } from '../../../src/speech/speech-error.ts';
import { checkSpeech } from '../../../src/startup/speech-check.ts';

/** A speech service whose list of voices ends with `error`. */
function failingWith(error: SpeechError): Parameters<typeof checkSpeech>[0] {
  const unused = () => Promise.reject(new Error('not asked for'));
  return {
    voices: { create: unused, get: unused, update: unused, delete: unused, list: () => Promise.reject(error) },
  };
}

describe('checkSpeech', () => {
  const { signal } = new AbortController();

  it.each([
    ['SPEECH_UNAUTHORIZED', 'the speech service rejected the key: check SPEECH_API_KEY'],
    ['SPEECH_OUT_OF_CREDITS', 'the speech service account is out of credits'],
    ['SPEECH_CONNECTION', 'cannot reach the speech service: check SPEECH_API_URL and that it runs'],
    ['SPEECH_RATE_LIMITED', 'the speech service is busy or has problems: members read errors until that ends'],
    ['SPEECH_UNAVAILABLE', 'the speech service is busy or has problems: members read errors until that ends'],
    ['SPEECH_NOT_FOUND', 'the speech service does not answer as expected: check SPEECH_API_URL'],
  ] as const)('finds out about %s and what to check', async (code, advice) => {
    expect(await checkSpeech(failingWith(new SpeechError(code, 'refused')), signal)).toEqual({ code, advice });
  });

  it('finds nothing when the service was closed meanwhile, as by a start that failed', async () => {
    expect(await checkSpeech(failingWith(new SpeechError('SPEECH_CLOSED', 'closed')), signal)).toBeUndefined();
  });

  it('leaves no listener on the signal of the process', async () => {
    const service = failingWith(new SpeechError('SPEECH_CONNECTION', 'cut off'));
    await checkSpeech(service, signal);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('finds nothing when the start was aborted', async () => {
    const service = failingWith(new SpeechError('SPEECH_CONNECTION', 'cut off'));
    expect(await checkSpeech(service, AbortSignal.abort())).toBeUndefined();
  });
});
