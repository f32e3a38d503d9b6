import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULT_CLIP_TIMINGS } from '../../../../src/audio/endpointer.ts';
import { createSpeakerHangover } from '../../../../src/voice/receive/speaker-hangover.ts';
import { fuzzRuns } from '../../../support/fuzz-runs.ts';

const FRAME = 960;
const FRAME_MS = 20;
const BOUNDS = { hangoverMs: 700, minHangoverMs: 350, maxHangoverMs: 850 };
const MARGIN_MS = 180;

/** A speaker whose packets arrive as regularly as they are sent, unless `lateMs` says otherwise. */
function createSpeaker(bounds = BOUNDS) {
  const hangover = createSpeakerHangover(bounds);
  let nowMs = 0;
  let position = 0;
  let count = 0;
  const speaker = {
    hangover,
    lateMs: (_packet: number): number => 0,
    /** Whether the RTP time runs on in a pause. */
    clockRuns: true,
    speak(ms: number): void {
      for (let spokenMs = 0; spokenMs < ms; spokenMs += FRAME_MS) {
        const receivedAtMs = nowMs + speaker.lateMs(count);
        hangover.heard({ position, samples: FRAME, voiced: true, receivedAtMs });
        nowMs += FRAME_MS;
        position += FRAME;
        count += 1;
      }
    },
    /** The pause as a listener hears it: without a packet. */
    pause(ms: number): void {
      nowMs += ms;
      if (speaker.clockRuns) position += ms * 48;
    },
    /** Says words with these pauses between them. */
    say(wordMs: number, pausesMs: readonly number[]): void {
      for (const pauseMs of pausesMs) {
        speaker.speak(wordMs);
        speaker.pause(pauseMs);
      }
      speaker.speak(FRAME_MS);
    },
  };
  return speaker;
}

function times(count: number, ...pausesMs: number[]): number[] {
  return Array.from({ length: count }, () => pausesMs).flat();
}

test('a speaker whom nobody has heard gets the common hangover, until they have spoken for half a minute', () => {
  const speaker = createSpeaker();
  expect(speaker.hangover.ms).toBe(700);
  speaker.say(1_000, times(28, 250));
  expect(speaker.hangover.ms).toBe(700);
});

test('somebody with short pauses is ended sooner, by their longest pauses and a margin', () => {
  const speaker = createSpeaker();
  speaker.say(1_000, times(40, 300, 400));
  expect(speaker.hangover.ms).toBe(400 + FRAME_MS + MARGIN_MS);
});

test('somebody who does not pause gets the shortest hangover', () => {
  const speaker = createSpeaker();
  speaker.speak(40_000);
  expect(speaker.hangover.ms).toBe(350);
});

test('three long pauses lengthen the hangover at once, two are hesitations', () => {
  const speaker = createSpeaker();
  speaker.say(1_000, [620, 620]);
  expect(speaker.hangover.ms).toBe(700);
  speaker.say(1_000, [620]);
  expect(speaker.hangover.ms).toBe(620 + FRAME_MS + MARGIN_MS);
});

test('pauses that ended an utterance count too, so that the hangover grows again', () => {
  const speaker = createSpeaker();
  speaker.speak(60_000);
  expect(speaker.hangover.ms).toBe(350);
  speaker.say(1_000, times(3, 640));
  expect(speaker.hangover.ms).toBe(640 + FRAME_MS + MARGIN_MS);
});

test('what lies between turns says nothing', () => {
  const speaker = createSpeaker();
  speaker.say(2_000, times(40, 3_000));
  expect(speaker.hangover.ms).toBe(350);
});

test('long pauses are forgotten after a minute of speech', () => {
  const speaker = createSpeaker();
  speaker.say(1_000, times(10, 900));
  expect(speaker.hangover.ms).toBe(850);
  speaker.speak(60_000);
  expect(speaker.hangover.ms).toBe(350);
});

test('a pause counts where the RTP time stands still in it', () => {
  const speaker = createSpeaker();
  speaker.clockRuns = false;
  speaker.say(1_000, times(40, 500));
  expect(speaker.hangover.ms).toBe(500 + FRAME_MS + MARGIN_MS);
});

test('a bad network lengthens the hangover of somebody without pauses', () => {
  const speaker = createSpeaker();
  speaker.lateMs = (packet) => (packet % 2) * 100;
  speaker.speak(40_000);
  // A mean deviation of 100 ms, four times, on top of silence frames and the reorder buffer's wait.
  expect(speaker.hangover.ms).toBeGreaterThan(550);
  expect(speaker.hangover.ms).toBeLessThan(650);
});

test('equal bounds keep the hangover fixed', () => {
  const speaker = createSpeaker({ hangoverMs: 700, minHangoverMs: 700, maxHangoverMs: 700 });
  speaker.say(1_000, times(40, 300, 1_000));
  expect(speaker.hangover.ms).toBe(700);
});

test('the bot’s own hangover starts within its bounds, and above what packets need', () => {
  const { hangoverMs, minHangoverMs, maxHangoverMs } = DEFAULT_CLIP_TIMINGS;
  expect(minHangoverMs).toBeGreaterThan(200);
  expect(minHangoverMs).toBeLessThan(hangoverMs);
  expect(maxHangoverMs).toBeGreaterThan(hangoverMs);
});

const speech = fc.array(
  fc.record({ wordMs: fc.integer({ min: 20, max: 4_000 }), pauseMs: fc.integer({ min: 0, max: 2_500 }) }),
  {
    maxLength: 80,
  },
);

test('the hangover stays within its bounds, whatever is said', () => {
  fc.assert(
    fc.property(speech, fc.integer({ min: 0, max: 150 }), fc.boolean(), (said, jitterMs, clockRuns) => {
      const speaker = createSpeaker();
      speaker.lateMs = (packet) => (packet * 7_919) % (jitterMs + 1);
      speaker.clockRuns = clockRuns;
      for (const { wordMs, pauseMs } of said) {
        speaker.say(wordMs, [pauseMs]);
        expect(speaker.hangover.ms).toBeGreaterThanOrEqual(BOUNDS.minHangoverMs);
        expect(speaker.hangover.ms).toBeLessThanOrEqual(BOUNDS.maxHangoverMs);
      }
    }),
    { numRuns: fuzzRuns(100) },
  );
});

test('longer pauses never make a shorter hangover', () => {
  fc.assert(
    fc.property(speech, fc.integer({ min: 1, max: 400 }), (said, moreMs) => {
      const [one, other] = [createSpeaker(), createSpeaker()];
      for (const { wordMs, pauseMs } of said) {
        // Only pauses within a turn, for either.
        const withinMs = pauseMs % 700;
        one.say(wordMs, [withinMs]);
        other.say(wordMs, [withinMs + moreMs]);
      }
      expect(other.hangover.ms).toBeGreaterThanOrEqual(one.hangover.ms);
    }),
    { numRuns: fuzzRuns(100) },
  );
});
