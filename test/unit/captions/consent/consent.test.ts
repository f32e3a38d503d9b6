import { expect, test } from 'vitest';
import { DEFAULT_CAPTION_SETTINGS } from '../../../../src/captions/caption-settings.ts';
import { mayCaption, personConsentOf, stricterConsent } from '../../../../src/captions/consent/consent.ts';

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

test('captions keep the stricter of two consent rules', () => {
  expect(stricterConsent('opt-out', 'opt-out')).toBe('opt-out');
  expect(stricterConsent('opt-out', 'opt-in')).toBe('opt-in');
  expect(stricterConsent('opt-in', 'opt-out')).toBe('opt-in');
});

test('what a person decided is told by where it holds', () => {
  const decided = { userId: 'ada', decidedAtMs: 5 };
  expect(personConsentOf([])).toEqual({ consent: 'undecided', decidedAtMs: undefined, optedInGuilds: [] });
  expect(
    personConsentOf([
      { ...decided, guildId: 'two', consent: 'opted-in', revision: 9 },
      { ...decided, guildId: 'one', consent: 'opted-in', revision: 8 },
      { ...decided, guildId: undefined, consent: 'opted-out', revision: 7 },
    ]),
  ).toEqual({
    consent: 'opted-out',
    decidedAtMs: 5,
    optedInGuilds: [
      { guildId: 'one', decidedAtMs: 5 },
      { guildId: 'two', decidedAtMs: 5 },
    ],
  });
  expect(personConsentOf([{ ...decided, guildId: undefined, consent: 'undecided', revision: 7 }])).toEqual({
    ...{ consent: 'undecided', decidedAtMs: undefined, optedInGuilds: [] },
  });
});
