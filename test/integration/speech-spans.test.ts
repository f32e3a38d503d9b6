import { expect, test } from 'vitest';
import { RequestScope } from '../../src/request-scope.ts';
import { context, serviceFor, startServer } from './speech-fixture.ts';

test('the span of a request whose answer breaks off has failed', async () => {
  const ended: [name: string, hasFailed: boolean][] = [];
  const scope = new RequestScope({
    start: (name, request) => {
      let isOver = false;
      const end = (failure?: unknown): void => {
        if (!isOver) ended.push([name, failure !== undefined]);
        isOver = true;
      };
      return { context: request, set: () => undefined, end };
    },
  });
  const server = await startServer({
    http: (_request, response) => {
      response.writeHead(200, { 'content-type': 'audio/ogg', 'content-length': 100 });
      response.write(Buffer.from([1, 2, 3]));
      setTimeout(() => response.destroy(), 50);
    },
  });
  const service = serviceFor(server, {}, { scope });
  const work = scope.run({ requestId: '1' }, () => service.voices.list({}, { ...context(), retries: false }));
  await expect(work).rejects.toMatchObject({ code: 'SPEECH_CONNECTION' });
  expect(ended).toEqual([
    ['speech.permit', false],
    ['speech.request', true],
  ]);
});
