import { createOggOpusReader } from '@mynah/opus/ogg-opus-reader';
import { SILENCE_FRAME } from '@mynah/opus/opus-packet';
import { writeWav } from '@mynah/pcm/wav';
import { afterEach, describe, expect, it } from 'vitest';
import type { Recording } from '../../../../src/audio/recording/recording-api.ts';
import { openRecordingHere } from '../../../../src/audio/recording/recording-local.ts';
import { opusPackets } from '../../../support/audio-fixtures.ts';
import {
  cut,
  fileOf,
  isInPause,
  mp3Of,
  oggOpus,
  opusFile,
  pcmMov,
  SHORT_PIECES,
  samplesOf,
  talk,
} from './recording-fixtures.ts';

const opened: Recording[] = [];

async function open(bytes: Uint8Array): Promise<Recording> {
  const recording = await openRecordingHere(fileOf(bytes));
  opened.push(recording);
  return recording;
}

afterEach(() => {
  for (const recording of opened.splice(0)) recording.close();
});

/** The packets of an Ogg Opus file and its pre-skip in samples. */
function packetsOf(ogg: Uint8Array): { packets: Uint8Array[]; preSkip: number } {
  const head = Buffer.from(ogg);
  return { packets: createOggOpusReader().push(ogg), preSkip: head.readUInt16LE(head.indexOf('OpusHead') + 10) };
}

/** A WAV whose header declares `claimedBytes` of samples. */
function wavClaiming(sound: Int16Array, claimedBytes: number): Uint8Array {
  const wav = Buffer.from(writeWav(sound, 16_000, 1));
  wav.writeUInt32LE(claimedBytes + 36, 4);
  wav.writeUInt32LE(claimedBytes, 40);
  return wav;
}

describe('a recording', () => {
  it('reports its container, codec and duration', async () => {
    expect(await open(writeWav(talk(2), 16_000, 1))).toMatchObject({
      container: 'WAV',
      codec: 'PCM',
      durationMs: 2000,
    });
    expect(await open(oggOpus(opusPackets({ count: 100 })))).toMatchObject({ container: 'Ogg', codec: 'Opus' });
    expect(await open(await mp3Of(talk(2)))).toMatchObject({ container: 'MP3', codec: 'MP3' });
    expect(await open(await opusFile('mp4', opusPackets({ count: 100 })))).toMatchObject({ container: 'MP4' });
    expect(await open(await opusFile('webm', opusPackets({ count: 100 })))).toMatchObject({ container: 'WebM' });
    expect(await open(await pcmMov(talk(2)))).toMatchObject({ container: 'MOV', codec: 'PCM', durationMs: 2000 });
  });

  it('is one piece if short, otherwise pieces of similar length cut in pauses', async () => {
    const wav = writeWav(talk(60), 16_000, 1);
    const recording = await open(wav);
    expect(await recording.plan({ ...SHORT_PIECES, maxDurationMs: 3_600_000 })).toEqual([
      { index: 0, startMs: 0, durationMs: 60_000 },
    ]);
    const pieces = await recording.plan({ ...SHORT_PIECES, maxDurationMs: 20_000 });
    expect(pieces.length).toBeLessThanOrEqual(5);
    expect(pieces.filter(({ durationMs }) => durationMs < 9_000 || durationMs > 20_000)).toEqual([]);
    expect(pieces.slice(1).filter(({ startMs }) => !isInPause(startMs))).toEqual([]);
  });

  it('is cut before a piece exceeds the byte limit', async () => {
    const recording = await open(writeWav(talk(40), 16_000, 1));
    const maxBytes = 400_000;
    const pieces = await cut(recording, { ...SHORT_PIECES, maxBytes, maxDurationMs: 3_600_000 });
    expect(pieces.length).toBeGreaterThanOrEqual(4);
    expect(pieces.filter(({ file }) => file.audio.length > maxBytes)).toEqual([]);
  });

  it('never has a last piece too short to send', async () => {
    for (const durationS of [8.1, 8.5, 9, 15.9, 16.1, 16.4]) {
      const recording = await open(writeWav(talk(durationS), 16_000, 1));
      const pieces = await recording.plan(SHORT_PIECES);
      expect(pieces.filter(({ durationMs }) => durationMs < 1_000 || durationMs > 8_000)).toEqual([]);
      expect(pieces.reduce((sum, { durationMs }) => sum + durationMs, 0)).toBeCloseTo(durationS * 1000, 3);
    }
  });
});

