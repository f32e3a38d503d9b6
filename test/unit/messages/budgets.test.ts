import { describe, expect, it } from 'vitest';
import { english } from '../../../src/messages/english.ts';

const { usedUp, usage } = english.budgets;
const at = { resetsAtMs: 1_000_000 };

describe('what people read at a limit', () => {
  it('says to use a shorter text, not to wait, where even a whole day is too little', () => {
    const text = { kind: 'characters', left: 60, limit: 60, ...at } as const;
    expect(usedUp({ ...text, whose: 'person' })).toBe(
      'This text is longer than your limit of 60 characters a day. Use a shorter one.',
    );
    expect(usedUp({ ...text, whose: 'guild', kind: 'transcription', limit: 60_000, left: 60_000 })).toBe(
      "This recording is longer than this server's limit of 1 minute of transcription a day. Use a shorter one.",
    );
    expect(usedUp({ ...text, whose: 'account' })).toBe(
      'This text is longer than I can take in a day. Use a shorter one.',
    );
  });

  it('does not say that the account is used up while shorter texts still fit, nor how much is left', () => {
    const words = usedUp({ kind: 'characters', whose: 'account', left: 6, limit: 150, ...at });
    expect(words).toMatch(/^This text is longer than what I have left today for all servers together\. The limit/);
    expect(words).not.toMatch(/\b(6|150)\b/);
    expect(usedUp({ kind: 'characters', whose: 'account', left: 0, limit: 150, ...at })).toMatch(/^I've spoken all/);
  });

  it('sends people only to those who can change a limit of 0', () => {
    const off = { kind: 'captions', limit: 0, left: 0, ...at } as const;
    expect(usedUp({ ...off, whose: 'guild' })).toMatch(/Ask someone who manages the server, or the bot's operator\.$/);
    expect(usedUp({ ...off, whose: 'person' })).toMatch(/its daily limit is 0\. Ask the bot's operator\.$/);
    expect(usedUp({ ...off, whose: 'account' })).toMatch(/its daily limit is 0\. Ask the bot's operator\.$/);
  });
});

describe('/usage', () => {
  it('count one minute as one', () => {
    const line = { kind: 'captions', whose: 'guild', used: 0, bar: '░' } as const;
    expect(usage.line({ ...line, limit: 60_000 })).toBe('Captioned: ░ 0 of 1 minute');
    expect(usage.line({ ...line, limit: Number.POSITIVE_INFINITY })).toBe('Captioned: 0 minutes (no limit)');
  });

  it('say that something is turned off, without a full bar', () => {
    expect(usage.line({ kind: 'transcription', whose: 'person', used: 0, limit: 0, bar: '█' })).toBe(
      'Transcribed: turned off',
    );
    expect(usage.line({ kind: 'characters', whose: 'member', used: 5, limit: 0, bar: '█' })).toBe(
      'Spoken in this server: █ 5 of 0 characters',
    );
  });
});
