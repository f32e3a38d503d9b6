// @module-tag pocketsphinx
// @module-tag ffmpeg

import type { PersonFile } from '@mynah/local-discord/people/option-values';
import type { SeenMessage } from '@mynah/local-discord/people/seen-message';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { words } from '../support/captions-session.ts';
import { declaredRecognizer } from '../support/recognition.ts';
import { AUDIBLE_KINDS, makeRecording, makeSilentVideo, makeVoiceMessage, truncated } from '../support/recordings.ts';
import { scriptedSpeech } from '../support/scripted-speech.ts';
import { openTestSession, patience, type TestSession } from '../support/test-session.ts';
import { isAnswer } from '../support/transcription-answers.ts';

const SENTENCE = 'We are going to the park after lunch.';
const LATER = 'The weather is nice today.';
const UPLOAD_LIMIT_BYTES = 500 * 1024 * 1024;
/** An hour takes its time on two busy processors, and its comparison as long again. */
const LONGEST_MS = 110_000;
const LONGEST_TEST = { timeout: 2 * LONGEST_MS };
/** Largest difference between two recognitions of when a word starts. */
const SAME_TIME_S = 0.15;

interface TranscribedPart {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

interface Transcribed {
  readonly duration: number;
  readonly text: string;
  readonly segments: readonly TranscribedPart[];
  readonly words: readonly TranscribedPart[];
  readonly holes: readonly unknown[];
}

let session: TestSession;
let sound: Int16Array;
beforeAll(async () => {
  session = await openTestSession();
  sound = await scriptedSpeech({ durationS: 4, lines: [{ atS: 0.5, text: SENTENCE }] });
});
afterAll(() => session[Symbol.asyncDispose]());

async function transcribe(file: PersonFile, options: Record<string, string> = {}): Promise<SeenMessage> {
  const person = session.environment.discord.addPerson({ name: 'Grace', uploadLimitBytes: UPLOAD_LIMIT_BYTES });
  const invocation = await person.type('/transcribe', { file, ...options });
  return invocation.until(isAnswer, AbortSignal.timeout(LONGEST_MS));
}

async function transcribeToJson(file: PersonFile): Promise<{ reply: SeenMessage; transcript: Transcribed }> {
  const reply = await transcribe(file, { format: 'json' });
  return { reply, transcript: (await (await fetch(reply.attachments[0]?.url ?? '')).json()) as Transcribed };
}

/** Compares the service's transcript of the whole recording with the one that Mynah joins from pieces. */
async function compareWithWhole(file: PersonFile, whole: Int16Array) {
  const before = session.speech.requests.length;
  const { transcript: together } = await transcribeToJson(file);
  const pieces = session.speech.requests.slice(before).filter(({ endpoint }) => endpoint === 'asr');
  const uncut = await declaredRecognizer().recognize(whole, AbortSignal.timeout(LONGEST_MS));
  expect(words(together.text)).toEqual(words(uncut.text));
  expect(together.words).toHaveLength(uncut.segments.length);
  const late = together.words.map(({ start }, index) => Math.abs(start - (uncut.segments[index]?.start ?? 0)));
  expect(Math.max(...late)).toBeLessThan(SAME_TIME_S);
  expect(together.holes).toEqual([]);
  return { together, pieces };
}

/** The cues of a SubRip file, times in milliseconds. */
function readCues(file: string): { startMs: number; endMs: number; lines: string[] }[] {
  const timeMs = (written = '') => Date.parse(`1970-01-01T${written.replace(',', '.')}Z`);
  return file.split('\n\n').map((block) => {
    const [, times = '', ...lines] = block.trimEnd().split('\n');
    const [start, end] = times.split(' --> ');
    return { startMs: timeMs(start), endMs: timeMs(end), lines };
  });
}

describe('/transcribe of a recording', () => {
  it.each(AUDIBLE_KINDS.filter((kind) => kind !== 'm4a with ALAC'))('understands %s', async (kind) => {
    const reply = await transcribe(await makeRecording(kind, sound));
    expect(words(reply.content.split('\n')[1] ?? '')).toEqual(words(SENTENCE));
    expect(reply.content).toMatch(/· 0:0[34]/);
  });

  it('sends the sound of a video without its picture', async () => {
    const video = await makeRecording('mp4', sound);
    await transcribe(video);
    const sent = session.speech.requests.at(-1)?.body as { audio: { bytes: Uint8Array } } | undefined;
    expect(sent?.audio.bytes.length).toBeLessThan(video.file.length);
    expect(Buffer.from(sent?.audio.bytes ?? video.file).includes('avc1')).toBe(false);
  });

  it('explains what is wrong with protected, unknown, silent and truncated ones', async () => {
    const locked = await transcribe(await makeRecording('mp4 that is encrypted', sound));
    expect(locked).toMatchObject({ content: expect.stringContaining('DRM'), ephemeral: true });
    const unknown = await transcribe(await makeRecording('m4a with ALAC', sound));
    expect(unknown).toMatchObject({ content: expect.stringContaining('this kind of sound: ALAC'), ephemeral: true });
    const silent = await transcribe(await makeSilentVideo());
    expect(silent).toMatchObject({ content: expect.stringContaining('no sound'), ephemeral: true });
    const cut = await transcribe(truncated(await makeRecording('m4a', sound), 0.6));
    expect(cut.content).toMatch(/is cut off|damaged or incomplete/);
  });

  it('reads a chained one to its end, at its times, and says which part it cannot read', async () => {
    const second = await scriptedSpeech({ durationS: 3, lines: [{ atS: 0.5, text: LATER }] });
    const [voice, vorbis] = await Promise.all([makeVoiceMessage(sound), makeRecording('ogg vorbis', second)]);
    const damaged = Uint8Array.from(voice.file).fill(0xee, 0, 60);
    const chained = { ...voice, file: Buffer.concat([voice.file, damaged, vorbis.file]) };
    const { reply, transcript } = await transcribeToJson(chained);
    expect(words(transcript.text)).toEqual(words(`${SENTENCE} ${LATER}`));
    expect(transcript.duration).toBeCloseTo(4 + 4 + 3, 1);
    expect(transcript.segments.filter(({ start }) => start > 4 && start < 8)).toEqual([]);
    expect(transcript.segments.at(-1)?.start).toBeGreaterThan(8);
    expect(transcript.holes).toHaveLength(1);
    expect(reply.content).toMatch(/⚠ Not transcribed from 0:04 to 0:0[78]\. This part of the file is damaged\./);
  });

  it('writes subtitles of sentences that can be read, though the service gives single words', async () => {
    const spoken = [
      { atS: 1, text: 'The weather is nice today and we are going to the park after lunch with all the people.' },
      { atS: 9, text: 'Please tell them that the meeting begins at nine.' },
      { atS: 14, text: 'The weather is nice today.' },
    ];
    const recording = await scriptedSpeech({ durationS: 17, lines: spoken });
    const { attachments } = await transcribe(await makeRecording('mp3', recording), { format: 'srt' });
    const cues = readCues(await (await fetch(attachments[0]?.url ?? '')).text());
    expect(words(cues.map(({ lines }) => lines.join(' ')).join(' '))).toEqual(
      words(spoken.map(({ text }) => text).join(' ')),
    );
    for (const [index, { startMs, endMs, lines }] of cues.entries()) {
      expect(startMs).toBeGreaterThanOrEqual(cues[index - 1]?.endMs ?? 0);
      expect(endMs - startMs).toBeGreaterThanOrEqual(1_000);
      expect(endMs - startMs).toBeLessThanOrEqual(7_000);
      expect(lines.length).toBeLessThanOrEqual(2);
      expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(42);
      expect(lines.join(' ').length / ((endMs - startMs) / 1_000)).toBeLessThanOrEqual(20);
    }
    const ends = cues.filter(({ lines }) => lines.join(' ').endsWith('.'));
    expect(ends).toHaveLength(spoken.length);
    for (const { startMs, lines } of [cues[0], ...cues.slice(-2)].filter((cue) => cue !== undefined)) {
      expect(lines[0]).toMatch(/^[A-Z]/);
      expect(spoken.some(({ atS }) => Math.abs(startMs - atS * 1_000) < 500)).toBe(true);
    }
  });

  it('understands a voice message from the menu', async () => {
    const message = session.ada.send('', { files: [await makeVoiceMessage(sound)], voiceMessage: true });
    const invocation = await session.ada.menu('Transcribe', message.id);
    const reply = await invocation.until(isAnswer, patience());
    expect(words(reply.content.split('\n')[1] ?? '')).toEqual(words(SENTENCE));
  });
});

describe('/transcribe of a recording beyond the limits of one request', () => {
  it('joins one of more than 60 minutes without a seam in its words or times', LONGEST_TEST, async () => {
    const durationS = 3_720;
    // Speech crosses the hour, and the points where equal parts would end.
    const acrossS = [durationS / 7, (3 * durationS) / 7, (6 * durationS) / 7, 3_600];
    const lines = acrossS.map((atS, index) => ({ atS: atS - 1, text: LINES[index] ?? SENTENCE }));
    const whole = await scriptedSpeech({ durationS, lines });
    const { together, pieces } = await compareWithWhole(await makeRecording('flac', whole), whole);
    expect(pieces.length).toBeGreaterThan(1);
    expect(together.duration).toBeCloseTo(durationS, 0);
    expect(together.segments).toHaveLength(lines.length);
  });

  it('joins one of more than 20 MB without a seam, too', LONGEST_TEST, async () => {
    const durationS = 660;
    const lines = [durationS / 2 - 1, 623].map((atS, index) => ({ atS, text: LINES[index] ?? SENTENCE }));
    const whole = await scriptedSpeech({ durationS, background: 'room', lines });
    const file = await makeRecording('wav', whole);
    expect(file.file.length).toBeGreaterThan(20_000_000);
    const { pieces } = await compareWithWhole(file, whole);
    expect(pieces.length).toBeGreaterThan(1);
  });
});

const LINES = [
  'The weather is nice today and we are going to the park.',
  'Please tell them that the meeting begins at nine.',
  'We are going to the park after lunch.',
  'The weather is nice today.',
];
