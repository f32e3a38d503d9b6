import { PermissionFlagsBits } from 'discord.js';

/**
 * The permissions that the invitation link requests, by the names in Discord's settings: what speech, captions under
 * people's names, files, voice messages and the channel status need. Optional ones are in README.md only.
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
  'Manage Webhooks': PermissionFlagsBits.ManageWebhooks,
  'Set Voice Channel Status': PermissionFlagsBits.SetVoiceChannelStatus,
};

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
