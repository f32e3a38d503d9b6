import { randomBytes } from 'node:crypto';
import type { OverlayLink, OverlayLinks } from '../../src/captions/overlay/overlay-api.ts';

/** Links that are kept in memory. */
export interface MemoryOverlays extends OverlayLinks {
  /** The secrets that were given out. */
  readonly secrets: string[];
  /** As many people look at this link now. */
  watch(linkId: string, viewers: number): void;
}

/** Creates links that belong to any session, `limit` for each. */
export function memoryOverlays(limit = 10): MemoryOverlays {
  let links: readonly OverlayLink[] = [];
  let made = 0;
  const secrets: string[] = [];
  const of = (sessionId: string): readonly OverlayLink[] => links.filter((link) => link.sessionId === sessionId);
  return {
    secrets,
    create: async ({ guildId, sessionId, userId }) => {
      if (of(sessionId).length >= limit) return { kind: 'too-many', limit };
      made += 1;
      const link = {
        linkId: `link-${made}`,
        guildId,
        sessionId,
        createdBy: userId,
        createdAtMs: Date.now(),
        viewers: 0,
      };
      links = [...links, link];
      const secret = randomBytes(24).toString('base64url');
      secrets.push(secret);
      return { kind: 'created', secret, link };
    },
    list: async (sessionId) => of(sessionId),
    revoke: async (linkId) => {
      const before = links.length;
      links = links.filter((link) => link.linkId !== linkId);
      return links.length < before;
    },
    watch: (linkId, viewers) => {
      links = links.map((link) => (link.linkId === linkId ? { ...link, viewers } : link));
    },
  };
}
