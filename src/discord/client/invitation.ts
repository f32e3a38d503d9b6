import { type Client, PermissionFlagsBits, Routes } from 'discord.js';
import { linkSignals } from '../../concurrency/async.ts';

/**
 * The permissions that the invitation link requests, by the names in Discord's settings: what speech, captions under
 * people's names, files, voice messages, stages and the channel status need. Optional ones are in README.md only.
 */
export const INVITED_PERMISSIONS: Readonly<Record<string, bigint>> = {
  'View Channels': PermissionFlagsBits.ViewChannel,
  'Send Messages': PermissionFlagsBits.SendMessages,
  'Send Messages in Threads': PermissionFlagsBits.SendMessagesInThreads,
  'Attach Files': PermissionFlagsBits.AttachFiles,
  'Send Voice Messages': PermissionFlagsBits.SendVoiceMessages,
  Connect: PermissionFlagsBits.Connect,
  Speak: PermissionFlagsBits.Speak,
  'Use Voice Activity': PermissionFlagsBits.UseVAD,
  'Request to Speak': PermissionFlagsBits.RequestToSpeak,
  'Manage Webhooks': PermissionFlagsBits.ManageWebhooks,
  'Set Voice Channel Status': PermissionFlagsBits.SetVoiceChannelStatus,
};

/** Where people add the bot. */
export interface Invitation {
  readonly invitation: string;
  /** For people's own accounts; `undefined` if they may not use it outside of servers. */
  readonly userInstall: string | undefined;
}

/** A start does not wait longer for a link. */
const TIMEOUT_MS = 3_000;

const AUTHORIZE = 'https://discord.com/oauth2/authorize';

/** The page on which people add the bot to a server, with exactly the scopes and permissions that it needs. */
export function invitationLink(applicationId: string): string {
  const permissions = Object.values(INVITED_PERMISSIONS).reduce((all, bit) => all | bit, 0n);
  return `${AUTHORIZE}?client_id=${applicationId}&scope=bot+applications.commands&permissions=${permissions}`;
}

/**
 * The page on which people add the bot to their own account: `integration_type` 1 is a user install. It works once _User
 * Install_ is switched on in the developer portal.
 */
export function userInstallLink(applicationId: string): string {
  return `${AUTHORIZE}?client_id=${applicationId}&scope=applications.commands&integration_type=1`;
}

/** The names of requested permissions that these permission bits of a server lack. */
export function missingInvited(permissions: bigint): string[] {
  if ((permissions & PermissionFlagsBits.Administrator) !== 0n) return [];
  return Object.entries(INVITED_PERMISSIONS)
    .filter(([, bit]) => (permissions & bit) === 0n)
    .map(([name]) => name);
}

/**
 * The links for a bot that is in no server at all; `undefined` if it is in one, or if Discord doesn't say so. With several
 * shards this process may serve none while others do.
 */
export async function findInvitation(
  { guilds, application, rest }: Pick<Client, 'guilds' | 'application' | 'rest'>,
  allowDirect: boolean,
  signal: AbortSignal,
): Promise<Invitation | undefined> {
  if (guilds.cache.size > 0 || application === null) return undefined;
  const query = new URLSearchParams({ limit: '1' });
  using limited = linkSignals([signal], { afterMs: TIMEOUT_MS, reason: () => new Error('Discord took too long') });
  const all: unknown = await rest.get(Routes.userGuilds(), { query, signal: limited.signal }).catch(() => undefined);
  if (!Array.isArray(all) || all.length > 0) return undefined;
  const { id } = application;
  return { invitation: invitationLink(id), userInstall: allowDirect ? userInstallLink(id) : undefined };
}
