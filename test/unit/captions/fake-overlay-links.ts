import type { OverlayLinkStore, StoredOverlayLink } from '../../../src/captions/overlay-links-ports.ts';

/** Links that outlive a process. */
export class FakeOverlayLinks {
  /** By link id. */
  readonly stored = new Map<string, StoredOverlayLink>();

  get store(): OverlayLinkStore {
    const { stored } = this;
    const where = (matches: (link: StoredOverlayLink) => boolean) => [...stored.values()].filter(matches);
    return {
      add: async (link) => void stored.set(link.linkId, link),
      ofSession: async (sessionId) => where((link) => link.sessionId === sessionId),
      all: async () => [...stored.values()],
      remove: async (linkId) => stored.delete(linkId),
      removeOfSessions: async (sessionIds) => {
        for (const link of where(({ sessionId }) => sessionIds.includes(sessionId))) stored.delete(link.linkId);
      },
      wait: async (sessionIds, untilMs) => {
        for (const link of where(({ sessionId }) => sessionIds.includes(sessionId))) {
          stored.set(link.linkId, { ...link, waitsUntilMs: link.waitsUntilMs ?? untilMs });
        }
      },
      resume: async (linkId, sessionId, earlierSessionIds) => {
        const link = stored.get(linkId);
        if (link !== undefined) stored.set(linkId, { ...link, sessionId, earlierSessionIds, waitsUntilMs: undefined });
      },
    };
  }
}
