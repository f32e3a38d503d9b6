import { MessageChannel } from 'node:worker_threads';
import { decode } from '@msgpack/msgpack';
import { startLocalSpeech } from '@mynah/local-speech/local-speech';
import type { LocalSpeech } from '@mynah/local-speech/local-speech-api';
import { createOggOpusReader } from '@mynah/opus/ogg-opus-reader';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { DEFAULT_CAPTION_TIMINGS } from '../../src/captions/caption-timings.ts';
import type { SpooledClip } from '../../src/captions/captions-ports.ts';
import type { ClipCourse } from '../../src/captions/clips/clip-job.ts';
import { ClipTranscription } from '../../src/captions/clips/clip-transcription.ts';
import { SYSTEM_CLOCK } from '../../src/captions/clock.ts';
import { speakToFile } from '../../src/discord/playback/speech-file.ts';
import { createLogger } from '../../src/log/log.ts';
import type { CallContext, Priority } from '../../src/speech/call-context.ts';
import { LimiterClient } from '../../src/speech/limiter/limiter-client.ts';
import { createLimiterHost } from '../../src/speech/limiter/limiter-host.ts';
import type { LimiterAnswer, LimiterRequest } from '../../src/speech/limiter/limiter-messages.ts';
import {
  createSpeechClient,
  createSpeechService,
  type SpeechClient,
  type SpeechService,
  type SpeechServiceOptions,
} from '../../src/speech/speech-service.ts';
import { API_KEY, answerStops, serviceFor, startServer } from './speech-fixture.ts';

const SENTENCE = 'The weather is nice today, and we can meet in the garden. ';
const LONG_TEXT = SENTENCE.repeat(6_000 / SENTENCE.length);
const log = createLogger('silent');

/** Calls that end with the test. */
function callsOf(): (tenant: string, priority: Priority) => CallContext {
  const controller = new AbortController();
  onTestFinished(() => controller.abort(new Error('the test is over')));
  return (tenant, priority) => ({ tenant, priority, signal: controller.signal });
}

async function spokenBytes(speech: SpeechClient, call: CallContext): Promise<number> {
  let bytes = 0;
  for await (const chunk of speech.synthesize({ text: 'Hello there.', voiceId: undefined }, call)) {
    if (chunk.kind === 'audio') bytes += chunk.bytes.length;
  }
  return bytes;
}

function sayAsFile(speech: SpeechService, text: string, call: CallContext) {
  const options = {
    format: 'opus',
    maxBytes: 25_000_000,
    send: <T>(_: string, send: () => Promise<T>) => send(),
  } as const;
  return speakToFile(speech, { text, voiceId: undefined }, options, call);
}

