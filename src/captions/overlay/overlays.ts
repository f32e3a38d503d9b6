import { randomUUID } from 'node:crypto';
import { createOrder } from '../../concurrency/async.ts';
import type { Upkeep } from '../../concurrency/upkeep.ts';
import type { Logger } from '../../log/log.ts';
import type { CaptionsEnding } from '../captions-api.ts';
import type { CaptionLine, CaptionSession, ProcessNotices, TranscriptStore } from '../captions-ports.ts';
import type { Clock } from '../clock.ts';
import type { OverlayLinkStore, StoredOverlayLink } from '../overlay-links-ports.ts';
import type { LineWatcher } from './line-watcher.ts';
import { type AskShareRight, MakerChecks } from './maker-checks.ts';
import { type EarlierLines, OpenOverlays, type ShownCaptions } from './open-overlays.ts';
import type {
  CreateLinkOutcome,
  NumberedEvent,
  OverlayLink,
  OverlayLinks,
  OverlayNews,
  OverlayRights,
  OverlaySource,
  OverlayStream,
  ResumedLink,
} from './overlay-api.ts';
import { type FeedState, MAX_FEED_LINES } from './overlay-feed.ts';
import { hashOfSecret, newSecret } from './overlay-secret.ts';

/** Most links of one session. */
const MAX_LINKS = 10;

/** Most sessions whose lines a link shows besides those of the newest: a bot that crashes all the time makes many. */
const MAX_EARLIER_SESSIONS = 50;

/** How long a link waits after a restart for its captions to start again. */
export const LINK_WAIT_MS = 15 * 60_000;

/** A crash of captions that began longer ago is none of this database's: it may be a backup. */
const MAX_INTERRUPTED_MS = 24 * 60 * 60_000;

/** How often it is asked what the makers of links may. */
const MAKER_CHECK_MS = 60_000;

/** What overlays are made with. */
export interface OverlaysOptions {
  readonly links: OverlayLinkStore;
  readonly transcripts: Pick<TranscriptStore, 'session' | 'lines'>;
  readonly notices: ProcessNotices;
  /** The session of a guild whose captions are on in this process, unless they are about to end. */
  readonly running: (guildId: string) => CaptionSession | undefined;
  /** Whether this process serves the guild. */
  readonly serves: (guildId: string) => boolean;
  /** The channel in which a thread is, else the channel itself; `undefined` for one that is not known. */
  readonly parentChannelOf: (channelId: string) => string | undefined;
  readonly mayShare: AskShareRight;
  /** Whether a line may still be shown: neither did its speaker opt out, nor were they erased since. */
  readonly mayShow: (captions: ShownCaptions, line: Pick<CaptionLine, 'userId' | 'startedAtMs'>) => boolean;
  /** Resolves when it is known what people decided by now, in whatever process. */
  readonly readDecisions: () => Promise<unknown>;
  /** How often to look for links that other processes ended, and for captions that started again. */
  readonly refreshEveryMs: number;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * The secret addresses of captions. A link ends with its session; only when the process ended that, by a restart or a
 * crash, the link waits for captions of the same two channels, and shows them from then on. Captions that start by
 * themselves may be in another thread of the same channel then. A link lives only while its maker may read and share the
 * captions. All links are in memory, so that an unknown secret costs no look-up.
 */
export class Overlays implements OverlayLinks, OverlayNews, OverlayRights, OverlaySource {
  readonly #options: OverlaysOptions;
  readonly #open: OpenOverlays;
  readonly #inOrder = createOrder();
  readonly #makers: MakerChecks;
  /** The links by the hash of their secret: all stored ones, once they were read. */
  #stored = new Map<string, StoredOverlayLink>();
  #isLoaded = false;
  /** Sessions that ended for good, whose links may still be stored: by id. */
  readonly #ended = new Set<string>();
  /** Whether it is known which links wait. */
  #isRecovered = false;
  #isClosing = false;
  readonly #resumedListeners = new Set<(resumed: ResumedLink) => void>();
  #hurry: () => void = () => undefined;
  #ignoreNotices: () => void = () => undefined;

