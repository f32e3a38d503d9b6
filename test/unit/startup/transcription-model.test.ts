import { describe, expect, it } from 'vitest';
import { createLogger } from '../../../src/log/log.ts';
import { checkTranscriptionModel, warnOfTranscriptionModel } from '../../../src/startup/transcription-model.ts';

const BEFORE_MS = Date.UTC(2026, 11, 30, 23, 59);
const DAY_MS = Date.UTC(2026, 11, 31);
const KEY = 'sk-0123456789abcdef0123';

/** The log lines about a model. */
function linesOf(model: string | undefined, nowMs = BEFORE_MS): unknown[] {
  const lines: unknown[] = [];
  const log = createLogger('info', [KEY], { write: (line) => void lines.push(JSON.parse(line)) });
  warnOfTranscriptionModel(model, log, nowMs);
  return lines;
}

describe('the start and --check', () => {
  it.each(['transcribe-1-pro', undefined])('say nothing about the transcription model %s', (model) => {
    expect(linesOf(model)).toEqual([]);
    expect(checkTranscriptionModel(model)).toMatchObject({ status: 'ok' });
  });

  it('warn of the model that retires, with the day', () => {
    expect(linesOf('transcribe-1')).toMatchObject([
      {
        ...{ level: 'warn', code: 'SPEECH_ASR_MODEL_RETIRES', model: 'transcribe-1', retires: '2026-12-31' },
        ...{ servedAs: 'transcribe-1-pro', msg: expect.stringContaining('will be retired') },
      },
    ]);
    expect(checkTranscriptionModel('transcribe-1', BEFORE_MS)).toEqual({
      status: 'warning',
      found: 'transcribe-1 retires on 2026-12-31: from then on the service uses transcribe-1-pro',
      advice: 'set SPEECH_ASR_MODEL=transcribe-1-pro',
    });
  });

  it('say on the day and after it that the model was retired, and what serves names that nobody knows', () => {
    expect(linesOf('transcribe-1', DAY_MS)).toMatchObject([{ msg: expect.stringContaining('is retired') }]);
    expect(checkTranscriptionModel('transcribe-1', DAY_MS)).toMatchObject({
      found: 'transcribe-1 was retired on 2026-12-31: the service uses transcribe-1-pro',
    });
    expect(linesOf('transcribe-2', DAY_MS)).toMatchObject([{ servedAs: 'transcribe-1-pro' }]);
    expect(checkTranscriptionModel('transcribe-2', DAY_MS)).toMatchObject({
      found: expect.stringContaining('the service uses transcribe-1-pro'),
    });
  });

  it.each(['transcribe1pro', 'Transcribe-1', 'transcribe-2'])(
    'warn of %s, which the service does not know',
    (model) => {
      expect(linesOf(model)).toMatchObject([
        {
          ...{ level: 'warn', code: 'SPEECH_ASR_MODEL_UNKNOWN', model, servedAs: 'transcribe-1' },
          known: ['transcribe-1', 'transcribe-1-pro'],
        },
      ]);
      expect(checkTranscriptionModel(model)).toMatchObject({
        status: 'warning',
        found: expect.stringContaining(`${model} is not a known model`),
      });
    },
  );

  it.each([KEY, 'Fe3aK9-another-key-of-another-service'])('never show a key in the wrong place: %s', (model) => {
    expect(linesOf(model)).toMatchObject([{ model: '(not shown)' }]);
    expect(JSON.stringify(checkTranscriptionModel(model))).not.toContain(model);
  });
});
