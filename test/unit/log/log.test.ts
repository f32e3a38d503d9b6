import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { MynahError } from '../../../src/errors.ts';
import { createLogger } from '../../../src/log/log.ts';
import { RequestScope } from '../../../src/telemetry/request-scope.ts';

function capture(secrets: string[] = []) {
  const sink = new PassThrough();
  const log = createLogger('info', secrets, sink);
  return { log, lines: () => (sink.read()?.toString() ?? '').trim().split('\n') as string[] };
}

describe('createLogger', () => {
  it('names the request in the lines of a request, and in no others', () => {
    const sink = new PassThrough();
    const scope = new RequestScope();
    const log = createLogger('info', [], sink, scope);
    scope.run({ requestId: '1234' }, () => log.info('inside'));
    expect(JSON.parse(sink.read().toString())).toMatchObject({ msg: 'inside', request: '1234' });
    log.info('outside');
    expect(JSON.parse(sink.read().toString())).not.toHaveProperty('request');
  });

  it('writes JSON lines with the level by name, the time and the message', () => {
    const { log, lines } = capture();
    log.info({ port: 8080 }, 'ready');
    expect(JSON.parse(lines()[0] ?? '')).toMatchObject({
      level: 'info',
      msg: 'ready',
      port: 8080,
      time: expect.any(String),
    });
  });

  it('drops fields that hold what people say, and keys', () => {
    const { log, lines } = capture();
    log.warn(
      { text: 'my secret plan', item: { text: 'again', id: 1 }, token: 'abc', authorization: 'Bearer k' },
      'failed',
    );
    const line = lines()[0] ?? '';
    expect(line).not.toMatch(/secret plan|again|abc|Bearer/);
    expect(JSON.parse(line).item).toEqual({ id: 1 });
  });

  it('masks a key anywhere, also in an error message', () => {
    const { log, lines } = capture(['key-1234']);
    log.error({ err: new Error('request with key-1234 failed') }, 'failed');
    const line = lines().join('\n');
    expect(line).not.toContain('key-1234');
    expect(line).toContain('[redacted]');
  });

  it('masks a key with characters that JSON escapes', () => {
    const { log, lines } = capture(['ke"y\\1234']);
    log.error({ err: new Error('request with ke"y\\1234 failed') }, 'failed');
    expect(JSON.parse(lines()[0] ?? '').err.message).toBe('request with [redacted] failed');
  });

  it('leaves a line as it is where a secret is too short to be told from ordinary words', () => {
    const { log, lines } = capture(['k', '', 'failed!']);
    log.error({ err: new Error('no luck') }, 'failed!');
    expect(JSON.parse(lines()[0] ?? '')).toMatchObject({ msg: 'failed!', err: { message: 'no luck' } });
    expect(lines().join()).not.toContain('[redacted]');
  });

  it('writes an error with code, message and stack, and nothing else that it carries', () => {
    const { log, lines } = capture();
    const error = Object.assign(new MynahError('SPEECH_TIMEOUT', 'no answer in time'), { requestBody: 'hello there' });
    log.error({ err: error }, 'failed');
    const entry = JSON.parse(lines()[0] ?? '');
    expect(entry.err).toMatchObject({ code: 'SPEECH_TIMEOUT', message: 'no answer in time' });
    expect(JSON.stringify(entry)).not.toContain('hello there');
  });

  it('writes an error under any name in the same way', () => {
    const { log, lines } = capture();
    const error = Object.assign(new Error('no luck'), { requestBody: { json: { title: 'hello there' } } });
    log.error({ error, cause: error }, 'failed');
    const written = { type: 'Error', message: 'no luck' };
    expect(JSON.parse(lines()[0] ?? '')).toMatchObject({ error: written, cause: written });
    expect(lines().join()).not.toContain('hello there');
  });
});
