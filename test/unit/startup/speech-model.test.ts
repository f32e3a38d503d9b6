import { describe, expect, it } from 'vitest';
import { createLogger } from '../../../src/log.ts';
import { TTS_MODELS } from '../../../src/speech/wire.ts';
import { warnOfUnknownModel } from '../../../src/startup/speech-model.ts';

const KEY = 'sk-0123456789abcdef0123';

/** The log lines about a model. */
function linesOf(model: string): unknown[] {
  const lines: unknown[] = [];
  warnOfUnknownModel(model, createLogger('info', [KEY], { write: (line) => void lines.push(JSON.parse(line)) }));
  return lines;
}

describe('warnOfUnknownModel', () => {
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
          known: ['s1', 's2-pro', 's2.1-pro', 's2.1-pro-free'],
          servedAs: 's2.1-pro',
        },
      ]);
    },
  );

  it.each([KEY, 'Fe3aK9-another-key-of-another-service'])('never shows a key in the wrong place: %s', (model) => {
    expect(linesOf(model)).toMatchObject([{ model: '(not shown)' }]);
  });
});
