import { CRC_OFFSET, oggPageCrc } from '@mynah/opus/ogg-crc';
import { createOggOpusReader } from '@mynah/opus/ogg-opus-reader';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { findOggLinks } from '../../../../src/audio/recording/chained/ogg-links.ts';
import type { Recording } from '../../../../src/audio/recording/recording-api.ts';
import { openRecordingHere } from '../../../../src/audio/recording/recording-local.ts';
import { createYielder } from '../../../../src/audio/recording/recording-source.ts';
import { opusPackets } from '../../../support/audio-fixtures.ts';
import { makeRecording } from '../../../support/recordings.ts';
import { fileOf, oggOpus, SHORT_PIECES, talk } from './recording-fixtures.ts';

// The packets of some files are encoded first.
vi.setConfig({ testTimeout: 30_000 });

const WHOLE = { ...SHORT_PIECES, maxDurationMs: 3_600_000 };
const PRE_SKIP_MS = 6.5;
const opened: Recording[] = [];

async function open(...links: readonly Uint8Array[]): Promise<Recording> {
  const recording = await openRecordingHere(fileOf(Buffer.concat(links)));
  opened.push(recording);
  return recording;
}

afterEach(() => {
  for (const recording of opened.splice(0)) recording.close();
});

/** A link of Opus packets of 20 ms, with a serial number of its own. */
function link(packets: readonly Uint8Array[], serial = 1, channels: 1 | 2 = 1): Uint8Array {
  return oggOpus(packets, 312, { serial, channels });
}

/** The packets as runs of known ones, such as `mono 0 to 99`: readable where two lists of packets are not. */
function runsOf(packets: readonly Uint8Array[]): string[] {
  const runs: { name: string; first: number; last: number }[] = [];
  for (const [toc, index = 0] of packets) {
    const name = toc === 0xf8 ? 'mono' : 'stereo';
    const run = runs.at(-1);
    if (run?.name === name && run.last + 1 === index) run.last = index;
    else runs.push({ name, first: index, last: index });
  }
  return runs.map(({ name, first, last }) => `${name} ${first} to ${last}`);
}

/** The pieces: the packets of each, or the code of the reason why it has none. */
async function read(recording: Recording, limits = WHOLE) {
  const pieces = await recording.plan(limits);
  return await Promise.all(
    pieces.map(async (piece) => {
      const outcome = await recording.extract(piece).then(
        ({ audio }) => ({ packets: createOggOpusReader().push(audio), code: undefined }),
        ({ code }: { code: string }) => ({ packets: [] as Uint8Array[], code }),
      );
      return { ...piece, ...outcome, runs: runsOf(outcome.packets) };
    }),
  );
}

/** Changes bytes at an offset. */
function damagedAt(bytes: Uint8Array, offset: number, count: number): Uint8Array {
  return Uint8Array.from(bytes).fill(0xee, offset, offset + count);
}

/** Offsets of the pages of a file whose packets never contain the capture pattern. */
function pagesOf(file: Uint8Array): Uint8Array[] {
  const bytes = Buffer.from(file);
  const starts: number[] = [];
  for (let at = bytes.indexOf('OggS'); at >= 0; at = bytes.indexOf('OggS', at + 4)) starts.push(at);
  return starts.map((start, index) => bytes.subarray(start, starts[index + 1]));
}

/** Packets of 20 ms that differ, as those of a sound wave do not. */
function packetsOf(channels: 1 | 2, count: number): Uint8Array[] {
  return Array.from({ length: count }, (_, index) => {
    const packet = new Uint8Array(120).fill(channels === 1 ? 0xf8 : 0xfc, 0, 1);
    return packet.fill(index, 1);
  });
}

const MONO = packetsOf(1, 100);
const STEREO = packetsOf(2, 150);
const SHORT = MONO.slice(0, 15);

