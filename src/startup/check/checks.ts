import { observe } from '../../discord/doctor/observed.ts';

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
export const skipped = (needed: string): Finding => ({ status: 'skipped', found: `needs "${needed}"` });

/**
 * Runs all checks side by side; one that needs others, which come before it, waits for them, and is skipped if one of them
 * failed. Each result resolves within `timeoutMs` of the call and never rejects; the checks' signal aborts then, so that
 * what is left cleans up.
 */
export function runChecks(checks: readonly Check[], timeoutMs: number): readonly CheckResult[] {
  const findings = new Map<string, Promise<Finding>>();
  const signal = AbortSignal.timeout(timeoutMs);
  return checks.map((check) => {
    const needs = (check.needs ?? []).map((name) => [name, findings.get(name)] as const);
    const finding = findAfter(needs, check, signal, timeoutMs);
    findings.set(check.name, finding);
    return { check, finding };
  });
}

async function findAfter(
  needs: readonly (readonly [string, Promise<Finding> | undefined])[],
  check: Check,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<Finding> {
  const observed = await observe(async () => {
    for (const [name, finding] of needs) {
      const before = await finding;
      if (before?.status !== 'ok' && before?.status !== 'warning') return skipped(name);
    }
    return await check.run(signal);
  }, timeoutMs);
  switch (observed.kind) {
    case 'seen':
      return observed.value;
    case 'late':
      return failed(`no answer within ${timeoutMs / 1_000} s`, 'check the network, the firewall and the disk');
    case 'failed':
      return failed(`the check itself failed (${observed.code ?? 'unexpected'})`, 'report this as a defect of Mynah');
  }
}
