import { html } from 'htm/preact';
import type { VNode } from 'preact';

export function SidePane(): VNode {
  return html`<div></div>`;
}
