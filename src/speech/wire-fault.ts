import { z } from 'zod';

/** How many faults of an answer are named. */
const MAX_NAMED = 3;

/**
 * What is wrong with an answer of the service, for the log: what is expected where. It quotes nothing of the answer, which may
 * be what people said or wrote: zod's messages name only what the schema says, and the schemas report no field whose name
 * the service chooses.
 */
export function faultOf({ issues }: z.ZodError): string {
  const named = issues
    .slice(0, MAX_NAMED)
    .map(({ message, path }) => `${message} at ${z.core.toDotPath(path) || 'the top'}`);
  const others = issues.length - named.length;
  return others > 0 ? `${named.join(', ')} and ${others} more` : named.join(', ');
}
