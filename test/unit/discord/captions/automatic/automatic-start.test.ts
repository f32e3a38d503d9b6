import { describe, expect, it } from 'vitest';
import type { AutoCaptions } from '../../../../../src/captions/auto-captions-ports.ts';
import type { StartOutcome, StartRequest } from '../../../../../src/captions/captions-api.ts';
import { createAutomaticStart } from '../../../../../src/discord/captions/automatic/automatic-start.ts';
import { createLogger } from '../../../../../src/log/log.ts';
import { english } from '../../../../../src/messages/english.ts';
import { createScene } from '../../../commands/command-scene.ts';

const entry: AutoCaptions = {
  ...{ guildId: 'g', voiceChannelId: 'lounge', textChannelId: 'general', isThreaded: true, language: undefined },
  ...{ setUpBy: '1', widerReaders: false, setUpAtMs: 1 },
};

/** Automatic starts whose captions start as `start` says. `gone` has the threads that were deleted. */
function createStart(start: () => Promise<StartOutcome> | undefined) {
  const scene = createScene({ at: 'lounge' });
  const [opened, startedIn]: [string[], string[]] = [[], []];
  const gone = new Set<string>();
  const automatic = createAutomaticStart({
    ...scene,
    captions: {
      ...scene.captions,
      start: (request: StartRequest) => {
        startedIn.push(request.textChannelId);
        return start() ?? scene.captions.start(request);
      },
    },
    captionPresence: { ...scene.captionPresence, open: async () => ({ kind: 'posted' }) },
    captionPlaces: { ...scene.captionPlaces, audience: () => 'within' },
    directory: {
      ...scene.directory,
      voiceChannel: () => undefined,
      post: async () => true,
    },
    threads: {
      find: async (id) => (gone.has(id) ? 'deleted' : 'found'),
      missingToOpen: () => [],
      open: async () => `thread ${opened.push('thread')}`,
    },
    publicMessages: async () => english,
    rest: { post: async () => undefined },
    message: async () => undefined,
    log: createLogger('silent'),
  });
  return { automatic, opened, startedIn, gone };
}

describe('the thread of captions that start by themselves', () => {
  it('is kept for the next try when the start fails, so that no empty ones pile up', async () => {
    const failures: (() => Promise<StartOutcome>)[] = [
      async () => ({ kind: 'no-voice' }),
      () => Promise.reject(new Error('the database is away')),
    ];
    const { automatic, startedIn, opened } = createStart(() => failures.shift()?.());
    expect(await automatic.begin(entry)).toEqual({ kind: 'failed' });
    await expect(automatic.begin(entry)).rejects.toThrow('away');
    expect(await automatic.begin(entry)).toEqual({ kind: 'started' });
    expect(startedIn).toEqual(['thread 1', 'thread 1', 'thread 1']);
    expect(await automatic.begin(entry)).toEqual({ kind: 'started' });
    expect(startedIn.at(-1)).toBe('thread 2');
    expect(opened).toHaveLength(2);
  });

  it('is a new one where the kept one was deleted, or captions go elsewhere', async () => {
    const { automatic, startedIn, gone } = createStart(async () => ({ kind: 'no-voice' }));
    await automatic.begin(entry);
    gone.add('thread 1');
    await automatic.begin(entry);
    await automatic.begin({ ...entry, textChannelId: 'other' });
    expect(startedIn).toEqual(['thread 1', 'thread 2', 'thread 3']);
  });
});
