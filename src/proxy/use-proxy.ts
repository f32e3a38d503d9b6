import http from 'node:http';
import https from 'node:https';
import { setGlobalDispatcher } from 'undici';
import { createDispatcher } from './dispatcher.ts';
import { createProxyRoutes, type ProxyVariables } from './proxy-routes.ts';
import { createTunnelAgent } from './tunnel.ts';

/**
 * Lets this thread reach what lies behind a proxy, from now on: `fetch`, the requests of every undici that brings no
 * dispatcher (@discordjs/rest has its own undici, which finds this one's), and WebSockets that bring no agent. To be called
 * once, before anything connects.
 */
export function useProxy(variables: ProxyVariables): void {
  const routes = createProxyRoutes(variables);
  setGlobalDispatcher(createDispatcher(routes));
  giveWebSocketsAgent(http, createTunnelAgent(routes, 'http:'));
  giveWebSocketsAgent(https, createTunnelAgent(routes, 'https:'));
}

/**
 * @discordjs/ws and @discordjs/voice open their WebSockets without an agent and have no option for one, and `ws` connects
 * past the global agent. It looks `request` up in the module for each socket.
 */
function giveWebSocketsAgent(module: typeof http | typeof https, agent: http.Agent): void {
  const request = module.request.bind(module) as (...parameters: readonly unknown[]) => http.ClientRequest;
  module.request = (...parameters: readonly unknown[]): http.ClientRequest => {
    const [options, ...rest] = parameters;
    return isBareWebSocket(options) ? request({ ...options, agent }, ...rest) : request(...parameters);
  };
}

function isBareWebSocket(options: unknown): options is https.RequestOptions {
  if (typeof options !== 'object' || options === null || Reflect.get(options, 'agent') !== undefined) return false;
  const headers: unknown = Reflect.get(options, 'headers');
  return typeof headers === 'object' && headers !== null && Reflect.get(headers, 'Upgrade') === 'websocket';
}
