import { setGlobalProxyFromEnv } from 'node:http';
import { readProxyAddress } from '../src/proxy/proxy-routes.ts';

/** What runs on this machine is reached directly. */
const LOCAL = 'localhost,127.0.0.1';

/** The usual variables of a proxy, for a speech service elsewhere; empty where none is set. Lower case comes first, as in Node.js. */
export function proxyEnvironment(environment: NodeJS.ProcessEnv): Record<string, string> {
  const setTo = (name: string): string => environment[name.toLowerCase()] || environment[name] || '';
  const proxies = ['HTTPS_PROXY', 'HTTP_PROXY'].map((name) => [name, setTo(name)]).filter(([, value]) => value !== '');
  if (proxies.length === 0) return {};
  return { ...Object.fromEntries(proxies), NO_PROXY: [setTo('NO_PROXY'), LOCAL].filter(Boolean).join(',') };
}

/** Lets this process's `fetch` use the proxy, for what scripted people say. Returns what undoes that. */
export function fetchThroughProxy(variables: Readonly<Record<string, string>>): () => void {
  const { NO_PROXY, ...addresses } = variables;
  // The bot says what is wrong with an address that can't be read, without its password.
  if (Object.values(addresses).some((address) => readProxyAddress(address) === undefined)) return () => {};
  // Node.js takes no `HOST:PORT` alone.
  const whole = Object.entries(addresses).map(([name, address]) => [
    name,
    address.includes('://') ? address : `http://${address}`,
  ]);
  return setGlobalProxyFromEnv({ ...Object.fromEntries(whole), NO_PROXY });
}
