import { expect, it } from 'vitest';
import { createLogger } from '../../../../src/log.ts';
import { toFailure } from '../../../../src/voice/playback/to-failure.ts';

it('logs an unexpected error with its stack under the reference that the failure carries', () => {
  const lines: Record<string, unknown>[] = [];
  const log = createLogger('info', [], { write: (line: string) => void lines.push(JSON.parse(line)) });
  const error = new TypeError('a bug');
  const { code, reference } = toFailure(error, log);
  expect(code).toBe('VOICE_INTERNAL');
  expect(reference).toMatch(/^[0-9a-f]{8}$/);
  expect(lines).toMatchObject([{ reference, err: { stack: error.stack } }]);
});
