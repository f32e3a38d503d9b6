import { z } from 'zod';
import { DiscordError, type FormErrorTree } from './discord-error.ts';

/** An error of a form: its path, Discord's code and message. */
export interface FormFault {
  readonly path: readonly PropertyKey[];
  readonly code: string;
  readonly message: string;
}

/** Discord's 400 Invalid Form Body (50035) with its tree of errors. */
export function invalidForm(faults: readonly FormFault[]): DiscordError {
  const root: FormErrorTree = {};
  for (const fault of faults) {
    let node = root;
    for (const key of fault.path) {
      const child = node[String(key)];
      const next: FormErrorTree = child === undefined || Array.isArray(child) ? {} : child;
      node[String(key)] = next;
      node = next;
    }
    node._errors = [...(node._errors ?? []), { code: fault.code, message: fault.message }];
  }
  return new DiscordError(400, 50_035, 'Invalid Form Body', root);
}

/**
 * Parses a request's body by its schema.
 * @throws {DiscordError} 50035 with an entry for each error
 */
export function parseForm<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw invalidForm(result.error.issues.map(toFault));
}

/** Length of a text as Discord counts it: in code points. */
export function countCharacters(value: string): number {
  return Array.from(value).length;
}

/** A string of `min` to `max` characters (code points). */
export function text(min: number, max: number): z.ZodType<string> {
  return z.string().superRefine((value, context) => {
    const length = countCharacters(value);
    if (length < min || length > max) context.addIssue(badLength(min, max));
  });
}

/** A list of `min` to `max` entries. */
export function list<T>(entry: z.ZodType<T>, min: number, max: number): z.ZodType<T[]> {
  return z.array(entry).superRefine((value, context) => {
    if (value.length < min || value.length > max) context.addIssue(badLength(min, max));
  });
}

/** A string that matches `pattern`. */
export function matching(pattern: RegExp): z.ZodType<string> {
  return z.string().superRefine((value, context) => {
    if (!pattern.test(value)) {
      context.addIssue(fault('STRING_TYPE_REGEX', 'String value did not match validation regex.'));
    }
  });
}

/** Passes the issues of a manually chosen schema on to the enclosing one. */
export function relayIssues(issues: readonly z.core.$ZodIssue[], context: z.RefinementCtx): void {
  for (const { code, message, path } of issues.map(toFault)) context.addIssue(fault(code, message, [...path]));
}

/** An issue for `context.addIssue` that becomes a form error with this code. */
export function fault(code: string, message: string, path: PropertyKey[] = []): FormIssue {
  return { code: 'custom', message, params: { discordCode: code }, path };
}

type FormIssue = {
  code: 'custom';
  message: string;
  params: { discordCode: string };
  path: PropertyKey[];
};

function badLength(min: number, max: number): FormIssue {
  return min === 0
    ? fault('BASE_TYPE_MAX_LENGTH', `Must be ${max} or fewer in length.`)
    : fault('BASE_TYPE_BAD_LENGTH', `Must be between ${min} and ${max} in length.`);
}

function toFault(issue: z.core.$ZodIssue): FormFault {
  const { path } = issue;
  if (issue.code === 'custom') {
    const code: unknown = issue.params?.['discordCode'];
    return { path, code: typeof code === 'string' ? code : 'BASE_TYPE_INVALID', message: issue.message };
  }
  if (issue.code === 'invalid_type') {
    return issue.input === undefined
      ? { path, code: 'BASE_TYPE_REQUIRED', message: 'This field is required' }
      : { path, code: 'BASE_TYPE_BAD_TYPE', message: `Expected ${issue.expected}.` };
  }
  if (issue.code === 'invalid_value') {
    return {
      path,
      code: 'BASE_TYPE_CHOICES',
      message: `Value must be one of {${issue.values.map(String).join(', ')}}.`,
    };
  }
  if (issue.code === 'too_big') {
    return { path, code: 'NUMBER_TYPE_MAX', message: `Value should be less than or equal to ${issue.maximum}.` };
  }
  if (issue.code === 'too_small') {
    return { path, code: 'NUMBER_TYPE_MIN', message: `Value should be greater than or equal to ${issue.minimum}.` };
  }
  return { path, code: 'BASE_TYPE_INVALID', message: issue.message };
}
