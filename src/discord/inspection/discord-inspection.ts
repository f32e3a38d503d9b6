import { ApplicationFlagsBitField, DiscordAPIError, REST, RESTEvents, RESTJSONErrorCodes, Routes } from 'discord.js';
import { z } from 'zod';
import { proxyErrorIn } from '../../proxy/proxy-error.ts';
import { connectionFailure } from '../client/connection-failure.ts';

/** No request is repeated: the operator waits. */
const REQUEST_TIMEOUT_MS = 8_000;
/** Most servers that one request lists (Discord API reference, "Get Current User Guilds"). */
const PAGE_OF_SERVERS = 200;

/** The application, as Discord describes it to its bot. A field that Discord leaves out is `undefined`. */
export interface ApplicationFacts {
  readonly id: string;
  readonly isPublic: boolean | undefined;
  readonly requiresCodeGrant: boolean | undefined;
  readonly isUserInstallable: boolean | undefined;
  readonly privileged: { readonly messages: boolean; readonly members: boolean; readonly presences: boolean };
}

/** How Discord wants the bot to connect. */
interface GatewayFacts {
  readonly recommendedShards: number;
  /** Logins of a day, and how many are left. */
  readonly total: number;
  readonly remaining: number;
  readonly resetAfterMs: number;
  /** Shards that may log in within the same 5 s. */
  readonly maxConcurrency: number;
}

/** A server that the bot is in, with the permissions of its roles there. */
interface ServerFacts {
  readonly id: string;
  readonly permissions: bigint;
}

/** Why Discord did not answer as it should. */
export type DiscordProblem = 'token-refused' | 'no-access' | 'not-discord' | 'untrusted' | 'proxy' | 'unreachable';

/** Reads what Discord knows of the bot, by REST alone: it neither logs in nor changes anything. */
export interface DiscordInspection {
  /** The bot's tag, such as `Mynah#0042`. */
  botTag(signal: AbortSignal): Promise<string>;
  application(signal: AbortSignal): Promise<ApplicationFacts>;
  gateway(signal: AbortSignal): Promise<GatewayFacts>;
  /** At most 200; `isAll` is false if there may be more. */
  servers(signal: AbortSignal): Promise<{ readonly servers: readonly ServerFacts[]; readonly isAll: boolean }>;
  /** How many commands are registered in the server, or globally without one. */
  commandCount(applicationId: string, guildId: string | undefined, signal: AbortSignal): Promise<number>;
  /** How far this machine's clock is ahead of Discord's, to a second; `undefined` before the first answer. */
  clockAheadMs(): number | undefined;
}

const userSchema = z.object({ username: z.string(), discriminator: z.string().default('0') });

const applicationSchema = z.object({
  id: z.string(),
  bot_public: z.boolean().optional(),
  bot_require_code_grant: z.boolean().optional(),
  flags: z.number().default(0),
  integration_types_config: z.record(z.string(), z.unknown()).optional(),
});

const gatewaySchema = z.object({
  url: z.string(),
  shards: z.number(),
  session_start_limit: z.object({
    total: z.number(),
    remaining: z.number(),
    reset_after: z.number(),
    max_concurrency: z.number(),
  }),
});

const serversSchema = z.array(
  z.object({ id: z.string(), permissions: z.string().regex(/^\d+$/).default('0').transform(BigInt) }),
);

/** Creates an inspection of the Discord at `apiUrl`, the REST base without the version segment. */
export function createDiscordInspection(apiUrl: string, token: string): DiscordInspection {
  const rest = new REST({ api: apiUrl, version: '10', retries: 0, timeout: REQUEST_TIMEOUT_MS }).setToken(token);
  let aheadMs: number | undefined;
  rest.on(RESTEvents.Response, (_request, response) => {
    const date = response.headers.get('date');
    if (date !== null && !Number.isNaN(Date.parse(date))) aheadMs = Date.now() - Date.parse(date);
  });
  const read = async <T>(route: `/${string}`, schema: z.ZodType<T>, signal: AbortSignal, query?: URLSearchParams) =>
    schema.parse(await rest.get(route, { signal, ...(query && { query }) }));
  return {
    botTag: async (signal) => {
      const { username, discriminator } = await read(Routes.user(), userSchema, signal);
      return discriminator === '0' ? username : `${username}#${discriminator}`;
    },
    application: async (signal) => toFacts(await read(Routes.currentApplication(), applicationSchema, signal)),
    gateway: async (signal) => {
      const { shards, session_start_limit: limit } = await read(Routes.gatewayBot(), gatewaySchema, signal);
      const { total, remaining, reset_after: resetAfterMs, max_concurrency: maxConcurrency } = limit;
      return { recommendedShards: shards, total, remaining, resetAfterMs, maxConcurrency };
    },
    servers: async (signal) => {
      const query = new URLSearchParams({ limit: String(PAGE_OF_SERVERS) });
      const servers = await read(Routes.userGuilds(), serversSchema, signal, query);
      return { servers, isAll: servers.length < PAGE_OF_SERVERS };
    },
    commandCount: async (applicationId, guildId, signal) => {
      const route =
        guildId === undefined
          ? Routes.applicationCommands(applicationId)
          : Routes.applicationGuildCommands(applicationId, guildId);
      return (await read(route, z.array(z.unknown()), signal)).length;
    },
    clockAheadMs: () => aheadMs,
  };
}

/** Codes of Node.js and OpenSSL for a certificate that is not believed: also what a wrong clock looks like. */
const CERTIFICATE_CODE = /CERT|UNABLE_TO_VERIFY/;

/** What a failed request means. No part has a secret. */
interface ExplainedInspection {
  readonly problem: DiscordProblem;
  readonly found: string;
  /** What to do, where the failure itself knows. */
  readonly advice?: string;
}

/** Explains a failed request. */
export function explainInspection(error: unknown): ExplainedInspection {
  if (error instanceof z.ZodError) return { problem: 'not-discord', found: 'the answer is not one of Discord' };
  if (error instanceof DiscordAPIError) {
    if (error.status === 401) return { problem: 'token-refused', found: 'Discord refused the token (401)' };
    const isOutside = error.code === RESTJSONErrorCodes.UnknownGuild || error.code === RESTJSONErrorCodes.MissingAccess;
    if (isOutside) return { problem: 'no-access', found: `no access (${error.code})` };
  }
  const proxy = proxyErrorIn(error);
  if (proxy !== undefined) return { problem: 'proxy', found: proxy.message, advice: proxy.advice };
  const { code } = connectionFailure(error);
  if (CERTIFICATE_CODE.test(code))
    return { problem: 'untrusted', found: `the certificate is not valid here (${code})` };
  return { problem: 'unreachable', found: `Discord did not answer (${code === 'AbortError' ? 'in time' : code})` };
}

function toFacts(application: z.output<typeof applicationSchema>): ApplicationFacts {
  const { Flags } = ApplicationFlagsBitField;
  const has = (bits: number): boolean => (application.flags & bits) !== 0;
  const installs = application.integration_types_config;
  return {
    id: application.id,
    isPublic: application.bot_public,
    requiresCodeGrant: application.bot_require_code_grant,
    isUserInstallable: installs === undefined ? undefined : '1' in installs,
    // Each switch has two flags, for bots in few and in many servers.
    privileged: {
      messages: has(Flags.GatewayMessageContent | Flags.GatewayMessageContentLimited),
      members: has(Flags.GatewayGuildMembers | Flags.GatewayGuildMembersLimited),
      presences: has(Flags.GatewayPresence | Flags.GatewayPresenceLimited),
    },
  };
}