describe('pieces', () => {
  it.each([
    ['a WAV', (sound: Int16Array) => writeWav(sound, 16_000, 1)],
    ['a mov with PCM', pcmMov],
    ['a WAV that claims to last three hours', (sound: Int16Array) => wavClaiming(sound, 3 * 3600 * 32_000)],
    ['a WAV whose recorder stopped before it wrote the length', (sound: Int16Array) => wavClaiming(sound, 0)],
  ])('of %s contain exactly its samples', async (_name, make) => {
    const sound = talk(30);
    const pieces = await cut(await open(await make(sound)));
    expect(pieces.length).toBeGreaterThan(3);
    expect(pieces.flatMap(({ file }) => samplesOf(file.audio))).toEqual([...sound]);
  });

  it('of stereo contain the mean of both channels at 16 bits', async () => {
    const stereo = Int16Array.from({ length: 64_000 }, (_, index) => (index % 2 === 0 ? 3_000 : 1_000));
    const [piece] = await cut(await open(writeWav(stereo, 16_000, 2)));
    expect(new Set(samplesOf(piece?.file.audio ?? new Uint8Array()))).toEqual(new Set([2_000]));
  });

  it.each([
    ['Ogg Opus', (packets: Uint8Array[]) => oggOpus(packets)],
    ['webm', (packets: Uint8Array[]) => opusFile('webm', packets)],
    ['mp4', (packets: Uint8Array[]) => opusFile('mp4', packets)],
  ])('of %s contain exactly its packets, each piece after 80 ms of pre-roll that players skip', async (_name, make) => {
    const packets = opusPackets({ count: 1_000 });
    const pieces = await cut(await open(await make(packets)));
    const heard: Uint8Array[] = [];
    for (const { planned, file } of pieces) {
      const { packets: copied, preSkip } = packetsOf(file.audio);
      const runUp = planned.index === 0 ? 0 : preSkip / 960;
      expect(runUp).toBe(planned.index === 0 ? 0 : 4);
      expect(file.startMs).toBe(planned.startMs);
      heard.push(...copied.slice(runUp));
    }
    expect(pieces.length).toBeGreaterThan(2);
    expect(Buffer.concat(heard).equals(Buffer.concat(packets))).toBe(true);
  });

  it('of an mp3 start with the frames that hold the bit reservoir of their first one, and report that earlier start', async () => {
    const pieces = await cut(await open(await mp3Of(talk(30))));
    expect(pieces[0]?.file.startMs).toBe(0);
    const runUpsMs = pieces.slice(1).map(({ planned, file }) => planned.startMs - file.startMs);
    expect(runUpsMs.filter((ms) => ms < 36 || ms > 500)).toEqual([]);
    expect(pieces.map(({ file }) => file.filename)).toEqual(pieces.map((_, index) => `piece-${index + 1}.mp3`));
  });

  it('of a webm with a gap contain silence there, so that later times stay correct', async () => {
    const packets = opusPackets({ count: 400 });
    const recording = await open(await opusFile('webm', packets, (index) => index * 0.02 + (index < 200 ? 0 : 3)));
    const [piece, ...others] = await cut(recording, { ...SHORT_PIECES, maxDurationMs: 60_000 });
    expect(others).toEqual([]);
    expect(recording.durationMs).toBeCloseTo(11_000, 1);
    const copied = packetsOf(piece?.file.audio ?? new Uint8Array()).packets;
    expect(copied.filter((packet) => Buffer.from(packet).equals(SILENCE_FRAME))).toHaveLength(150);
    expect(copied).toHaveLength(550);
  });

  it('of a webm with a gap of minutes are split there, with correct times', async () => {
    const packets = opusPackets({ count: 400 });
    const recording = await open(await opusFile('webm', packets, (index) => index * 0.02 + (index < 200 ? 0 : 600)));
    const pieces = await cut(recording, { ...SHORT_PIECES, maxDurationMs: 60_000 });
    expect(pieces.map(({ planned }) => Math.round(planned.startMs / 100))).toEqual([0, 6040]);
    expect(recording.durationMs).toBeCloseTo(8_000, -2);
  });

  it('of a webm with late timestamps count from its start', async () => {
    const packets = opusPackets({ count: 100 });
    const recording = await open(await opusFile('webm', packets, (index) => 1000 + index * 0.02));
    expect((await cut(recording)).map(({ file }) => file.startMs)).toEqual([0]);
  });

  it('that are split are cut in pauses, and their parts contain exactly their samples', async () => {
    const sound = talk(60);
    const recording = await open(writeWav(sound, 16_000, 1));
    const [first, ...others] = await recording.plan({ ...SHORT_PIECES, maxDurationMs: 40_000 });
    if (first === undefined) throw new Error('there is no piece');
    const limits = { ...SHORT_PIECES, maxDurationMs: 0.75 * first.durationMs, seamSearchMs: 0.25 * first.durationMs };
    const halves = await recording.split(first, limits);
    expect(halves).toHaveLength(2);
    const quarters = await recording.split(halves[1] ?? first, { ...limits, maxDurationMs: limits.maxDurationMs / 2 });
    expect(quarters).toHaveLength(2);
    const parts = [...halves.slice(0, 1), ...quarters, ...others];
    expect(parts.filter(({ startMs }) => startMs > 0 && !isInPause(startMs))).toEqual([]);
    const files = await Promise.all(parts.map((part) => recording.extract(part)));
    expect(files.flatMap(({ audio }) => samplesOf(audio))).toEqual([...sound]);
    expect(parts.reduce((sum, { durationMs }) => sum + durationMs, 0)).toBeCloseTo(60_000, 3);
  });

  it('that are split keep to the byte limit, and to gaps within them', async () => {
    const packets = opusPackets({ count: 1_500 });
    const recording = await open(await opusFile('webm', packets, (index) => index * 0.02 + (index < 800 ? 0 : 3)));
    const [whole] = await recording.plan({ ...SHORT_PIECES, maxDurationMs: 60_000 });
    if (whole === undefined) throw new Error('there is no piece');
    const maxBytes = (await recording.extract(whole)).audio.length / 3;
    const parts = await recording.split(whole, { ...SHORT_PIECES, maxDurationMs: 60_000, maxBytes });
    const files = await Promise.all(parts.map((part) => recording.extract(part)));
    expect(files.filter(({ audio }) => audio.length > maxBytes)).toEqual([]);
    expect(parts.reduce((sum, { durationMs }) => sum + durationMs, 0)).toBeCloseTo(whole.durationMs, 3);
  });

  it('that are split for their bytes do not count those of the pieces after them', async () => {
    const recording = await open(writeWav(talk(60), 16_000, 1));
    const [first] = await recording.plan({ ...SHORT_PIECES, maxDurationMs: 40_000 });
    if (first === undefined) throw new Error('there is no piece');
    const maxBytes = (first.durationMs / 1_000) * 32_000 * 0.7;
    expect(await recording.split(first, { ...SHORT_PIECES, maxDurationMs: 60_000, maxBytes })).toHaveLength(2);
  });

  it('that cannot be split stay whole', async () => {
    const recording = await open(writeWav(talk(2), 16_000, 1));
    const [piece] = await recording.plan(SHORT_PIECES);
    if (piece === undefined) throw new Error('there is no piece');
    expect(await recording.split(piece, { ...SHORT_PIECES, minDurationMs: 1_500, maxDurationMs: 1_600 })).toEqual([
      piece,
    ]);
  });
});

