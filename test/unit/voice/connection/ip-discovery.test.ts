import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { repeatDiscovery } from '../../../../src/voice/connection/ip-discovery.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('the request is sent again every half second, until it is stopped', () => {
  const sent: Buffer[] = [];
  const stop = repeatDiscovery((datagram) => sent.push(Buffer.from(datagram)), 4_242);
  vi.advanceTimersByTime(1_100);
  // Type 1, 70 bytes, the SSRC; then room for the address and the port.
  const request = Buffer.from([0, 1, 0, 70, 0, 0, 0x10, 0x92, ...new Uint8Array(66)]);
  expect(sent).toEqual([request, request]);
  stop();
  vi.advanceTimersByTime(5_000);
  expect(sent).toHaveLength(2);
});
