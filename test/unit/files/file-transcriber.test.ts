import { expect, it } from 'vitest';
import { createFileTranscriber } from '../../../src/files/file-transcriber.ts';
import type { FileProgress, TranscriptionRequest } from '../../../src/files/files-api.ts';
import { createLogger } from '../../../src/log.ts';

it('refuses a recording when too many wait, and says to the others how many go first', async () => {
  const forever = new Promise<never>(() => {});
  const transcriber = createFileTranscriber({
    transcribe: () => forever,
    files: { receive: () => forever },
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
