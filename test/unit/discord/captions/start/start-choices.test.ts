import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  choiceButtons,
  confirmButtons,
  createStartChoice,
  parseStartChoice,
} from '../../../../../src/discord/captions/start/start-choices.ts';
import { english } from '../../../../../src/messages/english.ts';

const NOW_MS = Date.UTC(2026, 0, 2, 3, 4, 5, 678);

beforeEach(() => void vi.useFakeTimers({ now: NOW_MS }));
afterEach(() => void vi.useRealTimers());

const aSnowflake = fc.bigInt({ min: 10n ** 16n, max: 2n ** 64n - 1n }).map(String);

describe('the buttons of a question about where captions go', () => {
  it('carry the whole start in at most 100 characters', () => {
    const aLanguage = fc.option(fc.constantFrom('de', 'zh-hant', 'sr-latn-rs', 'x'.repeat(24)), { nil: undefined });
    fc.assert(
      fc.property(aSnowflake, aSnowflake, aLanguage, fc.boolean(), (voiceChannelId, startedBy, language, interim) => {
        const start = { voiceChannelId, startedBy, language, interim };
        const choice = createStartChoice(start);
        const rows = [...choiceButtons(choice, english), ...confirmButtons(choice, english)];
        const ids = rows.flatMap(({ components }) => components.map(({ custom_id: id }) => id));
        expect(ids.map((id) => parseStartChoice(id.replace(/^captions:/, '')))).toEqual(
          (['chat', 'ask', 'confirm'] as const).map((action) => ({ ...choice, action })),
        );
        expect(Math.max(...ids.map((id) => id.length))).toBeLessThanOrEqual(100);
      }),
      { numRuns: 200 },
    );
  });

  it('expire after ten minutes', () => {
    const { expiresAtMs } = createStartChoice({
      ...{ voiceChannelId: '1'.repeat(18), startedBy: '2'.repeat(18), language: undefined, interim: true },
    });
    expect(expiresAtMs - NOW_MS).toBeGreaterThanOrEqual(600_000);
    expect(expiresAtMs - NOW_MS).toBeLessThan(601_000);
  });

  it('are nothing else', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 100 }), (text) => {
        expect(parseStartChoice(text)).toBeUndefined();
        expect(parseStartChoice(`start:chat:${text}`)).toBeUndefined();
      }),
      { numRuns: 200 },
    );
  });
});
