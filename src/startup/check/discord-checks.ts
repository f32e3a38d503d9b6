import type { Config } from '../../config.ts';
import { invitationLink, missingInvited, userInstallLink } from '../../discord/client/invitation.ts';
import {
  type ApplicationFacts,
  createDiscordInspection,
  type DiscordInspection,
  type DiscordProblem,
  explainInspection,
} from '../../discord/inspection/discord-inspection.ts';
import { type Check, type Finding, failed, ok, warning } from './checks.ts';

/** A larger difference breaks TLS certificates, daily limits and the times in captions. */
const MAX_CLOCK_SKEW_MS = 30_000;
/** Below this share of the day's logins, a few more restarts would lock the bot out until the day ends. */
const FEW_LOGINS = 0.1;
const PORTAL = 'https://discord.com/developers/applications';

/** The checks of the token, the application and what it may do, by REST: a gateway connection would cost a login. */
export function discordChecks(config: Config): Check[] {
  const { discord } = config;
  const inspection = createDiscordInspection(discord.apiUrl, discord.token.reveal());
  let asked: Promise<ApplicationFacts> | undefined;
  const application = (signal: AbortSignal): Promise<ApplicationFacts> => (asked ??= inspection.application(signal));
  const needs = ['Discord token'];
  const asking = (name: string, purpose: string, run: Run): Check => ({ name, purpose, needs, run: explained(run) });
  const reading = (name: string, purpose: string, find: (facts: ApplicationFacts) => Finding): Check =>
    asking(name, purpose, async (signal) => find(await application(signal)));
  return [
    { name: 'Discord token', purpose: 'logs in as your bot', run: explained(checkToken(inspection, application)) },
    { name: 'clock', purpose: "must agree with Discord's", needs, run: () => checkClock(inspection.clockAheadMs()) },
    reading('Discord application', 'who can add the bot', (facts) => checkApplication(config, facts)),
    reading('Discord intents', 'let it read chat aloud and answer voice messages', checkIntents),
    asking('Discord gateway', 'logins left today, shards', (signal) => checkGateway(config, inspection, signal)),
    asking('Discord servers', 'where it is, and with which permissions', async (signal) =>
      checkServers(config, inspection, (await application(signal)).id, signal),
    ),
    reading('Discord user installs', 'direct messages, and servers without the bot', (facts) =>
      checkUserInstalls(config, facts),
    ),
    asking('Discord commands', 'what people type', async (signal) =>
      checkCommands(config, inspection, (await application(signal)).id, signal),
    ),
  ];
}

type Run = (signal: AbortSignal) => Promise<Finding>;

const CHECK_NETWORK = 'check the network, the firewall and DISCORD_API_URL';
const ADVICE: Readonly<Record<DiscordProblem, string>> = {
  'token-refused': `copy the token again: ${PORTAL}, page Bot, Reset Token; set it as DISCORD_TOKEN`,
  untrusted: 'set the clock of this machine; for a proxy with certificates of its own, NODE_EXTRA_CA_CERTS',
  'not-discord': 'check DISCORD_API_URL',
  ...{ 'no-access': CHECK_NETWORK, proxy: CHECK_NETWORK, unreachable: CHECK_NETWORK },
};

/** Discord's refusals as findings. */
function explained(run: Run): Run {
  return async (signal) => {
    try {
      return await run(signal);
    } catch (error) {
      const { problem, found, advice = ADVICE[problem] } = explainInspection(error);
      return failed(found, advice);
    }
  };
}

function checkToken(
  inspection: DiscordInspection,
  application: (signal: AbortSignal) => Promise<ApplicationFacts>,
): Run {
  return async (signal) => {
    const [tag, { id }] = await Promise.all([inspection.botTag(signal), application(signal)]);
    return ok(`${tag}, application ${id}`);
  };
}

function checkClock(aheadMs: number | undefined): Finding {
  if (aheadMs === undefined) return warning('Discord sent no time', 'compare the clock of this machine yourself');
  const found = `${Math.round(Math.abs(aheadMs) / 1_000)} s ${aheadMs < 0 ? 'behind' : 'ahead'}`;
  if (Math.abs(aheadMs) <= MAX_CLOCK_SKEW_MS) return ok(found);
  return failed(found, 'set the clock of this machine, for instance with systemd-timesyncd or chrony');
}

