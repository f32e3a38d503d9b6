import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  contrast,
  PAGE_BACKGROUNDS,
  SPEAKER_COLORS,
  SpeakerOrder,
  speakerColorsOn,
} from '../../../../../src/web/overlay/client/colors.ts';

const CSS = readFileSync(new URL('../../../../../src/web/overlay/client/looks/captions.css', import.meta.url), 'utf8');

type Triple = readonly [number, number, number];

/** What people see of linear RGB: Machado, Oliveira and Fernandes 2009, severity 1. */
const VISION: Readonly<Record<string, readonly Triple[]>> = {
  trichromacy: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function linear(color: string): Triple {
  const channel = (start: number): number => {
    const value = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

const times = (matrix: readonly Triple[], [a, b, c]: Triple): Triple => {
  const [x = 0, y = 0, z = 0] = matrix.map(([p, q, r]) => p * a + q * b + r * c);
  return [x, y, z];
};

/** https://bottosson.github.io/posts/oklab/ */
function oklab(rgb: Triple): Triple {
  const lms = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    rgb,
  );
  const [l, m, s] = [Math.cbrt(lms[0]), Math.cbrt(lms[1]), Math.cbrt(lms[2])];
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    [l, m, s],
  );
}

function difference(one: string, other: string, matrix: readonly Triple[]): number {
  const seen = (color: string): Triple => {
    const [r, g, b] = times(matrix, linear(color));
    const clip = (value: number): number => Math.min(1, Math.max(0, value));
    return oklab([clip(r), clip(g), clip(b)]);
  };
  const [a, b] = [seen(one), seen(other)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

describe.each(['dark', 'light'] as const)('the colours of speakers on the %s page', (theme) => {
  const colors = SPEAKER_COLORS[theme];

  it('can be read', () => {
    for (const color of colors) expect(contrast(color, PAGE_BACKGROUNDS[theme])).toBeGreaterThanOrEqual(5);
  });

  it.each(Object.entries(VISION))('are told apart with %s', (_name, matrix) => {
    for (const [index, color] of colors.entries()) {
      for (const other of colors.slice(index + 1)) expect(difference(color, other, matrix)).toBeGreaterThanOrEqual(0.1);
    }
  });

  it('are those of the style sheet, beside the same background', () => {
    expect(CSS).toContain(`--background: ${PAGE_BACKGROUNDS[theme]};`);
    for (const [index, color] of colors.entries()) expect(CSS).toContain(`--speaker-${index}: ${color};`);
  });
});

describe('colours on a background of one’s own', () => {
  it.each(['#000000', '#ffffff', '#0000ff', '#ffff00', '#00ff00', '#202225'])('can be read on %s', (background) => {
    const colors = speakerColorsOn(background);
    expect(colors.length).toBeGreaterThan(0);
    for (const color of colors) expect(contrast(color, background)).toBeGreaterThanOrEqual(4.5);
  });

  it('have the contrast that WCAG computes', () => {
    expect(contrast('#000000', '#ffffff')).toBe(21);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });
});

it('the first seven speakers have different places, which they keep', () => {
  const order = new SpeakerOrder();
  expect(['Ada', 'Grace', 'Ada', 'Linus', 'Grace'].map((name) => order.placeOf(name))).toEqual([0, 1, 0, 2, 1]);
});
