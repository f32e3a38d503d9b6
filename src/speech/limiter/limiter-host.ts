import { type Logger, logFault } from '../../log/log.ts';
import { toPlainError } from '../plain-error.ts';
import type { Permit, PermitSource } from './concurrency-limiter.ts';
import type { LimiterAnswer, LimiterRequest } from './limiter-messages.ts';

/** The limiter's end of the connection to one thread. */
export interface LimiterHost {
  receive(request: LimiterRequest): void;
  /** Releases every permit the thread holds and cancels those it waits for, after the thread has ended. */
  close(): void;
}

interface OpenRequest {
  readonly controller: AbortController;
  /** `undefined` while the request waits. */
  permit: Permit | undefined;
}

/** Creates the side of one thread. Answers go out through `send`. */
export function createLimiterHost(
  permits: PermitSource,
  send: (answer: LimiterAnswer) => void,
  log: Logger,
): LimiterHost {
  const open = new Map<number, OpenRequest>();

  const grant = async (asked: Extract<LimiterRequest, { type: 'permit-request' }>): Promise<void> => {
    const { permitId, tenant, priority, preemption } = asked;
    const request: OpenRequest = { controller: new AbortController(), permit: undefined };
    const { signal } = request.controller;
    open.set(permitId, request);
    try {
      const permit = await permits.acquire({ tenant, priority, signal }, preemption);
      if (signal.aborted) return permit.release();
      request.permit = permit;
      send({ type: 'permit-granted', permitId });
      notifyOfPreemption(permitId, permit);
    } catch (error) {
      open.delete(permitId);
      if (signal.aborted) return;
      const reference = logFault(log, { err: error }, 'a request for a permit failed');
      send({ type: 'permit-denied', permitId, error: toPlainError(error, reference) });
    }
  };

  const notifyOfPreemption = (permitId: number, { preempted }: Permit): void => {
    const notify = (): void => {
      if (open.has(permitId)) send({ type: 'permit-preempted', permitId });
    };
    if (preempted.aborted) notify();
    else preempted.addEventListener('abort', notify, { once: true });
  };

  const release = (permitId: number): void => {
    const request = open.get(permitId);
    open.delete(permitId);
    request?.controller.abort();
    request?.permit?.release();
  };

  return {
    receive: (request) => {
      switch (request.type) {
        case 'permit-request':
          void grant(request);
          return;
        case 'permit-report': {
          const permit = open.get(request.permitId)?.permit;
          if (request.refused) permit?.refused(request.report);
          else permit?.report(request.report);
          return;
        }
        case 'permit-release':
          release(request.permitId);
          return;
      }
    },
    close: () => {
      for (const permitId of [...open.keys()]) release(permitId);
    },
  };
}
