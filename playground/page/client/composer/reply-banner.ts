import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { usePage } from '../page.ts';
import { Icon } from '../parts/icon.ts';

/** Says whose message the next one answers. */
export function ReplyBanner({ name }: { readonly name: string }): VNode {
  const { store, texts } = usePage();
  const { composer } = texts.commands;
  return html`
    <p class="reply-banner">
      <span role="status">${composer.replyingTo({ name })}</span>
      <button type="button" class="icon-button" aria-label=${composer.cancelReply} onClick=${() => store.update(() => ({ replyingTo: undefined }))}><${Icon} name="close" /></button>
    </p>`;
}
