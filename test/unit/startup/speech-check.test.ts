import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { ProxyError } from '../../../src/proxy/proxy-error.ts';
import { connectionError } from '../../../src/speech/http/connection-error.ts';
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
    [
      'SPEECH_OUT_OF_CREDITS',
      "the speech service account is out of credits: top up its API credit, which is separate from the platform's credit, or speak without it with SPEECH_MODEL=s2.1-pro-free",
    ],
    ['SPEECH_CONNECTION', 'cannot reach the speech service: check SPEECH_API_URL and that it runs'],
    ['SPEECH_RATE_LIMITED', 'the speech service is busy or has problems: members read errors until that ends'],
    ['SPEECH_UNAVAILABLE', 'the speech service is busy or has problems: members read errors until that ends'],
    ['SPEECH_NOT_FOUND', 'the speech service does not answer as expected: check SPEECH_API_URL'],
  ] as const)('finds out about %s and what to check', async (code, advice) => {
    expect(await checkSpeech(failingWith(new SpeechError(code, 'refused')), signal, 's2-pro')).toEqual({
      code,
      advice,
    });
  });

  it('does not advise the model that is in use', async () => {
    const error = new SpeechError('SPEECH_OUT_OF_CREDITS', 'refused');
    const problem = await checkSpeech(failingWith(error), signal, 's2.1-pro-free');
    expect(problem?.advice).toMatch(/separate from the platform's credit$/);
  });

  it.each([
    ['ENOTFOUND', /the name in SPEECH_API_URL cannot be looked up/],
    ['EAI_AGAIN', /the name in SPEECH_API_URL cannot be looked up/],
    ['CERT_HAS_EXPIRED', /the certificate of the speech service is not trusted/],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', /NODE_EXTRA_CA_CERTS/],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /NODE_EXTRA_CA_CERTS/],
    ['ERR_SSL_PACKET_LENGTH_TOO_LONG', /does not use TLS there/],
    ['EPROTO', /does not use TLS there/],
    ['ECONNREFUSED', /cannot reach the speech service/],
  ])('tells what the network says: %s', async (cause, advice) => {
    const error = new SpeechError('SPEECH_CONNECTION', 'no', {
      cause: Object.assign(new Error('no'), { code: cause }),
    });
    const problem = { code: 'SPEECH_CONNECTION', cause, advice: expect.stringMatching(advice) };
    expect(await checkSpeech(failingWith(error), signal, 's2-pro')).toEqual(problem);
  });

  it('tells when a proxy is in the way, with what the proxy did', async () => {
    const address = { origin: 'http://p.test:1', name: 'p.test:1', authorization: undefined, secrets: [] };
    const proxy = new ProxyError({ ...address, variable: 'HTTPS_PROXY' }, 'speech.test:443', {
      ...{ kind: 'refused', status: 403 },
    });
    expect(await checkSpeech(failingWith(connectionError(proxy)), signal, 's2-pro')).toEqual({
      ...{ code: 'SPEECH_CONNECTION', cause: 'PROXY_REFUSED', proxy },
      advice: 'the proxy does not connect to the speech service: check HTTPS_PROXY and NO_PROXY',
    });
  });

  it('finds nothing when the service was closed meanwhile, as by a start that failed', async () => {
    expect(
      await checkSpeech(failingWith(new SpeechError('SPEECH_CLOSED', 'closed')), signal, 's2-pro'),
    ).toBeUndefined();
  });

  it('leaves no listener on the signal of the process', async () => {
    const service = failingWith(new SpeechError('SPEECH_CONNECTION', 'cut off'));
    await checkSpeech(service, signal, 's2-pro');
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('finds nothing when the start was aborted', async () => {
    const service = failingWith(new SpeechError('SPEECH_CONNECTION', 'cut off'));
    expect(await checkSpeech(service, AbortSignal.abort(), 's2-pro')).toBeUndefined();
  });
});
