import type { LineData } from '../overlay-events.ts';
import { CaptionList } from './caption-list.ts';
import { SpeakerOrder } from './colors.ts';
import { DelayedLines } from './delayed-lines.ts';
import { Feed, type FeedStatus } from './feed.ts';
import { KnownSpeakers } from './known-speakers.ts';
import { type Line, LineBook } from './line-book.ts';
import { isShown, type Options } from './options.ts';

/**
 * A reset is followed by the lines that count, often by the state: drawing waits for them, at most this long, so that the
 * screen doesn't go blank.
 */
const RESET_GRACE_MS = 250;
/** After this much time without running, the machine slept, and its connections are likely dead. */
const SLEPT_MS = 30_000;
const WATCH_MS = 10_000;

/** What a face does with captions. */
export interface CaptionsHandlers {
  /** Lines have changed: draw them. Called at most once a frame. */
  readonly onChange: () => void;
  /** A line has got its final text. */
  readonly onFinal: (line: Line) => void;
  readonly onStatus: (status: FeedStatus) => void;
  /** Somebody speaks for the first time, is called otherwise, or is to be forgotten: the names of all, by speaker id. */
  readonly onSpeakers?: (names: ReadonlyMap<string, string>) => void;
}

/** The captions of a page: what has arrived, and the list that shows it. */
export class Captions {
  readonly book: LineBook;
  readonly list: CaptionList;
  readonly #options: Options;
  readonly #handlers: CaptionsHandlers;
  readonly #feed: Feed;
  readonly #delayed: DelayedLines;
  readonly #speakers = new SpeakerOrder();
  /** Those who have spoken, also those whose lines are not shown. */
  readonly #known = new KnownSpeakers();
  #isDrawing = false;
  #isStartingOver = false;
  /** Ids of the final lines that were shown before the last reset: they are nothing new. */
  #shownBefore: ReadonlySet<string> = new Set();

  constructor(
    parts: { readonly list: HTMLElement; readonly locale: string; readonly limit: number; readonly now: () => number },
    options: Options,
    handlers: CaptionsHandlers,
  ) {
    this.book = new LineBook(parts.limit);
    this.list = new CaptionList(parts.list, this.#speakers, parts.locale);
    this.#options = options;
    this.#handlers = handlers;
    this.#delayed = new DelayedLines({
      delayMs: (options.delay ?? 0) * 1_000,
      now: parts.now,
      setTimer: (run, afterMs) => void setTimeout(run, afterMs),
      show: (line) => this.#put(line),
    });
    this.#feed = this.#createFeed();
  }

  /** Connects, and keeps connected while the address is valid. */
  start(): void {
    this.#feed.connect();
    for (const change of ['online', 'offline']) addEventListener(change, () => this.#feed.connect());
    let lastMs = Date.now();
    setInterval(() => {
      const nowMs = Date.now();
      if (nowMs - lastMs > SLEPT_MS + WATCH_MS) this.#feed.connect();
      lastMs = nowMs;
    }, WATCH_MS);
  }

  #createFeed(): Feed {
    const page = location.pathname;
    return new Feed(
      `${page}/events`,
      {
        onLine: (line) => {
          if (this.#known.add(line)) this.#handlers.onSpeakers?.(this.#known.names);
          if (!isShown(line.speakerId, this.#options.who)) return;
          if (line.final && this.#shownBefore.has(line.id)) this.#put(line);
          else this.#delayed.add(line);
        },
        onRemove: (id) => {
          if (this.#known.remove(id)) this.#handlers.onSpeakers?.(this.#known.names);
          this.#delayed.remove(id);
          this.book.remove(id);
          this.#draw();
        },
        onReset: () => this.#startOver(),
        onStatus: (status) => {
          this.#isStartingOver = false;
          this.#handlers.onStatus(status);
          this.#draw();
        },
      },
      {
        openStream: (address) => new EventSource(address),
        isInvalid: () => isInvalid(page),
        setTimer: (run, afterMs) => {
          const timer = setTimeout(run, afterMs);
          return () => clearTimeout(timer);
        },
        random: Math.random,
      },
    );
  }

  #startOver(): void {
    const { lines } = this.book;
    if (lines.length > 0) this.#shownBefore = new Set(lines.flatMap(({ id, final }) => (final ? [id] : [])));
    this.#known.clear();
    this.#delayed.clear();
    this.book.clear();
    this.#isStartingOver = true;
    setTimeout(() => {
      this.#isStartingOver = false;
      this.#draw();
    }, RESET_GRACE_MS);
  }

  #put(data: LineData): void {
    const before = this.book.get(data.id);
    // Also for a line that is not among the newest: so a person has the same colour on every page.
    this.#speakers.placeOf(data.speakerId);
    this.book.put(data);
    const line = this.book.get(data.id);
    const isNew = before?.final !== true && !this.#shownBefore.has(data.id);
    if (line?.final === true && isNew) this.#handlers.onFinal(line);
    this.#draw();
  }

  #draw(): void {
    if (this.#isDrawing || this.#isStartingOver) return;
    this.#isDrawing = true;
    requestAnimationFrame(() => {
      this.#isDrawing = false;
      if (!this.#isStartingOver) this.#handlers.onChange();
    });
  }
}

/**
 * Asks for the page itself, because EventSource doesn't tell with what it was refused. A proxy also answers 404 while the bot
 * is down: only the bot forbids search engines in its answers.
 */
async function isInvalid(page: string): Promise<boolean> {
  try {
    const answer = await fetch(page, { cache: 'no-store' });
    await answer.body?.cancel();
    return answer.status === 404 && answer.headers.get('x-robots-tag')?.includes('noindex') === true;
  } catch {
    return false;
  }
}
