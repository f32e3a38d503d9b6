import { describe, expect, it } from 'vitest';
import { RecordingError, type RecordingErrorCode } from '../../../../src/audio/recording/recording-error.ts';
import { createExplainer } from '../../../../src/discord/interactions/explain-failure.ts';
import { MynahError, UserError } from '../../../../src/errors.ts';
import { createLogger, type Logger, logFault } from '../../../../src/log/log.ts';
import { english } from '../../../../src/messages/english.ts';
import { fromPlainError, toPlainError } from '../../../../src/speech/plain-error.ts';
import {
  limitError,
  SpeechError,
  type SpeechErrorCode,
  type SpeechLimit,
} from '../../../../src/speech/speech-error.ts';
import { toFailure } from '../../../../src/voice/playback/to-failure.ts';

const explainer = createExplainer({ log: createLogger('silent') });
const explain = (problem: unknown): string => explainer(problem)(english);

/** Makes an explainer whose log lines are kept, parsed. */
function createLoggedExplainer() {
  const lines: Record<string, unknown>[] = [];
  const log = createLogger('info', [], { write: (line: string) => void lines.push(JSON.parse(line)) });
  const explainIn = createExplainer({ log });
  return { lines, log, explainLogged: (problem: unknown): string => explainIn(problem)(english) };
}

