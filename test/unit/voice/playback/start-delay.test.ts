import { beforeEach, describe, expect, test } from 'vitest';
import { createStartDelay, type StartDelay, type StreamStart } from '../../../../src/voice/playback/start-delay.ts';

let nowMs: number;
let startDelay: StartDelay;

beforeEach(() => {
  nowMs = 10_000;
  startDelay = createStartDelay(() => nowMs);
});

/** Arrivals of one stream: when, counted from the first, and how much sound. */
type Arrivals = readonly (readonly [atMs: number, soundMs: number])[];

/** Like the real service: 120 ms of sound, nothing until `untilMs`, then all at once. */
function paced(untilMs = 350): Arrivals {
  return [
    [0, 120],
    [untilMs, 2_000],
  ];
}

/** A service that delivers 20 ms of sound every 20 ms, `jitterMs` late every other time. */
function steady(jitterMs = 0): Arrivals {
  return Array.from({ length: 60 }, (_, index) => [index * 20 + (index % 2) * jitterMs, 20] as const);
}

function receive(stream: StreamStart, arrivals: Arrivals): void {
  const firstMs = nowMs;
  for (const [atMs, soundMs] of arrivals) {
    nowMs = firstMs + atMs;
    stream.arrived(soundMs);
  }
}

/** Has streams come whole, one after the other. */
function learn(...streams: readonly Arrivals[]): void {
  for (const arrivals of streams) {
    const stream = startDelay.stream();
    receive(stream, arrivals);
    stream.ended();
    nowMs += 5_000;
  }
}

/** When the sound of a stream starts, counted from its first packets, if these are all that arrive. */
function startOf(arrivals: Arrivals): number {
  const stream = startDelay.stream();
  const firstMs = nowMs;
  let bufferedMs = 0;
  for (const [index, [atMs, soundMs]] of arrivals.entries()) {
    nowMs = firstMs + atMs;
    stream.arrived(soundMs);
    bufferedMs += soundMs;
    const startMs = nowMs + stream.waitMs(bufferedMs);
    const nextMs = firstMs + (arrivals[index + 1]?.[0] ?? Number.POSITIVE_INFINITY);
    if (startMs <= nextMs) return startMs - firstMs;
  }
  throw new Error('it never starts');
}

/** How long the longest hole is when sound starts `startMs` after the first packets. */
function longestHole(arrivals: Arrivals, startMs: number): number {
  let soundMs = 0;
  let longestMs = 0;
  for (const [atMs, sound] of arrivals) {
    longestMs = Math.max(longestMs, atMs - startMs - soundMs);
    soundMs += sound;
  }
  return longestMs;
}

describe('while nothing is known', () => {
  test('sound starts after the first pause', () => {
    expect(startOf(paced(350))).toBe(350);
    expect(startOf(paced(61))).toBe(61);
  });

  test('400 ms of sound start at once', () => {
    expect(startOf([[0, 400]])).toBe(0);
  });

  test('sound starts when there are 400 ms of it', () => {
    expect(
      startOf([
        [0, 200],
        [30, 200],
      ]),
    ).toBe(30);
  });

  test('packets of the same chunk are not taken for the end of a pause', () => {
    expect(
      startOf([
        [0, 60],
        [59, 60],
      ]),
    ).toBe(600);
  });

  test('sound of a slow service starts after 600 ms', () => {
    expect(startOf([[0, 120]])).toBe(600);
    expect(startOf([[0, 20]])).toBe(600);
  });
});

describe('after a stream', () => {
  test('sound starts so that the same pauses leave no hole, with 20 ms for jitter', () => {
    learn(paced(350));
    expect(startOf(paced(350))).toBe(250);
    expect(longestHole(paced(370), 250)).toBe(0);
  });

  test('a longer first chunk starts as much sooner', () => {
    learn(paced(350));
    expect(startOf([[0, 240]])).toBe(130);
    expect(startOf([[0, 370]])).toBe(0);
  });

  test('of a service without pauses, sound starts with its second packet', () => {
    learn(steady());
    expect(startOf(steady())).toBe(20);
    expect(longestHole(steady(), 20)).toBe(0);
  });

  test('sound that was fast enough in one session starts at once in the next', () => {
    learn([[0, 1_000]]);
    expect(startOf([[0, 40]])).toBe(0);
  });

  test('what it still lacks counts as soon as it is known, also when the stream is dropped', () => {
    const stream = startDelay.stream();
    receive(stream, [
      [0, 200],
      [300, 200],
      [900, 200],
    ]);
    expect(startOf([[0, 120]])).toBe(520);
  });

  test('a stream that is dropped in its first pause teaches nothing', () => {
    startDelay.stream().arrived(120);
    expect(startOf(paced(350))).toBe(350);
  });

  test('a short one that never paused teaches nothing', () => {
    learn([[0, 200]]);
    expect(startOf(paced(350))).toBe(350);
  });

  test('a short one that paused counts when it has ended', () => {
    learn([
      [0, 120],
      [350, 120],
    ]);
    expect(startOf(paced(350))).toBe(250);
  });

  test('the time in which the buffer held the service back does not count', () => {
    const stream = startDelay.stream();
    receive(stream, [[0, 500]]);
    stream.disturbed();
    receive(stream, [[60_000, 500]]);
    expect(startOf([[0, 120]])).toBe(0);
  });
});

describe('after several streams', () => {
  test('sound waits for the slowest of fewer than ten', () => {
    learn(paced(200), paced(400), paced(300));
    expect(startOf(paced(400))).toBe(300);
  });

  test('one of ten may be slower: a single stall delays nobody for long', () => {
    learn(paced(550), ...Array.from({ length: 9 }, () => paced(350)));
    expect(startOf(paced(350))).toBe(250);
  });

  test('ten without pauses bring the start back to two packets', () => {
    learn(...Array.from({ length: 10 }, () => paced(350)));
    expect(startOf(steady())).toBe(180);
    learn(...Array.from({ length: 10 }, () => steady()));
    expect(startOf(steady())).toBe(20);
  });

  test('sound never waits longer than 600 ms, however long the pauses were', () => {
    learn(paced(5_000), paced(5_000));
    expect(startOf([[0, 120]])).toBe(600);
  });

  test('a generation that was silent for 25 s teaches nothing', () => {
    learn(paced(350), paced(25_000));
    expect(startOf([[0, 120]])).toBe(250);
  });

  test('a stream of which the beginning played long ago, requested ahead, starts at once', () => {
    learn(paced(350));
    const ahead = startDelay.stream();
    ahead.arrived(120);
    nowMs += 300;
    expect(ahead.waitMs(120)).toBe(0);
  });
});
