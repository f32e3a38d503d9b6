import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalDiscord, type LocalDiscordOptions, startLocalDiscord } from '@mynah/local-discord/local-discord';
import { startLocalSpeech } from '@mynah/local-speech/local-speech';
import type { LocalSpeech, LocalSpeechOptions } from '@mynah/local-speech/local-speech-api';
import type { Recognizer } from '@mynah/local-speech/recognition/recognizer';
import { startTlsFront, type TlsFront } from '@mynah/loopback/tls-front';
import { BotKeeper, type BotNews } from './bot-keeper.ts';
import { type BotLogEntry, type BotProcess, type ProcessGuard, startBotProcess } from './bot-process.ts';
import type { SpeechAccess } from './spoken-packets.ts';

export interface EnvironmentOptions {
  /** End-to-end encrypted voice; default true. */
  readonly dave?: boolean;
  /** Further options of the local Discord. */
  readonly discord?: LocalDiscordOptions;
  /** A speech service elsewhere; default: a local one. */
  readonly remoteSpeech?: SpeechAccess;
  /** Most concurrent requests that the local speech service allows. */
  readonly speechConcurrency?: number;
  /** The local speech service's recognizer; default PocketSphinx. */
  readonly recognizer?: Recognizer;
  /** Further options of the local speech service; unlike elsewhere it is paced like the real one by default. */
  readonly localSpeech?: LocalSpeechOptions;
  /** Lets the bot reach the local speech service over TLS, at the name `localhost`; default false. */
  readonly hasSecureSpeech?: boolean;
  /** A bot other than Mynah, see `BotProcessOptions.main`. */
  readonly main?: URL;
  /**
   * Gives the bot a port of its own and a PUBLIC_URL, both the same after a restart, so that the addresses it hands out stay
   * valid; default: any port at each start, and no PUBLIC_URL.
   */
  readonly hasPublicUrl?: boolean;
  /** Starts the bot again when it ends by itself; default false. */
  readonly revivesBot?: boolean;
  /** The bot's DATA_DIR, which stays; default: a temporary one. */
  readonly dataDir?: string;
  /** Ends the bot, too, if this process crashes. */
  readonly guard?: ProcessGuard;
  /** Further variables of the bot; they override the ones set here. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Receives one line per step of the start. */
  readonly onProgress?: (line: string) => void;
  readonly onLog?: (entry: BotLogEntry) => void;
  /** Gives up starting. */
  readonly signal?: AbortSignal;
}

/** The speech service that the environment's bot uses. */
type EnvironmentSpeech = { readonly access: SpeechAccess } /** `front`: with `hasSecureSpeech`. */ & (
  | { readonly kind: 'local'; readonly service: LocalSpeech; readonly front?: TlsFront | undefined }
  | { readonly kind: 'remote' }
);

/** Lets the bot's process have the faults of `BotFaults`. */
const PROCESS_FAULTS = new URL('./process-faults.mjs', import.meta.url);

/** A local Discord, a speech service and the bot between them, all on this machine. */
export interface Environment {
  readonly discord: LocalDiscord;
  readonly speech: EnvironmentSpeech;
  /** The running bot; another one after a restart. */
  readonly bot: BotProcess;
  /** Ends the bot with SIGTERM, or with SIGKILL for `crash`, and starts it with the data it kept. Resolves when it is ready. */
  restartBot(how: 'stop' | 'crash', signal?: AbortSignal): Promise<void>;
  /** Calls `listener` with what becomes of the bot; dispose to stop. */
  watchBot(listener: (news: BotNews) => void): Disposable;
  /** Stops the bot, then the services; resolves with the bot's exit code. Safe to call twice. */
  close(): Promise<number | null>;
}

/**
 * Starts all three. Resolves when the bot is ready and its commands are registered. The caller must close the
 * environment.
 */
export async function startEnvironment(options: EnvironmentOptions = {}): Promise<Environment> {
  const progress = options.onProgress ?? (() => undefined);
  const stack = new AsyncDisposableStack();
  try {
    progress('starting a local Discord');
    const discord = stack.use(await startLocalDiscord({ dave: options.dave ?? true, ...options.discord }));
    const speech = await openSpeech(options, progress);
    if (speech.kind === 'local') stack.defer(() => speech.service.close());
    const front = speech.kind === 'local' ? speech.front : undefined;
    if (front !== undefined) stack.defer(() => front.close());
    const dataDir = options.dataDir ?? (await temporaryFolder(stack));
    const address = options.hasPublicUrl === true ? await publicAddress() : {};
    const environment = {
      DATA_DIR: dataDir,
      ...environmentOf(discord, speech.access),
      ...address,
      ...(front && (await secureAccess(front, discord.caFile, await temporaryFolder(stack)))),
    };
    progress('starting the bot');
    const start = (signal?: AbortSignal) => startBot(options, { ...environment, ...options.environment }, signal);
    const bot = await start(options.signal);
    const keeper = new BotKeeper(bot, { discord, start, revives: options.revivesBot ?? false });
    stack.defer(async () => {
      await keeper.stop();
    });
    progress('waiting for the bot’s commands');
    await discord.botReady(options.signal);
    let exit: Promise<number | null> | undefined;
    const close = async () => {
      const code = await keeper.stop();
      await stack.disposeAsync();
      return code;
    };
    return {
      discord,
      speech,
      get bot() {
        return keeper.bot;
      },
      restartBot: (how, signal) => keeper.restart(how, signal),
      watchBot: (listener) => keeper.listen(listener),
      close: () => (exit ??= close()),
    };
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}

async function temporaryFolder(stack: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mynah-environment-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function startBot(
  options: EnvironmentOptions,
  environment: Record<string, string>,
  signal: AbortSignal | undefined,
): Promise<BotProcess> {
  return startBotProcess({
    environment,
    preload: PROCESS_FAULTS,
    ...(options.main && { main: options.main }),
    ...(options.onLog && { onLog: options.onLog }),
    ...(options.guard && { guard: options.guard }),
    ...(signal && { signal }),
  });
}

async function openSpeech(options: EnvironmentOptions, progress: (line: string) => void): Promise<EnvironmentSpeech> {
  if (options.remoteSpeech !== undefined) {
    progress(`using the speech service at ${options.remoteSpeech.url}`);
    return { kind: 'remote', access: options.remoteSpeech };
  }
  progress('starting a local speech service');
  const { speechConcurrency: concurrency, recognizer } = options;
  const service = await startLocalSpeech({
    pacing: {},
    ...options.localSpeech,
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(recognizer === undefined ? {} : { recognizer }),
  });
  const front = options.hasSecureSpeech === true ? await startTlsFront(service.url) : undefined;
  return { kind: 'local', service, access: service, front };
}

/** How the bot reaches the front, which it trusts as it does the voice server. */
async function secureAccess(front: TlsFront, caFile: string, folder: string): Promise<Record<string, string>> {
  const file = join(folder, 'authorities.pem');
  await writeFile(file, `${await readFile(caFile, 'utf8')}${front.caPem}`);
  return { SPEECH_API_URL: front.url, NODE_EXTRA_CA_CERTS: file };
}

function environmentOf(discord: LocalDiscord, speech: SpeechAccess): Record<string, string> {
  return {
    DISCORD_TOKEN: discord.token,
    DISCORD_API_URL: discord.apiUrl,
    NODE_EXTRA_CA_CERTS: discord.caFile,
    SPEECH_API_URL: speech.url,
    SPEECH_API_KEY: speech.apiKey,
  };
}

/** A port that is free now, with the address that the bot is reached at. */
async function publicAddress(): Promise<Record<string, string>> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return { HTTP_PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` };
}
