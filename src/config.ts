import { availableParallelism } from 'node:os';
import { PRO_MODEL, TTS_FORMATS, type TtsFormat } from '@mynah/speech-wire/wire';
import { z } from 'zod';
import { readProxyAddress } from './proxy/proxy-routes.ts';
import { Secret } from './secret.ts';
import { snowflake } from './snowflake.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Everything an operator can set, frozen. The names follow the environment variables. */
export interface Config {
  readonly discord: {
    readonly token: Secret;
    /** REST base without the version segment. */
    readonly apiUrl: string;
    /** Commands are registered in this guild only; `undefined` registers them globally. */
    readonly guildId: string | undefined;
    /** Ids of the servers that may use the bot; `undefined` allows all. */
    readonly allowedGuilds: readonly string[] | undefined;
    /** Whether people may use it in direct messages and as an app that they installed for themselves. */
    readonly allowDirect: boolean;
    /** This process's shards; `undefined` leaves them to Discord. */
    readonly shards: readonly number[] | undefined;
    readonly shardCount: number | undefined;
  };
  readonly speech: {
    readonly apiKey: Secret;
    readonly apiUrl: string;
    readonly wsUrl: string;
    readonly model: string;
    /** The transcription model; `undefined` names none. */
    readonly asrModel: string | undefined;
    readonly defaultVoiceId: string | undefined;
    readonly format: TtsFormat;
    /** Most requests under way at once, all kinds together. */
    readonly concurrency: number;
  };
  /** The proxy routes; `undefined` where everything is reached directly. */
  readonly proxy:
    | {
        /** For `https:` and `wss:` addresses. It may hold a password. */
        readonly https: Secret | undefined;
        /** For `http:` and `ws:` addresses. */
        readonly http: Secret | undefined;
        /** What is reached directly. */
        readonly except: string | undefined;
      }
    | undefined;
  readonly dataDir: string;
  readonly databaseUrl: string;
  /** PostgreSQL's own address, where `databaseUrl` leads to a pooler that shares sessions. */
  readonly databaseDirectUrl: string | undefined;
  readonly http: { readonly host: string; readonly port: number };
  /** Where health checks and metrics listen on their own; `undefined`: with the rest. */
  readonly health: { readonly host: string; readonly port: number } | undefined;
  readonly publicUrl: string | undefined;
  /** What may be used a day, by person, by server and in all; `Infinity` where nothing is limited. */
  readonly limits: {
    readonly characters: { readonly person: number; readonly guild: number; readonly account: number };
    readonly captionMinutes: { readonly guild: number; readonly account: number };
    readonly transcribeMinutes: { readonly person: number; readonly guild: number; readonly account: number };
    /** Not by day: voice models on the account. */
    readonly voices: number;
  };
  readonly voiceWorkers: number;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** Spans are exported. OpenTelemetry's libraries read the rest of its variables themselves. */
  readonly isTraced: boolean;
}

/** The configuration, or what is wrong with the environment: a line per variable. */
export type ConfigResult =
  | { readonly kind: 'ok'; readonly config: Config }
  | { readonly kind: 'invalid'; readonly lines: readonly string[] };

// The message of every check completes the sentence "expected …".

const secret = (pattern: RegExp, expected: string) =>
  z
    .string(expected)
    .regex(pattern, expected)
    .transform((value) => new Secret(value));

/** Three parts in base64url, as in https://discord.com/developers/docs/reference#authentication. */
const BOT_TOKEN = /^(?=.{8})[\w-]+\.[\w-]+\.[\w-]+$/;

/** It is sent in a header, which carries visible ASCII only. Logs mask secrets of at least this length. */
const API_KEY = /^[\x21-\x7e]{8,}$/;

const webAddress = (protocols: readonly string[], example: string) =>
  z
    .string(`an address such as ${example}`)
    .refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
      error: `an address such as ${example}`,
      abort: true,
    })
    .refine((value) => new URL(value).search === '' && new URL(value).hash === '', {
      error: `an address without ? or #, such as ${example}`,
    })
    .transform((value) => value.replace(/\/+$/, ''));

