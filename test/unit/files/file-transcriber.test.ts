import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createFileTranscriber } from '../../../src/files/file-transcriber.ts';
import type { FileProgress, TranscriptionRequest } from '../../../src/files/files-api.ts';
import { createLogger } from '../../../src/log/log.ts';

it('refuses a recording when too many wait, and says to the others how many go first', async () => {
  const forever = new Promise<never>(() => {});
  const transcriber = createFileTranscriber({
    transcribe: () => forever,
    files: { receive: () => forever },
    safeRecordingMs: () => 3_600_000,
    log: createLogger('silent'),
    timings: { filesAtOnce: 1, filesAtOncePerPerson: 1, filesWaiting: 2, filesWaitingPerPerson: 1 },
  });
  const progress: FileProgress[] = [];
  const requestOf = (owner: string): TranscriptionRequest => ({
    ...{ download: async function* () {}, sizeBytes: 1, language: undefined, owner, tenant: 'g' },
    ...{ signal: new AbortController().signal, onProgress: (state) => void progress.push(state) },
  });
  for (const owner of ['a', 'a', 'b']) void transcriber.transcribe(requestOf(owner));
  const waiting = progress.filter(({ stage }) => stage === 'waiting');
  expect(waiting).toEqual([
    { stage: 'waiting', ahead: 0 },
    { stage: 'waiting', ahead: 1 },
  ]);
  for (const owner of ['b', 'c']) {
    const refused = transcriber.transcribe(requestOf(owner));
    await expect(refused).rejects.toMatchObject({ code: 'FILES_BUSY', retryable: true });
  }
});

it('takes servers in turn, and the people of each: many recordings of one delay another by one', {
  meta: { promises: ['transcribe-server-then-person'] },
}, async () => {
  const begun: string[] = [];
  const ends: PromiseWithResolvers<never>[] = [];
  const transcriber = createFileTranscriber({
    transcribe: () => Promise.reject(new Error('never reached')),
    files: {
      receive: async () => {
        const end = Promise.withResolvers<never>();
        ends.push(end);
        return end.promise;
      },
    },
    safeRecordingMs: () => 3_600_000,
    log: createLogger('silent'),
    timings: { filesAtOnce: 1, filesAtOncePerServer: 1, filesAtOncePerPerson: 1 },
  });
  const names = ['x ann 1', 'x ann 2', 'x ann 3', 'x bob 1', 'y cleo 1', 'y cleo 2'];
  const all = names.map((name) => {
    const [tenant = '', owner = ''] = name.split(' ');
    return transcriber.transcribe({
      download: async function* () {},
      ...{ sizeBytes: 1, language: undefined, owner, tenant, signal: new AbortController().signal },
      onProgress: ({ stage }) => void (stage === 'downloading' && begun.push(name)),
    });
  });
  const over = Promise.allSettled(all);
  for (let ended = 0; ended < names.length; ended += 1) {
    await setImmediate();
    ends[ended]?.reject(new Error('cancelled'));
  }
  await over;
  expect(begun).toEqual(['x ann 1', 'x ann 2', 'y cleo 1', 'x bob 1', 'y cleo 2', 'x ann 3']);
});

it('keeps one of four places for another server', {
  meta: { promises: ['one-servers-recordings-never'] },
}, async () => {
  const begun: string[] = [];
  const transcriber = createFileTranscriber({
    transcribe: () => Promise.reject(new Error('never reached')),
    files: { receive: () => new Promise<never>(() => {}) },
    safeRecordingMs: () => 3_600_000,
    log: createLogger('silent'),
  });
  for (const name of ['x ann', 'x ann', 'x bob', 'x bob', 'y cleo']) {
    const [tenant = '', owner = ''] = name.split(' ');
    void transcriber.transcribe({
      download: async function* () {},
      ...{ sizeBytes: 1, language: undefined, owner, tenant, signal: new AbortController().signal },
      onProgress: ({ stage }) => void (stage === 'downloading' && begun.push(name)),
    });
  }
  await setImmediate();
  expect(begun).toEqual(['x ann', 'x ann', 'x bob', 'y cleo']);
});
