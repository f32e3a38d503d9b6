import { describe, expect, it } from 'vitest';
import { createLogger } from '../../../src/log/log.ts';
import { createProxyRoutes, readProxyAddress } from '../../../src/proxy/proxy-routes.ts';

const BOTH = { httpsProxy: 'http://secure.test:3128', httpProxy: 'http://plain.test:3128', noProxy: undefined };

/** The name of the proxy on the way to an address. */
function wayTo(address: string, variables: Partial<Parameters<typeof createProxyRoutes>[0]> = BOTH) {
  const nothing = { httpsProxy: undefined, httpProxy: undefined, noProxy: undefined };
  return createProxyRoutes({ ...nothing, ...variables }).proxyFor(new URL(address))?.name;
}

describe('createProxyRoutes', () => {
  it('leads to secure addresses by HTTPS_PROXY, and to others by HTTP_PROXY', () => {
    expect(wayTo('https://discord.com/api')).toBe('secure.test:3128');
    expect(wayTo('wss://gateway.discord.gg')).toBe('secure.test:3128');
    expect(wayTo('http://speech.test')).toBe('plain.test:3128');
    expect(wayTo('ws://speech.test')).toBe('plain.test:3128');
  });

  it('leads directly where the variable for it is not set', () => {
    expect(wayTo('http://speech.test', { httpsProxy: BOTH.httpsProxy })).toBeUndefined();
    expect(wayTo('https://discord.com', { httpProxy: BOTH.httpProxy })).toBeUndefined();
  });

  it("compares the ports of NO_PROXY with the protocol's own where an address names none", () => {
    const variables = { ...BOTH, noProxy: 'a.test:443, b.test:80' };
    expect(wayTo('wss://a.test', variables)).toBeUndefined();
    expect(wayTo('wss://a.test:8443', variables)).toBe('secure.test:3128');
    expect(wayTo('ws://b.test', variables)).toBeUndefined();
    expect(wayTo('https://b.test', variables)).toBe('secure.test:3128');
  });
});

describe('readProxyAddress', () => {
  const NO_LOGIN = { authorization: undefined, secrets: [] };

  it.each([
    ['http://proxy.test:3128', 'http://proxy.test:3128', 'proxy.test:3128'],
    ['http://proxy.test:3128/', 'http://proxy.test:3128', 'proxy.test:3128'],
    ['HTTP://Proxy.test', 'http://proxy.test', 'proxy.test:80'],
    ['https://proxy.test', 'https://proxy.test', 'proxy.test:443'],
    ['http://[::1]:3128', 'http://[::1]:3128', '[::1]:3128'],
    ['proxy.test:3128', 'http://proxy.test:3128', 'proxy.test:3128'],
    ['10.0.0.1:3128', 'http://10.0.0.1:3128', '10.0.0.1:3128'],
  ])('reads %s', (value, origin, name) => {
    expect(readProxyAddress(value)).toEqual({ origin, name, ...NO_LOGIN });
  });

  it.each([
    ['http://ada:secret@proxy.test:3128', 'ada:secret', ['secret']],
    ['http://ada@proxy.test:3128', 'ada:', ['ada']],
    ['http://ada:p%40ss%3Aword@proxy.test:3128', 'ada:p@ss:word', ['p@ss:word', 'p%40ss%3Aword']],
    ['http://ada:%C3%A4@proxy.test:3128', 'ada:ä', ['ä', '%C3%A4']],
  ])('reads the user and password of %s, and keeps them out of its name', (value, login, secrets) => {
    const encoded = Buffer.from(login).toString('base64');
    expect(readProxyAddress(value)).toEqual({
      ...{ origin: 'http://proxy.test:3128', name: 'proxy.test:3128' },
      ...{ authorization: `Basic ${encoded}`, secrets: expect.arrayContaining([...secrets, encoded]) },
    });
  });

  it.each([
    'HTTP://a:b@proxy.test:3128',
    'http://ada:pässe@proxy.test',
    'http://a-token@proxy.test',
    'http://a@b.test',
  ])('has %s masked in a log, however short its user and password are', (value) => {
    const { authorization, secrets } = readProxyAddress(value) ?? expect.fail('refused');
    const lines: string[] = [];
    const log = createLogger('info', secrets, { write: (line) => lines.push(line) });
    log.info({ address: value, read: new URL(value).href, sent: authorization }, 'trying a proxy');
    expect(lines.join()).not.toContain(value.slice(value.lastIndexOf('/') + 1, value.indexOf('@') + 1));
    expect(lines.join().match(/\[redacted\]/g)?.length).toBeGreaterThanOrEqual(3);
    expect(lines.join()).not.toContain(authorization);
  });

  it.each([
    ...['', 'proxy', 'proxy.test', 'proxy.test:port', 'http://', 'http://proxy.test:99999', '3128'],
    ...['socks5://proxy.test:1080', 'socks://proxy.test', 'ftp://proxy.test', 'direct://'],
    ...['http://proxy.test/path', 'http://proxy.test/?a', 'http://proxy.test/#a'],
    // Passwords with unescaped characters, which make a host of what stands before them.
    ...['http://ada:pa/ss@proxy.test', 'http://ada:12/34@proxy.test', 'http://ada:pa#ss@proxy.test'],
    ...['http://ada:100%@proxy.test', 'http://100%:secret@proxy.test'],
  ])('refuses "%s"', (value) => {
    expect(readProxyAddress(value)).toBeUndefined();
  });
});
