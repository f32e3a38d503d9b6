import { TTS_MODELS } from '@mynah/speech-wire/wire';
import { describe, expect, it } from 'vitest';
import { createLogger } from '../../../src/log/log.ts';
import { warnOfModel } from '../../../src/startup/speech-model.ts';

const KEY = 'sk-0123456789abcdef0123';

/** The log lines about a model. */
function linesOf(model: string, nowMs?: number): unknown[] {
  const lines: unknown[] = [];
  warnOfModel(model, createLogger('info', [KEY], { write: (line) => void lines.push(JSON.parse(line)) }), nowMs);
  return lines;
}

describe('warnOfModel', () => {
  it.each(TTS_MODELS)('says nothing about %s', (model) => {
    expect(linesOf(model)).toEqual([]);
  });

  it.each(['s2pro', 'S2-pro', 's3-pro'])(
    'names %s, the known models, and what an unknown one is billed as',
    (model) => {
      expect(linesOf(model)).toMatchObject([
        {
          level: 'warn',
          code: 'SPEECH_MODEL_UNKNOWN',
          model,
          known: ['s2.1-pro', 's2.1-pro-free', 's2-pro', 'drama-3-preview', 'drama-3'],
          servedAs: 's2.1-pro',
        },
      ]);
    },
  );

  it.each([
    ['the day before', Date.UTC(2026, 11, 30, 23, 59), 'SPEECH_MODEL will be retired'],
    ['the day itself', Date.UTC(2026, 11, 31), 'SPEECH_MODEL is retired'],
  ])('says what becomes of s1, on %s', (_when, nowMs, words) => {
    expect(linesOf('s1', nowMs)).toMatchObject([
      {
        ...{ level: 'warn', code: 'SPEECH_MODEL_RETIRES', model: 's1', retires: '2026-12-31', servedAs: 's2.1-pro' },
        msg: expect.stringContaining(words),
      },
    ]);
  });

  it.each([KEY, 'Fe3aK9-another-key-of-another-service'])('never shows a key in the wrong place: %s', (model) => {
    expect(linesOf(model)).toMatchObject([{ model: '(not shown)' }]);
  });
});