describe('unsupported files fail with distinct codes', () => {
  const text = (words: string): Uint8Array => Buffer.from(words.padEnd(200), 'latin1');
  it.each([
    ['nothing', 'AUDIO_EMPTY', new Uint8Array()],
    ['a text', 'AUDIO_NOT_AUDIO', text('Dear diary, today I was renamed to mp3.')],
    ['one byte', 'AUDIO_NOT_AUDIO', Uint8Array.of(0)],
    ['a picture', 'AUDIO_NO_TRACK', text('\x89PNG\r\n\x1a\n')],
    ['an AIFF', 'AUDIO_CODEC', text('FORM\0\0\0\x80AIFFCOMM')],
    ['a WAV from a dictation machine', 'AUDIO_CODEC', text('RIFF\0\x10\0\0WAVEfmt \x14\0\0\0\x11\0\x01\0\x80\x3e\0\0')],
    ['a WAV without samples', 'AUDIO_BROKEN', writeWav(new Int16Array(), 16_000, 1)],
    ['the head of an mp4', 'AUDIO_BROKEN', text('\0\0\0\x18ftypM4A \0\0\0\0M4A mp42\0\0\x10\0mdat')],
    ["a shop's m4p", 'AUDIO_PROTECTED', text('\0\0\0\x18ftypM4P \0\0\0\0M4P mp42\0\0\x10\0mdat')],
    ['half a header', 'AUDIO_BROKEN', oggOpus(opusPackets({ count: 50 })).subarray(0, 60)],
  ])('%s fails with %s', async (_name, code, bytes) => {
    await expect(openRecordingHere(fileOf(bytes))).rejects.toMatchObject({ code });
  });

  it('a recording of less than a second is too short', async () => {
    const recording = await open(writeWav(talk(0.9), 16_000, 1));
    await expect(recording.plan(SHORT_PIECES)).rejects.toMatchObject({ code: 'AUDIO_TOO_SHORT' });
  });
});

