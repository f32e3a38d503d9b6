import { expect, it } from 'vitest';
import { MynahError } from '../../../../src/errors.ts';
import { createLogger } from '../../../../src/log/log.ts';
import { SpeechError } from '../../../../src/speech/speech-error.ts';
import { toFailure } from '../../../../src/voice/playback/to-failure.ts';

/** Converts an error and returns the failure with the lines that were logged. */
function convert(error: unknown) {
  const lines: Record<string, unknown>[] = [];
  const log = createLogger('info', [], { write: (line: string) => void lines.push(JSON.parse(line)) });
  return { failure: toFailure(error, log), lines };
}

it.each([
  ['VOICE_INTERNAL', new TypeError('a bug')],
  ['OPUS_EXHAUSTED', new MynahError('OPUS_EXHAUSTED', 'no encoder is left')],
  ['SPEECH_UNAUTHORIZED', new SpeechError('SPEECH_UNAUTHORIZED', '401')],
])('logs the fault %s with its stack under the reference that the failure carries', (expected, error) => {
  const { failure, lines } = convert(error);
  const { code, reference } = failure;
  expect(code).toBe(expected);
  expect(reference).toMatch(/^[0-9a-f]{8}$/);
  expect(lines).toMatchObject([{ reference, err: { stack: error.stack } }]);
});

it('logs nothing about other failures', () => {
  const { failure, lines } = convert(new SpeechError('SPEECH_BUSY', 'too many requests'));
  expect(failure).toEqual({ code: 'SPEECH_BUSY', message: '', retryable: true });
  expect(lines).toEqual([]);
});

it('keeps the reference of a fault that another thread logged', () => {
  const { failure, lines } = convert(new MynahError('INTERNAL', 'a fault', { reference: '0a1b2c3d' }));
  expect(failure.reference).toBe('0a1b2c3d');
  expect(lines).toEqual([]);
});
