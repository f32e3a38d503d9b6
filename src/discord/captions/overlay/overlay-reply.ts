import {
  type APIActionRowComponent,
  type APIButtonComponent,
  type APIComponentInMessageActionRow,
  ButtonStyle,
  ComponentType,
} from 'discord.js';
import type { OverlayLink } from '../../../captions/overlay/overlay-api.ts';
import type { Messages } from '../../../messages/messages.ts';
import { ephemeral, type Reply } from '../../client/replies.ts';
import { type Button, buttonRow } from '../../interactions/buttons.ts';

/** Discord's bound on the options of a menu. */
const MAX_CHOICES = 25;
/** Discord's bound on the address of a button, in UTF-16 units. */
const MAX_URL_LENGTH = 512;

type Row = APIActionRowComponent<APIComponentInMessageActionRow>;

/** The answer with a new link's addresses. Only the person who made it may see it. `others`: the session's other links. */
export function createdReply(
  address: string,
  { linkId, sessionId }: OverlayLink,
  { voiceChannelId, others }: { readonly voiceChannelId: string; readonly others: number },
  { captions: { overlay } }: Messages,
): Reply {
  const created = overlay.created({ voiceChannelId, page: address, obs: `${address}?face=obs` });
  const content = others === 0 ? created : `${created}\n${overlay.others({ links: others })}`;
  const list: Button = [`captions:links:${sessionId}`, overlay.buttons.links];
  const own = buttonRow([
    [`captions:revoke:${sessionId}:${linkId}`, overlay.buttons.revoke, 'danger'],
    ...(others === 0 ? [] : [list]),
  ]);
  const open: APIButtonComponent[] = isOpenable(address)
    ? [{ type: ComponentType.Button, style: ButtonStyle.Link, label: overlay.buttons.open, url: address }]
    : [];
  const row: Row = { type: ComponentType.ActionRow, components: [...open, ...own.components] };
  return { ...ephemeral(content), components: [row] };
}

/** The links of a session that a person may revoke, with a menu to do so; `first` is a line above them. */
export function listReply(
  links: readonly OverlayLink[],
  sessionId: string,
  { captions: { overlay } }: Messages,
  first?: string,
): Reply {
  const shown = links.slice(0, MAX_CHOICES);
  const list = links.length === 0 ? overlay.noLinks : overlay.list({ links: shown });
  const content = first === undefined ? list : `${first}\n${list}`;
  if (links.length === 0) return { ...ephemeral(content), components: [] };
  const menu: Row = {
    type: ComponentType.ActionRow,
    components: [
      {
        type: ComponentType.StringSelect,
        custom_id: `captions:revoke:${sessionId}`,
        placeholder: overlay.choose,
        min_values: 1,
        max_values: shown.length,
        options: shown.map(({ linkId, viewers }, index) => ({
          value: linkId,
          label: overlay.choice({ number: index + 1 }),
          description: overlay.viewers({ viewers }),
        })),
      },
    ],
  };
  const all = buttonRow([[`captions:revoke-all:${sessionId}`, overlay.buttons.revokeAll, 'danger']]);
  return { ...ephemeral(content), components: [menu, all] };
}

/** What the status of captions says of their links; empty where there are none. */
export function overlayLines(links: readonly OverlayLink[], { captions: { overlay } }: Messages): string[] {
  const viewers = links.reduce((sum, link) => sum + link.viewers, 0);
  return links.length === 0 ? [] : [overlay.status({ links: links.length, viewers })];
}

/** Discord may refuse the whole answer for a button whose address is too long, or names a host such as `localhost`. */
function isOpenable(address: string): boolean {
  return address.length <= MAX_URL_LENGTH && new URL(address).hostname.includes('.');
}
