import type { Logger } from '../../log/log.ts';
import type { CaptionSession } from '../captions-ports.ts';
import type { Clock } from '../clock.ts';
import type { StoredOverlayLink } from '../overlay-links-ports.ts';

/** Whether a person may show captions outside Discord now; `unknown` when Discord doesn't say. */
export type ShareRight = 'yes' | 'no' | 'unknown';

/**
 * Asks for it. `isFresh` asks Discord itself who the member is, which reports neither new roles nor kicks to a bot without
 * the intent for members. Never rejects.
 */
export type AskShareRight = (session: CaptionSession, userId: string, isFresh: boolean) => Promise<ShareRight>;

/** A maker about whom Discord says nothing for so long has no right any more. */
const DOUBT_MS = 5 * 60_000;

/** What the checks work on. */
interface MakerChecksOptions {
  /** The links that show captions which run here, with these captions; of one guild, or of all. */
  readonly links: (
    guildId?: string,
  ) => readonly { readonly link: StoredOverlayLink; readonly session: CaptionSession }[];
  readonly mayShare: AskShareRight;
  /** Ends a link whose maker lost the right. */
  readonly end: (link: StoredOverlayLink) => Promise<void>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Ends links whose maker may no longer read or share the captions. */
export class MakerChecks {
  readonly #options: MakerChecksOptions;
  /** Since when Discord doesn't say what a link's maker may, by link id. */
  readonly #doubts = new Map<string, number>();
  /** Guilds that are being looked at, and whether something changed since that began. */
  readonly #underWay = new Map<string, { isStale: boolean }>();

  constructor(options: MakerChecksOptions) {
    this.#options = options;
  }

  /** Something changed that decides about rights in a guild: of one person, or of everyone. */
  onChanged(guildId: string, userId?: string): void {
    const links = this.#options.links(guildId);
    const isConcerned = userId === undefined ? links.length > 0 : links.some(({ link }) => link.createdBy === userId);
    if (!isConcerned) return;
    const underWay = this.#underWay.get(guildId);
    if (underWay === undefined) void this.#checkGuild(guildId, userId !== undefined);
    else underWay.isStale = true;
  }

  /** Looks at all links. */
  async checkAll(): Promise<void> {
    const links = this.#options.links();
    const existing = new Set(links.map(({ link }) => link.linkId));
    for (const linkId of this.#doubts.keys()) if (!existing.has(linkId)) this.#doubts.delete(linkId);
    for (const { link, session } of links) await this.check(link, session, true);
  }

  /** Whether a link may show these captions. Ends it when it may not. Rejects like the store. */
  async check(link: StoredOverlayLink, session: CaptionSession, isFresh: boolean): Promise<ShareRight> {
    const right = await this.#rightOf(link, session, isFresh);
    if (right === 'no') {
      this.#options.log.info({ guildId: link.guildId }, 'a link to captions ended: its maker may no longer share them');
      await this.#options.end(link);
    }
    return right;
  }

  async #rightOf(link: StoredOverlayLink, session: CaptionSession, isFresh: boolean): Promise<ShareRight> {
    // Someone who is erased can't be asked about.
    if (link.createdBy === undefined) return 'no';
    const right = await this.#options.mayShare(session, link.createdBy, isFresh);
    if (right !== 'unknown') {
      this.#doubts.delete(link.linkId);
      return right;
    }
    const nowMs = this.#options.clock.nowMs();
    const sinceMs = this.#doubts.get(link.linkId) ?? nowMs;
    this.#doubts.set(link.linkId, sinceMs);
    return nowMs - sinceMs < DOUBT_MS ? 'unknown' : 'no';
  }

  async #checkGuild(guildId: string, isFresh: boolean): Promise<void> {
    const underWay = { isStale: true };
    this.#underWay.set(guildId, underWay);
    try {
      while (underWay.isStale) {
        underWay.isStale = false;
        for (const { link, session } of this.#options.links(guildId)) await this.check(link, session, isFresh);
      }
    } catch (error) {
      // The next look at all links repeats it.
      this.#options.log.warn(
        { err: error, guildId },
        'a link to captions whose maker may no longer share them did not end',
      );
    } finally {
      this.#underWay.delete(guildId);
    }
  }
}
