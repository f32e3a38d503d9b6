import { UserError } from '../../../errors.ts';
import type { CommandContext, ComponentContext, InteractionContext } from '../../interactions/command.ts';
import { requireGuild } from '../../interactions/member-rights.ts';
import type { CaptionServices } from '../caption-services.ts';
import { requireSharable, revocableLinks } from './overlay-access.ts';
import { createdReply, listReply } from './overlay-reply.ts';

type OverlayServices = Pick<CaptionServices, 'captions' | 'directory' | 'overlayNotices' | 'overlays' | 'publicUrl'>;

/** `/captions overlay`, and the buttons and menus of its answers. */
export interface OverlayCommand {
  /**
   * Makes a link to the captions that are on and answers with its addresses. Without an announcement to everyone, or when
   * the answer doesn't arrive, there is no link.
   * @throws {UserError} when captions are off, the person may not show them elsewhere, or there is no public address.
   */
  run(context: CommandContext): Promise<void>;
  /**
   * Shows or revokes links. The argument is `links:SESSION`, `revoke:SESSION` with the links as values,
   * `revoke:SESSION:LINK` or `revoke-all:SESSION`.
   */
  press(context: ComponentContext): Promise<void>;
}

/** Creates the command. */
export function createOverlayCommand(services: OverlayServices): OverlayCommand {
  return {
    run: (context) => makeLink(services, context),
    press: (context) => {
      const [action, sessionId = '', linkId] = context.argument.split(':');
      if (action === 'links') return showLinks(services, context, sessionId);
      const chosen = linkId === undefined ? context.values : [linkId];
      return revoke(services, context, sessionId, action === 'revoke-all' ? 'all' : chosen);
    },
  };
}

async function makeLink(services: OverlayServices, context: InteractionContext): Promise<void> {
  const { captions, overlayNotices, overlays, publicUrl } = services;
  const { guildId } = requireGuild(context);
  const { messages, userId } = context;
  const { overlay, refusals } = messages.captions;
  if (publicUrl === undefined) throw new UserError(overlay.refusals.noPublicUrl);
  const session = (await captions.status(guildId))?.session;
  if (session === undefined) throw new UserError(refusals.off);
  await requireSharable(services, context, session);
  const { sessionId, voiceChannelId, textChannelId } = session;
  const outcome = await overlays.create({ guildId, sessionId, userId });
  switch (outcome.kind) {
    case 'not-running':
      throw new UserError(refusals.off);
    case 'too-many':
      return showLinks(services, context, sessionId, overlay.refusals.tooMany(outcome));
    case 'created':
      break;
  }
  const { link, secret } = outcome;
  // Nobody has the address yet: people learn that others may read along before anyone can.
  if (!(await overlayNotices.announce(session, userId))) {
    await overlays.revoke(link.linkId);
    throw new UserError(overlay.refusals.noNotice({ textChannelId }));
  }
  const others = (await overlays.list(sessionId)).filter(({ linkId }) => linkId !== link.linkId).length;
  const shown = { voiceChannelId, others };
  const reply = createdReply(`${publicUrl}/overlay/${secret}`, link, shown, messages);
  let isAnswered = false;
  try {
    isAnswered = await context.tryAnswer(reply);
  } finally {
    if (!isAnswered) await overlays.revoke(link.linkId);
  }
}

async function showLinks(
  services: OverlayServices,
  context: InteractionContext,
  sessionId: string,
  first?: string,
): Promise<void> {
  const links = await revocableLinks(services, context, sessionId);
  await context.answer(listReply(links, sessionId, context.messages, first));
}

async function revoke(
  services: OverlayServices,
  context: ComponentContext,
  sessionId: string,
  chosen: readonly string[] | 'all',
): Promise<void> {
  const { messages } = context;
  const { overlay } = messages.captions;
  const links = await revocableLinks(services, context, sessionId);
  const wanted = links.filter(({ linkId }) => chosen === 'all' || chosen.includes(linkId));
  const ended = await Promise.all(wanted.map(({ linkId }) => services.overlays.revoke(linkId)));
  const count = ended.filter(Boolean).length;
  const first = count === 0 ? overlay.refusals.alreadyEnded : overlay.revoked({ links: count });
  const left = links.filter((link) => !wanted.includes(link));
  await context.update(listReply(left, sessionId, messages, first));
}
