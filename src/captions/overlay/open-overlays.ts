import type { CaptionSettings } from '../caption-settings.ts';
import type { StoredOverlayLink } from '../overlay-links-ports.ts';
import type { LineWatcher, WatchedLine } from './line-watcher.ts';
import type { NumberedEvent } from './overlay-api.ts';
import { type FeedState, OverlayFeed, type Subscription } from './overlay-feed.ts';

/** Of which captions a line is, as far as that says who may be shown. */
export interface ShownCaptions {
  readonly guildId: string;
  /** The strictest rule of its sessions. */
  readonly consent: CaptionSettings['consent'];
}

/** What was said before. */
export interface EarlierLines extends Pick<ShownCaptions, 'consent'> {
  readonly sessionIds: readonly string[];
  /** In order of time. */
  readonly lines: readonly WatchedLine[];
}

/** A feed with the links that lead to it. */
interface OpenOverlay {
  readonly guildId: string;
  readonly feed: OverlayFeed;
  /** Those whose lines it shows: the running session and those before a restart. */
  readonly sessionIds: Set<string>;
  /** The viewers of each link, by link id. */
  readonly links: Map<string, Set<Subscription>>;
  consent: CaptionSettings['consent'];
  /** Resolves when the lines from before are in the feed; `undefined` when that has yet to begin, or failed. */
  seeding: Promise<void> | undefined;
}

/** What is needed to open a feed. */
export interface OpenOverlaysOptions {
  /** Reads the newest lines of a link's sessions. */
  readonly readLines: (link: StoredOverlayLink) => Promise<EarlierLines>;
  /** Whether a line may still be shown. */
  readonly mayShow: (captions: ShownCaptions, line: WatchedLine) => boolean;
}

/**
 * The feeds of this process. Links that were made for the same session share one, also after a restart. There is a feed
 * only for sessions with links: the others cost nothing.
 */
export class OpenOverlays implements LineWatcher {
  readonly #options: OpenOverlaysOptions;
  /** By the id of the session for which their links were made. */
  readonly #open = new Map<string, OpenOverlay>();

  constructor(options: OpenOverlaysOptions) {
    this.#options = options;
  }

  shown(sessionId: string, line: WatchedLine): void {
    for (const { feed } of this.#showing(sessionId)) feed.show(line);
  }

  dropped(sessionId: string, lineId: string): void {
    for (const { feed } of this.#showing(sessionId)) feed.remove(lineId);
  }

  forgotten(sessionId: string, userId: string): void {
    for (const { feed } of this.#showing(sessionId)) feed.forget(userId);
  }

  /** Takes the lines of a person off all screens that may no longer be shown. */
  recheck(userId: string): void {
    for (const overlay of this.#open.values()) {
      overlay.feed.forget(userId, (line) => !this.#options.mayShow(overlay, line));
    }
  }

  /** The captions of a guild now show only people who opted in: takes the lines of all others off its screens. */
  requireOptIn(guildId: string): void {
    for (const overlay of this.#open.values()) {
      if (overlay.guildId !== guildId || overlay.consent === 'opt-in') continue;
      overlay.consent = 'opt-in';
      for (const userId of overlay.feed.speakers) {
        const isGone = (line: WatchedLine): boolean => !this.#options.mayShow(overlay, line);
        overlay.feed.forget(userId, isGone);
      }
    }
  }

  /** The ids of the links that lead to a feed. */
  get linkIds(): readonly string[] {
    return [...this.#open.values()].flatMap(({ links }) => [...links.keys()]);
  }

  /** How many viewers a link has. */
  viewersOf(linkId: string): number {
    return this.#open.values().reduce((sum, { links }) => sum + (links.get(linkId)?.size ?? 0), 0);
  }

  /** From now on the lines of the link's session are kept for its viewers. */
  expect(link: StoredOverlayLink, state: FeedState): void {
    const overlay = this.#overlayOf(link, state);
    if (!overlay.links.has(link.linkId)) overlay.links.set(link.linkId, new Set());
  }

  /**
   * Attaches a viewer; see `OverlaySource.open`. `undefined` when the link has ended meanwhile. Rejects when the lines from
   * before can't be read.
   */
  async watch(
    link: StoredOverlayLink,
    state: FeedState,
    { after, listener }: { readonly after: string | undefined; readonly listener: (event: NumberedEvent) => void },
  ): Promise<Subscription | undefined> {
    this.expect(link, state);
    const overlay = this.#overlayOf(link, state);
    overlay.seeding ??= this.#seed(overlay, link);
    await overlay.seeding;
    const viewers = overlay.links.get(link.linkId);
    if (viewers === undefined || this.#open.get(link.firstSessionId) !== overlay) return undefined;
    const subscription = overlay.feed.subscribe(after, listener);
    const viewer: Subscription = {
      backlog: subscription.backlog,
      close: () => {
        subscription.close();
        viewers.delete(viewer);
      },
      end: () => subscription.end(),
    };
    viewers.add(viewer);
    return viewer;
  }

  /** The captions of a link run again, in another session. */
  resume(link: StoredOverlayLink, sessionId: string): void {
    const overlay = this.#open.get(link.firstSessionId);
    overlay?.sessionIds.add(sessionId);
    overlay?.feed.setState('live');
  }

  /** The captions of a session wait for a restart to be over. */
  wait(sessionId: string): void {
    for (const { feed } of this.#showing(sessionId)) feed.setState('waiting');
  }

  /** Ends a link for its viewers, and forgets the feed if it was the last one. */
  endLink(linkId: string): void {
    for (const [firstSessionId, { links }] of this.#open) {
      const viewers = links.get(linkId);
      if (viewers === undefined) continue;
      links.delete(linkId);
      if (links.size === 0) this.#open.delete(firstSessionId);
      for (const viewer of viewers) viewer.end();
    }
  }

  /** Ends all links that show this session. */
  endSession(sessionId: string): void {
    for (const { links } of [...this.#showing(sessionId)]) for (const linkId of [...links.keys()]) this.endLink(linkId);
  }

  #showing(sessionId: string): readonly OpenOverlay[] {
    if (this.#open.size === 0) return [];
    return [...this.#open.values()].filter(({ sessionIds }) => sessionIds.has(sessionId));
  }

  #overlayOf({ firstSessionId, sessionId, guildId }: StoredOverlayLink, state: FeedState): OpenOverlay {
    const known = this.#open.get(firstSessionId);
    if (known !== undefined) return known;
    const sessionIds = new Set([firstSessionId, sessionId]);
    const feed = new OverlayFeed(state, firstSessionId);
    const made: OpenOverlay = { guildId, feed, sessionIds, links: new Map(), consent: 'opt-out', seeding: undefined };
    this.#open.set(firstSessionId, made);
    return made;
  }

  async #seed(overlay: OpenOverlay, link: StoredOverlayLink): Promise<void> {
    try {
      const { sessionIds, lines, consent } = await this.#options.readLines(link);
      for (const sessionId of sessionIds) overlay.sessionIds.add(sessionId);
      // The rule may have become stricter while they were read.
      if (consent === 'opt-in') overlay.consent = consent;
      // Asked only now: somebody may have opted out while they were read.
      overlay.feed.seed(lines.filter((line) => this.#options.mayShow(overlay, line)));
    } catch (error) {
      overlay.seeding = undefined;
      throw error;
    }
  }
}
