import { Html } from './html.ts';

/** Strokes in a square of 24 units. */
const STROKES = {
  pause: 'M8 5v14M16 5v14',
  resume: 'M8 5l11 7-11 7z',
  search: 'M18 11a7 7 0 1 1-14 0a7 7 0 1 1 14 0M16 16l5 5',
  display: 'M4 7h8M20 7h0M18 7a2 2 0 1 1-4 0a2 2 0 1 1 4 0M4 17h2M12 17h8M10 17a2 2 0 1 1-4 0a2 2 0 1 1 4 0',
  copy: 'M9 9h11v11h-11zM5 15h-1v-11h11v1',
  download: 'M12 4v11M7 11l5 5l5-5M5 20h14',
  address: 'M3 5h18v12h-18zM8 21h8M12 17v4',
  shortcuts: 'M2 6h20v12h-20zM6 10h0M10 10h0M14 10h0M18 10h0M8 14h8',
  close: 'M6 6l12 12M18 6l-12 12',
  down: 'M12 5v14M6 13l6 6l6-6',
  next: 'M6 9l6 6l6-6',
  previous: 'M6 15l6-6l6 6',
} as const;

/** An icon's name. */
export type IconName = keyof typeof STROKES;

/** A picture beside words, or for a control that has a name: screen readers pass over it. */
export function icon(name: IconName): Html {
  return new Html(
    `<svg class="icon icon-${name}" viewBox="0 0 24 24" aria-hidden="true"><path d="${STROKES[name]}"/></svg>`,
  );
}
