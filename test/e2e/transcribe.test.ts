import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Invocation } from '@mynah/local-discord/people/invocation';
import type { PersonFile } from '@mynah/local-discord/people/option-values';
import type { Recognizer } from '@mynah/local-speech/recognition/recognizer';
import { writeWav } from '@mynah/pcm/wav';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTestSession, patience, type TestSession } from '../support/test-session.ts';
import { isAnswer } from '../support/transcription-answers.ts';

const RATE_HZ = 16_000;
const UPLOAD_LIMIT_BYTES = 500 * 1024 * 1024;

/** Recognizes a sentence with the recording's duration at the start of every recording. */
const recognizer: Recognizer = {
  recognize: async (pcm) => {
    const text = `this lasts ${Math.round(pcm.length / RATE_HZ)} seconds`;
    return { text, duration: pcm.length / RATE_HZ, segments: [{ text, start: 0.25, end: 0.75 }] };
  },
};

/** A WAV of a quiet tone. */
function wav(seconds: number, name = 'interview.wav'): PersonFile {
  const sound = Int16Array.from({ length: seconds * RATE_HZ }, (_, index) => Math.round(200 * Math.sin(index / 8)));
  return { file: writeWav(sound, RATE_HZ, 1), name, contentType: 'audio/wav' };
}

/** A file whose first bytes are these. */
function fileOf(name: string, contentType: string, ...head: number[]): PersonFile {
  return { file: Uint8Array.from([...head, ...Array<number>(2_000).fill(7)]), name, contentType };
}

let session: TestSession;
let dataDir = '';
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'transcribe-'));
  session = await openTestSession({ recognizer, environment: { DATA_DIR: dataDir } });
});
afterEach(() => session.speech.faults.clear());
afterAll(async () => {
  await session[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true, force: true });
});

const downloads = () => readdir(join(dataDir, 'downloads'));

async function fileText(url: string | undefined): Promise<string> {
  return (await fetch(url ?? '')).text();
}

/** Transcribes a recording of two pieces, uploaded by a person with a larger limit than Discord's default. */
async function transcribeTwoPieces(options: Record<string, string> = {}): Promise<Invocation> {
  const grace = session.environment.discord.addPerson({ name: 'Grace', uploadLimitBytes: UPLOAD_LIMIT_BYTES });
  return grace.type('/transcribe', { file: wav(660), ...options });
}

describe('/transcribe', () => {
  it('replies publicly with short text, its duration and nothing else', async () => {
    const invocation = await session.ada.type('/transcribe', { file: wav(3) });
    const reply = await invocation.until(isAnswer, patience());
    expect(reply.content).toBe('**interview.wav** · 0:03 · English\n> this lasts 3 seconds');
    expect(reply).toMatchObject({ ephemeral: false, attachments: [], components: [], pings: [] });
    expect(invocation.acknowledgedAfterMs).toBeLessThan(3_000);
    expect(await downloads()).toEqual([]);
  });

  it.each([
    ['txt', /^interview\.wav\nLength 0:03 · English\n\n\[0:00\] this lasts 3 seconds\n$/],
    ['srt', /^1\n00:00:00,250 --> 00:00:01,250\nthis lasts 3 seconds\n$/],
    ['vtt', /^WEBVTT interview\.wav\n\n00:00:00\.250 --> 00:00:01\.250\nthis lasts 3 seconds\n$/],
    ['json', /"start": 0\.25,\n\s+"end": 0\.75/],
  ])('attaches a %s file, and passes on the language', async (format, content) => {
    const language = 'English';
    const reply = await (await session.ada.type('/transcribe', { file: wav(3), format, language })).until(
      isAnswer,
      patience(),
    );
    expect(reply.content).toContain('· 0:03 · English\n> this lasts 3 seconds');
    expect(reply.attachments.map(({ filename }) => filename)).toEqual([`interview.${format}`]);
    expect(await fileText(reply.attachments[0]?.url)).toMatch(content);
    expect(session.speech.requests.at(-1)?.body).toMatchObject({ language: 'en' });
  });

  it('autocompletes languages', async () => {
    expect(await session.ada.autocomplete('/transcribe', 'language', 'Fren')).toEqual([
      { name: 'French (fr)', value: 'fr' },
    ]);
  });

  it('works in direct messages and as a user install', async () => {
    const where = { channelId: session.ada.dmChannelId };
    const direct = await (await session.ada.type('/transcribe', { file: wav(2) }, where)).until(isAnswer, patience());
    expect(direct.content).toContain('> this lasts 2 seconds');
    const guild = session.environment.discord.addGuild({ name: 'Elsewhere', withBot: false });
    const kay = session.environment.discord.addPerson({ name: 'Kay', guild });
    const message = kay.send('', { files: [wav(2)] });
    expect((await (await kay.menu('Transcribe', message.id)).until(isAnswer, patience())).content).toContain(
      'this lasts 2',
    );
    expect((await (await kay.type('/transcribe', { file: wav(2) })).until(isAnswer, patience())).content).toContain(
      'lasts 2',
    );
  });

  it.each([
    [
      'a text',
      fileOf('notes.mp3', 'audio/mpeg', 72, 105),
      "This file doesn't contain audio that I can read. I can read wav, mp3",
    ],
    [
      'a picture',
      fileOf('song.mp3', 'audio/mpeg', 0x89, 0x50, 0x4e, 0x47),
      "This file has no sound: it's a PNG picture",
    ],
    [
      'a broken file',
      fileOf('a.m4a', 'audio/mp4', 0, 0, 0, 32, 0x66, 0x74, 0x79, 0x70, 0x4d, 0x34, 0x41, 0x20),
      'damaged or incomplete',
    ],
    ['an empty file', { file: new Uint8Array(), name: 'a.wav', contentType: 'audio/wav' }, 'This file is empty'],
    ['half a second', wav(0.5), 'This recording is too short. It must be at least 1 second long.'],
  ])('tells the caller what is wrong with %s', async (_what, file, message) => {
    const asked = session.speech.requests.length;
    // More than one person, who would meet a limit.
    const kim = session.environment.discord.addPerson({ name: 'Kim', guild: session.guild });
    const reply = await (await kim.type('/transcribe', { file })).until(isAnswer, patience());
    expect(reply.content).toContain(message);
    expect(reply.ephemeral).toBe(true);
    expect(session.speech.requests).toHaveLength(asked);
    expect(await downloads()).toEqual([]);
  });

  it('recognizes audio by its bytes, not by its name', async () => {
    const file = { ...wav(2, 'notes.txt'), contentType: 'text/plain' };
    const reply = await (await session.ada.type('/transcribe', { file })).until(isAnswer, patience());
    expect(reply.content).toContain('> this lasts 2 seconds');
  });

  it('reports a refusal of the speech service', async () => {
    session.speech.faults.add({ endpoint: 'asr', status: 402 });
    const reply = await (await session.ada.type('/transcribe', { file: wav(2) })).until(isAnswer, patience());
    expect(reply).toMatchObject({ content: expect.stringContaining('out of credits'), ephemeral: true });
  });
});