describe('broken files', () => {
  it('are read up to the break and reported as truncated', async () => {
    const whole = oggOpus(opusPackets({ count: 500 }));
    const recording = await open(whole.subarray(0, Math.floor(whole.length * 0.6)));
    expect(recording.endsEarly).toBe(true);
    expect(recording.durationMs).toBeGreaterThan(5_000);
    expect(recording.durationMs).toBeLessThan(6_200);
    const pieces = await cut(recording);
    expect(pieces.reduce((sum, { planned }) => sum + planned.durationMs, 0)).toBeCloseTo(recording.durationMs, 3);
  });

  it('are not what ends with an empty page, as Ogg may', async () => {
    const recording = await open(oggOpus(opusPackets({ count: 100 })));
    expect(recording).toMatchObject({ endsEarly: false, durationMs: expect.closeTo(2_000 - 6.5, 3) });
  });

  it('yield a result or an AUDIO_ error, wherever they are cut or changed', async () => {
    const packets = opusPackets({ count: 150 });
    const files = [
      oggOpus(packets),
      await opusFile('webm', packets),
      await opusFile('mp4', packets),
      await mp3Of(talk(3)),
      await pcmMov(talk(3)),
      writeWav(talk(3), 16_000, 1),
    ];
    const broken = files.flatMap((file, index) => [0.02, 0.3, 0.9].map((share) => breakIt(file, share, index)));
    for (const bytes of broken) {
      const outcome = await openRecordingHere(fileOf(bytes)).then(
        async (recording) => {
          opened.push(recording);
          const pieces = await cut(recording, { ...SHORT_PIECES, minDurationMs: 1 }).catch((error: unknown) => error);
          return Array.isArray(pieces) || pieces;
        },
        (error: unknown) => error,
      );
      if (outcome !== true) expect(outcome).toMatchObject({ code: expect.stringMatching(/^AUDIO_/) });
    }
  });

  it('cannot claim more sound than their bytes can hold', async () => {
    const mov = Buffer.from(await pcmMov(talk(3)));
    mov.writeUInt32BE(0x7fff_fff0, mov.indexOf('stsc') + 16);
    const outcome = await openRecordingHere(fileOf(mov)).then(
      (recording) => {
        opened.push(recording);
        return recording.durationMs;
      },
      () => 0,
    );
    expect(outcome).toBeLessThanOrEqual(3_000);
  });
});

/** Truncates a file at `share` of its length, or overwrites some bytes there. Deterministic. */
function breakIt(file: Uint8Array, share: number, seed: number): Uint8Array {
  const at = Math.floor(file.length * share);
  if ((seed + Math.round(share * 10)) % 2 === 0) return file.subarray(0, at);
  const changed = Uint8Array.from(file);
  for (let index = 0; index < 8; index += 1) changed[at + index * 5 + seed] = index % 2 === 0 ? 0xff : 0;
  return changed;
}