function checkApplication({ discord }: Config, { isPublic, requiresCodeGrant }: ApplicationFacts): Finding {
  if (requiresCodeGrant === true)
    return failed(
      '"Requires OAuth2 Code Grant" is on, so that no invitation link works',
      `switch it off: ${PORTAL}, page Bot`,
    );
  if (isPublic === false) return ok('only you ("Public Bot" is off)');
  if (discord.allowedGuilds !== undefined) return ok('anyone, but it leaves servers that are not in ALLOWED_GUILDS');
  return warning(
    'anyone who has the link, who then spends your credits up to the daily limits',
    `set ALLOWED_GUILDS, or switch off "Public Bot": ${PORTAL}, page Bot`,
  );
}

function checkUserInstalls({ discord }: Config, { id, isUserInstallable }: ApplicationFacts): Finding {
  if (!discord.allowDirect) return ok('off (ALLOW_DIRECT is false)');
  if (isUserInstallable === false) return ok(`off; to offer them: ${PORTAL}, page Installation, User Install`);
  return ok(userInstallLink(id));
}

function checkIntents({ privileged }: ApplicationFacts): Finding {
  const { messages, members, presences } = privileged;
  if (!messages) {
    return warning(
      'Message Content is off, so that /autoread and answers to voice messages do not work; everything else does',
      `to use them, switch on "Message Content Intent": ${PORTAL}, page Bot, and restart Mynah`,
    );
  }
  const others = [...(members ? ['Server Members'] : []), ...(presences ? ['Presence'] : [])];
  return ok(`Message Content is on${others.length === 0 ? '' : `; ${others.join(' and ')} can be switched off`}`);
}

async function checkGateway({ discord }: Config, inspection: DiscordInspection, signal: AbortSignal): Promise<Finding> {
  const { recommendedShards, total, remaining, resetAfterMs, maxConcurrency } = await inspection.gateway(signal);
  const { shards, shardCount = recommendedShards } = discord;
  const needed = shards?.length ?? shardCount;
  const found = `logins left: ${remaining} of ${total}, needed here: ${needed}; shards recommended: ${recommendedShards}, configured: ${shardCount}, logging in at a time: ${maxConcurrency}`;
  const reset = `they are renewed in ${Math.ceil(resetAfterMs / 60_000)} min`;
  if (remaining < needed) return failed(found, `wait: ${reset}; find out what restarts the bot so often`);
  if (shardCount < recommendedShards)
    return warning(found, `raise SHARD_COUNT to ${recommendedShards}: Discord refuses shards with too many servers`);
  if (remaining < total * FEW_LOGINS) return warning(found, `${reset}; find out what restarts the bot so often`);
  return ok(found);
}

async function checkServers(
  { discord }: Config,
  inspection: DiscordInspection,
  applicationId: string,
  signal: AbortSignal,
): Promise<Finding> {
  const invitation = invitationLink(applicationId);
  const { servers, isAll } = await inspection.servers(signal);
  if (servers.length === 0) return warning('in no server', `open ${invitation}`);
  const count = `servers: ${servers.length}${isAll ? '' : ' or more'}`;
  const refused = servers.filter(({ id }) => discord.allowedGuilds?.includes(id) === false);
  if (refused.length > 0)
    return warning(
      `${count}; it leaves those that are not in ALLOWED_GUILDS (${refused.length})`,
      'check ALLOWED_GUILDS',
    );
  const missing = new Set(servers.flatMap(({ permissions }) => missingInvited(permissions)));
  if (missing.size === 0) return ok(`${count}; invitation: ${invitation}`);
  const lacking = servers.filter(({ permissions }) => missingInvited(permissions).length > 0);
  return warning(
    `${count}; missing in ${lacking.length} of these: ${[...missing].join(', ')}`,
    `give its role these permissions, or invite it again with ${invitation}`,
  );
}

async function checkCommands(
  { discord }: Config,
  inspection: DiscordInspection,
  applicationId: string,
  signal: AbortSignal,
): Promise<Finding> {
  const { guildId } = discord;
  const place = guildId === undefined ? 'globally' : `in the server ${guildId}`;
  try {
    const count = await inspection.commandCount(applicationId, guildId, signal);
    return ok(count === 0 ? `none yet; the start registers them ${place}` : `${count} registered ${place}`);
  } catch (error) {
    if (guildId === undefined || explainInspection(error).problem !== 'no-access') throw error;
    return failed(
      `the bot is not in the server of DISCORD_GUILD_ID, ${guildId}`,
      `open ${invitationLink(applicationId)}, or empty DISCORD_GUILD_ID`,
    );
  }
}