describe('at the local speech service', () => {
  const locals = new Map<number, LocalSpeech>();

  beforeAll(async () => {
    for (const concurrency of [1, 5])
      locals.set(concurrency, await startLocalSpeech({ concurrency, recognizer: false }));
  });
  afterAll(() => Promise.all([...locals.values()].map((local) => local.close())));

  function open(concurrency: 1 | 5) {
    const local = locals.get(concurrency) ?? expect.fail('not started');
    const speech = createSpeechService({
      ...{ baseUrl: local.url, wsUrl: local.wsUrl, apiKey: local.apiKey, model: 's2-pro', format: 'opus' },
      ...{ concurrency, log, timings: { speechExpectedMs: 1_000 } },
    });
    onTestFinished(() => {
      local.faults.clear();
      return speech.close();
    });
    const countBefore = local.requests.length;
    const posts = () => local.requests.slice(countBefore).filter(({ endpoint }) => endpoint === 'tts');
    return { local, speech, posts };
  }

  test('five long /say file:true of one server leave a permit for speech in voice', {
    meta: { promises: ['one-request-speech-service'] },
  }, async () => {
    const call = callsOf();
    // The local service loads its synthesizer for the first text: on a busy machine too slowly for a live socket.
    await spokenBytes(open(5).speech, call('x', 'speech'));
    const { local, speech, posts } = open(5);
    local.faults.add({ endpoint: 'tts', stallAfterBytes: 0 });
    for (let file = 0; file < 5; file += 1) sayAsFile(speech, LONG_TEXT, call('x', 'files')).catch(() => {});
    await vi.waitFor(() => expect(posts()).toHaveLength(2));
    expect(await spokenBytes(speech, call('x', 'speech'))).toBeGreaterThan(1_000);
    expect(await spokenBytes(speech, call('y', 'speech'))).toBeGreaterThan(1_000);
    expect(posts()).toHaveLength(2);
    expect(speech.figures().limiter).toMatchObject({ underWay: 2, waiting: { files: 3 }, rateLimited: 0 });
  });

  test('with SPEECH_CONCURRENCY=1, speech in voice takes the permit from a file, which is made afterwards', {
    meta: { promises: ['speech-concurrency-1-speech'] },
  }, async () => {
    const { local, speech, posts } = open(1);
    const call = callsOf();
    local.faults.add({ endpoint: 'tts', delayMs: 600_000, times: 1 });
    const file = sayAsFile(speech, SENTENCE, call('x', 'files'));
    await vi.waitFor(() => expect(posts()).toHaveLength(1));
    expect(await spokenBytes(speech, call('y', 'speech'))).toBeGreaterThan(1_000);
    expect((await file).bytes.length).toBeGreaterThan(1_000);
    expect(posts()).toHaveLength(2);
    expect(speech.figures().limiter).toMatchObject({ preempted: 1, underWay: 0 });
  });

  test('a long text as a file holds a permit for a piece of 400 characters at a time', {
    meta: { promises: ['long-text-file-holds'] },
  }, async () => {
    const { speech, posts } = open(5);
    const text = SENTENCE.repeat(9).trim();
    const { name, bytes } = await sayAsFile(speech, text, callsOf()('x', 'files'));
    const texts = posts().map(({ body }) => (body as { readonly text: string }).text);
    expect(texts.join(' ')).toBe(text);
    expect(texts).toHaveLength(2);
    expect(Math.max(...texts.map(({ length }) => length))).toBeLessThanOrEqual(400);
    expect(name).toBe('mynah.ogg');
    const packets = posts().map(({ sent }) => createOggOpusReader().push(Buffer.concat(sent)).length);
    expect(createOggOpusReader().push(bytes)).toHaveLength(packets.reduce((sum, count) => sum + count, 0));
  });
});

describe('at a service whose answers wait for the test', () => {
  /** Answers requests of /v1/tts when the test says so; `texts` has them in the order in which they came. */
  async function openHeld() {
    const texts: string[] = [];
    const answers: (() => void)[] = [];
    const server = await startServer({
      http: ({ body }, response) => {
        texts.push((JSON.parse(String(body)) as { text: string }).text);
        answers.push(() => void response.end('OggS'));
      },
    });
    return { texts, answers, server };
  }

  test('the next permit goes to the server that holds least, however many files another has asked for', {
    meta: { promises: ['next-permit-server-holds'] },
  }, async () => {
    const { texts, answers, server } = await openHeld();
    const speech = serviceFor(server, { ttsFirstSoundMs: 10_000 });
    const call = callsOf();
    const say = (tenant: string, text: string) => sayAsFile(speech, text, call(tenant, 'files'));
    const files = ['x1', 'x2', 'x3', 'x4', 'x5'].map((text) => say('x', text));
    await vi.waitFor(() => expect(texts).toHaveLength(2));
    files.push(say('y', 'y1'), say('z', 'z1'));
    for (let answered = 0; answered < files.length; answered += 1) {
      await vi.waitFor(() => expect(answers.length).toBeGreaterThan(answered));
      answers[answered]?.();
    }
    await Promise.all(files);
    // Two permits are for files. When the first is free again, x holds one, and y and z hold none.
    expect(texts.slice(2, 3)).toEqual(['y1']);
    expect(texts.indexOf('z1')).toBeLessThan(5);
  });
});

describe('from a voice thread', () => {
  /** The client of a thread, whose requests for permits travel through a port. */
  function openThread(permits: SpeechService['permits'], options: SpeechServiceOptions) {
    const { port1: inThread, port2: inMain } = new MessageChannel();
    const host = createLimiterHost(permits, (answer) => inMain.postMessage(answer), log);
    const limiter = new LimiterClient((request) => inThread.postMessage(request));
    inMain.on('message', (request: LimiterRequest) => host.receive(request));
    inThread.on('message', (answer: LimiterAnswer) => limiter.receive(answer));
    const client = createSpeechClient(options, limiter);
    onTestFinished(async () => {
      await client.close();
      inThread.close();
    });
    return client;
  }

  test('a caption gives the only permit to speech of another thread, and is transcribed after it', {
    meta: { promises: ['voice-threads-interrupt-each'] },
  }, async () => {
    let stalled = 0;
    const server = await startServer({
      http: (_request, response, index) => {
        if (index === 0) stalled += 1;
        else response.end(JSON.stringify({ text: 'hello', duration: 1, segments: [] }));
      },
      live: answerStops([1, 2, 3]),
    });
    const timings = { asrHeadersTimeoutMs: 10_000, speechExpectedMs: 100 };
    const main = serviceFor(server, timings, { concurrency: 1 });
    const options = {
      ...{ baseUrl: server.baseUrl, wsUrl: server.wsUrl, apiKey: API_KEY, model: 's2-pro', format: 'opus' as const },
      ...{ concurrency: 1, log, timings },
    };
    const [one, other] = [openThread(main.permits, options), openThread(main.permits, options)];
    const call = callsOf();
    const caption = one.transcribe(
      { audio: Uint8Array.of(1), timestamps: true },
      { ...call('x', 'final-captions'), retries: false },
    );
    await vi.waitFor(() => expect(stalled).toBe(1));
    expect(await spokenBytes(other, call('x', 'speech'))).toBe(3);
    expect((await caption).text).toBe('hello');
    expect(server.requests).toHaveLength(2);
    expect(main.figures().limiter).toMatchObject({ preempted: 1 });
  });
});

