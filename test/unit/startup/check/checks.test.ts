import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../../../src/config.ts';
import { check, lineOf } from '../../../../src/startup/check/check.ts';
import { type Check, failed, ok, runChecks, warning } from '../../../../src/startup/check/checks.ts';
import { checkNode } from '../../../../src/startup/check/machine-checks.ts';

const named = (name: string, rest: Partial<Check> = {}): Check => ({
  name,
  purpose: 'test',
  run: () => ok(''),
  ...rest,
});

/** What each check found, by name. */
async function findings(checks: readonly Check[], timeoutMs = 1_000) {
  const results = runChecks(checks, timeoutMs).map(
    async (result) => [result.check.name, await result.finding] as const,
  );
  return Object.fromEntries(await Promise.all(results));
}

describe('checks', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('all run although one of them fails or throws', async () => {
    const checks = [
      named('one', { run: () => failed('broken', 'mend it') }),
      named('two', { run: () => Promise.reject(Object.assign(new Error('secret words'), { code: 'EIO' })) }),
      named('three'),
    ];
    expect(await findings(checks)).toMatchObject({
      one: { status: 'failed' },
      two: { status: 'failed', found: 'the check itself failed (EIO)' },
      three: { status: 'ok' },
    });
  });

  it('are skipped with those that they need, also over several steps; a warning is enough', async () => {
    const checks = [
      named('bad', { run: () => failed('broken', 'mend it') }),
      named('odd', { run: () => warning('odd', 'look at it') }),
      named('next', { needs: ['bad'] }),
      named('after next', { needs: ['odd', 'next'] }),
      named('fine', { needs: ['odd'] }),
    ];
    expect(await findings(checks)).toMatchObject({
      next: { status: 'skipped', found: 'needs "bad"' },
      'after next': { status: 'skipped', found: 'needs "next"' },
      fine: { status: 'ok' },
    });
  });

  it('end in time although one of them never does', async () => {
    const never = named('never', { run: () => new Promise(() => undefined) });
    const found = findings([never, named('next', { needs: ['never'] })]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await found).toMatchObject({
      never: { status: 'failed', found: 'no answer within 1 s' },
      next: { status: expect.stringMatching(/failed|skipped/) },
    });
  });

  it('print one line each, which no name can break or color', () => {
    const { name, purpose } = named('voice');
    const line = lineOf({ name, purpose }, warning('is \u001b[31mRed\nNext\u202e', 'wait'));
    expect(line).toBe('warning voice (test): is Red Next  -> wait');
  });

  it('of a wrong configuration are one line per variable, and skip the rest', async () => {
    const lines: string[] = [];
    const read = readConfig({ DISCORD_TOKEN: 'a.bot.token', SPEECH_API_KEY: 'speech-key', HTTP_PORT: 'high' });
    expect(await check(read, (line) => void lines.push(line))).toBe(1);
    expect(lines).toEqual([
      expect.stringMatching(/^failed {2}configuration .*SPEECH_API_URL is missing/),
      expect.stringMatching(/^failed {2}configuration .*HTTP_PORT is "high"/),
      expect.stringMatching(/^ok {6}Node.js/),
      expect.stringMatching(/^skipped proxy, Discord, speech service/),
    ]);
  });

  it.each([
    ['26.10.0', 'ok'],
    ['22.19.0', 'ok'],
    ['22.18.9', 'failed'],
    ['20.20.2', 'failed'],
  ])('of Node.js %s say %s', (version, status) => {
    expect(checkNode(version).status).toBe(status);
  });
});
