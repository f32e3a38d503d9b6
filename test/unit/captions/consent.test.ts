import { expect, test } from 'vitest';
import { DEFAULT_CAPTION_SETTINGS } from '../../../src/captions/captions-ports.ts';
import { mayCaption, speakerPolicyOf } from '../../../src/captions/consent.ts';

const OPT_OUT = DEFAULT_CAPTION_SETTINGS;
const OPT_IN = { ...OPT_OUT, consent: 'opt-in' } as const;

test.each([
  ['opt-out', undefined, false, true],
  ['opt-out', 'opted-in', false, true],
  ['opt-out', 'opted-out', false, false],
  ['opt-out', undefined, true, false],
  ['opt-in', undefined, false, false],
  ['opt-in', 'opted-in', false, true],
  ['opt-in', 'opted-out', false, false],
] as const)(
  'where consent is %s, a person with the decision %s (a bot: %s) is captioned: %s',
  (consent, decision, isBot, expected) => {
    expect(mayCaption({ ...OPT_OUT, consent }, decision, isBot)).toBe(expected);
  },
);

test('bots are captioned if the guild wants it, unless people must opt in', () => {
  expect(mayCaption({ ...OPT_OUT, captionBots: true }, undefined, true)).toBe(true);
  expect(mayCaption({ ...OPT_IN, captionBots: true }, undefined, true)).toBe(false);
});

test('the engine hears everyone except bots and people who opted out', () => {
  const decisions = new Map([
    ['out', 'opted-out'],
    ['in', 'opted-in'],
  ] as const);
  expect(speakerPolicyOf(OPT_OUT, decisions, new Set(['bot']))).toEqual({
    others: 'hear',
    hear: [],
    ignore: ['out', 'bot'],
  });
  expect(speakerPolicyOf({ ...OPT_OUT, captionBots: true }, decisions, new Set(['bot'])).ignore).toEqual(['out']);
});

test('where people must opt in, the engine hears only people who did', () => {
  const decisions = new Map([
    ['out', 'opted-out'],
    ['in', 'opted-in'],
  ] as const);
  expect(speakerPolicyOf(OPT_IN, decisions, new Set())).toEqual({ others: 'ignore', hear: ['in'], ignore: ['out'] });
});
