import { withinTime } from '../../concurrency/async.ts';

/** What a check found, and what to do about it. Neither has a secret. */
export type Finding =
  | { readonly status: 'ok'; readonly found: string }
  /** Mynah runs, but something doesn't work or may surprise. */
  | { readonly status: 'warning'; readonly found: string; readonly advice: string }
  /** Mynah can't start, or not do its work. */
  | { readonly status: 'failed'; readonly found: string; readonly advice: string }
  /** What it depends on failed. */
  | { readonly status: 'skipped'; readonly found: string };

/** One line of the list. */
export interface Check {
  readonly name: string;
  /** What it is for, in a few words. */
  readonly purpose: string;
  /** Names of checks without which this one says nothing; it waits for them. */
  readonly needs?: readonly string[];
  /** Must not change anything that lasts. It may throw. */
  readonly run: (signal: AbortSignal) => Promise<Finding> | Finding;
}

/** A check that has ended, or will. */
export interface CheckResult {
  readonly check: Check;
  readonly finding: Promise<Finding>;
}

export const ok = (found: string): Finding => ({ status: 'ok', found });
export const warning = (found: string, advice: string): Finding => ({ status: 'warning', found, advice });
export const failed = (found: string, advice: string): Finding => ({ status: 'failed', found, advice });

/**
 * Runs all checks side by side; one that needs others, which come before it, waits for them, and is skipped if one of them
 * failed. Each result resolves within `timeoutMs` of the call and never rejects; the checks' signal aborts then, so that
 * what is left cleans up.
 */
export function runChecks(checks: readonly Check[], timeoutMs: number): readonly CheckResult[] {
  const findings = new Map<string, Promise<Finding>>();
  const signal = AbortSignal.timeout(timeoutMs);
  const late = failed(`no answer within ${timeoutMs / 1_000} s`, 'check the network, the firewall and the disk');
  return checks.map((check) => {
    const needs = (check.needs ?? []).map((name) => [name, findings.get(name)] as const);
    const finding = withinTime(findAfter(needs, check, signal), timeoutMs, late);
    findings.set(check.name, finding);
    return { check, finding };
  });
}

async function findAfter(
  needs: readonly (readonly [string, Promise<Finding> | undefined])[],
  check: Check,
  signal: AbortSignal,
): Promise<Finding> {
  for (const [name, finding] of needs) {
    const before = await finding;
    if (before?.status !== 'ok' && before?.status !== 'warning') return { status: 'skipped', found: `needs "${name}"` };
  }
  try {
    return await check.run(signal);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unexpected';
    return failed(`the check itself failed (${code})`, 'report this as a defect of Mynah');
  }
}
