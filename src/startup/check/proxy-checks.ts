import { isLiveModel } from '@mynah/speech-wire/wire';
import type { Config } from '../../config.ts';
import { ProxyError } from '../../proxy/proxy-error.ts';
import { createProxyRoutes, type ProxyServer, portOf } from '../../proxy/proxy-routes.ts';
import { openTunnel } from '../../proxy/tunnel.ts';
import { proxyVariables } from '../voice-thread-data.ts';
import { type Check, type Finding, failed, ok } from './checks.ts';

const TUNNEL_TIMEOUT_MS = 8_000;

/** Discord's hosts besides that of its API: the gateway, and attachments. Voice servers are known only in a call. */
const DISCORD_HOSTS = ['https://gateway.discord.gg', 'https://cdn.discordapp.com'];

/** The check of the proxies between Mynah and its services. */
export function proxyChecks(config: Config): Check[] {
  return [{ name: 'proxy', purpose: 'the way to Discord and the speech service', run: () => checkProxies(config) }];
}

/** Opens a tunnel to each host and closes it. */
async function checkProxies(config: Config): Promise<Finding> {
  const variables = proxyVariables(config);
  if (variables === undefined) return ok('none: everything is reached directly');
  const routes = createProxyRoutes(variables);
  const ways = addressesOf(config).map((url) => ({ url, proxy: routes.proxyFor(url) }));
  const refusals = await Promise.all(ways.map(({ url, proxy }) => refusalOf(url, proxy)));
  const [refusal] = refusals.filter((each) => each !== undefined);
  if (refusal !== undefined) return failed(refusal.message, refusal.advice);
  const hostsBy = Map.groupBy(ways, ({ proxy }) =>
    proxy === undefined ? 'directly' : `through ${proxy.name} (${proxy.variable})`,
  );
  const lists = [...hostsBy].map(
    ([way, hosts]) => `${way}: ${[...new Set(hosts.map(({ url }) => url.host))].join(', ')}`,
  );
  return ok(`${lists.join('; ')}; voice and the database: always directly`);
}

function addressesOf({ discord, speech }: Config): URL[] {
  const api = new URL(discord.apiUrl);
  const others = api.hostname === 'discord.com' ? DISCORD_HOSTS : [];
  const live = isLiveModel(speech.model) ? [speech.wsUrl] : [];
  return [api, ...[...others, speech.apiUrl, ...live].map((address) => new URL(address))];
}

/** Of addresses without TLS, the other checks show whether the proxy forwards them. */
async function refusalOf(url: URL, proxy: ProxyServer | undefined): Promise<ProxyError | undefined> {
  if (proxy?.variable !== 'HTTPS_PROXY') return undefined;
  try {
    const socket = await openTunnel(proxy, { host: url.hostname, port: portOf(url) }, { timeoutMs: TUNNEL_TIMEOUT_MS });
    socket.destroy();
    return undefined;
  } catch (error) {
    if (error instanceof ProxyError) return error;
    throw error;
  }
}
