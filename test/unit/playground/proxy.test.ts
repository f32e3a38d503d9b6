import { expect, it } from 'vitest';
import { fetchThroughProxy, proxyEnvironment } from '../../../playground/proxy.ts';

it('the playground reaches a speech service elsewhere through the proxy, and its own services directly', () => {
  const environment = {
    https_proxy: 'http://a.test:1',
    HTTPS_PROXY: 'http://b.test:2',
    NO_PROXY: 'c.test',
    PATH: '/bin',
  };
  expect(proxyEnvironment(environment)).toEqual({
    HTTPS_PROXY: 'http://a.test:1',
    NO_PROXY: 'c.test,localhost,127.0.0.1',
  });
  expect(proxyEnvironment({ HTTP_PROXY: 'http://b.test:2' })).toEqual({
    HTTP_PROXY: 'http://b.test:2',
    NO_PROXY: 'localhost,127.0.0.1',
  });
});

it('the playground needs no variables of a proxy where none is set', () => {
  expect(proxyEnvironment({ NO_PROXY: '*', HTTPS_PROXY: '', PATH: '/bin' })).toEqual({});
});

it.each(['proxy.test:3128', 'proxy', 'socks5://proxy.test:1080', 'http://ada:pa/ss@proxy.test'])(
  "the playground's own requests bear the address %s, which the bot takes or refuses itself",
  (address) => {
    fetchThroughProxy({ HTTP_PROXY: address, NO_PROXY: 'localhost,127.0.0.1' })();
  },
);
