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
  const draw = (): void => {
    const nowMs = parts.now();
    captions.list.render(captions.book.lines.filter((line) => fadeOf(line) + FADING_MS > nowMs));
    for (const { item, line } of captions.list.lines) item.classList.toggle('is-fading', fadeOf(line) <= nowMs);
  };
  const captions = new Captions({ ...parts, limit }, options, {
    onChange: draw,
    onFinal: () => undefined,
    onStatus: () => undefined,
  });
  if (fade !== undefined) setInterval(draw, FADE_CHECK_MS);
  captions.start();
}
