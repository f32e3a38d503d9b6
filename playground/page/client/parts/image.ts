import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

interface ImageProps {
  readonly url: string;
  /** `''` for what only decorates. */
  readonly alt: string;
  readonly className?: string;
}

/** A picture. The page loads only what this machine serves: of any other, its name stays. */
export function Image({ url, alt, className = '' }: ImageProps): VNode | null {
  const [isBroken, setBroken] = useState(!isHere(url));
  if (!isBroken)
    return html`<img class=${className} src=${url} alt=${alt} loading="lazy" onError=${() => setBroken(true)} />`;
  return alt === '' ? null : html`<span class="hint">${alt}</span>`;
}

/** Whether an address is one of this machine, as the page's Content-Security-Policy demands. */
export function isHere(url: string): boolean {
  return new URL(url, location.href).hostname === location.hostname;
}