describe('a chained Ogg recording is read to its end', () => {
  it('as one piece if its links are mono and stereo, without the sound of any lost', async () => {
    const recording = await open(link(MONO, 1), link(STEREO, 2, 2));
    expect(recording).toMatchObject({ container: 'Ogg', codec: 'Opus', endsEarly: false });
    expect(recording.durationMs).toBeCloseTo(5_000 - 2 * PRE_SKIP_MS, 3);
    const [piece, ...others] = await read(recording);
    expect(others).toEqual([]);
    expect(piece).toMatchObject({ index: 0, startMs: 0, durationMs: recording.durationMs });
    expect(piece?.runs).toEqual(['mono 0 to 99', 'stereo 0 to 149']);
  });

  it('and its pieces can be split, at their times in the whole file, but not what cannot be read', async () => {
    const broken = damagedAt(link(MONO, 2), 0, 60);
    const recording = await open(link(STEREO, 1, 2), broken, link(STEREO, 3, 2));
    const [first, missing, last] = await recording.plan(WHOLE);
    if (first === undefined || missing === undefined || last === undefined) throw new Error('three pieces expected');
    const halves = await recording.split(last, { ...SHORT_PIECES, maxDurationMs: 2_000 });
    expect(halves).toHaveLength(2);
    expect(halves[0]?.startMs).toBe(last.startMs);
    expect(halves.reduce((sum, { durationMs }) => sum + durationMs, 0)).toBeCloseTo(last.durationMs, 3);
    const files = await Promise.all(halves.map((half) => recording.extract(half)));
    expect(files.every(({ startMs }) => startMs >= last.startMs - 100)).toBe(true);
    const packets = files.map(({ audio }) => createOggOpusReader().push(audio));
    expect(new Set(packets.flat().map(([, index]) => index)).size).toBe(STEREO.length);
    await expect(recording.split(missing, SHORT_PIECES)).rejects.toMatchObject({ code: 'AUDIO_PART_BROKEN' });
  });

  it('with links of the same serial number, or without an end flag', async () => {
    const unended = Buffer.concat(pagesOf(link(MONO)).slice(0, -1));
    const recording = await open(unended, link(STEREO), link(SHORT));
    expect((await read(recording)).map(({ runs }) => runs)).toEqual([
      ['mono 0 to 99', 'stereo 0 to 149', 'mono 0 to 14'],
    ]);
  });

  it('with links too short to be sent alone, at the start, in the middle and at the end', async () => {
    const recording = await open(link(SHORT, 1), link(MONO, 2), link(SHORT, 3), link(MONO, 4), link(SHORT, 5));
    const pieces = await read(recording);
    const short = 'mono 0 to 14';
    expect(pieces.map(({ runs }) => runs)).toEqual([[short, 'mono 0 to 99', short, 'mono 0 to 99', short]]);
    const many = await read(await open(...Array.from({ length: 40 }, (_, serial) => link(SHORT, serial))));
    expect(many.flatMap(({ runs }) => runs)).toEqual(Array.from({ length: 40 }, () => short));
  });

  it('with 50 links, in few pieces whose times do not drift', async () => {
    const links = Array.from({ length: 50 }, (_, index) => link(MONO, index));
    const recording = await open(...links);
    const linkMs = 2_000 - PRE_SKIP_MS;
    expect(recording.durationMs).toBeCloseTo(50 * linkMs, 3);
    const pieces = await read(recording);
    expect(pieces.flatMap(({ runs }) => runs)).toEqual(links.map(() => 'mono 0 to 99'));
    expect(pieces.length).toBeLessThanOrEqual(5);
    expect(pieces.map(({ index }) => index)).toEqual(pieces.map((_, index) => index));
    for (const { startMs, durationMs, packets } of pieces) {
      // It starts where a link does, and is hardly longer than its time.
      expect((startMs / linkMs) % 1).toBeCloseTo(0, 6);
      expect(packets.length * 20 - durationMs).toBeLessThan(300);
    }
    const cut = await read(recording, SHORT_PIECES);
    expect(cut.filter(({ durationMs }) => durationMs > SHORT_PIECES.maxDurationMs)).toEqual([]);
    expect(cut.reduce((sum, { durationMs }) => sum + durationMs, 0)).toBeCloseTo(recording.durationMs, 3);
  });

  it('with long links, as pieces of their own that start exactly where they do', async () => {
    const minute = Array.from({ length: 31 }, () => MONO).flat();
    const pieces = await read(await open(link(SHORT, 1), link(minute, 2), link(minute, 3), link(SHORT, 4)));
    expect(pieces.map(({ startMs, packets }) => [startMs, packets.length])).toEqual([
      [0, SHORT.length + 3_100],
      [62_300 - 2 * PRE_SKIP_MS, 3_100 + SHORT.length],
    ]);
  });

  it('with links of Vorbis, joined where their headers are the same', { tags: ['ffmpeg'] }, async () => {
    const vorbis = (durationS: number) => makeRecording('ogg vorbis', talk(durationS));
    const [long, short] = await Promise.all([vorbis(5), vorbis(0.5)]);
    // Comments may differ.
    const other = Buffer.from(short.file);
    other.write('X', other.indexOf('Lavc'), 'latin1');
    const recording = await open(link(MONO), long.file, other, link(STEREO, 2, 2));
    expect(recording.codec).toBe('Opus, Vorbis');
    const pieces = await recording.plan(WHOLE);
    expect(pieces.map(({ durationMs }) => Math.round(durationMs / 100))).toEqual([20, 55, 30]);
    const files = await Promise.all(pieces.map((piece) => recording.extract(piece)));
    expect(files.map(({ filename }) => filename)).toEqual(['piece-1.ogg', 'piece-2.ogg', 'piece-3.ogg']);
    expect(files.map(({ startMs }) => startMs)).toEqual(pieces.map(({ startMs }) => startMs));
  });
});

