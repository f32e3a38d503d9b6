import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLogger, logFault, repeatsOf } from '../../../src/log/log.ts';
import { SpeechError } from '../../../src/speech/speech-error.ts';
import { RequestScope } from '../../../src/telemetry/request-scope.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open(level = 'info', scope?: RequestScope) {
  const sink = new PassThrough();
  const read: string[] = [];
  sink.on('data', (line: Buffer) => read.push(line.toString()));
  const log = createLogger(level, [], sink, scope);
  return { log, lines: () => read.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

function refused(requestId: string): SpeechError {
  return new SpeechError('SPEECH_UNAVAILABLE', 'the speech service answered 503', { status: 503, requestId });
}

describe('an error that repeats', () => {
  test('is logged once; a minute later one line says how often, for which servers and requests', () => {
    const { log, lines } = open();
    for (const id of ['a', 'b', 'c']) log.warn({ err: refused(`req_${id}`), guildId: id }, 'could not speak');
    expect(lines()).toMatchObject([{ level: 'warn', msg: 'could not speak', guildId: 'a' }]);
    vi.advanceTimersByTime(60_000);
    expect(lines().slice(1)).toMatchObject([
      {
        ...{ level: 'warn', msg: 'could not speak', guildId: 'c', err: { code: 'SPEECH_UNAVAILABLE' } },
        ...{ repeats: 2, requestIds: ['req_b', 'req_c'], guildIds: ['b', 'c'] },
      },
    ]);
  });

  test('is reported with the requests that it was about, not with that of the first line', () => {
    const scope = new RequestScope();
    const { log, lines } = open('info', scope);
    const fail = () => log.warn({ err: refused('req') }, 'could not speak');
    for (const requestId of ['first', 'second', 'third']) scope.run({ requestId }, fail);
    vi.advanceTimersByTime(60_000);
    expect(lines()).toMatchObject([{ request: 'first' }, { request: 'third', requests: ['second', 'third'] }]);
    fail();
    vi.advanceTimersByTime(60_000);
    expect(lines()[2]).toMatchObject({ repeats: 1 });
    expect(lines()[2]).not.toHaveProperty('request');
  });

  test('is reported once a minute while it goes on, and at the end', () => {
    const { log, lines } = open();
    for (let second = 0; second < 150; second += 1) {
      log.error({ err: refused('req') }, 'failed');
      vi.advanceTimersByTime(1_000);
    }
    repeatsOf(log)?.flush();
    expect(lines().map(({ repeats }) => repeats)).toEqual([undefined, 59, 60, 30]);
  });

  test('is new again after a quiet minute', () => {
    const { log, lines } = open();
    log.error({ err: refused('req') }, 'failed');
    vi.advanceTimersByTime(60_001);
    log.error({ err: refused('req') }, 'failed');
    expect(lines().map(({ repeats }) => repeats)).toEqual([undefined, undefined]);
  });

  test('is told from others by message, level, code, status, cause and kind', () => {
    const { log, lines } = open();
    const cause = (code: string) => Object.assign(new Error('network'), { code });
    log.warn({ err: refused('req') }, 'failed');
    log.warn({ err: refused('req') }, 'failed otherwise');
    log.error({ err: refused('req') }, 'failed');
    log.warn({ err: new SpeechError('SPEECH_UNAVAILABLE', 'no', { status: 502 }) }, 'failed');
    log.warn({ err: new SpeechError('SPEECH_CONNECTION', 'no', { cause: cause('ENOTFOUND') }) }, 'failed');
    log.warn({ err: new SpeechError('SPEECH_CONNECTION', 'no', { cause: cause('ECONNREFUSED') }) }, 'failed');
    log.warn({ err: refused('req'), task: 'retention' }, 'failed');
    expect(lines()).toHaveLength(7);
  });

  test('is told from those of other shards', () => {
    const { log, lines } = open();
    for (const shardId of [0, 1, 0])
      log.error({ shardId, code: 4014 }, 'Discord closed the gateway connection for good');
    expect(lines().map(({ shardId }) => shardId)).toEqual([0, 1]);
  });

  test('without a code is told from others by its message but for numbers, and by where it was thrown', () => {
    const { log, lines } = open();
    for (const port of [1, 2]) log.error({ err: new Error(`port ${port} is closed`) }, 'failed');
    log.error({ err: new Error('port 1 is closed') }, 'failed');
    expect(lines()).toHaveLength(2);
  });

  test('is counted at the level info, too', () => {
    const { log, lines } = open();
    for (let count = 0; count < 5; count += 1) log.info({ err: refused('req') }, 'a clip could not be transcribed');
    expect(lines()).toHaveLength(1);
  });

  test('gives people the reference of the line that was written', () => {
    const { log, lines } = open();
    const failed = () => new TypeError('x is not a function');
    const references = Array.from({ length: 3 }, () => logFault(log, { err: failed() }, 'a call failed'));
    expect(new Set(references).size).toBe(1);
    expect(lines()).toMatchObject([{ reference: references[0] }]);
  });
});

describe('lines that are always written', () => {
  test('are those that count their own repeats, and those about what is no failure', () => {
    const { log, lines } = open();
    for (let crashes = 0; crashes < 3; crashes += 1) log.error({ repeats: crashes }, 'a voice thread crashed');
    for (let failures = 1; failures <= 3; failures += 1) log.warn({ failures }, 'cannot reach Discord');
    for (let count = 0; count < 3; count += 1) log.info('commands registered');
    expect(lines()).toHaveLength(9);
  });
});

describe('the figures of a logger', () => {
  test('have all warnings and errors, and how many of them were only counted', () => {
    const { log } = open();
    for (let count = 0; count < 5; count += 1) log.warn('a voice socket closed early');
    log.error({ err: new Error('other') }, 'failed');
    log.info('ready');
    expect(repeatsOf(log)?.figures()).toEqual({ warn: { lines: 5, repeats: 4 }, error: { lines: 1, repeats: 0 } });
  });

  test('take no more memory for ever more different lines', () => {
    const { log, lines } = open();
    for (let task = 0; task < 300; task += 1) {
      log.warn({ task: `task-${task}` }, 'failed');
      log.warn({ task: `task-${task}` }, 'failed');
    }
    expect(lines().filter(({ repeats }) => repeats === 1)).toHaveLength(300 - 256);
    expect(vi.getTimerCount()).toBe(256);
  });
});
