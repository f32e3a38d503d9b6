import { html } from 'htm/preact';
import type { VNode } from 'preact';

export function ServerRail(): VNode {
  return html`<div></div>`;
}
