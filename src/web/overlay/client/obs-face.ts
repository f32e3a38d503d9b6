import { applyAppearance } from './appearance.ts';
import { Captions } from './captions.ts';
import type { Line } from './line-book.ts';
import type { Options } from './options.ts';

/** As many captions as fit under a picture without hiding it. */
const USUAL_LINES = 3;
/** page.css fades for as long. */
const FADING_MS = 1_000;
const FADE_CHECK_MS = 250;
/** A line that began longer ago than this when it came was said before the page was opened. */
const LONG_AGO_MS = 60_000;

/** How long the last captions stay in the picture when captions have ended. */
const AFTER_END_MS = 10_000;

/** The face for OBS: the newest captions and nothing else. */
export function startObsFace(
  parts: { readonly list: HTMLElement; readonly locale: string; readonly now: () => number },
  options: Options,
): void {
  const { fade, lines: limit = USUAL_LINES } = options;
  applyAppearance(document.documentElement, options);
  /** When each line has faded; from its last change on. */
  const fadesAt = new WeakMap<Line, number>();
  const fadeOf = (line: Line): number => {
    if (fade === undefined) return Number.POSITIVE_INFINITY;
    const nowMs = parts.now();
    const fromMs = nowMs - line.atMs > LONG_AGO_MS ? line.atMs : nowMs;
    const known = fadesAt.get(line) ?? fromMs + fade * 1_000;
    fadesAt.set(line, known);
    return known;
  };
  let isOver = false;
  const draw = (): void => {
    const nowMs = parts.now();
    captions.list.render(isOver ? [] : captions.book.lines.filter((line) => fadeOf(line) + FADING_MS > nowMs));
    hideCutCaptions(parts.list);
    for (const { item, line } of captions.list.lines) item.classList.toggle('is-fading', fadeOf(line) <= nowMs);
  };
  const captions = new Captions({ ...parts, limit }, options, {
    onChange: draw,
    onFinal: () => undefined,
    onStatus: (status) => {
      if (status !== 'ended' && status !== 'invalid') return;
      setTimeout(() => {
        isOver = true;
        draw();
      }, AFTER_END_MS);
    },
  });
  addEventListener('resize', draw);
  if (fade !== undefined) setInterval(draw, FADE_CHECK_MS);
  captions.start();
}

/** In a low source, half a line at the upper edge would disturb: only whole captions are seen, and the newest in any case. */
function hideCutCaptions(list: HTMLElement): void {
  for (const item of list.children) {
    item.classList.toggle('is-cut', item !== list.lastElementChild && item.getBoundingClientRect().top < 0);
  }
}
