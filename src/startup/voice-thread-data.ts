import type { Config } from '../config.ts';
import { createProxyRoutes, type ProxyVariables, readProxyAddress } from '../proxy/proxy-routes.ts';
import type { SpeechServiceOptions } from '../speech/speech-service.ts';
import type { VoiceThreadData } from '../voice-thread.ts';

/** The speech service's options, as plain data that can be handed to another thread. */
export function speechOptions(config: Config): Omit<SpeechServiceOptions, 'log' | 'observe'> {
  const { speech } = config;
  return {
    proxy: proxyVariables(config),
    baseUrl: speech.apiUrl,
    wsUrl: speech.wsUrl,
    apiKey: speech.apiKey.reveal(),
    model: speech.model,
    asrModel: speech.asrModel,
    format: speech.format,
    concurrency: speech.concurrency,
  };
}

/** What a voice thread needs to know. */
export function voiceThreadData(config: Config): VoiceThreadData {
  return {
    speech: speechOptions(config),
    logLevel: config.logLevel,
    secrets: secretsOf(config),
    isTraced: config.isTraced,
    mainTimeOriginMs: performance.timeOrigin,
  };
}

/** The variables of the proxy routes, as plain data; `undefined` where everything is reached directly. */
export function proxyVariables({ proxy }: Config): ProxyVariables | undefined {
  if (proxy === undefined) return undefined;
  return { httpsProxy: proxy.https?.reveal(), httpProxy: proxy.http?.reveal(), noProxy: proxy.except };
}

/** Whether Discord is reached through a proxy: voice then needs another way out. */
export function isBehindProxy(config: Config): boolean {
  const variables = proxyVariables(config);
  return variables !== undefined && createProxyRoutes(variables).proxyFor(new URL(config.discord.apiUrl)) !== undefined;
}

/** What must not be written to a log. */
export function secretsOf({ discord, speech, proxy }: Config): string[] {
  const proxies = [proxy?.https, proxy?.http].flatMap((address) => address?.reveal() ?? []);
  const passwords = proxies.flatMap((address) => readProxyAddress(address)?.secrets ?? []);
  return [discord.token.reveal(), speech.apiKey.reveal(), ...passwords];
}
