import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalDiscord, startLocalDiscord } from '@mynah/local-discord/local-discord';
import { startLocalSpeech } from '@mynah/local-speech/local-speech';
import type { LocalSpeech } from '@mynah/local-speech/local-speech-api';
import type { Recognizer } from '@mynah/local-speech/recognition/recognizer';
import { startTlsFront } from '@mynah/loopback/tls-front';
import { type LocalProxy, startLocalProxy } from './local-proxy.ts';
import { startTraceCollector, type TraceCollector } from './trace-collector.ts';

/** The user and password that the proxy wants. */
export const PROXY_LOGIN = { user: 'mynah', password: 'open sesame: 1001' } as const;

/** Everything that a bot talks to, behind a proxy that is the only way out. */
export interface ProxiedServices extends AsyncDisposable {
  readonly discord: LocalDiscord;
  readonly speech: LocalSpeech;
  readonly collector: TraceCollector;
  readonly proxy: LocalProxy;
  /** `HOST:PORT` of the voice gateway. */
  readonly voiceEndpoint: string;
  /** The whole environment of a bot, with a DATA_DIR of its own. Its names are known to the proxy alone. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Starts the services, with TLS in front of each as in the real world, and the proxy. The caller must dispose of them. */
export async function startProxiedServices(recognizer: Recognizer): Promise<ProxiedServices> {
  await using stack = new AsyncDisposableStack();
  const told = { origin: 'https://discord.test', voiceHost: 'voice.test' };
  const discord = stack.use(await startLocalDiscord({ told }));
  const speech = stack.adopt(await startLocalSpeech({ recognizer, names: ['speech.test'] }), (started) =>
    started.close(),
  );
  const collector = stack.use(await startTraceCollector());
  const frontOf = async (url: string, host: string) =>
    stack.adopt(await startTlsFront(url, host), (started) => started.close());
  const fronts = {
    discord: await frontOf(discord.apiUrl, 'discord.test'),
    speech: await frontOf(speech.url, 'speech.test'),
    traces: await frontOf(collector.endpoint, 'traces.test'),
  };
  const voiceEndpoint = discord.voiceServer?.botEndpoint ?? '';
  const ways = {
    ...{ 'discord.test:443': fronts.discord.port, 'speech.test:443': fronts.speech.port },
    ...{ 'traces.test:443': fronts.traces.port, [voiceEndpoint]: Number(voiceEndpoint.split(':')[1]) },
  };
  const { user, password } = PROXY_LOGIN;
  const proxy = stack.use(await startLocalProxy(ways, { login: `${user}:${password}` }));
  const folder = stack.adopt(await mkdtemp(join(tmpdir(), 'proxied-')), (made) => rm(made, { recursive: true }));
  const authorities = join(folder, 'authorities.pem');
  const pems = Object.values(fronts).map(({ caPem }) => caPem);
  await writeFile(authorities, `${await readFile(discord.caFile, 'utf8')}${pems.join('')}`);
  const services = stack.move();
  return {
    ...{ discord, speech, collector, proxy, voiceEndpoint },
    environment: {
      ...{ DISCORD_TOKEN: discord.token, DISCORD_API_URL: 'https://discord.test/api' },
      ...{ SPEECH_API_KEY: speech.apiKey, SPEECH_API_URL: 'https://speech.test' },
      ...{ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://traces.test', OTEL_BSP_SCHEDULE_DELAY: '100' },
      ...{ NODE_EXTRA_CA_CERTS: authorities, DATA_DIR: join(folder, 'data') },
      HTTPS_PROXY: `http://${user}:${encodeURIComponent(password)}@${proxy.name}`,
    },
    [Symbol.asyncDispose]: () => services.disposeAsync(),
  };
}
