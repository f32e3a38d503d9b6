import { describe, expect, it } from 'vitest';
import { RecordingError, type RecordingErrorCode } from '../../../../src/audio/recording/recording-error.ts';
import { createExplainer } from '../../../../src/discord/interactions/explain.ts';
import { MynahError, UserError } from '../../../../src/errors.ts';
import { createLogger } from '../../../../src/log.ts';
import { SpeechError, type SpeechErrorCode } from '../../../../src/speech/speech-error.ts';

const explain = createExplainer(createLogger('silent'));

/** Makes an explainer whose log lines are kept. */
function loggedExplainer() {
  const lines: string[] = [];
  const explainLogged = createExplainer(createLogger('info', [], { write: (line: string) => void lines.push(line) }));
  return { lines, explainLogged };
}

describe('a failure is explained', () => {
  const cases: readonly (readonly [SpeechErrorCode, RegExp])[] = [
    ['SPEECH_BAD_REQUEST', /voice may be unknown.*choose one/],
    ['SPEECH_UNAUTHORIZED', /whoever runs me: SPEECH_API_KEY/],
    ['SPEECH_OUT_OF_CREDITS', /out of credits.*topped up/],
    ['SPEECH_FORBIDDEN', /does not let my account/],
    ['SPEECH_NOT_FOUND', /does not know this voice any more/],
    ['SPEECH_TOO_LARGE', /too large/],
    ['SPEECH_INVALID', /finds a fault/],
    ['SPEECH_REJECTED', /refused this request/],
    ['SPEECH_RATE_LIMITED', /too many requests/],
    ['SPEECH_BUSY', /more to do than I can/],
    ['SPEECH_UNAVAILABLE', /a problem of its own/],
    ['SPEECH_TIMEOUT', /took too long/],
    ['SPEECH_CONNECTION', /cannot reach the speech service/],
    ['SPEECH_LIVE_STALLED', /stopped in the middle/],
    ['SPEECH_LIVE_CLOSED', /broke off/],
    ['SPEECH_LIVE_FINISH_ERROR', /gave up on this text/],
    ['SPEECH_LIVE_ERROR_EVENT', /gave up on this text/],
    ['SPEECH_LIVE_GARBAGE', /do not understand/],
    ['SPEECH_MALFORMED_ANSWER', /do not understand/],
    ['SPEECH_LIMIT', /goes beyond/],
    ['SPEECH_CLOSED', /restarting/],
  ];

  it.each(cases)('with words of its own for %s', (code, words) => {
    expect(explain(new SpeechError(code, 'for operators'))).toMatch(words);
  });

  it('the same way when it comes as a voice event', () => {
    const failure = { code: 'SPEECH_BAD_REQUEST', message: 'Reference not found', retryable: false };
    const error = new SpeechError('SPEECH_BAD_REQUEST', 'for operators', { serviceMessage: 'Reference not found' });
    expect(explain(failure)).toBe(explain(error));
    expect(explain(failure)).toContain('“Reference not found”');
  });

  it('without the words that are meant for operators', () => {
    expect(explain(new SpeechError('SPEECH_REJECTED', 'for operators'))).not.toContain('operators');
  });

  it("with the service's words made harmless", () => {
    const words = explain({
      code: 'SPEECH_REJECTED',
      message: '**@everyone** see https://x.example',
      retryable: false,
    });
    expect(words).not.toMatch(/@everyone|(?<!\\)\*\*|https:\/\//);
  });

  it('in its own words when it is meant for people', () => {
    expect(explain(new UserError('Join a channel first.'))).toBe('Join a channel first.');
  });
});

describe('a failure that nobody foresaw', () => {
  it.each([new Error('secret detail'), new MynahError('ODD', 'secret detail'), 'secret detail', undefined])(
    'gives a reference that stands in the log, and no detail',
    (problem) => {
      const { lines, explainLogged } = loggedExplainer();
      const words = explainLogged(problem);
      const reference = /`([0-9a-f]{8})`/.exec(words)?.[1];
      expect(reference).toBeDefined();
      expect(words).not.toContain('secret');
      expect(lines.join('')).toContain(`"reference":"${reference}"`);
    },
  );
});

describe('a file that cannot be heard is explained, with what to do about it', () => {
  const cases: readonly (readonly [RecordingErrorCode, RegExp])[] = [
    ['AUDIO_EMPTY', /is empty.*attach it again/],
    ['AUDIO_NOT_AUDIO', /no sound in this file.*I can read wav, mp3/],
    ['AUDIO_NO_TRACK', /it is a GIF picture. Attach a recording/],
    ['AUDIO_BROKEN', /damaged or incomplete.*Export or record it again/],
    ['AUDIO_PROTECTED', /copy-protected.*without protection/],
    ['AUDIO_CODEC', /this kind of sound: a GIF picture. Convert it/],
    ['AUDIO_TOO_SHORT', /at least one second.*longer one/],
  ];
  it.each(cases)('%s', (code, words) => {
    expect(explain(new RecordingError(code, 'for the log', { kind: 'a GIF picture' }))).toMatch(words);
  });
});