describe('the Transcribe menu', () => {
  it('accepts voice messages', async () => {
    const file = { ...wav(2, 'voice-message.ogg'), contentType: 'audio/ogg', durationSecs: 2 };
    const message = session.ada.send('', { files: [file], voiceMessage: true });
    const reply = await (await session.ada.menu('Transcribe', message.id)).until(isAnswer, patience());
    expect(reply.content).toBe('**Voice message** · 0:02 · English\n> this lasts 2 seconds');
  });

  it('transcribes every recording of a message, and ignores its pictures', async () => {
    const picture = fileOf('cat.png', 'image/png', 0x89, 0x50, 0x4e, 0x47);
    const message = session.ada.send('look', { files: [wav(2, 'a.wav'), picture, wav(4, 'b.wav')] });
    const reply = await (await session.ada.menu('Transcribe', message.id)).until(isAnswer, patience());
    expect(reply.content).toBe(
      '**a.wav** · 0:02 · English\n> this lasts 2 seconds\n**b.wav** · 0:04 · English\n> this lasts 4 seconds',
    );
  });

  it('reports a message without recordings, and an expired link', async () => {
    const plain = session.ada.send('just words');
    expect((await (await session.ada.menu('Transcribe', plain.id)).until(isAnswer, patience())).content).toContain(
      'This message has no recording or video attached.',
    );
    const message = session.ada.send('', { files: [wav(2)] });
    session.environment.discord.expireAttachment(message.attachments[0]?.url ?? '');
    const reply = await (await session.ada.menu('Transcribe', message.id)).until(isAnswer, patience());
    expect(reply).toMatchObject({ content: expect.stringContaining('link has expired'), ephemeral: true });
  });
});

