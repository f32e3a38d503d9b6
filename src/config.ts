import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { Secret } from './secret.ts';
import { TTS_FORMATS, type TtsFormat } from './speech/wire.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** All that an operator can set, frozen; names follow the environment variables of the README. */
export interface Config {
  readonly discord: {
    readonly token: Secret;
    /** REST base without the version segment. */
    readonly apiUrl: string;
    /** Commands are registered in this guild only; `undefined` registers them globally. */
    readonly guildId: string | undefined;
    /** This process's shards; `undefined` leaves them to Discord. */
    readonly shards: readonly number[] | undefined;
    readonly shardCount: number | undefined;
  };
  readonly speech: {
    readonly apiKey: Secret;
    readonly apiUrl: string;
    readonly wsUrl: string;
    readonly model: string;
    readonly defaultVoiceId: string | undefined;
    readonly format: TtsFormat;
    /** Most requests under way at once, all kinds together. */
    readonly concurrency: number;
  };
  readonly dataDir: string;
  readonly databaseUrl: string;
  readonly http: { readonly host: string; readonly port: number };
  readonly publicUrl: string | undefined;
  readonly voiceWorkers: number;
  readonly logLevel: (typeof LOG_LEVELS)[number];
}

/** What reading the environment gave: the configuration, or the one line that says what is wrong. */
export type ConfigResult =
  | { readonly kind: 'ok'; readonly config: Config }
  | { readonly kind: 'invalid'; readonly line: string };

const secret = (what: string) =>
  z
    .string({ error: `is missing: ${what}` })
    // It goes into a header: anything else would fail at every request instead of here.
    .regex(/^[\x21-\x7e]+$/, `must be ${what}, without spaces or letters beyond ASCII`)
    .transform((value) => new Secret(value));

const webAddress = (protocols: readonly string[], example: string) =>
  z
    .string({ error: `is missing: expected an address such as ${example}` })
    .refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
      error: `must be an address such as ${example}`,
    })
    .refine((value) => !URL.canParse(value) || (new URL(value).search === '' && new URL(value).hash === ''), {
      error: `must be an address without ? or #, such as ${example}`,
    })
    .transform((value) => value.replace(/\/+$/, ''));

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((value) => value >= least && value <= most, `must be a whole number from ${least} to ${most}`);

const snowflake = z.string().regex(/^\d{17,20}$/, 'must be a Discord id of 17 to 20 digits');

const environmentSchema = z.object({
  DISCORD_TOKEN: secret("the bot's token from Discord's developer portal"),
  DISCORD_API_URL: webAddress(['http:', 'https:'], 'https://discord.com/api').default('https://discord.com/api'),
  DISCORD_GUILD_ID: snowflake.optional(),
  SPEECH_API_KEY: secret('an API key of the speech service'),
  SPEECH_API_URL: webAddress(['http:', 'https:'], 'https://speech.example'),
  SPEECH_WS_URL: webAddress(['ws:', 'wss:'], 'wss://speech.example').optional(),
  SPEECH_MODEL: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be the name of a speech model, such as s2-pro')
    .default('s2-pro'),
  SPEECH_VOICE_ID: z
    .string()
    .regex(/^[\w-]{1,128}$/, 'must be the id of a voice model')
    .optional(),
  SPEECH_TTS_FORMAT: z.enum(TTS_FORMATS, { error: `must be one of ${TTS_FORMATS.join(', ')}` }).default('opus'),
  SPEECH_CONCURRENCY: wholeNumber(1, 1_000).default(5),
  DATA_DIR: z.string().default('data'),
  DATABASE_URL: z
    .string()
    .regex(/^(sqlite:.+|postgres(ql)?:\/\/.+)$/, 'must be sqlite:PATH or postgres://…')
    .optional(),
  HTTP_HOST: z.string().default('127.0.0.1'),
  HTTP_PORT: wholeNumber(0, 65_535).default(8080),
  PUBLIC_URL: webAddress(['http:', 'https:'], 'https://mynah.example').optional(),
  VOICE_WORKERS: wholeNumber(0, 256).optional(),
  SHARDS: z
    .string()
    .regex(/^\d+(\s*,\s*\d+)*$/, 'must be shard numbers separated by commas, such as 0,1')
    .transform((value) => value.split(',').map(Number))
    .optional(),
  SHARD_COUNT: wholeNumber(1, 100_000).optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }).default('info'),
});

/**
 * Reads the configuration from environment variables, this process's own unless told. An empty variable counts as absent. What is wrong is told in one
 * line that names the variable and what is expected, never its value.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>> = process.env): ConfigResult {
  const present = Object.entries(environment)
    .map(([name, value]) => [name, value?.trim()] as const)
    .filter(([, value]) => value !== undefined && value !== '');
  const parsed = environmentSchema.safeParse(Object.fromEntries(present));
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return { kind: 'invalid', line: `${issue?.path.join('.')} ${issue?.message}` };
  }
  return fromEnvironment(parsed.data);
}

function fromEnvironment(env: z.output<typeof environmentSchema>): ConfigResult {
  const shardCount = env.SHARD_COUNT;
  if (env.SHARDS !== undefined && (shardCount === undefined || env.SHARDS.some((shard) => shard >= shardCount))) {
    return { kind: 'invalid', line: 'SHARD_COUNT must be set and larger than every number in SHARDS' };
  }
  const config: Config = {
    discord: {
      token: env.DISCORD_TOKEN,
      apiUrl: env.DISCORD_API_URL,
      guildId: env.DISCORD_GUILD_ID,
      shards: env.SHARDS,
      shardCount,
    },
    speech: {
      apiKey: env.SPEECH_API_KEY,
      apiUrl: env.SPEECH_API_URL,
      wsUrl: env.SPEECH_WS_URL ?? env.SPEECH_API_URL.replace(/^http/, 'ws'),
      model: env.SPEECH_MODEL,
      defaultVoiceId: env.SPEECH_VOICE_ID,
      format: env.SPEECH_TTS_FORMAT,
      concurrency: env.SPEECH_CONCURRENCY,
    },
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL ?? `sqlite:${env.DATA_DIR}/mynah.sqlite`,
    http: { host: env.HTTP_HOST, port: env.HTTP_PORT },
    publicUrl: env.PUBLIC_URL,
    voiceWorkers: env.VOICE_WORKERS ?? Math.max(1, availableParallelism() - 1),
    logLevel: env.LOG_LEVEL,
  };
  return { kind: 'ok', config: deepFreeze(config) };
}

function deepFreeze<T extends object>(value: T): T {
  for (const inner of Object.values(value)) {
    if (typeof inner === 'object' && inner !== null) deepFreeze(inner);
  }
  return Object.freeze(value);
}