describe('what cannot be read of a chained Ogg recording is a piece with its reason', () => {
  const missing = async (...links: readonly Uint8Array[]) =>
    (await read(await open(...links))).map(({ startMs, durationMs, packets, code }) => ({
      startMs: Math.round(startMs),
      durationMs: Math.round(durationMs),
      found: code ?? packets.length,
    }));

  it('a link whose header is damaged', async () => {
    const header = link(MONO, 2).indexOf('O'.charCodeAt(0), 28);
    expect(await missing(link(MONO, 1), damagedAt(link(MONO, 2), header, 8), link(STEREO, 3, 2))).toEqual([
      { startMs: 0, durationMs: 1_994, found: 100 },
      { startMs: 1_994, durationMs: 2_000, found: 'AUDIO_PART_BROKEN' },
      { startMs: 3_994, durationMs: 2_994, found: 150 },
    ]);
  });

  it('a link whose first page is damaged', async () => {
    const found = await missing(link(MONO, 1), damagedAt(link(MONO, 2), 0, 8), link(STEREO, 3, 2));
    expect(found.map((piece) => piece.found)).toEqual([100, 'AUDIO_PART_BROKEN', 150]);
  });

  it('a link whose headers are damaged, also if it has the serial number of the link before', async () => {
    const [head, tags] = pagesOf(link(MONO, 1));
    const damaged = damagedAt(link(MONO, 1), 0, (head?.length ?? 0) + (tags?.length ?? 0));
    const found = await missing(link(STEREO, 1, 2), damaged, link(STEREO, 1, 2));
    expect(found).toEqual([
      { startMs: 0, durationMs: 2_994, found: 150 },
      { startMs: 2_994, durationMs: 2_000, found: 'AUDIO_PART_BROKEN' },
      { startMs: 4_994, durationMs: 2_994, found: 150 },
    ]);
  });

  it('the pages that damage destroys, with their time', async () => {
    const pages = pagesOf(link(MONO, 1));
    // Two headers, then pages of 100 ms.
    const whole = Buffer.concat(pages.slice(0, 17));
    const lost = damagedAt(Buffer.concat(pages.slice(17, 20)), 0, 40).fill(0, 40);
    expect(await missing(whole, lost, ...pages.slice(20), link(STEREO, 2, 2))).toEqual([
      { startMs: 0, durationMs: 1_494, found: 75 },
      { startMs: 1_494, durationMs: 300, found: 'AUDIO_PART_BROKEN' },
      { startMs: 1_794, durationMs: 3_194, found: 10 + 150 },
    ]);
  });

  it('the end of a link that is cut off', async () => {
    const cutOff = link(MONO, 1);
    const found = await missing(cutOff.subarray(0, cutOff.length - 700), link(STEREO, 2, 2));
    expect(found.map((piece) => piece.found)).toEqual([expect.any(Number), 'AUDIO_PART_BROKEN', 150]);
  });

  it('a link of another codec', async () => {
    const other = Buffer.from(link(MONO, 2));
    other.write('\x01unknown', other.indexOf('OpusHead'), 'latin1');
    const [head = other] = pagesOf(other);
    other.writeUInt32LE(oggPageCrc(head), CRC_OFFSET);
    expect(await missing(link(MONO, 1), other)).toEqual([
      { startMs: 0, durationMs: 1_994, found: 100 },
      { startMs: 1_994, durationMs: 0, found: 'AUDIO_PART_CODEC' },
    ]);
  });

  it('a short link that no neighbour can be joined with', { tags: ['ffmpeg'] }, async () => {
    const { file } = await makeRecording('ogg vorbis', talk(0.5));
    expect(await missing(link(MONO, 1), file, link(STEREO, 2, 2))).toEqual([
      { startMs: 0, durationMs: 1_994, found: 100 },
      { startMs: 1_994, durationMs: 500, found: 'AUDIO_PART_TOO_SHORT' },
      { startMs: 2_494, durationMs: 2_994, found: 150 },
    ]);
  });

  it('all links after the first thousand', async () => {
    const links = Array.from({ length: 1_002 }, (_, index) => pagesOf(link(MONO.slice(0, 1), index)));
    const { links: found, hasMore } = await findOggLinks(fileOf(Buffer.concat(links.flat())), createYielder(undefined));
    expect([found.length, hasMore]).toEqual([1_000, true]);
  });

  it('fails as a whole if no link can be read, or all together are too short', async () => {
    const broken = damagedAt(link(MONO, 1), 28, 8);
    await expect(open(broken, broken)).rejects.toMatchObject({ code: expect.stringMatching(/^AUDIO_(BROKEN|CODEC)$/) });
    const short = await open(link(SHORT, 1), link(SHORT, 2));
    await expect(short.plan(WHOLE)).rejects.toMatchObject({ code: 'AUDIO_TOO_SHORT' });
  });

  it('fails as a whole if the links hide more sound than they claim', async () => {
    const [packet] = opusPackets({ count: 1, frameMs: 60 });
    // 60 ms of which the header skips all but one sample.
    const links = Array.from({ length: 60 }, (_, serial) =>
      oggOpus(packet === undefined ? [] : [packet], 2_879, { serial }),
    );
    await expect(open(link(SHORT, 100), ...links)).rejects.toMatchObject({ code: 'AUDIO_BROKEN', message: /longer/ });
  });

  it('a failing file is not taken for a damaged one', async () => {
    const bytes = Buffer.concat([link(MONO, 1), link(MONO, 2)]);
    const failure = new Error('the disk is gone');
    let reads = 0;
    const file = fileOf(bytes);
    const failing = {
      sizeBytes: bytes.length,
      // The search for links succeeds.
      read: (start: number, end: number) => {
        reads += 1;
        return reads > 3 ? Promise.reject(failure) : file.read(start, end);
      },
    };
    await expect(openRecordingHere(failing)).rejects.toBe(failure);
  });
});

