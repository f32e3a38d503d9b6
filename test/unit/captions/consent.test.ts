import { expect, test } from 'vitest';
import { DEFAULT_CAPTION_SETTINGS } from '../../../src/captions/captions-ports.ts';
import { captioningOf, listenPolicyOf } from '../../../src/captions/consent.ts';

const OPT_OUT = DEFAULT_CAPTION_SETTINGS;
const OPT_IN = { ...OPT_OUT, consent: 'opt-in' } as const;

test.each([
  ['opt-out', undefined, false, 'captioned'],
  ['opt-out', 'opted-in', false, 'captioned'],
  ['opt-out', 'opted-out', false, 'opted-out'],
  ['opt-out', undefined, true, 'bot'],
  ['opt-in', undefined, false, 'not-opted-in'],
  ['opt-in', 'opted-in', false, 'captioned'],
  ['opt-in', 'opted-out', false, 'opted-out'],
] as const)('where consent is %s, who decided %s (a bot: %s) is %s', (consent, decision, isBot, expected) => {
  expect(captioningOf({ ...OPT_OUT, consent }, decision, isBot)).toBe(expected);
});

test('bots are captioned when asked for, unless people must opt in', () => {
  expect(captioningOf({ ...OPT_OUT, captionBots: true }, undefined, true)).toBe('captioned');
  expect(captioningOf({ ...OPT_IN, captionBots: true }, undefined, true)).toBe('not-opted-in');
});

test('the engine hears everybody but those who opted out and bots', () => {
  const decisions = new Map([
    ['out', 'opted-out'],
    ['in', 'opted-in'],
  ] as const);
  expect(listenPolicyOf(OPT_OUT, decisions, new Set(['bot']))).toEqual({
    others: 'hear',
    hear: [],
    ignore: ['out', 'bot'],
  });
  expect(listenPolicyOf({ ...OPT_OUT, captionBots: true }, decisions, new Set(['bot'])).ignore).toEqual(['out']);
});

test('where people must opt in the engine hears them alone', () => {
  const decisions = new Map([
    ['out', 'opted-out'],
    ['in', 'opted-in'],
  ] as const);
  expect(listenPolicyOf(OPT_IN, decisions, new Set())).toEqual({ others: 'ignore', hear: ['in'], ignore: ['out'] });
});
