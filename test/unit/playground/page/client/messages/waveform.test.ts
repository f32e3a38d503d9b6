import { describe, expect, it } from 'vitest';
import { waveformBars } from '../../../../../../playground/page/client/messages/waveform.ts';

const encode = (...bytes: readonly number[]): string => Buffer.from(bytes).toString('base64');

describe('the bars of a voice message', () => {
  it('are as loud as the loudest of their share', () => {
    expect(waveformBars(encode(0, 255, 51, 102), 2)).toEqual([1, 0.4]);
  });

  it('are repeated where there are more bars than values', () => {
    expect(waveformBars(encode(255, 51), 4)).toEqual([1, 1, 0.2, 0.2]);
  });

  it('can be seen in silence, and where the waveform is unreadable', () => {
    expect(waveformBars(encode(0), 1)).toEqual([0.08]);
    expect(waveformBars('', 2)).toEqual([0.08, 0.08]);
    expect(waveformBars('no base64!', 1)).toEqual([0.08]);
  });
});
