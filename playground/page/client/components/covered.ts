import { html } from 'htm/preact';
import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from '../parts/icon.ts';

/** Media or a container marked as a spoiler: covered until the button on it is pressed. */
export function Covered({ name, children }: { readonly name: string; readonly children?: ComponentChildren }): VNode {
  const [isShown, setShown] = useState(false);
  if (isShown) return html`<div class="covered is-shown">${children}</div>`;
  return html`
    <div class="covered">
      <div inert aria-hidden="true">${children}</div>
      <button type="button" class="button" onClick=${() => setShown(true)}><${Icon} name="eye" />${name}</button>
    </div>
  `;
}
