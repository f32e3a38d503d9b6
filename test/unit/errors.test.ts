import { describe, expect, it } from 'vitest';
import { MynahError, severityOf, UserError } from '../../src/errors.ts';
import { SpeechError } from '../../src/speech/speech-error.ts';

describe('severityOf', () => {
  it.each([
    ['SPEECH_UNAUTHORIZED', 'fault'],
    ['SPEECH_OUT_OF_CREDITS', 'fault'],
    ['STORE_FAILED', 'fault'],
    ['STORE_UNAVAILABLE', 'fault'],
    ['FILES_DISK_FAILED', 'fault'],
    ['VOICE_INTERNAL', 'fault'],
    ['HTTP_LISTEN_FAILED', 'fault'],
    ['SPEECH_BUSY', 'degraded'],
    ['SPEECH_TIMEOUT', 'degraded'],
    ['SPEECH_UNAVAILABLE', 'degraded'],
    ['SPEECH_RATE_LIMITED', 'degraded'],
    ['SPEECH_LIVE_STALLED', 'degraded'],
    ['FILES_BUSY', 'degraded'],
    ['VOICE_THREAD_LOST', 'degraded'],
    ['VOICE_TOO_MUCH_AUDIO', 'degraded'],
    ['AUDIO_TOO_SHORT', 'expected'],
    ['SPEECH_NOT_FOUND', 'expected'],
    ['FILES_TOO_LARGE', 'expected'],
    ['ATTACHMENT_EXPIRED', 'expected'],
  ])('calls %s %s, as an error and as plain data from another thread', (code, severity) => {
    expect(severityOf(new MynahError(code, 'failed'))).toBe(severity);
    expect(severityOf({ code, message: '', retryable: false })).toBe(severity);
  });

  it('calls what is unknown a fault', () => {
    const unknown = [
      new Error('no code'),
      { code: 'NEW_CODE' },
      { code: 50_001 },
      { code: 'constructor' },
      'text',
      null,
    ];
    expect(unknown.map(severityOf)).toEqual(unknown.map(() => 'fault'));
  });

  it('prefers what the error itself says', () => {
    expect(severityOf(new MynahError('SPEECH_BUSY', 'failed', { severity: 'fault' }))).toBe('fault');
    expect(severityOf(new UserError('Try again.'))).toBe('expected');
    expect(severityOf(new SpeechError('SPEECH_UNAUTHORIZED', 'refused'))).toBe('fault');
  });
});
