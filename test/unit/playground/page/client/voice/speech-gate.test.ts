import { describe, expect, it } from 'vitest';
import { type GateSettings, levelOf, SpeechGate } from '../../../../../../playground/page/client/voice/speech-gate.ts';

const VOICE: GateSettings = { mode: 'voice-activity', isMuted: false, isHeld: false, thresholdDb: -45 };

/** A frame of this amplitude; its first sample tells `mark`. */
function frame(amplitude: number, mark = 0): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(960).fill(amplitude);
  samples[0] = mark / 10_000;
  return samples;
}

function marks(frames: readonly Float32Array[]): number[] {
  return frames.map(([first = 0]) => Math.round(first * 10_000));
}

const quiet = (mark = 0) => frame(0.001, mark);
const loud = (mark = 0) => frame(0.2, mark);

describe('SpeechGate', () => {
  it('sends nothing of a quiet room', () => {
    const gate = new SpeechGate();
    const frames = Array.from({ length: 100 }, () => gate.push(quiet(), VOICE));
    expect(frames.every(({ begins, frames: sent }) => !begins && sent.length === 0)).toBe(true);
  });

  it('begins with the 200 ms before the first word', () => {
    const gate = new SpeechGate();
    for (let index = 0; index < 30; index++) gate.push(quiet(index), VOICE);
    expect(gate.push(loud(30), VOICE).begins).toBe(false);
    const opened = gate.push(loud(31), VOICE);
    expect(opened.begins).toBe(true);
    expect(marks(opened.frames)).toEqual(Array.from({ length: 12 }, (_, index) => 20 + index));
  });

  it('is not opened by a click', () => {
    const gate = new SpeechGate();
    const gated = [quiet(), loud(), quiet(), loud(), quiet()].map((each) => gate.push(each, VOICE));
    expect(gated.some(({ begins }) => begins)).toBe(false);
  });

  it('ends 400 ms after the last word, and goes on over shorter pauses', () => {
    const gate = new SpeechGate();
    gate.push(loud(), VOICE);
    gate.push(loud(), VOICE);
    for (let index = 0; index < 19; index++) expect(gate.push(quiet(), VOICE)).toMatchObject({ ends: false });
    expect(gate.push(loud(), VOICE).frames).toHaveLength(1);
    const ends = Array.from({ length: 20 }, () => gate.push(quiet(), VOICE).ends);
    expect(ends.indexOf(true)).toBe(19);
  });

  it('sends each frame once when speech comes soon after speech', () => {
    const gate = new SpeechGate();
    const sound = [...Array(30).keys()].map((mark) => (mark < 2 || mark > 24 ? loud(mark) : quiet(mark)));
    const sent = marks(sound.flatMap((each) => gate.push(each, VOICE).frames));
    expect(sent).toEqual([...Array(30).keys()]);
  });

  it('sends while the key is held and a little longer, and nothing from before', () => {
    const gate = new SpeechGate();
    const held = { ...VOICE, mode: 'push-to-talk', isHeld: true } as const;
    gate.push(loud(1), { ...held, isHeld: false });
    const opened = gate.push(quiet(2), held);
    expect(opened).toMatchObject({ begins: true });
    expect(marks(opened.frames)).toEqual([2]);
    const ends = Array.from({ length: 10 }, () => gate.push(loud(), { ...held, isHeld: false }).ends);
    expect(ends.indexOf(true)).toBe(9);
  });

  it('sends nothing while it is muted, and ends what is being said', () => {
    const gate = new SpeechGate();
    gate.push(loud(), VOICE);
    gate.push(loud(), VOICE);
    expect(gate.push(loud(), { ...VOICE, isMuted: true })).toMatchObject({ frames: [], ends: true });
    expect(gate.push(loud(), { ...VOICE, isMuted: true })).toMatchObject({ frames: [], ends: false });
  });
});

describe('levelOf', () => {
  it('measures in dB of full scale', () => {
    expect(levelOf(new Float32Array(960))).toBe(-100);
    expect(levelOf(new Float32Array(960).fill(1))).toBe(0);
    expect(levelOf(new Float32Array(960).fill(0.1))).toBeCloseTo(-20, 3);
  });
});
