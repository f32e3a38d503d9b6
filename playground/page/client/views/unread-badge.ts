import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { usePage } from '../page.ts';
import type { Unread } from '../state.ts';

/** A dot for unread messages, or the number of those that mention the visitor. Said to screen readers as part of a name. */
export function UnreadBadge({ unread }: { readonly unread: Unread | undefined }): VNode | null {
  const { texts, locale } = usePage();
  if (unread === undefined) return null;
  const { count, pings } = unread;
  return html`
    <span class="unread ${pings > 0 ? 'has-pings' : ''}">
      ${pings > 0 && html`<span aria-hidden="true">${new Intl.NumberFormat(locale).format(pings)}</span>`}
      <span class="visually-hidden">${pings > 0 ? texts.shell.pings({ count: pings }) : texts.shell.unread({ count })}</span>
    </span>
  `;
}
