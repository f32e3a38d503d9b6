import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { ChannelView } from '../../protocol.ts';

/** Where the visitor writes messages and commands. */
export function Composer({ channel }: { readonly channel: ChannelView }): VNode {
  return html`<form class="composer" aria-label=${channel.name}></form>`;
}
