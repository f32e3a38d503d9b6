import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CircuitBreaker } from '../../../../src/captions/clips/circuit-breaker.ts';

function openBreaker() {
  const lasting: string[] = [];
  const breaker = new CircuitBreaker({
    timings: { probeBaseMs: 1_000, probeMaxMs: 4_000, outageAnnounceAfterMs: 10_000 },
    monotonicMs: () => performance.now(),
    onLasting: (code) => lasting.push(code),
  });
  const probeInMs = () => (breaker.probeAtMs === undefined ? undefined : breaker.probeAtMs - performance.now());
  /** A probe that fails as soon as it may go. */
  const failProbe = (): void => {
    vi.advanceTimersByTime(probeInMs() ?? 0);
    breaker.probeStarted();
    breaker.failed('SPEECH_TIMEOUT', true);
  };
  return { breaker, lasting, probeInMs, failProbe };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the circuit breaker', () => {
  it('opens with a failure and closes with any success', () => {
    const { breaker, probeInMs } = openBreaker();
    expect(probeInMs()).toBeUndefined();
    breaker.failed('SPEECH_TIMEOUT', false);
    expect(probeInMs()).toBe(1_000);
    expect(breaker.succeeded()).toBe(true);
    expect(probeInMs()).toBeUndefined();
    expect(breaker.succeeded()).toBe(false);
    expect(breaker.successes).toBe(2);
  });

  it('delays the next probe after each failed one, up to a limit', () => {
    const { breaker, probeInMs, failProbe } = openBreaker();
    breaker.failed('SPEECH_TIMEOUT', false);
    const waits = [1, 2, 3].map(() => {
      failProbe();
      return probeInMs();
    });
    expect(waits).toEqual([2_000, 4_000, 4_000]);
  });

  it('does not delay the next probe for failures of other requests', () => {
    const { breaker, probeInMs } = openBreaker();
    for (let round = 0; round < 3; round += 1) breaker.failed('SPEECH_TIMEOUT', false);
    breaker.failed('SPEECH_TIMEOUT', true);
    expect(probeInMs()).toBe(1_000);
  });

  it('allows another probe immediately when one is abandoned', () => {
    const { breaker, probeInMs } = openBreaker();
    breaker.failed('SPEECH_TIMEOUT', false);
    vi.advanceTimersByTime(1_000);
    breaker.probeStarted();
    breaker.probeAbandoned();
    expect(probeInMs()).toBe(0);
  });

  it('reports an outage once, with the newest code, if it lasts', () => {
    const { breaker, lasting } = openBreaker();
    breaker.failed('SPEECH_TIMEOUT', false);
    breaker.succeeded();
    vi.advanceTimersByTime(60_000);
    expect(lasting).toEqual([]);
    breaker.failed('SPEECH_TIMEOUT', false);
    vi.advanceTimersByTime(5_000);
    breaker.failed('SPEECH_UNAUTHORIZED', false);
    vi.advanceTimersByTime(60_000);
    expect(lasting).toEqual(['SPEECH_UNAUTHORIZED']);
  });

  it('leaves no timer when it is closed', () => {
    const { breaker } = openBreaker();
    breaker.failed('SPEECH_TIMEOUT', false);
    breaker.close();
    expect(vi.getTimerCount()).toBe(0);
  });
});
