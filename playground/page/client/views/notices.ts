import { html } from 'htm/preact';
import type { VNode } from 'preact';

export function Notices(): VNode {
  return html`<div></div>`;
}
