import { expect, onTestFinished, test, vi } from 'vitest';
import { type CaptionTimings, DEFAULT_CAPTION_TIMINGS } from '../../../../src/captions/caption-timings.ts';
import type { ClipCourse } from '../../../../src/captions/clips/clip-job.ts';
import { ClipTranscription } from '../../../../src/captions/clips/clip-transcription.ts';
import { GuildTurns } from '../../../../src/captions/clips/guild-turns.ts';
import { SYSTEM_CLOCK } from '../../../../src/captions/clock.ts';
import { createLogger } from '../../../../src/log/log.ts';
import { ADA, clipOf, FakeDatabase, FakeDisk, FakeService, settle } from '../fakes.ts';

/** A transcription of the clips of several guilds. */
function openTranscription(timings: Partial<CaptionTimings> = {}) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  // A clip that was never tried counts as tried at 0.
  vi.advanceTimersByTime(1_000);
  const service = new FakeService();
  const disk = new FakeDisk();
  const lost: string[] = [];
  const transcription = new ClipTranscription({
    ...{ transcribe: service.transcribe, spool: disk.spool, transcripts: new FakeDatabase().transcripts },
    ...{ timings: { ...DEFAULT_CAPTION_TIMINGS, ...timings }, clock: SYSTEM_CLOCK, log: createLogger('silent') },
    onLastingOutage: () => undefined,
  });
  onTestFinished(() => transcription.close());
  /** Nobody wants the text. */
  const follow = async (name: string, course: ClipCourse): Promise<void> => {
    if ((await course.transcript) !== undefined) course.keep(undefined);
    if ((await course.ended).kind === 'lost') lost.push(name);
  };
  const entryOf = (name: string) => {
    const clip = clipOf(ADA, name, { guildId: name.charAt(0), clipId: name });
    const entry = { clip, sessionId: 'session', language: undefined, speaker: 'Ada' };
    return { entry, request: { entry, soundCues: () => false }, audio: clip.audio };
  };
  return {
    ...{ service, disk, transcription, lost },
    /** Clips by name; the first letter is the guild. */
    submit: (...names: string[]) => {
      for (const name of names) {
        const { request, audio } = entryOf(name);
        void follow(name, transcription.submit(request, audio));
      }
    },
    resume: async (...names: string[]) => {
      for (const name of names) await disk.spool.put(entryOf(name).entry, entryOf(name).audio);
      for (const name of names) void follow(name, transcription.resume(entryOf(name).request));
      await settle();
    },
    /** Answers one request after another, the oldest first, and returns the order in which they were sent. */
    drain: async () => {
      await settle();
      for (let answered = 0; answered < service.requests.length; answered += 1) {
        service.requests[answered]?.succeed();
        await settle();
      }
      return service.requests.map(({ text }) => text);
    },
  };
}

const clipsOf = (guild: string, count: number) => Array.from({ length: count }, (_, index) => `${guild}${index}`);

test('new clips go between servers in turn: one clip follows what is under way, whatever else waits', async () => {
  const { service, submit, drain } = openTranscription({ maxNewUnderWay: 2 });
  service.mode = 'waits';
  submit(...clipsOf('a', 100), 'b0', 'c0', 'b1');
  expect((await drain()).slice(0, 7)).toEqual(['a0', 'a1', 'b0', 'c0', 'a2', 'b1', 'a3']);
});

test('a backlog goes between servers in turn, each oldest first: 1,000 clips of one delay no other', {
  meta: { promises: ['backlog-between-servers-turn'] },
}, async () => {
  const { service, resume, drain } = openTranscription({ maxOldUnderWay: 4 });
  service.mode = 'waits';
  await resume(...clipsOf('a', 1_000), ...clipsOf('b', 2), 'c0');
  const order = await drain();
  expect(order.slice(0, 8)).toEqual(['a0', 'a1', 'a2', 'a3', 'b0', 'c0', 'a4', 'b1']);
  expect(order).toHaveLength(1_003);
});

test('a backlog of tens of thousands of clips is taken on without looking at all of them for each', async () => {
  const { service, resume } = openTranscription();
  service.mode = 'waits';
  const order = vi.spyOn(GuildTurns.prototype, 'order');
  onTestFinished(() => order.mockRestore());
  await resume(...clipsOf('a', 2_000));
  const looked = order.mock.calls.reduce((sum, [jobs]) => sum + jobs.length, 0);
  expect(looked).toBeLessThan(100);
});

test('in an outage, servers probe in turn', { meta: { promises: ['outage-servers-probe-turn'] } }, async () => {
  const { service, resume, transcription } = openTranscription({ maxOldUnderWay: 1 });
  service.mode = 'SPEECH_UNAVAILABLE';
  await resume(...clipsOf('a', 50), 'b0', 'c0');
  await vi.advanceTimersByTimeAsync(30_000);
  const guilds = service.requests.map(({ tenant }) => tenant);
  expect(guilds.slice(0, 6)).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
  expect(service.requests.map(({ text }) => text).filter((text) => text.startsWith('a'))).toEqual(
    clipsOf('a', guilds.filter((guild) => guild === 'a').length),
  );
  await transcription.close();
});

test('when clips cannot be written to disk, the server with most of them in memory loses its own oldest', {
  meta: { promises: ['clips-could-written-disk'] },
}, async () => {
  const { service, disk, submit, lost } = openTranscription({ maxUnsavedBytes: 6 });
  service.mode = 'waits';
  disk.isBroken = true;
  submit('b0', 'a0', 'a1', 'a2');
  await settle();
  expect(lost).toEqual(['a0']);
});