  constructor(options: OverlaysOptions) {
    this.#options = options;
    const { mayShow, mayShare, clock, log } = options;
    this.#open = new OpenOverlays({ mayShow, readLines: (link) => this.#readLines(link) });
    this.#makers = new MakerChecks({
      ...{ mayShare, clock, log },
      links: (guildId) => this.#runningLinks(guildId),
      end: async ({ linkId }) => void (await this.revoke(linkId)),
    });
  }

  /** To be told of every line. */
  get watcher(): LineWatcher {
    return this.#open;
  }

  create(request: {
    readonly guildId: string;
    readonly sessionId: string;
    readonly userId: string;
  }): Promise<CreateLinkOutcome> {
    return this.#inOrder(request.sessionId, async () => {
      const { guildId, sessionId, userId: createdBy } = request;
      const { links, clock } = this.#options;
      if (!this.#isRunning(guildId, sessionId)) return { kind: 'not-running' };
      if ((await links.ofSession(sessionId)).length >= MAX_LINKS) return { kind: 'too-many', limit: MAX_LINKS };
      const secret = newSecret();
      const sessions = { sessionId, firstSessionId: sessionId, earlierSessionIds: [] };
      const made = { linkId: randomUUID(), guildId, ...sessions, createdBy };
      const times = { createdAtMs: clock.nowMs(), waitsUntilMs: undefined };
      const link = { ...made, ...times, secretHash: hashOfSecret(secret) ?? '' };
      await this.#change(async () => {
        await links.add(link);
        this.#stored.set(link.secretHash, link);
      });
      if (!this.#isRunning(guildId, sessionId)) {
        // They ended meanwhile, perhaps before this link was stored.
        await this.#remove(link.linkId);
        return { kind: 'not-running' };
      }
      this.#open.expect(link, 'live');
      return { kind: 'created', secret, link: this.#described(link) };
    });
  }

  async list(sessionId: string): Promise<readonly OverlayLink[]> {
    const links = await this.#options.links.ofSession(sessionId);
    return links.filter((link) => this.#stateOf(link) !== undefined).map((link) => this.#described(link));
  }

  async revoke(linkId: string): Promise<boolean> {
    const isRemoved = await this.#remove(linkId);
    void this.#options.notices.notify('overlays');
    return isRemoved;
  }

  onResumed(listener: (resumed: ResumedLink) => void): () => void {
    this.#resumedListeners.add(listener);
    return () => this.#resumedListeners.delete(listener);
  }

  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  guildOf(secret: string): string | undefined {
    return this.#find(secret)?.link.guildId;
  }

  onRightsChanged(guildId: string, userId?: string): void {
    this.#makers.onChanged(guildId, userId);
  }

  async open(
    secret: string,
    after: string | undefined,
    listener: (event: NumberedEvent) => void,
  ): Promise<OverlayStream | undefined> {
    const found = this.#find(secret);
    return found && this.#open.watch(found.link, found.state, { after, listener });
  }

  /**
   * Ends the links of captions that are about to end, for their viewers at once, unless they may start again after a
   * restart.
   */
  onEnding({ session: { sessionId }, reason }: CaptionsEnding): void {
    if (reason === 'closed') {
      this.#open.wait(sessionId);
      return;
    }
    this.#ended.add(sessionId);
    this.#open.endSession(sessionId);
    this.#hurry();
  }

  /** Captions began: links that waited for them show them from now on. */
  onStarted(): void {
    this.#hurry();
  }

  /** Takes lines of these people off all screens, as far as they may no longer be shown. */
  async applyConsent(userIds: ReadonlySet<string>): Promise<void> {
    for (const userId of userIds) this.#open.recheck(userId);
  }

  /** The captions of a guild now show only people who opted in: takes the lines of all others off its screens. */
  requireOptIn(guildId: string): void {
    this.#open.requireOptIn(guildId);
  }

  /** Whatever the process has heard of a person: lines of theirs may come from the transcript alone. */
  knows(_userId: string): boolean {
    return true;
  }

  /** Takes the lines of a person off all screens, as far as their tombstone covers them, and ends their own links. */
  async erase(userId: string): Promise<void> {
    this.#open.recheck(userId);
    const own = [...this.#stored.values()].filter(({ createdBy }) => createdBy === userId);
    for (const { linkId } of own) await this.revoke(linkId);
  }

  /**
   * Lets the links wait whose captions a crash of this process ended. Call it before their sessions are closed; may be
   * repeated.
   */
  async recover(): Promise<void> {
    const { links, transcripts, serves, clock } = this.#options;
    const ended: string[] = [];
    const interrupted: string[] = [];
    for (const { guildId, sessionId, waitsUntilMs } of await links.all()) {
      if (waitsUntilMs !== undefined || !serves(guildId) || this.#isRunning(guildId, sessionId)) continue;
      const session = await transcripts.session(sessionId);
      // Otherwise it ended for good, but the process had no time to remove its links.
      const isInterrupted =
        session !== undefined &&
        session.endedAtMs === undefined &&
        clock.nowMs() - session.startedAtMs < MAX_INTERRUPTED_MS;
      (isInterrupted ? interrupted : ended).push(sessionId);
    }
    await links.removeOfSessions(ended);
    await links.wait(interrupted, clock.nowMs() + LINK_WAIT_MS);
    await this.#load();
    this.#isRecovered = true;
  }

  /** Follows the other processes and the time. */
  start(upkeep: Upkeep): void {
    const { refreshEveryMs, notices } = this.#options;
    const task = upkeep.start({ name: 'overlay-links', everyMs: refreshEveryMs, run: () => this.#refresh() });
    upkeep.start({ name: 'overlay-makers', everyMs: MAKER_CHECK_MS, run: () => this.#makers.checkAll() });
    this.#hurry = () => task.hurry();
    this.#ignoreNotices = notices.on('overlays', () => task.hurry());
  }

  /** Lets the links of these sessions wait, which end with the process. Never rejects. */
  async close(sessionIds: readonly string[]): Promise<void> {
    const { links, clock, log } = this.#options;
    this.#isClosing = true;
    this.#ignoreNotices();
    try {
      await links.removeOfSessions([...this.#ended]);
      await links.wait(sessionIds, clock.nowMs() + LINK_WAIT_MS);
    } catch (error) {
      log.warn({ err: error }, 'the links of overlays could not be kept for the next start');
    }
  }

  async #refresh(): Promise<void> {
    const { links } = this.#options;
    const ended = [...this.#ended];
    await links.removeOfSessions(ended);
    for (const sessionId of ended) this.#ended.delete(sessionId);
    await this.#load();
    for (const link of [...this.#stored.values()]) {
      if (link.waitsUntilMs !== undefined) await this.#followUp(link);
    }
  }

  /** Reads all links, and ends those for their viewers that other processes removed. */
  #load(): Promise<void> {
    return this.#change(async () => {
      const stored = await this.#options.links.all();
      this.#stored = new Map(stored.map((link) => [link.secretHash, link]));
      this.#isLoaded = true;
      const existing = new Set(stored.map(({ linkId }) => linkId));
      for (const linkId of this.#open.linkIds) if (!existing.has(linkId)) this.#open.endLink(linkId);
    });
  }

  /** False when there is none any more. Its viewers are cut off also when the database is away. */
  #remove(linkId: string): Promise<boolean> {
    this.#open.endLink(linkId);
    return this.#change(async () => {
      const isRemoved = await this.#options.links.remove(linkId);
      for (const [hash, link] of this.#stored) if (link.linkId === linkId) this.#stored.delete(hash);
      return isRemoved;
    });
  }

  /** One change of the stored links at a time, so that what is in memory is what is stored. */
  #change<T>(work: () => Promise<T>): Promise<T> {
    return this.#inOrder('links', work);
  }

  /** The links to captions that run here, of one guild or of all. */
  #runningLinks(guildId?: string): readonly { readonly link: StoredOverlayLink; readonly session: CaptionSession }[] {
    const links = [...this.#stored.values()].filter((link) => guildId === undefined || link.guildId === guildId);
    return links.flatMap((link) => {
      const session = this.#options.running(link.guildId);
      return session?.sessionId === link.sessionId ? [{ link, session }] : [];
    });
  }

  /** A link that waits: its captions run again, or its time is over. */
  async #followUp(link: StoredOverlayLink): Promise<void> {
    const { links, transcripts, running } = this.#options;
    if (this.#isOver(link)) {
      await this.#remove(link.linkId);
      return;
    }
    const session = running(link.guildId);
    if (session === undefined || session.sessionId === link.sessionId) return;
    const before = await transcripts.session(link.sessionId);
    if (before === undefined || !this.#isSamePlace(before, session)) return;
    // Its maker may have left meanwhile. While Discord doesn't say, the link keeps waiting.
    if ((await this.#makers.check(link, session, true)) !== 'yes') return;
    const earlierSessionIds = sessionsOf(link).slice(0, MAX_EARLIER_SESSIONS);
    await this.#change(async () => {
      await links.resume(link.linkId, session.sessionId, earlierSessionIds);
      const resumed = { ...link, sessionId: session.sessionId, earlierSessionIds, waitsUntilMs: undefined };
      this.#stored.set(link.secretHash, resumed);
    });
    this.#open.expect(link, 'live');
    this.#open.resume(link, session.sessionId);
    if (session.consent === 'opt-in') this.#open.requireOptIn(session.guildId);
    const { linkId, createdBy } = link;
    for (const listener of this.#resumedListeners) listener({ linkId, session, createdBy });
  }

  /**
   * Whether the same people may read these captions. Threads that people chose for captions can be private: only those of
   * captions that nobody started by hand stand for their channel.
   */
  #isSamePlace(before: CaptionSession, session: CaptionSession): boolean {
    if (before.guildId !== session.guildId || before.voiceChannelId !== session.voiceChannelId) return false;
    if (before.textChannelId === session.textChannelId) return true;
    if (before.startedBy !== undefined || session.startedBy !== undefined) return false;
    const { parentChannelOf } = this.#options;
    const parent = parentChannelOf(session.textChannelId);
    return parent !== undefined && parent === parentChannelOf(before.textChannelId);
  }

  #find(secret: string): { readonly link: StoredOverlayLink; readonly state: FeedState } | undefined {
    const link = this.#stored.get(hashOfSecret(secret) ?? '');
    const state = link && this.#stateOf(link);
    return link && state && { link, state };
  }

  /** `undefined` for a link that is over. */
  #stateOf(link: StoredOverlayLink): FeedState | undefined {
    if (this.#ended.has(link.sessionId) || this.#isOver(link)) return undefined;
    if (this.#isRunning(link.guildId, link.sessionId)) return 'live';
    // Until then, nobody knows what this process serves, and which links wait.
    if (!this.#isRecovered || this.#isClosing) return 'waiting';
    return this.#options.serves(link.guildId) && link.waitsUntilMs !== undefined ? 'waiting' : undefined;
  }

  #isOver({ waitsUntilMs }: StoredOverlayLink): boolean {
    return waitsUntilMs !== undefined && waitsUntilMs <= this.#options.clock.nowMs();
  }

  #isRunning(guildId: string, sessionId: string): boolean {
    return this.#options.running(guildId)?.sessionId === sessionId;
  }

  #described({ linkId, guildId, sessionId, createdBy, createdAtMs }: StoredOverlayLink): OverlayLink {
    return { linkId, guildId, sessionId, createdBy, createdAtMs, viewers: this.#open.viewersOf(linkId) };
  }

  /** The newest lines of the link's sessions, as many as a feed holds. */
  async #readLines(link: StoredOverlayLink): Promise<EarlierLines> {
    const { transcripts, readDecisions } = this.#options;
    await readDecisions();
    const sessionIds = sessionsOf(link);
    let lines: readonly CaptionLine[] = [];
    let consent: EarlierLines['consent'] = 'opt-out';
    for (const sessionId of sessionIds) {
      if (lines.length >= MAX_FEED_LINES) break;
      const session = await transcripts.session(sessionId);
      if (session?.consent === 'opt-in') consent = 'opt-in';
      lines = [...(await transcripts.lines(sessionId)), ...lines].slice(-MAX_FEED_LINES);
    }
    return { sessionIds, consent, lines: lines.map((line) => ({ ...line, isFinal: true })) };
  }
}

/** The sessions that a link shows, newest first. */
function sessionsOf({ sessionId, earlierSessionIds }: StoredOverlayLink): readonly string[] {
  return [sessionId, ...earlierSessionIds];
}
