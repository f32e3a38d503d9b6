/** The local service's live socket, and the bot's client of it, against the service's own examples and types. */

import { startLocalSpeech } from '@mynah/local-speech/local-speech';
import type { LocalSpeech } from '@mynah/local-speech/local-speech-api';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { faultsOf } from '../support/conformance.ts';
import { call } from '../support/speech-client.ts';
import {
  clientOf,
  conformance,
  type Described,
  entry,
  type Frame,
  isFileThere,
  SKIPPED,
  talk,
  withKnownVoices,
  withService,
} from './conformance-fixture.ts';
import { context } from './speech-fixture.ts';

const TEXT = 'Hi there.';

describe.skipIf(!isFileThere)(`WS /v1/tts/live (${SKIPPED})`, () => {
  let service: LocalSpeech;
  beforeAll(async () => {
    service = await startLocalSpeech({ recognizer: false });
  });
  afterEach(() => service.faults.clear());
  afterAll(() => service.close());

  const { client = [], server = [] } = (conformance['WS /v1/tts/live'] ?? {}) as Record<string, Described[]>;

  it('takes the client’s events, and sends the server’s', async () => {
    const frames = await talk(
      client.map((event) => withKnownVoices(event, service)),
      service,
    );
    const events = frames.flatMap(({ event }) => (event === undefined ? [] : [event]));
    for (const { event: name, ...fields } of server) {
      const sent = events.filter(({ event }) => event === name);
      const isFailure = name === 'error' || fields['reason'] === 'error';
      if (!isFailure) expect(sent.length, String(name)).toBeGreaterThan(0);
      for (const each of sent) expect(faultsOf(each, isFailure ? { event: 'string' } : fields)).toEqual([]);
    }
  });

  it('says that too many speak at once', async () => {
    const described = server.find(({ event }) => event === 'error');
    const frames = await withService({ concurrency: 1 }, async (small) => {
      small.faults.add({ endpoint: 'tts', times: 1, stallAfterBytes: 10 });
      const stalled = await call(small, '/v1/tts', { json: { text: TEXT } });
      const seen = await talk([{ event: 'start', request: { text: '' } }], small);
      await stalled.body?.cancel();
      return seen;
    });
    const error = frames.find(({ event }) => event?.['event'] === 'error')?.event;
    expect(error).toMatchObject({ error: described?.['error'] });
    expect(faultsOf(error, described)).toEqual([]);
  });

  it('says that it failed', async () => {
    service.faults.add({ endpoint: 'live', times: 1, finishError: 'No' });
    const frames = await talk(
      client.map((event) => withKnownVoices(event, service)),
      service,
    );
    const described = server.find(({ reason }) => reason === 'error');
    const finish = frames.find(({ event }) => event?.['event'] === 'finish')?.event;
    expect(finish).toMatchObject({ reason: 'error' });
    expect(faultsOf(finish, described)).toEqual([]);
  });

  const isAudio = ({ event }: Frame): boolean => event?.['event'] === 'audio';
  const known = new Set(['audio', 'finish', 'error', 'log']);
  /** What the local service is to send, and how that is seen. */
  const survivable: Readonly<Record<string, { fault: object; isSent: (frames: readonly Frame[]) => boolean }>> = {
    'unknown event name': {
      fault: { oddFrames: true },
      isSent: (frames) => frames.some(({ event }) => event !== undefined && !known.has(String(event['event']))),
    },
    'text frame': { fault: { oddFrames: true }, isSent: (frames) => frames.some(({ isBinary }) => !isBinary) },
    'empty audio': {
      fault: {},
      isSent: (frames) => frames.some((frame) => isAudio(frame) && String(frame.event?.['audio']) === ''),
    },
    'close without frame after finish': { fault: { closeAfterFinish: true }, isSent: () => true },
    'same socket, second start': { fault: {}, isSent: () => true },
    'audio event with content, alignment, chunk_seq, chunk_audio_offset_sec and 60 segments': {
      fault: { alignedSegments: 60 },
      isSent: (frames) =>
        frames.some(({ event }) => {
          const alignment = event?.['alignment'] as { segments: unknown[] } | null | undefined;
          return alignment?.segments.length === 60 && 'content' in (event ?? {});
        }),
    },
  };

  it('has nothing to survive that is not tried here', () => {
    // Where a silence is waited for, time is faked: this one takes 25 s.
    const tried = [...Object.keys(survivable), '25 s between two audio events'];
    expect(tried).toEqual(expect.arrayContaining(entry('WS /v1/tts/live')['must_survive'] as string[]));
  });

  it.each(Object.entries(survivable))('our client survives %s', async (_what, { fault, isSent }) => {
    service.faults.add({ endpoint: 'live', ...fault });
    expect(
      isSent(
        await talk(
          client.map((event) => withKnownVoices(event, service)),
          service,
        ),
      ),
    ).toBe(true);
    const before = service.requests.length;
    const speech = clientOf(service);
    for (const text of ['Hello there.', 'And again.']) {
      const heard: number[] = [];
      for await (const chunk of speech.synthesize({ text, voiceId: undefined }, context())) {
        expect(chunk.kind).toBe('audio');
        if (chunk.kind === 'audio') heard.push(...chunk.bytes);
      }
      expect(heard).toEqual([...Buffer.concat(service.requests.at(-1)?.sent ?? [])]);
    }
    expect(service.requests.slice(before).map(({ method }) => method)).toEqual(['START', 'START']);
  });

  it('has timestamps where it has them', async () => {
    const seen = await talk(
      client.map((event) => withKnownVoices(event, service)),
      service,
      '/v1/tts/live/with-timestamp',
    ).catch((error: Error) => error);
    if (seen instanceof Error) return expect(seen.message).toContain('404');
    const sound = seen.filter(isAudio);
    expect(sound.length).toBeGreaterThan(0);
    const described = { ...entry('WS /v1/tts/live/with-timestamp audio'), alignment: 'any' };
    const aligned = entry('WS /v1/tts/live/with-timestamp audio')['alignment'];
    for (const { event } of sound) {
      expect(faultsOf(event, described)).toEqual([]);
      if (event?.['alignment'] !== null) expect(faultsOf(event?.['alignment'], aligned)).toEqual([]);
    }
  });
});
