import { describe, expect, it } from 'vitest';
import { createRequestLog } from '../../../src/http/request-log.ts';

const REQUEST = { endpoint: 'tts', method: 'POST', path: '/v1/tts', headers: {} } as const;

describe('the request log', () => {
  it('keeps the latest 500 requests', () => {
    const log = createRequestLog();
    for (let index = 0; index < 501; index += 1) log.add({ ...REQUEST, path: `/${index}` });
    expect(log.requests).toHaveLength(500);
    expect(log.requests[0]?.path).toBe('/1');
  });

  it('forgets the oldest audio beyond 64 MiB', () => {
    const log = createRequestLog();
    const half = new Uint8Array(32 * 1024 * 1024);
    for (const record of [log.add(REQUEST), log.add(REQUEST), log.add(REQUEST)]) record.addSent(half);
    expect(log.requests.map(({ sent }) => sent.length)).toEqual([0, 1, 1]);
  });

  it('forgets the oldest uploads beyond 64 MiB, and counts none twice', () => {
    const log = createRequestLog();
    const audio = { audio: { bytes: new Uint8Array(30 * 1024 * 1024) } };
    for (let round = 0; round < 4; round += 1) log.add(REQUEST).setBody(audio);
    expect(log.requests.map(({ body }) => body)).toEqual([undefined, undefined, audio, audio]);
  });

  it('records when the response began, once', () => {
    const log = createRequestLog();
    const record = log.add(REQUEST);
    expect(record.entry.answeredAtMs).toBeUndefined();
    record.setStatus(200);
    const { answeredAtMs } = record.entry;
    expect(answeredAtMs).toBeGreaterThanOrEqual(record.entry.startedAtMs);
    record.setStatus(200);
    expect(record.entry.answeredAtMs).toBe(answeredAtMs);
  });

  it('does not keep the key', () => {
    const log = createRequestLog();
    log.add({ ...REQUEST, headers: { authorization: 'Bearer secret', model: 's1' } });
    expect(log.requests[0]?.headers).toEqual({ model: 's1' });
  });
});
