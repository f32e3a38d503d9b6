import { expect, test } from 'vitest';
import { createExplainer } from '../../src/discord/interactions/explain-failure.ts';
import { createLogger, logFault } from '../../src/log/log.ts';
import { fromPlainError, toPlainError } from '../../src/speech/plain-error.ts';
import { context, type Handlers, liveFor, refuse, serviceFor, startServer } from './speech-fixture.ts';

/** What somebody wrote, quoted by the service in its messages. */
const QUOTE = 'meet me at the old bridge';
const ERROR_BODY = JSON.stringify({ status: 400, message: `cannot speak "${QUOTE}"` });
const VALIDATION = JSON.stringify([{ loc: ['body', QUOTE], type: 'value_error', msg: `not "${QUOTE}"` }]);
const TRANSCRIPT = JSON.stringify({ text: 5, duration: QUOTE, segments: [{ text: QUOTE, start: QUOTE, end: 1 }] });

/** Ways in which a service can answer with what people wrote. */
const ANSWERS: Readonly<Record<string, Handlers>> = {
  'in an error body': { http: (_request, response) => void response.writeHead(400).end(ERROR_BODY) },
  'in plain text': { http: (_request, response) => void response.writeHead(422).end(`no: ${QUOTE}`) },
  'in a list of faults': { http: (_request, response) => void response.writeHead(422).end(VALIDATION) },
  'in a server error': { http: (_request, response) => void response.writeHead(500).end(ERROR_BODY) },
  'in an answer that is not JSON': { http: (_request, response) => void response.writeHead(200).end(`{"${QUOTE}"`) },
  'in a malformed answer': { http: (_request, response) => void response.writeHead(200).end(TRANSCRIPT) },
  'when refusing the handshake': { handshake: (_request, socket) => refuse(socket, 400, ERROR_BODY) },
  'in an error event': { live: (peer) => peer.on(() => peer.send({ event: 'error', error: QUOTE })) },
  'in a failed finish': {
    live: (peer) => peer.on(() => peer.send({ event: 'finish', reason: 'error', message: QUOTE })),
  },
  'in the name of an event’s field': { live: (peer) => peer.on(() => peer.send({ event: 'error', [QUOTE]: QUOTE })) },
  'in a close reason': { live: (peer) => peer.on(() => peer.socket.close(1011, QUOTE)) },
};

test.each(Object.entries(ANSWERS))(
  'the service’s own words never reach a log, a code and a length do: %s',
  { meta: { promises: ['speech-services-own-words'] } },
  async (_where, handlers) => {
    const lines: string[] = [];
    const log = createLogger('trace', [], { write: (line) => lines.push(line) });
    const server = await startServer({
      http: (_request, response) => void response.writeHead(400).end(ERROR_BODY),
      ...handlers,
    });
    const service = serviceFor(server, {}, { log });
    const failures: unknown[] = [];
    const calls = [
      service.transcribe({ audio: new Uint8Array(5), timestamps: true }, context('files')),
      Array.fromAsync(service.synthesize({ text: 'hello', voiceId: undefined }, context())),
      liveFor(server, log)
        .open()
        .then(async (session) => {
          session.write('hello');
          session.stop();
          await Array.fromAsync(session.audio);
        }),
    ];
    for (const result of await Promise.allSettled(calls)) {
      if (result.status === 'rejected') failures.push(result.reason);
    }
    expect(failures.length).toBeGreaterThan(0);
    const explain = createExplainer({ log });
    for (const failure of failures) {
      explain(failure);
      log.warn({ err: failure }, 'a call failed');
      // As it arrives from a voice thread.
      const crossed = fromPlainError(toPlainError(failure, logFault(log, { err: failure }, 'a call failed')));
      explain(crossed);
      log.warn({ err: crossed }, 'a call failed');
    }
    expect(lines.join('')).not.toContain(QUOTE);
    expect(lines.join('')).toMatch(/"code":"SPEECH_[A-Z_]+"/);
  },
);

test('the length of the service’s message is logged with its code', {
  meta: { promises: ['speech-services-own-words'] },
}, async () => {
  const lines: string[] = [];
  const log = createLogger('trace', [], { write: (line) => lines.push(line) });
  const server = await startServer({ http: (_request, response) => void response.writeHead(400).end(ERROR_BODY) });
  const call = serviceFor(server, {}, { log }).voices.list({}, context('listings'));
  log.warn({ err: await call.catch((error: unknown) => error) }, 'a call failed');
  expect(lines.join('')).toContain('answered 400 with a message of 40 characters');
  expect(lines.join('')).toContain('"code":"SPEECH_BAD_REQUEST"');
});