describe('a failure is explained', () => {
  const cases: readonly (readonly [SpeechErrorCode, RegExp])[] = [
    ['SPEECH_BAD_REQUEST', /doesn't accept this request\. Choose a voice from the suggestions/],
    [
      'SPEECH_UNAUTHORIZED',
      /^The speech service rejected my API key, so I can't speak or caption\. Ask the bot's operator to check `SPEECH_API_KEY`\.$/,
    ],
    ['SPEECH_OUT_OF_CREDITS', /out of credits.*top up its API credit, which is separate from the platform's credit/],
    ['SPEECH_FORBIDDEN', /account isn't allowed/],
    ['SPEECH_NOT_FOUND', /no longer has this voice/],
    ['SPEECH_TOO_LARGE', /too large/],
    ['SPEECH_INVALID', /found a mistake/],
    ['SPEECH_REJECTED', /rejected this request/],
    ['SPEECH_RATE_LIMITED', /too many requests/],
    ['SPEECH_BUSY', /too much to do/],
    ['SPEECH_UNAVAILABLE', /having problems/],
    ['SPEECH_TIMEOUT', /took too long/],
    ['SPEECH_CONNECTION', /can't reach the speech service/],
    ['SPEECH_LIVE_STALLED', /stopped in the middle/],
    ['SPEECH_LIVE_CLOSED', /disconnected in the middle/],
    ['SPEECH_LIVE_FINISH_ERROR', /failed to speak this text/],
    ['SPEECH_LIVE_ERROR_EVENT', /failed to speak this text/],
    ['SPEECH_LIVE_GARBAGE', /an answer that I can't read/],
    ['SPEECH_MALFORMED_ANSWER', /an answer that I can't read/],
    ['SPEECH_LIMIT', /exceeds a limit/],
    ['SPEECH_CLOSED', /restarting/],
  ];

  it.each(cases)('with a message of its own for %s', (code, message) => {
    expect(explain(new SpeechError(code, 'for operators'))).toMatch(message);
  });

  const limits: Readonly<Record<SpeechLimit, RegExp>> = {
    'text-empty': /nothing to speak/,
    'control-tokens': /Remove them/,
    'voice-id': /isn't the ID of a voice/,
    'page-size': /1 to 100 voices/,
    'page-number': /page 1\.$/,
    'update-empty': /Nothing was changed/,
    'tags-and-cover': /one after the other/,
    'voice-recordings': /1 to 20 recordings/,
    'recording-empty': /recording is empty/,
    'voice-transcripts': /20 transcripts/,
    'voice-cover': /needs a cover picture/,
    'voice-title': /needs a title/,
    'recording-too-large': /20 MB/,
    'recording-too-short': /1 second/,
    'recording-too-long': /60 minutes/,
  };
  it.each(Object.entries(limits))('with the limit that was broken: %s', (limit, message) => {
    expect(explain(limitError(limit as SpeechLimit))).toMatch(message);
  });

  it('the same way when it comes as a voice event', () => {
    const failure = { code: 'SPEECH_BAD_REQUEST', message: 'Reference not found', retryable: false };
    const error = new SpeechError('SPEECH_BAD_REQUEST', 'for operators', { serviceMessage: 'Reference not found' });
    expect(explain(failure)).toBe(explain(error));
    expect(explain(failure)).toContain('“Reference not found”');
  });

  it('with the reference that the service gave for the request', () => {
    const error = new SpeechError('SPEECH_UNAVAILABLE', 'for operators', { status: 503, requestId: 'req_0a1b' });
    const expected =
      "The speech service is having problems right now. Try again in a minute. The service's reference: `req_0a1b`.";
    const log = createLogger('silent');
    for (const problem of [error, toFailure(error, log), fromPlainError(toPlainError(error, undefined))]) {
      expect(explain(problem)).toBe(expected);
    }
  });

  it.each([
    ['VOICE_MODEL_REJECTED', 'The speech service rejected this request. It says: “bad file”.'],
    [
      'VOICE_MODEL_FORBIDDEN',
      "My speech service account isn't allowed to do this. The service says: “bad file”. Ask the bot's operator to check the account.",
    ],
  ])('%s without advice about an option that commands for voices do not have', (code, message) => {
    expect(explain({ code, message: 'bad file' })).toBe(message);
    expect(explain({ code })).not.toMatch(/suggestions|another voice|`voice`/);
  });

  it('without the message that is meant for operators', () => {
    expect(explain(new SpeechError('SPEECH_REJECTED', 'for operators'))).not.toContain('operators');
  });

  it("with the service's own message sanitized", () => {
    const message = explain({
      code: 'SPEECH_REJECTED',
      message: '**@everyone** see https://x.example',
      retryable: false,
    });
    expect(message).not.toMatch(/@everyone|(?<!\\)\*\*|https:\/\//);
  });

  it('by its own message when that is meant for members', () => {
    expect(explain(new UserError('Join a channel first.'))).toBe('Join a channel first.');
  });
});

describe('the log', () => {
  it.each([
    ['SPEECH_UNAUTHORIZED', 'error'],
    ['SPEECH_OUT_OF_CREDITS', 'error'],
    ['STORE_FAILED', 'error'],
    ['SPEECH_BUSY', 'warn'],
    ['SPEECH_TIMEOUT', 'warn'],
    ['AUDIO_TOO_SHORT', 'info'],
    ['SPEECH_NOT_FOUND', 'info'],
  ])('has %s at the level %s, as an error and as a plain failure', (code, level) => {
    const { lines, explainLogged } = createLoggedExplainer();
    explainLogged(new MynahError(code, 'for operators'));
    explainLogged({ code, message: '', retryable: false });
    expect(lines).toMatchObject([
      { level, code, err: { stack: expect.stringContaining('for operators') } },
      { level, code },
    ]);
  });

  it("has the service's status, code and request id, and not its words", () => {
    const { lines, explainLogged } = createLoggedExplainer();
    const named = { status: 400, serviceCode: 'audio_too_long', requestId: 'req_0a1b' };
    explainLogged(new SpeechError('SPEECH_BAD_REQUEST', 'answered 400', { ...named, serviceMessage: 'so they said' }));
    expect(lines).toMatchObject([{ requestId: 'req_0a1b', err: named }]);
    expect(JSON.stringify(lines)).not.toContain('so they said');
  });

  it('has nothing about refusals that are meant for members', () => {
    const { lines, explainLogged } = createLoggedExplainer();
    explainLogged(new UserError('Join a channel first.'));
    expect(lines).toEqual([]);
  });
});

describe('an unexpected failure', () => {
  it.each([new Error('secret detail'), new MynahError('ODD', 'secret detail'), 'secret detail', undefined])(
    'gives a reference that is in the log, and no detail',
    (problem) => {
      const { lines, explainLogged } = createLoggedExplainer();
      const message = explainLogged(problem);
      const reference = /`([0-9a-f]{8})`/.exec(message)?.[1];
      expect(reference).toBeDefined();
      expect(message).not.toContain('secret');
      expect(lines).toMatchObject([{ level: 'error', reference }]);
    },
  );

  it('is logged with its stack under that reference', () => {
    const { lines, explainLogged } = createLoggedExplainer();
    const problem = new Error('a bug');
    const message = explainLogged(problem);
    expect(lines).toMatchObject([{ err: { message: 'a bug', stack: problem.stack } }]);
    expect(message).toContain(String(lines[0]?.['reference']));
  });
});

describe('a fault that became plain data', () => {
  const boundaries: readonly (readonly [string, (error: unknown, log: Logger) => unknown])[] = [
    ['as a voice event', toFailure],
    [
      'between threads',
      (error, log) => fromPlainError(structuredClone(toPlainError(error, logFault(log, { err: error }, 'a fault')))),
    ],
  ];

  it.each(boundaries)('is explained with the reference of the one line that has its stack: %s', (_how, carry) => {
    for (const error of [new MynahError('OPUS_EXHAUSTED', 'secret detail'), new TypeError('secret detail')]) {
      const { lines, log, explainLogged } = createLoggedExplainer();
      const message = explainLogged(carry(error, log));
      const reference = /`([0-9a-f]{8})`/.exec(message)?.[1];
      const withStack = lines.filter((line) => 'err' in line);
      expect(withStack).toMatchObject([{ level: 'error', reference, err: { stack: error.stack } }]);
      expect(lines.at(-1)).toMatchObject({ level: 'error', reference });
    }
  });

  it.each(boundaries)('has one line with a stack, too, where members read a sentence of its own: %s', (_how, carry) => {
    const { lines, log, explainLogged } = createLoggedExplainer();
    const error = new SpeechError('SPEECH_UNAUTHORIZED', 'for operators');
    expect(explainLogged(carry(error, log))).toBe(explain(error));
    const reference = lines[0]?.['reference'];
    expect(reference).toMatch(/^[0-9a-f]{8}$/);
    expect(lines).toMatchObject([
      { level: 'error', reference, err: { stack: error.stack } },
      { level: 'error', reference, code: 'SPEECH_UNAUTHORIZED' },
    ]);
    expect(lines[1]).not.toHaveProperty('err');
  });
});

describe('an unexpected failure of another thread', () => {
  it.each([
    ['a plain failure', { code: 'VOICE_INTERNAL', message: '', retryable: false, reference: '0a1b2c3d' }],
    ['a recreated error', fromPlainError(structuredClone(toPlainError(new TypeError('a bug'), '0a1b2c3d')))],
  ])('keeps the reference under which its stack was logged there: %s', (_what, problem) => {
    const { lines, explainLogged } = createLoggedExplainer();
    expect(explainLogged(problem)).toContain('`0a1b2c3d`');
    expect(lines).toMatchObject([{ level: 'error', reference: '0a1b2c3d' }]);
  });
});

describe('a file without readable sound is explained, with what to do about it', () => {
  const cases: readonly (readonly [RecordingErrorCode, RegExp])[] = [
    ['AUDIO_EMPTY', /is empty.*attach it again/],
    ['AUDIO_NOT_AUDIO', /^This file doesn't contain audio that I can read\. I can read wav, mp3, .*, and flac\./],
    ['AUDIO_NO_TRACK', /it's a GIF picture\. Attach a recording/],
    ['AUDIO_BROKEN', /damaged or incomplete.*Export or record it again/],
    ['AUDIO_PROTECTED', /copy-protected.*unprotected file/],
    ['AUDIO_CODEC', /this kind of sound: a GIF picture\. Convert/],
    ['AUDIO_TOO_SHORT', /^This recording is too short\. It must be at least 1 second long\.$/],
  ];
  it.each([
    ['png-picture', 'a PNG picture'],
    ['jpeg-picture', 'a JPEG picture'],
    ['webp-picture', 'a WebP picture'],
    ['bmp-picture', 'a BMP picture'],
    ['ogg-other', 'Ogg with neither Opus nor Vorbis'],
    ['wma-or-wmv', 'WMA or WMV'],
    ['wav-adpcm', 'WAV with ADPCM'],
    ['wav-ima-adpcm', 'WAV with IMA ADPCM'],
    ['wav-gsm', 'WAV with GSM'],
    ['wav-mp3', 'WAV with MP3'],
    ['wav-format-49', 'WAV format 49'],
    ['AC-3', 'Dolby Digital (AC-3)'],
    ['E-AC-3', 'Dolby Digital Plus (E-AC-3)'],
    ['unknown-codec', 'an unknown codec'],
    ['AIFF', 'AIFF'],
  ])('names the kind %s as %s', (kind, phrase) => {
    expect(explain(new RecordingError('AUDIO_CODEC', 'for the log', { kind }))).toContain(`sound: ${phrase}. Convert`);
  });

  it.each([
    ['AUDIO_NO_TRACK', 'silent-video', 'This video has no sound. Attach a recording, or a video with sound.'],
    ['AUDIO_PART_BROKEN', undefined, 'This part of the file is damaged.'],
    ['AUDIO_PART_CODEC', undefined, "This part uses a codec I can't read. Convert the file to mp3 or wav first."],
    ['AUDIO_PART_CODEC', 'unknown-codec', "This part uses a codec I can't read. Convert the file to mp3 or wav first."],
    ['AUDIO_PART_CODEC', 'AC-3', "This part uses a codec I can't read: Dolby Digital (AC-3). Convert the file"],
  ] as const)('%s of the kind %s', (code, kind, message) => {
    expect(explain(new RecordingError(code, 'for the log', kind === undefined ? {} : { kind }))).toContain(message);
  });

  it.each(cases)('%s', (code, message) => {
    expect(explain(new RecordingError(code, 'for the log', { kind: 'gif-picture' }))).toMatch(message);
  });
});
