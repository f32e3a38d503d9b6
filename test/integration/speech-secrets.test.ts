import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { createLogger } from '../../src/log/log.ts';
import { API_KEY, bytesOf, context, liveFor, refuse, serviceFor, startServer } from './speech-fixture.ts';

const TEXT = 'what somebody wrote';

/** Everything that inspecting, printing or serializing a value shows. */
const shown = (thing: unknown): string =>
  [
    inspect(thing, { depth: Number.POSITIVE_INFINITY, showHidden: true, getters: true }),
    String(thing),
    JSON.stringify(thing) ?? '',
    thing instanceof Error ? thing.stack : '',
  ].join('\n');

test('the key is visible neither in the service nor in a live session', async () => {
  const server = await startServer({});
  const service = serviceFor(server);
  using _warm = service.holdWarm();
  const session = await liveFor(server).open();
  for (const thing of [service, service.voices, service.figures(), session.audio]) {
    expect(inspect(thing, { depth: 10 })).not.toContain(API_KEY);
  }
  expect(inspect(session, { depth: 10 })).not.toContain(API_KEY);
  session.close();
});

test('neither the key nor the text appears in errors or log lines, even if the service repeats the key', async () => {
  const lines: string[] = [];
  const log = createLogger('trace', [], { write: (line) => lines.push(line) });
  const refusal = JSON.stringify({ status: 400, message: `bad token ${API_KEY}` });
  const server = await startServer({
    handshake: (_request, socket) => refuse(socket, 400, refusal),
    http: (_request, response) => void response.writeHead(400).end(refusal),
  });
  const unreachable = { baseUrl: 'http://127.0.0.1:1', wsUrl: 'ws://127.0.0.1:1' };
  const failures: unknown[] = [];
  for (const place of [server, unreachable]) {
    const service = serviceFor(place, {}, { log });
    const request = { text: TEXT, voiceId: undefined };
    const calls: Promise<unknown>[] = [
      Array.fromAsync(service.synthesize(request, context())),
      bytesOf(service.tts(request, context())),
      liveFor(place, log).open(),
      service.transcribe({ audio: new Uint8Array(5), timestamps: true }, context('files')),
      service.voices.list({}, context('listings')),
    ];
    for (const result of await Promise.allSettled(calls))
      if (result.status === 'rejected') failures.push(result.reason);
  }
  expect(failures).toHaveLength(10);
  for (const failure of failures) {
    expect(failure).toMatchObject({ name: 'SpeechError' });
    expect(shown(failure)).not.toContain(API_KEY);
    expect(shown(failure)).not.toContain(TEXT);
  }
  expect(failures[0]).toMatchObject({ serviceMessage: 'bad token [redacted]' });
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.join('')).not.toContain(API_KEY);
  expect(lines.join('')).not.toContain(TEXT);
});
