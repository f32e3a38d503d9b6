import { ephemeral, type Reply, sanitizeWithin, truncate } from '../../src/discord/client/replies.ts';
import { type Button, buttonRows } from '../../src/discord/interactions/buttons.ts';
import type { Messages } from '../../src/messages/messages.ts';
import type { DictionaryView, ListedEntry, Requester, Scope } from '../../src/pronunciations/pronunciations-api.ts';

/** Ten lines of the longest entries are within Discord's 4,096 characters of an embed. */
const PAGE_ENTRIES = 10;
const MAX_WORD_LENGTH = 100;
const MAX_AS_LENGTH = 200;
const MAX_DESCRIPTION_LENGTH = 4_096;

/** What a page shows. */
export interface ListPage {
  readonly scope: Scope;
  /** From 1; pages beyond the last show the last. */
  readonly page: number;
}

/** The custom id of the button that shows a page, or locks or unlocks the server's dictionary and then shows it. */
function listCustomId(act: 'show' | 'lock' | 'unlock', { scope, page }: ListPage): string {
  return `pronounce:${act}:${scope}:${page}`;
}

/** A page of a dictionary. Managers see who added what, and can lock the server's. */
export function listReply(
  messages: Messages,
  view: DictionaryView,
  { scope, page: wanted }: ListPage,
  { requester, limit }: { readonly requester: Requester; readonly limit: number },
): Reply {
  const { list } = messages.pronunciation;
  const managesThis = scope === 'server' && requester.isManager;
  const pages = Math.max(1, Math.ceil(view.entries.length / PAGE_ENTRIES));
  const page = Math.min(Math.max(1, wanted), pages);
  const shown = view.entries.slice((page - 1) * PAGE_ENTRIES, page * PAGE_ENTRIES);
  const lines = shown.map((entry) => lineOf(messages, entry, managesThis));
  const notice = view.locked ? [list.locked, ''] : [];
  const body = lines.length === 0 ? [list.empty[scope]] : lines;
  const footer = { text: list.page({ page, pages, entries: view.entries.length, limit }) };
  const description = truncate([...notice, ...body].join('\n'), MAX_DESCRIPTION_LENGTH);
  const at = (other: number): ListPage => ({ scope, page: other });
  const buttons: Button[] = [
    ...(page > 1 ? [[listCustomId('show', at(page - 1)), list.buttons.previous] as const] : []),
    ...(page < pages ? [[listCustomId('show', at(page + 1)), list.buttons.next] as const] : []),
    ...(managesThis ? [lockButton(messages, view.locked, at(page))] : []),
  ];
  return {
    ...ephemeral(''),
    embeds: [{ title: list.title[scope], description, ...(lines.length > 0 && { footer }) }],
    components: buttonRows(buttons),
  };
}

function lineOf({ pronunciation: { list } }: Messages, entry: ListedEntry, withNames: boolean): string {
  const shown = { word: sanitizeWithin(entry.word, MAX_WORD_LENGTH), as: sanitizeWithin(entry.as, MAX_AS_LENGTH) };
  const { addedBy, addedAtMs } = entry;
  return withNames ? list.entryBy({ ...shown, addedBy, addedAtMs }) : list.entry(shown);
}

function lockButton({ pronunciation: { list } }: Messages, isLocked: boolean, page: ListPage): Button {
  return isLocked
    ? [listCustomId('unlock', page), list.buttons.unlock]
    : [listCustomId('lock', page), list.buttons.lock];
}
