import { html } from 'htm/preact';
import type { VNode } from 'preact';

export function ChannelPane(): VNode {
  return html`<div></div>`;
}
