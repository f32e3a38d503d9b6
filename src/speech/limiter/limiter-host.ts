import { toPlainError } from '../plain-error.ts';
import type { Permit, PermitSource } from './concurrency-limiter.ts';
import type { LimiterAnswer, LimiterRequest } from './limiter-messages.ts';

/** Where one other thread asks the governor for its turns. */
export interface LimiterHost {
  receive(request: LimiterRequest): void;
  /** Takes back every turn that the thread holds or waits for: the thread is gone. */
  close(): void;
}

interface Turn {
  readonly controller: AbortController;
  /** `undefined` while it waits. */
  slot: Permit | undefined;
}

/** Opens the governor's desk for one thread; the answers go out by `send`. */
export function createLimiterHost(turns: PermitSource, send: (answer: LimiterAnswer) => void): LimiterHost {
  const open = new Map<number, Turn>();

  const grant = async ({ turnId, tenant, priority }: Extract<LimiterRequest, { type: 'turn-wanted' }>) => {
    const turn: Turn = { controller: new AbortController(), slot: undefined };
    const { signal } = turn.controller;
    open.set(turnId, turn);
    try {
      const slot = await turns.acquire({ tenant, priority, signal });
      if (signal.aborted) return slot.release();
      turn.slot = slot;
      send({ type: 'turn-granted', turnId });
    } catch (error) {
      open.delete(turnId);
      if (!signal.aborted) send({ type: 'turn-denied', turnId, error: toPlainError(error) });
    }
  };

  const end = (turnId: number): void => {
    const turn = open.get(turnId);
    open.delete(turnId);
    turn?.controller.abort();
    turn?.slot?.release();
  };

  return {
    receive: (request) => {
      switch (request.type) {
        case 'turn-wanted':
          void grant(request);
          return;
        case 'turn-report': {
          const slot = open.get(request.turnId)?.slot;
          if (request.refused) slot?.refused(request.report);
          else slot?.report(request.report);
          return;
        }
        case 'turn-over':
          end(request.turnId);
          return;
      }
    },
    close: () => {
      for (const turnId of [...open.keys()]) end(turnId);
    },
  };
}