describe('captions', () => {
  /** Transcribes clips of several servers at a service that answers when the test says so. */
  async function openCaptions() {
    const said: string[] = [];
    const answers: (() => void)[] = [];
    const server = await startServer({
      http: ({ body }, response) => {
        const { audio } = decode(body) as { readonly audio: Uint8Array };
        said.push(Buffer.from(audio).toString());
        answers.push(() => void response.end(JSON.stringify({ text: 'hello', duration: 1, segments: [] })));
      },
    });
    const speech = serviceFor(server, { asrHeadersTimeoutMs: 20_000 });
    const onDisk = new Map<string, Uint8Array>();
    const transcription = new ClipTranscription({
      transcribe: speech.transcribe,
      spool: {
        grow: async () => undefined,
        put: async ({ clip: { clipId } }, audio) => {
          onDisk.set(clipId, audio);
          return [];
        },
        read: async (clipId) => onDisk.get(clipId),
        remove: async (clipId) => void onDisk.delete(clipId),
        removeWhere: async () => 0,
        removeDamaged: async () => undefined,
        list: async () => [],
        bytes: 0,
      },
      transcripts: { addLine: async () => undefined },
      ...{ timings: DEFAULT_CAPTION_TIMINGS, clock: SYSTEM_CLOCK, log, onLastingOutage: () => undefined },
    });
    onTestFinished(() => transcription.close());
    let over = 0;
    /** Nobody wants the text. */
    const follow = async (course: ClipCourse): Promise<void> => {
      if ((await course.transcript) !== undefined) course.keep(undefined);
      await course.ended;
      over += 1;
    };
    const requestOf = (name: string) => ({ entry: entryOf(name), soundCues: () => false });
    /** A clip whose audio is its name; the first letter is the server. */
    const entryOf = (name: string): SpooledClip => ({
      clip: {
        ...{ guildId: name.charAt(0), channelId: 'c', userId: 'u', clipId: name, utteranceId: name, part: 0 },
        ...{
          startedAtMs: 0,
          durationMs: 1_000,
          lostPackets: 0,
          lastVoiceAtMs: 0,
          voiceStartedAtMs: 0,
          voiceEndedAtMs: 1_000,
        },
      },
      ...{ sessionId: 's', speaker: 'Ada', language: undefined },
    });
    return {
      said,
      submit: (name: string) => void follow(transcription.submit(requestOf(name), Buffer.from(name))),
      resume: (name: string) => {
        onDisk.set(name, Buffer.from(name));
        void follow(transcription.resume(requestOf(name)));
      },
      /** Answers the requests in the order in which they came, until `count` clips have their text. */
      answer: async (count: number) => {
        for (let answered = 0; answered < count; answered += 1) {
          await vi.waitFor(() => expect(answers.length).toBeGreaterThan(answered), { interval: 2 });
          answers[answered]?.();
        }
        await vi.waitFor(() => expect(over).toBe(count));
      },
    };
  }

  test.each(['submit', 'resume'] as const)(
    "a hundred clips of one server leave another server's clip among the first (%s)",
    { meta: { promises: ['hundred-clips-one-server'] } },
    async (how) => {
      const captions = await openCaptions();
      for (let index = 0; index < 100; index += 1) captions[how](`x${index}`);
      captions[how]('y0');
      await captions.answer(101);
      // Four permits are for captions. When the clip comes, they are taken.
      expect(captions.said.indexOf('y0')).toBeLessThan(8);
    },
  );
});
