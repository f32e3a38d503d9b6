import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import { DEFAULT_BOT_PERMISSIONS } from '../../playground/discord/permissions.ts';

/** The invitation's permissions and those that a bot may be given besides. */
export const GENEROUS_PERMISSIONS = DEFAULT_BOT_PERMISSIONS | P.ManageWebhooks | P.SetVoiceChannelStatus | P.EmbedLinks;
