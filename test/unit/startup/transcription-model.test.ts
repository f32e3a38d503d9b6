import { describe, expect, it } from 'vitest';
import { createLogger } from '../../../src/log.ts';
import { checkTranscriptionModel, warnOfTranscriptionModel } from '../../../src/startup/transcription-model.ts';

const KEY = 'sk-0123456789abcdef0123';

/** The log lines about a model. */
function linesOf(model: string | undefined): unknown[] {
  const lines: unknown[] = [];
  const log = createLogger('info', [KEY], { write: (line) => void lines.push(JSON.parse(line)) });
  warnOfTranscriptionModel(model, log);
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
        ...{ level: 'warn', code: 'SPEECH_ASR_MODEL_RETIRES', model: 'transcribe-1', retiresOn: '31 December 2026' },
        ...{ servedAs: 'transcribe-1-pro', msg: expect.stringContaining('transcribe-1-pro') },
      },
    ]);
    expect(checkTranscriptionModel('transcribe-1')).toEqual({
      status: 'warning',
      found: 'transcribe-1 retires on 31 December 2026: from then the service uses transcribe-1-pro',
      advice: 'set SPEECH_ASR_MODEL=transcribe-1-pro',
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