describe('damage to an Ogg recording', () => {
  const found = async (...parts: readonly Uint8Array[]) => {
    const recording = await open(...parts);
    const pieces = await read(recording);
    return [...pieces.map(({ runs, code }) => code ?? runs.join()), ...(recording.endsEarly ? ['ends early'] : [])];
  };
  const WHOLE_MONO = 'mono 0 to 99';
  const WHOLE_STEREO = 'stereo 0 to 149';
  const BROKEN = 'AUDIO_PART_BROKEN';
  const noise = (bytes: number): Uint8Array => new Uint8Array(bytes).fill(0xa5);
  const [head = new Uint8Array(), tags = new Uint8Array(), ...sound] = pagesOf(link(MONO, 2));
  const page = (index: number): Uint8Array => sound[index] ?? new Uint8Array();

  it.each([
    ['its first page', [head]],
    ['its first page and broken bytes', [head, tags.subarray(0, 20)]],
    ['its first page and many broken bytes', [head, tags.subarray(0, 20), noise(9_000)]],
    ['its headers', [head, tags]],
    ['its headers and broken bytes', [head, tags, page(0).subarray(0, 100)]],
    ['its headers and many broken bytes', [head, tags, noise(9_000)]],
    ['nothing but broken bytes', [noise(9_000)]],
  ])('that leaves %s of a link is said, and hides no other link', async (_, rest) => {
    expect(await found(link(MONO, 1), ...rest, link(STEREO, 3, 2))).toEqual([WHOLE_MONO, BROKEN, WHOLE_STEREO]);
    // Recorders that do not know the serial number of the last one choose the same.
    expect(await found(link(MONO, 2), ...rest, link(STEREO, 2, 2))).toEqual([WHOLE_MONO, BROKEN, WHOLE_STEREO]);
  });

  it.each([
    ['the first page', [head]],
    ['the headers', [head, tags]],
    ['the headers, and broken bytes', [head, tags, noise(300)]],
    ['the headers, and a page that is cut off', [head, tags, page(0).subarray(0, 400)]],
    ['a part of the first page', [head.subarray(0, 20)]],
  ])('that leaves only %s of the last link is said', async (_, rest) => {
    expect(await found(link(STEREO, 1, 2), ...rest)).toEqual([WHOLE_STEREO, BROKEN]);
  });

  it('that leaves only noise of its end is said', async () => {
    const start = [head, tags, ...sound.slice(0, 15)];
    expect(await found(...start, noise(5_000))).toEqual(['mono 0 to 74', BROKEN]);
    expect(await found(...start, page(15).subarray(0, 400))).toEqual(['mono 0 to 74', 'ends early']);
    // The start of another link, whose reader does not notice it.
    expect(await found(...start, link(STEREO, 3, 2).subarray(0, 400))).toEqual(['mono 0 to 74', BROKEN]);
  });

  it('within a page loses that page alone, with its time', async () => {
    const damaged = damagedAt(page(10), 60, 500);
    const recording = await open(head, tags, ...sound.slice(0, 10), damaged, ...sound.slice(11));
    const pieces = await read(recording, { ...WHOLE, minDurationMs: 100 });
    expect(pieces.map(({ startMs, durationMs, runs, code }) => [startMs, durationMs, code ?? runs])).toEqual([
      [0, 993.5, ['mono 0 to 49']],
      [993.5, 100, BROKEN],
      [1_093.5, 900, ['mono 55 to 99']],
    ]);
    expect(recording.endsEarly).toBe(false);
  });

  it('within a packet loses nothing', async () => {
    expect(await found(head, tags, ...sound.slice(0, 10), damagedAt(page(10), 60, 5), ...sound.slice(11))).toEqual([
      WHOLE_MONO,
    ]);
  });

  it('to the first page of sound loses that page alone', async () => {
    const pieces = await read(await open(head, tags, damagedAt(page(0), 0, 100), ...sound.slice(1)));
    expect(pieces.map(({ durationMs, runs, code }) => [Math.round(durationMs), code ?? runs.join()])).toEqual([
      [94, BROKEN],
      [1_900, 'mono 5 to 99'],
    ]);
  });

  it('between its headers loses nothing', async () => {
    expect(await found(head, noise(300), tags, noise(100), ...sound)).toEqual([WHOLE_MONO]);
  });

  it('that adds a few bytes, or any within a link, is not said, because nothing is missing', async () => {
    expect(await found(link(MONO, 1), noise(50), link(STEREO, 2, 2))).toEqual([`${WHOLE_MONO},${WHOLE_STEREO}`]);
    expect(await found(head, tags, ...sound.slice(0, 10), noise(4_000), ...sound.slice(10), noise(50))).toEqual([
      WHOLE_MONO,
    ]);
  });

  it('before its start is skipped, as far as a few kilobytes', async () => {
    expect(await found(noise(400), link(MONO, 1))).toEqual([WHOLE_MONO]);
    await expect(open(noise(5_000), link(MONO, 1))).rejects.toMatchObject({ code: 'AUDIO_NOT_AUDIO' });
  });

  it('is not what a writer that knows no checksums does', async () => {
    const unchecked = pagesOf(link(MONO, 1)).map((bytes) => damagedAt(bytes, CRC_OFFSET, 4));
    expect(await found(...unchecked)).toEqual([WHOLE_MONO]);
  });
});

