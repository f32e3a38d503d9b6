import { HTTPError } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { connectionFailure } from '../../../../src/discord/client/connection-failure.ts';
import { MynahError } from '../../../../src/errors.ts';
import { ProxyError } from '../../../../src/proxy/proxy-error.ts';

const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:9'), { code: 'ECONNREFUSED' });

const proxyDown = new ProxyError(
  {
    ...{ origin: 'http://proxy.test:3128', name: 'proxy.test:3128', authorization: undefined },
    ...{ secrets: [], variable: 'HTTPS_PROXY' },
  },
  'discord.com:443',
  { kind: 'unreachable', cause: refused },
);

describe('connectionFailure', () => {
  it.each([
    ['of the network', refused, 'ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:9'],
    ['that fetch wraps', new TypeError('fetch failed', { cause: refused }), 'ECONNREFUSED', refused.message],
    [
      'that Mynah wraps',
      new MynahError('DISCORD_REGISTRATION_FAILED', 'Discord refused the commands', { cause: refused }),
      'ECONNREFUSED',
      refused.message,
    ],
    [
      'of a busy server',
      new HTTPError(503, 'Service Unavailable', 'GET', 'https://discord.com', {}),
      'HTTP_503',
      'Service Unavailable',
    ],
    ['of Mynah', new MynahError('DISCORD_CONNECTION', 'not like Discord'), 'DISCORD_CONNECTION', 'not like Discord'],
    [
      'of a proxy, which names it',
      new TypeError('fetch failed', { cause: proxyDown }),
      'PROXY_UNREACHABLE',
      'the proxy proxy.test:3128 cannot be reached (ECONNREFUSED)',
    ],
    ['without a code', new RangeError('odd'), 'RangeError', 'odd'],
    ['without a message', Object.assign(new AggregateError([]), { code: 'ETIMEDOUT' }), 'ETIMEDOUT', 'AggregateError'],
    ['that is no error', 'odd', 'UNKNOWN', 'string'],
  ])('gives code and cause of a failure %s', (_what, error, code, cause) => {
    expect(connectionFailure(error)).toEqual({ code, cause });
  });
});
