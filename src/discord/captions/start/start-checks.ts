import type { CaptionsUsedUp } from '../../../budgets/budgets-api.ts';
import type { CaptionSession } from '../../../captions/captions-ports.ts';
import { missingCaptionPermissions, type PermissionKey } from '../../client/permissions.ts';
import type { CaptionServices } from '../caption-services.ts';

/** Why no captions can start in a guild now, wherever they would go. */
export type GuildObstacle =
  | { readonly kind: 'already-on'; readonly session: CaptionSession }
  | { readonly kind: 'over-budget'; readonly usedUp: CaptionsUsedUp };

/** Why captions can't be posted in a text channel or thread. */
export type TextObstacle =
  /** The bot can't see it. */
  | { readonly kind: 'hidden' }
  | { readonly kind: 'missing-permissions'; readonly permissions: readonly PermissionKey[] };

/** What keeps captions of the guild from starting, by hand or by themselves; `undefined` for nothing. */
export async function guildObstacle(
  { captions, budgets }: Pick<CaptionServices, 'captions' | 'budgets'>,
  guildId: string,
): Promise<GuildObstacle | undefined> {
  const running = await captions.status(guildId);
  if (running !== undefined) return { kind: 'already-on', session: running.session };
  const usedUp = await budgets.captions.usedUp(guildId);
  return usedUp && { kind: 'over-budget', usedUp };
}

/** What keeps captions from being posted there; `undefined` for nothing. */
export function textObstacle(
  { directory }: { readonly directory: Pick<CaptionServices['directory'], 'textChannel'> },
  channelId: string,
): TextObstacle | undefined {
  const channel = directory.textChannel(channelId);
  if (channel === undefined) return { kind: 'hidden' };
  const permissions = missingCaptionPermissions(channel.permissions, channel.webhookChannelId !== channel.channelId);
  return permissions.length === 0 ? undefined : { kind: 'missing-permissions', permissions };
}