const wholeNumber = (least: number, most: number) => {
  const expected = `a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d+$/, expected)
    .transform(Number)
    .refine((value) => value >= least && value <= most, expected);
};

/** A limit; `unlimited` is `Infinity`. At most nine digits, so that it stays exact in milliseconds. */
const limit = z
  .string()
  .regex(/^(\d{1,9}|unlimited)$/, 'a whole number up to 999999999, or unlimited')
  .transform((value) => (value === 'unlimited' ? Number.POSITIVE_INFINITY : Number(value)));

const proxyAddress = z
  .string()
  .refine(
    (value) => readProxyAddress(value) !== undefined,
    'an HTTP proxy (not SOCKS), http://HOST:PORT or http://USER:PASSWORD@HOST:PORT, special characters of user and password as %XX',
  )
  .transform((value) => new Secret(value));

const snowflakes = z
  .string()
  .regex(/^\d{17,20}(\s*,\s*\d{17,20})*$/, 'ids of servers, of 17 to 20 digits each, separated by commas')
  .transform((value) => value.split(',').map((id) => id.trim()));

const databaseAddress = z
  .string()
  .refine(isDatabaseAddress, 'sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE, special characters as %XX');

const collectorAddress = webAddress(['http:', 'https:'], 'http://localhost:4318');

const environmentSchema = z.object({
  DISCORD_TOKEN: secret(BOT_TOKEN, "the bot's token from Discord's developer portal, three parts joined by dots"),
  DISCORD_API_URL: webAddress(['http:', 'https:'], 'https://discord.com/api').default('https://discord.com/api'),
  DISCORD_GUILD_ID: snowflake.optional(),
  ALLOWED_GUILDS: snowflakes.optional(),
  ALLOW_DIRECT: z
    .enum(['true', 'false'], 'true or false')
    .default('true')
    .transform((value) => value === 'true'),
  SPEECH_API_KEY: secret(
    API_KEY,
    'an API key of the speech service, at least 8 characters without spaces or characters beyond ASCII',
  ),
  SPEECH_API_URL: webAddress(['http:', 'https:'], 'https://speech.example'),
  SPEECH_WS_URL: webAddress(['ws:', 'wss:'], 'wss://speech.example').optional(),
  SPEECH_MODEL: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'the name of a speech model, such as s2-pro')
    .default('s2-pro'),
  SPEECH_ASR_MODEL: z
    .string()
    .regex(/^[\x21-\x7e]*$/, 'the name of a transcription model, such as transcribe-1-pro, or nothing')
    .default(PRO_MODEL),
  SPEECH_VOICE_ID: z
    .string()
    .regex(/^[\w-]{1,128}$/, 'the id of a voice')
    .optional(),
  SPEECH_TTS_FORMAT: z.enum(TTS_FORMATS, `one of ${TTS_FORMATS.join(', ')}`).default('opus'),
  SPEECH_CONCURRENCY: wholeNumber(1, 1_000).default(5),
  HTTPS_PROXY: proxyAddress.optional(),
  HTTP_PROXY: proxyAddress.optional(),
  NO_PROXY: z.string().optional(),
  DATA_DIR: z.string().default('data'),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_DIRECT_URL: databaseAddress
    .refine(
      (value) => value.startsWith('postgres'),
      'postgres://USER:PASSWORD@HOST/DATABASE, special characters as %XX',
    )
    .optional(),
  HTTP_HOST: z.string().default('127.0.0.1'),
  HTTP_PORT: wholeNumber(0, 65_535).default(8080),
  HEALTH_PORT: wholeNumber(0, 65_535).optional(),
  PUBLIC_URL: webAddress(['http:', 'https:'], 'https://mynah.example').optional(),
  VOICE_WORKERS: wholeNumber(0, 256).optional(),
  SHARDS: z
    .string()
    .regex(/^\d+(\s*,\s*\d+)*$/, 'shard numbers separated by commas, such as 0,1')
    .transform((value) => value.split(',').map(Number))
    .optional(),
  SHARD_COUNT: wholeNumber(1, 100_000).optional(),
  // Reasons for the defaults are in docs/configuration.md.
  LIMIT_CHARACTERS_USER: limit.default(50_000),
  LIMIT_CHARACTERS_GUILD: limit.default(200_000),
  LIMIT_CHARACTERS_TOTAL: limit.default(1_000_000),
  LIMIT_CAPTION_MINUTES_GUILD: limit.default(600),
  LIMIT_CAPTION_MINUTES_TOTAL: limit.default(3_000),
  LIMIT_TRANSCRIBE_MINUTES_USER: limit.default(240),
  LIMIT_TRANSCRIBE_MINUTES_GUILD: limit.default(600),
  LIMIT_TRANSCRIBE_MINUTES_TOTAL: limit.default(2_400),
  LIMIT_VOICES_TOTAL: limit.default(500),
  LOG_LEVEL: z.enum(LOG_LEVELS, `one of ${LOG_LEVELS.join(', ')}`).default('info'),
  OTEL_SDK_DISABLED: z.stringbool('true or false').default(false),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none'], 'otlp or none').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: collectorAddress.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collectorAddress.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .enum(['http/protobuf'], 'http/protobuf, the only one that Mynah sends traces with')
    .optional(),
});

/** An unescaped `@`, `/`, `?` or `#` in a password would make a part of it the host, which error messages name. */
function isDatabaseAddress(value: string): boolean {
  if (!/^postgres(ql)?:\/\/./.test(value)) return /^sqlite:./.test(value);
  if (!URL.canParse(value)) return false;
  const { pathname, hash } = new URL(value);
  return hash === '' && !pathname.includes('@');
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables to which empty means something else than not set. */
const MAY_BE_EMPTY: ReadonlySet<string> = new Set(['SPEECH_ASR_MODEL']);

/** Variables whose values are never shown: the address of a database or a proxy may hold a password. */
const NEVER_SHOWN: ReadonlySet<string> = new Set([
  'DISCORD_TOKEN',
  'SPEECH_API_KEY',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'HTTPS_PROXY',
  'HTTP_PROXY',
]);

/** Set for all programs of a machine, often in lower case, which then comes first: as in curl and in Node.js itself. */
const PROXY_NAMES = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'] as const;

/** How the names of most variables begin; other programs have HTTP_… and OTEL_… as well. */
const LIKE_OURS = /^(ALLOW|DISCORD|LIMIT|SHARD|SPEECH|VOICE_WORKER)[A-Z_]*$/;

const NOTHING_SET =
  "None of Mynah's variables are set. Run `cp .env.example .env`, fill in the required ones, and start again.";

/**
 * Reads the configuration from environment variables, those of this process by default. An empty variable counts as not
 * set, except that an empty `SPEECH_ASR_MODEL` names no model. The result lists everything that is wrong, a line per
 * variable: its name, what was found (never a secret) and what is expected.
 */
export function readConfig(environment: Environment = process.env): ConfigResult {
  const set = Object.fromEntries(
    Object.entries(environment)
      .map(([name, value]) => [name, value?.trim()] as const)
      .filter(([name, value]) => value !== undefined && (value !== '' || MAY_BE_EMPTY.has(name))),
  );
  const inLowerCase = PROXY_NAMES.filter((name) => set[name.toLowerCase()] !== undefined);
  const found = { ...set, ...Object.fromEntries(inLowerCase.map((name) => [name, set[name.toLowerCase()]])) };
  const parsed = environmentSchema.safeParse(found);
  const hasCount = hasCountForShards(found);
  const isGuildAllowed = allowsOwnGuild(found);
  const isDirectUseful = found['DATABASE_DIRECT_URL'] === undefined || /^postgres/.test(found['DATABASE_URL'] ?? '');
  const unknownLimits = Object.keys(found).filter(isUnknownLimit);
  if (parsed.success && hasCount && isGuildAllowed && isDirectUseful && unknownLimits.length === 0)
    return { kind: 'ok', config: toConfig(parsed.data) };
  const lines = (parsed.error?.issues ?? []).map(({ path, message }) => describe(String(path[0]), found, message));
  if (!hasCount) lines.push(describe('SHARD_COUNT', found, 'a number larger than every shard number in SHARDS'));
  if (!isGuildAllowed) lines.push(describe('DISCORD_GUILD_ID', found, 'one of the servers in ALLOWED_GUILDS'));
  if (!isDirectUseful) {
    lines.push(
      describe('DATABASE_URL', found, 'postgres://… where DATABASE_DIRECT_URL is set, which SQLite has no use for'),
    );
  }
  const limits = Object.keys(environmentSchema.shape).filter((name) => name.startsWith('LIMIT_'));
  lines.push(...unknownLimits.map((name) => `${name} is unknown: expected one of ${limits.join(', ')}`));
  const own = Object.keys(environmentSchema.shape).filter((name) => PROXY_NAMES.every((other) => other !== name));
  const isAnySet = own.some((name) => (found[name] ?? '') !== '');
  return { kind: 'invalid', lines: isAnySet ? lines : [NOTHING_SET, ...lines] };
}

/** Not a check of the schema: zod skips those that compare variables as soon as a single one is wrong. */
function hasCountForShards(found: Environment): boolean {
  const { SHARDS, SHARD_COUNT } = environmentSchema.shape;
  const shards = SHARDS.safeParse(found['SHARDS']);
  const count = SHARD_COUNT.safeParse(found['SHARD_COUNT']);
  // The schema reports a malformed count.
  if (found['SHARDS'] === undefined || !count.success) return true;
  const { data: shardCount } = count;
  return shardCount !== undefined && (shards.data ?? []).every((shard) => shard < shardCount);
}

/** Whether `DISCORD_GUILD_ID` is among `ALLOWED_GUILDS`, where both are given and well-formed. */
function allowsOwnGuild(found: Environment): boolean {
  const { DISCORD_GUILD_ID, ALLOWED_GUILDS } = environmentSchema.shape;
  const { data: guildId } = DISCORD_GUILD_ID.safeParse(found['DISCORD_GUILD_ID']);
  const { data: allowed } = ALLOWED_GUILDS.safeParse(found['ALLOWED_GUILDS']);
  return guildId === undefined || allowed === undefined || allowed.includes(guildId);
}

/** A limit whose name is misspelt would be ignored, and its default would be spent. */
function isUnknownLimit(name: string): boolean {
  return /^LIMIT_(CHAR|CAPTION|TRANSCRI|VOICE)/.test(name) && !(name in environmentSchema.shape);
}

/** Names that look like Mynah's and are none of its variables, perhaps misspelt: what they say is ignored. */
export function unknownNames(environment: Environment = process.env): string[] {
  return Object.keys(environment).filter((name) => LIKE_OURS.test(name) && !(name in environmentSchema.shape));
}

function describe(name: string, found: Environment, expected: string): string {
  return `${describeFound(name, found)}: expected ${expected}`;
}

function describeFound(name: string, found: Environment): string {
  const value = found[name];
  if (value === undefined) return `${name} is missing`;
  const inLowerCase = name.toLowerCase();
  const isInLowerCase = found[inLowerCase] === value && PROXY_NAMES.some((proxy) => proxy === name);
  if (NEVER_SHOWN.has(name)) return `${isInLowerCase ? inLowerCase : name} is malformed (value not shown)`;
  const isMisplaced = [...NEVER_SHOWN].some((secret) => found[secret] === value);
  if (isMisplaced) return `${name} holds a secret (value not shown)`;
  const plain = withoutSecrets(value);
  return plain === undefined ? `${name} is malformed (value not shown)` : `${name} is "${plain}"`;
}

/**
 * What can be shown of a value that may be a key in the wrong place: short words, numbers, and where an address leads;
 * `undefined` if that is nothing. Does not recognize the configured secrets themselves: the logger masks those.
 */
export function withoutSecrets(value: string): string | undefined {
  if (/^([\w.,; -]{1,16}|\d{1,32})$/.test(value)) return value;
  const { protocol, host } = URL.canParse(value) ? new URL(value) : { protocol: '', host: '' };
  const address = `${protocol}//${host}`;
  if (host === '') return undefined;
  return value === address ? address : `${address}/…`;
}

function toConfig(env: z.output<typeof environmentSchema>): Config {
  return deepFreeze({
    discord: {
      token: env.DISCORD_TOKEN,
      apiUrl: env.DISCORD_API_URL,
      guildId: env.DISCORD_GUILD_ID,
      allowedGuilds: env.ALLOWED_GUILDS,
      allowDirect: env.ALLOW_DIRECT,
      shards: env.SHARDS,
      shardCount: env.SHARD_COUNT,
    },
    speech: {
      apiKey: env.SPEECH_API_KEY,
      apiUrl: env.SPEECH_API_URL,
      wsUrl: env.SPEECH_WS_URL ?? env.SPEECH_API_URL.replace(/^http/, 'ws'),
      model: env.SPEECH_MODEL,
      asrModel: env.SPEECH_ASR_MODEL === '' ? undefined : env.SPEECH_ASR_MODEL,
      defaultVoiceId: env.SPEECH_VOICE_ID,
      format: env.SPEECH_TTS_FORMAT,
      concurrency: env.SPEECH_CONCURRENCY,
    },
    proxy:
      env.HTTPS_PROXY === undefined && env.HTTP_PROXY === undefined
        ? undefined
        : { https: env.HTTPS_PROXY, http: env.HTTP_PROXY, except: env.NO_PROXY },
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL ?? `sqlite:${env.DATA_DIR}/mynah.sqlite`,
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    http: { host: env.HTTP_HOST, port: env.HTTP_PORT },
    health: healthOf(env.HTTP_HOST, env.HTTP_PORT, env.HEALTH_PORT),
    publicUrl: env.PUBLIC_URL,
    limits: {
      characters: {
        person: env.LIMIT_CHARACTERS_USER,
        guild: env.LIMIT_CHARACTERS_GUILD,
        account: env.LIMIT_CHARACTERS_TOTAL,
      },
      captionMinutes: { guild: env.LIMIT_CAPTION_MINUTES_GUILD, account: env.LIMIT_CAPTION_MINUTES_TOTAL },
      transcribeMinutes: {
        person: env.LIMIT_TRANSCRIBE_MINUTES_USER,
        guild: env.LIMIT_TRANSCRIBE_MINUTES_GUILD,
        account: env.LIMIT_TRANSCRIBE_MINUTES_TOTAL,
      },
      voices: env.LIMIT_VOICES_TOTAL,
    },
    voiceWorkers: env.VOICE_WORKERS ?? Math.max(1, availableParallelism() - 1),
    logLevel: env.LOG_LEVEL,
    isTraced: isTraced(env),
  });
}

/** As OpenTelemetry's own start does it, but off unless something says where spans go. */
function isTraced(env: z.output<typeof environmentSchema>): boolean {
  if (env.OTEL_SDK_DISABLED || env.OTEL_TRACES_EXPORTER === 'none') return false;
  const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_ENDPOINT;
  return env.OTEL_TRACES_EXPORTER === 'otlp' || endpoint !== undefined;
}

function deepFreeze<T extends object>(value: T): T {
  for (const inner of Object.values(value)) {
    if (typeof inner === 'object' && inner !== null) deepFreeze(inner);
  }
  return Object.freeze(value);
}

/** Two ports that are to be free ones are two. */
function healthOf(host: string, httpPort: number, port: number | undefined): Config['health'] {
  return port === undefined || (port === httpPort && port !== 0) ? undefined : { host, port };
}
