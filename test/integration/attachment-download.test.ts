import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createAttachmentDownload } from '../../src/discord/client/attachment-download.ts';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => index % 251);
const never = new AbortController().signal;

/** The response of Discord's file server to an expired link. */
const expired: Answer = (response) => response.writeHead(404).end('This content is no longer available.');
const whole: Answer = (response) => response.writeHead(200, { 'Content-Length': bytes.length }).end(bytes);
/** Declares the full length, sends the first `count` bytes, and closes the connection. */
const breakingAfter =
  (count: number): Answer =>
  (response) => {
    response.writeHead(200, { 'Content-Length': bytes.length });
    response.write(bytes.subarray(0, count), () => response.destroy());
  };
/** Sends the first `count` bytes, then stalls. */
const stallingAfter =
  (count: number): Answer =>
  (response) => {
    response.writeHead(200, { 'Content-Length': bytes.length });
    response.write(bytes.subarray(0, count));
  };

describe('the download of an attachment', () => {
  const requests: IncomingMessage[] = [];
  let answers: Answer[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    answer?.(response, request);
  });
  let origin = '';

  beforeEach(async () => {
    requests.length = 0;
    answers = [whole];
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const download = (idleTimeoutMs?: number) =>
    createAttachmentDownload({ apiUrl: `${origin}/api`, ...(idleTimeoutMs === undefined ? {} : { idleTimeoutMs }) });
  const file = (url = `${origin}/attachments/1/2/a.ogg`) => ({ url, sizeBytes: bytes.length });
  const limits = { maxBytes: bytes.length, signal: never };

  it('returns all bytes in order, and sends no key', async () => {
    expect(await download().read(file(), limits)).toEqual(Buffer.from(bytes));
    expect(requests.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ['/attachments/1/2/a.ogg', undefined],
    ]);
  });

  it('yields bytes as they arrive', async () => {
    answers = [stallingAfter(1_000)];
    for await (const chunk of download().stream(file(), limits)) {
      expect(chunk.length).toBeLessThanOrEqual(1_000);
      break;
    }
    const [request] = requests;
    await expect.poll(() => request?.socket.destroyed).toBe(true);
  });

  it.each([
    'https://example.org/attachments/1/2/a.ogg',
    'http://cdn.discordapp.com/attachments/1/2/a.ogg',
    'https://cdn.discordapp.com.example.org/a.ogg',
    'https://cdn.discordapp.com:8443/a.ogg',
    'https://user@cdn.discordapp.com/a.ogg',
    'http://127.0.0.1:1/a.ogg',
    'http://localhost/a.ogg',
    'file:///etc/passwd',
    'not an address',
  ])('does not download from %s', async (url) => {
    await expect(download().read(file(url), limits)).rejects.toMatchObject({ code: 'ATTACHMENT_FOREIGN' });
    expect(requests).toEqual([]);
  });

  it('does not download from another port of the same machine', async () => {
    const other = createAttachmentDownload({ apiUrl: 'http://127.0.0.1:1/api' });
    await expect(other.read(file(), limits)).rejects.toMatchObject({ code: 'ATTACHMENT_FOREIGN' });
    expect(requests).toEqual([]);
  });

  it('does not follow a redirect', async () => {
    answers = [(response) => response.writeHead(302, { Location: `${origin}/secret` }).end()];
    await expect(download().read(file(), limits)).rejects.toMatchObject({ code: 'ATTACHMENT_REFUSED' });
    expect(requests).toHaveLength(1);
  });

  it.each([401, 403, 404])('recognizes an expired link by status %i', async (status) => {
    answers = [status === 404 ? expired : (response) => response.writeHead(status).end()];
    await expect(download().read(file(), limits)).rejects.toMatchObject({ code: 'ATTACHMENT_EXPIRED' });
    expect(requests).toHaveLength(1);
  });

  it('does not request a file that Discord reports as too large', async () => {
    const tooMuch = { ...limits, maxBytes: bytes.length - 1 };
    await expect(download().read(file(), tooMuch)).rejects.toMatchObject({ code: 'ATTACHMENT_TOO_LARGE' });
    expect(requests).toEqual([]);
  });

  it.each<[string, Answer]>([
    ['that declares its length', whole],
    ['without a declared length', (response) => response.writeHead(200).end(bytes)],
  ])('stops when a file %s is larger than Discord reported', async (_what, answer) => {
    answers = [answer];
    const small = { ...file(), sizeBytes: 10 };
    const work = download().read(small, { ...limits, maxBytes: 1_000 });
    await expect(work).rejects.toMatchObject({ code: 'ATTACHMENT_TOO_LARGE' });
    expect(requests).toHaveLength(1);
  });

  it.each<[string, Answer]>([
    ['was interrupted', breakingAfter(123_456)],
    ['was interrupted before its first byte', (response) => response.destroy()],
    ['failed with a server error', (response) => response.writeHead(502).end()],
    ['ended early without a declared length', (response) => response.writeHead(200).end(bytes.subarray(0, 9))],
  ])('is retried once when it %s, without losing or repeating a byte', async (_what, answer) => {
    answers = [answer, whole];
    expect(await download().read(file(), limits)).toEqual(Buffer.from(bytes));
    expect(requests).toHaveLength(2);
  });

  it('fails when it is interrupted again', async () => {
    answers = [breakingAfter(1_000)];
    const broken = download().read(file(), limits);
    await expect(broken).rejects.toMatchObject({ code: 'ATTACHMENT_BROKE_OFF', retryable: true });
    expect(requests).toHaveLength(2);
  });

  it.each<[string, Answer]>([
    ['in the middle', stallingAfter(1_000)],
    ['before the response', () => undefined],
  ])('fails when nothing more is received %s', async (_when, answer) => {
    answers = [answer];
    await expect(download(50).read(file(), limits)).rejects.toMatchObject({ code: 'ATTACHMENT_BROKE_OFF' });
    expect(requests).toHaveLength(2);
  });

  it('does not time out on a slow reader', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    let received = 0;
    for await (const chunk of download().stream(file(), limits)) {
      await vi.advanceTimersByTimeAsync(60_000);
      received += chunk.length;
    }
    expect(received).toBe(bytes.length);
    expect(requests).toHaveLength(1);
  });

  it('rejects with the reason of its signal', async () => {
    answers = [stallingAfter(1_000)];
    const stop = new AbortController();
    const reason = new Error('cancelled');
    const reading = download().read(file(), { ...limits, signal: stop.signal });
    await expect.poll(() => requests.length).toBe(1);
    stop.abort(reason);
    await expect(reading).rejects.toBe(reason);
    expect(requests).toHaveLength(1);
  });
});
