import { html } from 'htm/preact';
import type { VNode } from 'preact';

/** Strokes on a field of 24 × 24. */
const STROKES = {
  hash: 'M5 9h14M4 15h14M10 4 8 20M16 4l-2 16',
  speaker: 'M4 10v4h4l5 4V6l-5 4zM16.5 9a4 4 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11',
  thread: 'M6 4v8a4 4 0 0 0 4 4h8M14 12l4 4-4 4',
  menu: 'M4 7h16M4 12h16M4 17h10',
  members:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M3 20a6 6 0 0 1 12 0M16 4.4a3.5 3.5 0 0 1 0 6.4M18 14.6a6 6 0 0 1 3 5.4',
  faults: 'M13 3 5 14h6l-1 7 8-11h-6z',
  settings: 'M4 7h9M17 7h3M15 5v4M4 17h3M11 17h9M9 15v4M4 12h16',
  plus: 'M12 5v14M5 12h14',
  reply: 'M10 6 4 12l6 6M4 12h9a7 7 0 0 1 7 7',
  edit: 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4',
  delete: 'M5 7h14M10 4h4M7 7l1 13h8l1-13M10 11v5M14 11v5',
  close: 'M6 6l12 12M18 6 6 18',
  play: 'M8 5v14l11-7z',
  pause: 'M8 5v14M16 5v14',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  down: 'M12 5v14M6 13l6 6 6-6',
  chevron: 'm6 9 6 6 6-6',
  back: 'M14 6l-6 6 6 6',
  external: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  eye: 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6',
  file: 'M6 3h8l5 5v13H6zM14 3v5h5',
  message: 'M4 5h16v11H10l-5 4v-4H4z',
  check: 'm5 12 5 5 9-10',
  more: 'M5.5 12h.01M12 12h.01M18.5 12h.01',
  help: 'M9 9a3 3 0 1 1 4 2.8c-.7.3-1 .8-1 1.7M12 17h.01M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18',
} as const;

export type IconName = keyof typeof STROKES;

/** A drawing that says nothing to screen readers: what it stands on has a name. */
export function Icon({ name }: { readonly name: IconName }): VNode {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${STROKES[name]} /></svg>`;
}
