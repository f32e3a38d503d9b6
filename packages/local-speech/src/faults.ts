import { z } from 'zod';
import { ENDPOINTS, type Endpoint, type Fault, type FaultPanel } from './local-speech-api.ts';

/** The panel as the service uses it. */
export interface Faults extends FaultPanel {
  list(): readonly Fault[];
  /** The fault that hits this request; uses up one of its `times`. */
  take(endpoint: Endpoint, applies?: (fault: Fault) => boolean): Fault | undefined;
}

const count = z.int().min(0);

/** A fault as JSON, for `POST /_playground/faults`. */
export const faultSchema = z.strictObject({
  endpoint: z.enum(ENDPOINTS),
  times: z.int().min(1).optional(),
  status: z.int().min(400).max(599).optional(),
  message: z.string().optional(),
  retryAfterS: count.optional(),
  code: z.string().optional(),
  requestId: z.string().optional(),
  body: z.enum(['html', 'empty']).optional(),
  delayMs: count.max(900_000).optional(),
  maxProcessedMs: count.optional(),
  withoutSegments: z.boolean().optional(),
  speakers: z.int().min(1).max(20).optional(),
  sound: z.string().min(1).max(60).optional(),
  bodyDelayMs: count.max(900_000).optional(),
  silenceMs: count.max(900_000).optional(),
  stallAfterBytes: count.optional(),
  dropAfterBytes: count.optional(),
  bytesPerSecond: z.int().min(1).optional(),
  malformed: z.boolean().optional(),
  refusesPhonemes: z.boolean().optional(),
  closeAfterFinish: z.boolean().optional(),
  oddFrames: z.boolean().optional(),
  alignedSegments: count.max(100_000).optional(),
  finishReason: z.unknown().optional(),
  lateAudio: z.boolean().optional(),
  finishError: z.string().optional(),
  errorEvent: z.string().optional(),
  maxConcurrency: z.unknown().optional(),
  afterBytes: count.optional(),
  trainingMs: count.optional(),
  trainingFails: z.boolean().optional(),
  trainingReason: z.string().optional(),
  document: z.record(z.string(), z.unknown()).optional(),
});

/** Creates a panel without faults. */
export function createFaults(): Faults {
  let active: { fault: Fault; left: number }[] = [];
  return {
    add: (fault) => {
      active.push({ fault, left: fault.times ?? Number.POSITIVE_INFINITY });
    },
    clear: () => {
      active = [];
    },
    list: () => active.map(({ fault }) => fault),
    take(endpoint, applies = () => true) {
      const hit = active.find(({ fault }) => fault.endpoint === endpoint && applies(fault));
      if (hit === undefined) return undefined;
      hit.left -= 1;
      if (hit.left <= 0) active = active.filter((entry) => entry !== hit);
      return hit.fault;
    },
  };
}
