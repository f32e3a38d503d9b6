import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRequestLane } from '../../../../../src/discord/captions/display/request-lane.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the wait after a failure does not grow when the clock is set back meanwhile', async () => {
  const lane = createRequestLane();
  let requests = 0;
  const failOnce = async (): Promise<boolean> => {
    requests += 1;
    return requests > 1;
  };
  const again = (): void => {
    if (requests < 2) lane.run(() => 0, again, failOnce);
  };
  again();
  await vi.advanceTimersByTimeAsync(0);
  vi.setSystemTime(Date.now() - 5 * 3_600_000);
  again();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(requests).toBe(2);
});
