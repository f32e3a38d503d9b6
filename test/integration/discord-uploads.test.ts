import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { REST } from 'discord.js';
import { expect, it, onTestFinished } from 'vitest';
import { sendRequest } from '../../src/discord/client/rest-uploads.ts';

type Receive = (request: IncomingMessage) => Promise<object | undefined>;

/** A REST client whose requests go to `receive`, which gets them one by one and answers with JSON. */
async function restTo(receive: Receive, makeRequest = sendRequest): Promise<REST> {
  const server = createServer((request, response) => {
    void receive(request).then((answer) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const api = `http://127.0.0.1:${port}`;
  return new REST({ api, retries: 0, makeRequest }).setToken('token');
}

it('a file arrives whole beside its message, with its length announced', async () => {
  const data = Buffer.alloc(300_000, 7);
  const rest = await restTo(async (request) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    const form = await new Response(bytes, { headers: request.headers as Record<string, string> }).formData();
    const file = form.get('files[0]') as File;
    return {
      ...{ authorization: request.headers.authorization, payload: form.get('payload_json') },
      ...{ isAnnounced: request.headers['content-length'] === String(bytes.byteLength), name: file.name },
      isWhole: Buffer.from(await file.bytes()).equals(data),
    };
  });
  expect(await rest.post('/a', { body: { content: 'Hello' }, files: [{ name: 'talk.txt', data }] })).toEqual({
    ...{ authorization: 'Bot token', payload: '{"content":"Hello"}', isAnnounced: true },
    ...{ name: 'talk.txt', isWhole: true },
  });
});

it('uploads that are given up at any moment leave no unhandled rejection', async () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown) => void unhandled.push(error);
  process.on('unhandledRejection', note);
  onTestFinished(() => void process.off('unhandledRejection', note));
  const rest = await restTo(async () => new Promise(() => {}));
  const files = [{ name: 'talk.txt', data: Buffer.alloc(100_000) }];
  for (const turns of Array.from({ length: 60 }, (_, index) => index % 20)) {
    const aborting = new AbortController();
    const upload = rest.post('/a', { files, signal: aborting.signal });
    upload.catch(() => {});
    for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    aborting.abort();
    await expect(upload).rejects.toThrow('aborted');
  }
  await new Promise((resolve) => setImmediate(resolve));
  expect(unhandled).toEqual([]);
});
