import { beforeEach, expect, test } from 'vitest';
import { createPathWatch, type PathWatch } from '../../../../src/voice/connection/path-watch.ts';

let pings: Buffer[];
let lost: number;
let path: PathWatch;
let nowMs: number;

beforeEach(() => {
  pings = [];
  lost = 0;
  nowMs = 1_000;
  path = createPathWatch({
    send: (datagram) => pings.push(Buffer.from(datagram)),
    onLost: () => {
      lost += 1;
    },
  });
});

/** Offers a packet every 20 ms for `ms`; gives how many could be sent. */
function speak(ms: number): number {
  let sent = 0;
  for (const endMs = nowMs + ms; nowMs < endMs; nowMs += 20) sent += path.maySend(nowMs) ? 1 : 0;
  return sent;
}

function echo(): void {
  const newest = pings.at(-1);
  if (newest !== undefined) path.onDatagram(newest);
}

test('packets leave while pings are echoed', () => {
  for (let round = 0; round < 50; round += 1) {
    expect(speak(100)).toBe(5);
    echo();
  }
  expect(pings.length).toBeGreaterThan(10);
});

test('packets are held within 2 s of a path that breaks, and leave again with the first echo', () => {
  path.check(nowMs);
  echo();
  expect(speak(10_000)).toBeLessThanOrEqual(100);
  expect(path.maySend(nowMs)).toBe(false);
  echo();
  expect(path.maySend(nowMs)).toBe(true);
});

test('a server that has never echoed is trusted', () => {
  path.check(nowMs);
  expect(speak(60_000)).toBe(3_000);
  expect(lost).toBe(0);
});

/** Checks the path twice a second for `ms`, as while nothing is said. */
function idle(ms: number): void {
  for (const endMs = nowMs + ms; nowMs < endMs; nowMs += 500) path.check(nowMs);
}

test('a first ping that is lost is sent again within half a second, until one is echoed', () => {
  idle(2_000);
  expect(pings).toHaveLength(4);
  echo();
  idle(5_000);
  expect(pings).toHaveLength(5);
});

test('a server that never echoes is soon asked every 5 s only', () => {
  idle(5_000);
  expect(pings).toHaveLength(10);
  idle(55_000);
  expect(pings).toHaveLength(21);
});

test('other datagrams are no echoes', () => {
  path.check(nowMs);
  path.onDatagram(Buffer.alloc(8));
  path.onDatagram(Buffer.alloc(60, 0x13));
  expect(speak(10_000)).toBe(500);
});

test('a path that stays broken is reported once, also while nothing is sent, and then not trusted', () => {
  path.check(nowMs);
  echo();
  for (let checks = 0; checks < 10; checks += 1) {
    nowMs += 5_000;
    path.check(nowMs);
  }
  expect(lost).toBe(1);
  expect(path.maySend(nowMs)).toBe(true);
});

test('a single ping that was lost in a silence delays sound by no more than a round trip', () => {
  path.check(nowMs);
  echo();
  nowMs += 5_000;
  path.check(nowMs);
  nowMs += 3_000;
  const before = pings.length;
  expect(path.maySend(nowMs)).toBe(false);
  expect(pings).toHaveLength(before + 1);
  echo();
  expect(path.maySend(nowMs)).toBe(true);
});

test('a thread that stood still does not take that for a broken path', () => {
  path.check(nowMs);
  echo();
  expect(speak(500)).toBe(25);
  nowMs += 20_000;
  path.check(nowMs);
  echo();
  expect(lost).toBe(0);
  expect(path.maySend(nowMs)).toBe(true);
});
