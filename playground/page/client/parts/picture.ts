import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { isHere } from './image.ts';

/** Colours that pictures are made of, in `styles/base.css`. */
const HUES = 8;
/** Chosen so that the playground's own people differ. */
const SPREAD = 50;

/** The colour of the picture of someone or something, `0`…`7`: always the same for the same name. */
export function hueOf(name: string): number {
  let sum = 0;
  for (const character of name) sum = (sum * SPREAD + (character.codePointAt(0) ?? 0)) % 9973;
  return sum % HUES;
}

/** The first letter of a name, as people read it: an emoji or a letter with accents is one. */
export function initialOf(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.trim());
  return (first?.segment ?? '?').toLocaleUpperCase();
}

interface PictureProps {
  readonly name: string;
  readonly url?: string | undefined;
  /** Mynah's own picture is a bird. */
  readonly isMynah?: boolean;
}

/** Someone's picture, generated where there is none. Their name stands beside it, so it says nothing to screen readers. */
export function Picture({ name, url, isMynah = false }: PictureProps): VNode {
  if (url !== undefined && isHere(url)) return html`<img class="picture" src=${url} alt="" />`;
  if (isMynah) return html`<${Bird} />`;
  return html`
    <svg class="picture" data-hue=${hueOf(name)} viewBox="0 0 40 40" aria-hidden="true">
      <circle class="picture-ground" cx="20" cy="20" r="20" />
      <path class="picture-shade" d="M0 28a24 24 0 0 1 40-2v0a20 20 0 0 1-40 2z" />
      <text class="picture-initial" x="20" y="21" text-anchor="middle" dominant-baseline="central">${initialOf(name)}</text>
    </svg>
  `;
}

/** A hill mynah: dark plumage, yellow wattle and bill. */
export function Bird(): VNode {
  return html`
    <svg class="picture bird" viewBox="0 0 40 40" aria-hidden="true">
      <circle class="bird-ground" cx="20" cy="20" r="20" />
      <path class="bird-body" d="M9 38c-2-9 1-14 4-18 0-7 4-11 10-11 5 0 8 3 9 7l-3 2c1 8-2 15-8 20z" />
      <path class="bird-bill" d="M31 15.500l6 2.200-7.500 1.800z" />
      <path class="bird-wattle" d="M19 17c2 3 5 4 8 3l-2 3c-4 0-6-3-6-6z" />
      <circle class="bird-eye" cx="25" cy="14.500" r="1.500" />
    </svg>
  `;
}
