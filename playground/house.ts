import { type BotLogEntry, type BotProcess, startBotProcess } from './bot-process.ts';
import { type LocalDiscord, startLocalDiscord } from './discord/local-discord.ts';
import type { LocalSpeech } from './speech/contract.ts';
import { startLocalSpeech } from './speech/local-speech.ts';

/** A speech service elsewhere, used in place of the local one. */
export interface RemoteSpeech {
  readonly url: string;
  readonly apiKey: string;
}

export interface HouseOptions {
  /** End-to-end encrypted voice; default true. */
  readonly dave?: boolean;
  /** Default: a local speech service is started. */
  readonly remoteSpeech?: RemoteSpeech;
  /** Most requests at once that the local speech service allows. */
  readonly speechConcurrency?: number;
  /** Another bot than Mynah, as `BotProcessOptions.main`. */
  readonly main?: URL;
  /** Further variables of the bot; they win over the ones set here. */
  readonly environment?: Readonly<Record<string, string>>;
  /** One line per step of the start. */
  readonly onProgress?: (line: string) => void;
  readonly onLog?: (entry: BotLogEntry) => void;
  /** Gives up starting. */
  readonly signal?: AbortSignal;
}

/** The speech service that the bot of a house uses. */
type HouseSpeech = { readonly kind: 'local'; readonly service: LocalSpeech } | { readonly kind: 'remote' };

/** A local Discord, a speech service and the bot between them, all on this machine. */
export interface House {
  readonly discord: LocalDiscord;
  readonly speech: HouseSpeech;
  readonly bot: BotProcess;
  /** Stops the bot first, then what it talks to; resolves with the bot's exit code. Safe to call twice. */
  close(): Promise<number | null>;
}

/** Starts all three; the bot is ready and its commands are registered when this resolves. Whoever calls closes it. */
export async function startHouse(options: HouseOptions = {}): Promise<House> {
  const progress = options.onProgress ?? (() => undefined);
  const started: { close(): Promise<unknown> }[] = [];
  const closeStarted = async () => {
    for (const part of started.splice(0).reverse()) await part.close();
  };
  try {
    progress('starting a local Discord');
    const discord = await startLocalDiscord({ dave: options.dave ?? true });
    started.push(discord);
    const speech = await openSpeech(options, progress);
    if (speech.kind === 'local') started.push(speech.service);
    progress('starting the bot');
    const bot = await startBotProcess({
      environment: { ...environmentOf(discord, speech, options.remoteSpeech), ...options.environment },
      ...(options.main && { main: options.main }),
      ...(options.onLog && { onLog: options.onLog }),
      ...(options.signal && { signal: options.signal }),
    });
    let exit: Promise<number | null> | undefined;
    started.push({ close: () => bot.stop() });
    progress('waiting for the bot’s commands');
    await discord.botReady(options.signal);
    const close = async () => {
      const code = await bot.stop();
      await closeStarted();
      return code;
    };
    return { discord, speech, bot, close: () => (exit ??= close()) };
  } catch (error) {
    await closeStarted();
    throw error;
  }
}

async function openSpeech(options: HouseOptions, progress: (line: string) => void): Promise<HouseSpeech> {
  if (options.remoteSpeech !== undefined) {
    progress(`using the speech service at ${options.remoteSpeech.url}`);
    return { kind: 'remote' };
  }
  progress('starting a local speech service');
  const concurrency = options.speechConcurrency;
  return { kind: 'local', service: await startLocalSpeech(concurrency === undefined ? {} : { concurrency }) };
}

function environmentOf(
  discord: LocalDiscord,
  speech: HouseSpeech,
  remote: RemoteSpeech | undefined,
): Record<string, string> {
  return {
    DISCORD_TOKEN: discord.token,
    DISCORD_API_URL: discord.apiUrl,
    NODE_EXTRA_CA_CERTS: discord.caFile,
    SPEECH_API_URL: speech.kind === 'local' ? speech.service.url : (remote?.url ?? ''),
    SPEECH_API_KEY: speech.kind === 'local' ? speech.service.apiKey : (remote?.apiKey ?? ''),
  };
}
