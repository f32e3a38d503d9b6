import type { z } from 'zod';
import { invalid, Refusal } from './refused-request.ts';

/**
 * Validates a body or query. A missing field is a 422 with the service's array of issues. A wrong value is a 400 with the
 * reason, or with `wrongIs422` another entry of that array, like at the model endpoints.
 * @throws {Refusal}
 */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  options: { where: 'body' | 'query'; wrongIs422?: boolean },
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = result.error.issues.map((issue) => ({
    loc: [options.where, ...issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))],
    missing: isMissing(value, issue.path),
    message: issue.message,
  }));
  const missing = issues.filter((issue) => issue.missing);
  if (missing.length > 0 || options.wrongIs422 === true) {
    throw invalid(
      (options.wrongIs422 === true ? issues : missing).map((issue) => ({
        loc: issue.loc,
        type: issue.missing ? 'missing' : 'value_error',
        msg: issue.missing ? 'Field required' : issue.message,
      })),
    );
  }
  throw new Refusal(400, issues.map(({ loc, message }) => `${loc.slice(1).join('.')}: ${message}`).join('; '));
}

function isMissing(value: unknown, path: readonly PropertyKey[]): boolean {
  let inner = value;
  for (const key of path) {
    if (typeof inner !== 'object' || inner === null) return true;
    inner = (inner as Record<PropertyKey, unknown>)[key];
  }
  return inner === undefined;
}