describe('a multiplexed Ogg recording is one link', () => {
  const [head = new Uint8Array(), ...rest] = pagesOf(link(MONO, 1));
  const [otherHead = new Uint8Array(), ...otherRest] = pagesOf(link(STEREO, 2, 2));
  const mixed = rest.flatMap((page, index) => [page, ...(otherRest[index] === undefined ? [] : [otherRest[index]])]);

  it('of which the first stream is read', async () => {
    const pieces = await read(await open(head, otherHead, ...mixed));
    expect(pieces.map(({ runs }) => runs)).toEqual([['mono 0 to 99']]);
  });

  it('even if the second stream starts late', async () => {
    const recording = await open(head, ...mixed.slice(0, 6), otherHead, ...mixed.slice(6));
    expect((await read(recording)).map(({ packets, code }) => code ?? packets.length)).toEqual([100]);
  });

  it('even if there are stray bytes between its starts', async () => {
    const pieces = await read(await open(head, Buffer.alloc(50, 0xa5), otherHead, ...mixed));
    expect(pieces.map(({ runs }) => runs)).toEqual([['mono 0 to 99']]);
  });

  it('and can be followed by another link', async () => {
    const pieces = await read(await open(head, otherHead, ...mixed, link(MONO, 3)));
    expect(pieces.map(({ runs }) => runs)).toEqual([['mono 0 to 99', 'mono 0 to 99']]);
  });
});