describe('a slow transcription', () => {
  it('shows a progress bar, and only its requester can cancel it', async () => {
    session.speech.faults.add({ endpoint: 'asr', delayMs: 60_000 });
    const invocation = await session.ada.type('/transcribe', { file: wav(3) });
    const progress = await invocation.until(({ content }) => content.includes('░'), patience());
    expect(progress.content).toMatch(/░` \d+%/);
    expect(progress.ephemeral).toBe(false);
    const [button] = JSON.stringify(progress.components).match(/transcribe:cancel:\w+/) ?? [];
    const stranger = session.environment.discord.addPerson({ name: 'Eve' });
    const refused = await (await stranger.click(progress, button ?? '')).reply(patience());
    expect(refused).toMatchObject({ content: expect.stringContaining('can cancel this'), ephemeral: true });
    expect(await downloads()).toHaveLength(1);
    await session.ada.click(progress, button ?? '');
    const ended = await invocation.until(({ content }) => content.includes('Canceled'), patience());
    expect(ended).toMatchObject({ id: progress.id, components: [] });
    await expect.poll(downloads).toEqual([]);
  });

  it('is posted as a message when the interaction has expired', async () => {
    session.speech.faults.add({ endpoint: 'asr', delayMs: 1_500, times: 1 });
    const channel = session.environment.discord.guild.channel('general');
    const invocation = await session.ada.type('/transcribe', { file: wav(5) }, { channelId: channel.id });
    await invocation.acknowledged(patience());
    session.environment.discord.ageInteraction(invocation, 16 * 60_000);
    await channel.waitForMessage(
      ({ content, author }) =>
        content.includes('> this lasts 5 seconds') && author.id === session.environment.discord.botId,
      patience(),
    );
  });

  it('has all text, at its time, when the service gives no times', async () => {
    session.speech.faults.add({ endpoint: 'asr', withoutSegments: true, times: 1 });
    const invocation = await session.ada.type('/transcribe', { file: wav(3), format: 'srt' });
    const reply = await invocation.until(({ attachments }) => attachments.length > 0, patience());
    expect(await fileText(reply.attachments[0]?.url)).toMatch(
      /^1\n00:00:00,\d+ --> 00:00:0\d,\d+\nthis lasts 3 seconds\n$/,
    );
  });

  it('names the reference that the network edge gives with a page', async () => {
    session.speech.faults.add({ endpoint: 'asr', status: 413, body: 'html', requestId: 'edge-7f', times: 4 });
    const reply = await (await session.ada.type('/transcribe', { file: wav(2) })).until(
      ({ content }) => content.includes('edge-7f'),
      patience(),
    );
    session.speech.faults.clear();
    expect(reply.content).not.toMatch(/html|<h1>/);
  });

  it('retries a piece while the service is unavailable', async () => {
    session.speech.faults.add({ endpoint: 'asr', status: 503, times: 1 });
    const reply = await (await session.ada.type('/transcribe', { file: wav(2) })).until(
      ({ content }) => content.includes('> this lasts 2'),
      patience(),
    );
    expect(reply.content).not.toContain('⚠');
  });
});

describe('a recording that is too large for one request', () => {
  it('is sent in pieces within the limit, and joined with the times of each', async () => {
    const before = session.speech.requests.length;
    const invocation = await transcribeTwoPieces({ format: 'json' });
    const reply = await invocation.until(({ attachments }) => attachments.length > 0, patience());
    const sent = session.speech.requests.slice(before).map(({ body }) => (body as { audio: PersonAudio }).audio.bytes);
    expect(sent).toHaveLength(2);
    expect(sent.every(({ length }) => length <= 20_000_000)).toBe(true);
    const { duration, segments, text } = JSON.parse(await fileText(reply.attachments[0]?.url)) as Transcribed;
    expect(duration).toBe(660);
    const [first = 0, second = 0] = Array.from(text.matchAll(/lasts (\d+)/g), (match) => Number(match[1]));
    expect(Math.abs(first + second - 660)).toBeLessThanOrEqual(1);
    expect(segments.map(({ start }) => Math.abs(start - 0.25) < 1 || Math.abs(start - first - 0.25) < 1)).toEqual([
      true,
      true,
    ]);
    expect(segments[1]?.start).toBeGreaterThan(first - 1);
  });

  it('marks its gap when one piece fails permanently', async () => {
    session.speech.faults.add({
      endpoint: 'asr',
      status: 400,
      times: 1,
      message: 'I do not like it',
      requestId: 'req_7f',
    });
    const invocation = await transcribeTwoPieces({ format: 'srt' });
    const reply = await invocation.until(({ attachments }) => attachments.length > 0, patience());
    expect(reply.content).toMatch(
      /⚠ Not transcribed from \d+:\d\d to \d+:\d\d\. .*I do not like it.*reference: `req_7f`/,
    );
    const file = await fileText(reply.attachments[0]?.url);
    expect(file).toContain('this lasts');
    expect(file).toMatch(/\n\[not transcribed: \d+:\d\d to \d+:\d\d\]\n$/);
  });
});

describe('a restart in the middle of a transcription', () => {
  it('is reported to its requester, and leaves no file', async () => {
    session.speech.faults.add({ endpoint: 'asr', delayMs: 60_000 });
    const invocation = await session.ada.type('/transcribe', { file: wav(3) });
    await invocation.until(({ content }) => content.includes('░'), patience());
    expect(await session.environment.bot.stop()).toBe(0);
    expect(invocation.messages.at(-1)?.content).toContain('restarting');
    expect(await downloads()).toEqual([]);
    expect(session.environment.bot.output()).not.toMatch(/interview|this lasts/);
  });
});

interface PersonAudio {
  readonly bytes: Uint8Array;
}

interface Transcribed {
  readonly duration: number;
  readonly text: string;
  readonly segments: readonly { readonly start: number }[];
}
