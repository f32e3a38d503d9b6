import type { HandoverStore } from '../../handover/handover-ports.ts';
import type { SessionTakeover } from '../../handover/session-takeover.ts';
import type { LastingVoiceEngine } from '../../voice/lasting-engine.ts';

/** The texts of people that are being spoken or wait to be, which are stored so that a restart does not lose them. */
export interface QueuedTexts {
  /** Of all processes. Rejects as the store does. */
  count(userId: string): Promise<number>;
  /**
   * Deletes the person's texts, and takes those of this process out of their queues. Resolves with how many there were.
   * Rejects as the store does.
   */
  erase(userId: string): Promise<number>;
}

/** Creates what `/privacy` needs of them. */
export function createQueuedTexts(parts: {
  readonly engine: Pick<LastingVoiceEngine, 'records' | 'remove'>;
  readonly store: Pick<HandoverStore, 'count' | 'erase'>;
  readonly takeover: Pick<SessionTakeover, 'forget'>;
}): QueuedTexts {
  const { engine, store, takeover } = parts;
  /** Resolves with how many there were. */
  const dequeue = async (userId: string): Promise<number> => {
    const queued = engine
      .records()
      .flatMap(({ guildId, items }) => items.map(({ textId, userId: of }) => ({ guildId, textId, of })))
      .filter(({ of }) => of === userId);
    const removed = await Promise.allSettled(
      queued.map(({ guildId, textId }) => engine.remove(guildId, textId, userId, false)),
    );
    return removed.filter((each) => each.status === 'fulfilled' && each.value.kind === 'removed').length;
  };
  return {
    count: (userId) => store.count(userId),
    erase: async (userId) => {
      // First of all, so that nothing of them is stored again.
      const removed = await dequeue(userId);
      const erased = await store.erase(userId);
      // A session that is being taken over was read before.
      takeover.forget(userId);
      return Math.max(erased, removed + (await dequeue(userId)));
    },
  };
}
