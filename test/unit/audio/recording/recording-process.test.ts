import type { ChildProcess } from 'node:child_process';
import { channel } from 'node:diagnostics_channel';
import { getPriority } from 'node:os';
import { writeWav } from '@mynah/pcm/wav';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openRecording } from '../../../../src/audio/recording/recording.ts';
import type { Recording } from '../../../../src/audio/recording/recording-api.ts';
import { opusPackets } from '../../../support/audio-fixtures.ts';
import { corpusOf } from '../../../support/corpus.ts';
import { fileOf, opusFile, SHORT_PIECES, samplesOf, talk } from './recording-fixtures.ts';

// Every recording here has its own process, which starts slowly on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

const opened: Recording[] = [];

async function open(bytes: Uint8Array): Promise<Recording> {
  const recording = await openRecording(fileOf(bytes));
  opened.push(recording);
  return recording;
}

afterEach(() => {
  vi.useRealTimers();
  for (const recording of opened.splice(0)) recording.close();
});

describe.runIf(process.platform === 'linux')('the process of a recording', () => {
  it('runs at a low priority of the operating system, so that voice goes first', {
    meta: { promises: ['recordings-parsed-low-priority'] },
  }, async () => {
    const children: ChildProcess[] = [];
    const onChild = (message: unknown): void => void children.push((message as { process: ChildProcess }).process);
    channel('child_process').subscribe(onChild);
    await open(writeWav(talk(2), 16_000, 1));
    channel('child_process').unsubscribe(onChild);
    const priorities = children.map(({ pid = 0 }) => getPriority(pid));
    expect(priorities).toEqual([Math.max(10, getPriority())]);
  });
});

describe('a recording in a process of its own', () => {
  it('reports what was found in it', async () => {
    const facts = { container: 'WAV', codec: 'PCM', durationMs: 2000, endsEarly: false };
    expect(await open(writeWav(talk(2), 16_000, 1))).toMatchObject(facts);
  });

  it('is refused with the reason, without a process where it has no bytes', async () => {
    const text = Buffer.from('Dear diary, today I was renamed to mp3.'.padEnd(200), 'latin1');
    await expect(openRecording(fileOf(text))).rejects.toMatchObject({ code: 'AUDIO_NOT_AUDIO' });
    await expect(openRecording(fileOf(new Uint8Array()))).rejects.toMatchObject({ code: 'AUDIO_EMPTY' });
  });

  it('has pieces that can be extracted concurrently, and only by it', async () => {
    const wav = writeWav(talk(30), 16_000, 1);
    const recording = await open(wav);
    const plan = await recording.plan(SHORT_PIECES);
    const files = await Promise.all(plan.map((piece) => recording.extract(piece)));
    expect(files.flatMap(({ audio }) => samplesOf(audio))).toEqual([...talk(30)]);
    const [piece] = await (await open(wav)).plan(SHORT_PIECES);
    await expect(recording.extract(piece ?? { index: 0, startMs: 0, durationMs: 1 })).rejects.toThrow('not planned');
  });

  it('has pieces that can be split, and their parts extracted', async () => {
    const recording = await open(writeWav(talk(30), 16_000, 1));
    const [first] = await recording.plan({ ...SHORT_PIECES, maxDurationMs: 3_600_000 });
    if (first === undefined) throw new Error('there is no piece');
    const parts = await recording.split(first, SHORT_PIECES);
    expect(parts.length).toBeGreaterThan(3);
    const files = await Promise.all(parts.map((part) => recording.extract(part)));
    expect(files.flatMap(({ audio }) => samplesOf(audio))).toEqual([...talk(30)]);
  });

  it('passes a read error on unchanged', async () => {
    const failure = new Error('the disk is controller');
    const file = { sizeBytes: 1_000, read: () => Promise.reject(failure) };
    await expect(openRecording(file)).rejects.toBe(failure);
  });

  it('that keeps its parser in a loop times out', async () => {
    const mp4 = Buffer.from(await opusFile('mp4', opusPackets({ count: 150 })));
    // 4.3 billion samples per chunk: mediabunny adds up their sizes one by one for every packet.
    mp4.writeUInt32BE(0xffff_fff0, mp4.indexOf('stsc') + 16);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const opening = openRecording(fileOf(mp4));
    const outcome = expect(opening).rejects.toMatchObject({ code: 'AUDIO_BROKEN', message: /too long/ });
    await vi.advanceTimersByTimeAsync(60_000);
    await outcome;
  });

  it.each(corpusOf('recording-loop'))('that keeps its parser in a loop times out: $name', async ({ bytes }) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const opening = openRecording(fileOf(bytes));
    const outcome = expect(opening).rejects.toMatchObject({ code: 'AUDIO_BROKEN', message: /too long/ });
    await vi.advanceTimersByTimeAsync(60_000);
    await outcome;
  });
});

describe('an abort or close rejects pending work', () => {
  it('when opening is aborted', async () => {
    const controller = new AbortController();
    const opening = openRecording({ sizeBytes: 1_000, read: () => new Promise(() => undefined) }, controller.signal);
    controller.abort(new Error('not wanted'));
    await expect(opening).rejects.toThrow('not wanted');
  });

  it('when a piece is aborted, and the recording stays usable', async () => {
    const recording = await open(writeWav(talk(30), 16_000, 1));
    const [first, second] = await recording.plan(SHORT_PIECES);
    if (first === undefined || second === undefined) throw new Error('There are two pieces.');
    const controller = new AbortController();
    const extracting = recording.extract(first, controller.signal);
    controller.abort(new Error('not wanted'));
    await expect(extracting).rejects.toThrow('not wanted');
    expect((await recording.extract(second)).filename).toBe('piece-2.wav');
  });

  it('when the recording is closed', async () => {
    const recording = await open(writeWav(talk(30), 16_000, 1));
    const planning = recording.plan(SHORT_PIECES);
    recording.close();
    recording.close();
    await expect(planning).rejects.toMatchObject({ code: 'AUDIO_CLOSED' });
    await expect(recording.plan(SHORT_PIECES)).rejects.toMatchObject({ code: 'AUDIO_CLOSED' });
  });
});
