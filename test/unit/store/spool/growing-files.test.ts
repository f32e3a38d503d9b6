import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ClipSpool, SpooledClip } from '../../../../src/captions/captions-ports.ts';
import { createLogger } from '../../../../src/log/log.ts';
import { openClipSpool } from '../../../../src/store/spool/clip-spool.ts';

const ADA = '300000000000000001';
const BOB = '300000000000000002';
const START_MS = 1_760_000_000_000;

/** A clip that has lasted so many seconds. */
function underWay(clipId: string, seconds: number, more: Partial<SpooledClip['clip']> = {}): SpooledClip {
  return {
    clip: {
      ...{ guildId: '200000000000000001', channelId: '400000000000000001', userId: ADA, clipId },
      ...{ utteranceId: 'utterance', part: 0, startedAtMs: START_MS, durationMs: seconds * 1_000 },
      ...{ voiceStartedAtMs: START_MS + 200, voiceEndedAtMs: START_MS + seconds * 1_000 },
      ...{ lostPackets: seconds, lastVoiceAtMs: 12_345.678, ...more },
    },
    ...{ sessionId: 'session', speaker: 'Ada', language: undefined },
  };
}

/** Bytes of every value, line ends among them. */
function audioOf(seed: number, length = 1_000): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => (index * 7 + seed) % 256);
}

const fileOf = (clipId: string, kind: string) => `${createHash('sha256').update(clipId).digest('hex')}.${kind}`;

describe('a clip under way', () => {
  let folder: string;
  const log = createLogger('silent');

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mynah-growing-'));
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  const open = (maxBytes?: number): Promise<ClipSpool> =>
    openClipSpool({ folder, log, ...(maxBytes !== undefined && { maxBytes }) });
  const read = async (spool: ClipSpool, clipId: string) => Buffer.from((await spool.read(clipId)) ?? []);
  const names = async () => (await readdir(folder)).toSorted();
  /** Somebody speaks for so many seconds, with a kilobyte each. */
  const speak = async (spool: ClipSpool, seconds: number, clipId = 'a', more: Partial<SpooledClip['clip']> = {}) => {
    for (let second = 1; second <= seconds; second += 1) {
      await spool.grow(underWay(clipId, second, more), (second - 1) * 1_000, audioOf(second));
    }
  };
  const spoken = (seconds: number) =>
    Buffer.concat(Array.from({ length: seconds }, (_, second) => audioOf(second + 1)));

  test('is no clip yet, but one after a crash, with all that had grown', async () => {
    const spool = await open();
    await speak(spool, 3);
    expect(await spool.list()).toEqual([]);
    expect(await names()).toEqual([fileOf('a', 'growing')]);
    const next = await open();
    expect(await next.list()).toEqual([underWay('a', 3)]);
    expect(await read(next, 'a')).toEqual(spoken(3));
    expect(await names()).toEqual([fileOf('a', 'clip')]);
    expect(next.bytes).toBe((await open()).bytes);
  });

  test('is kept in a file for the eyes of its user only', async () => {
    await speak(await open(), 2, '../../Ada');
    expect((await stat(join(folder, fileOf('../../Ada', 'growing')))).mode & 0o777).toBe(0o600);
  });

  test('is replaced by the clip when it is complete', async () => {
    const spool = await open();
    await speak(spool, 3);
    await spool.put(underWay('a', 4), audioOf(9));
    expect(await names()).toEqual([fileOf('a', 'clip')]);
    expect(spool.bytes).toBe((await open()).bytes);
    await spool.grow(underWay('a', 5), 3_000, audioOf(4));
    expect(await read(await open(), 'a')).toEqual(Buffer.from(audioOf(9)));
    await spool.remove('a');
    expect(await names()).toEqual([]);
    expect(spool.bytes).toBe(0);
  });

  test('leaves nothing behind when it is removed, and what comes later is ignored', async () => {
    const spool = await open();
    const first = spool.grow(underWay('a', 1), 0, audioOf(1));
    const removed = spool.remove('a');
    const second = spool.grow(underWay('a', 2), 1_000, audioOf(2));
    await Promise.all([first, removed, second]);
    await spool.grow(underWay('a', 3), 2_000, audioOf(3));
    expect(await names()).toEqual([]);
    expect(spool.bytes).toBe(0);
  });

  test('ignores what does not continue it', async () => {
    const spool = await open();
    await spool.grow(underWay('b', 2), 1_000, audioOf(2));
    await speak(spool, 1);
    await spool.grow(underWay('a', 3), 2_000, audioOf(3));
    await spool.grow(underWay('a', 1), 0, audioOf(1));
    await spool.grow(underWay('a', 2), 1_000, audioOf(2));
    expect(await names()).toEqual([fileOf('a', 'growing')]);
    expect(await read(await open(), 'a')).toEqual(spoken(2));
  });

  test('gives way when the disk space is full: complete clips stay, and this one too when it is complete', async () => {
    const spool = await open(4_000);
    await spool.put(underWay('old', 1), audioOf(1));
    await speak(spool, 3);
    expect(await names()).toEqual([fileOf('old', 'clip')]);
    expect(await spool.put(underWay('a', 3), audioOf(1))).toEqual([]);
    expect((await spool.list()).map(({ clip }) => clip.clipId).toSorted()).toEqual(['a', 'old']);
    expect(spool.bytes).toBeLessThan(4_000);
  });

  test('counts in the bytes of the spool', async () => {
    const spool = await open();
    await speak(spool, 3);
    expect(spool.bytes).toBe((await stat(join(folder, fileOf('a', 'growing')))).size);
  });

  test('is removed with its speaker, also while it is being written', async () => {
    const spool = await open();
    await speak(spool, 2);
    const writing = [spool.grow(underWay('a', 3), 2_000, audioOf(3)), spool.grow(underWay('c', 1), 0, audioOf(1))];
    await speak(spool, 1, 'bob', { userId: BOB });
    // Clips, of which there are none yet, are counted.
    expect(await spool.removeWhere((userId) => userId === ADA)).toBe(0);
    await Promise.all(writing);
    expect(await names()).toEqual([fileOf('bob', 'growing')]);
    expect((await (await open()).list()).map(({ clip }) => clip.userId)).toEqual([BOB]);
  });

  test('does no harm when the disk fails: the clip can be written later', async () => {
    const spool = await open();
    await rm(folder, { recursive: true });
    await expect(speak(spool, 1)).rejects.toMatchObject({ code: 'SPOOL_FAILED', retryable: true });
    await mkdir(folder);
    await spool.grow(underWay('a', 2), 1_000, audioOf(2));
    expect(await names()).toEqual([]);
    expect(spool.bytes).toBe(0);
    await spool.put(underWay('a', 3), audioOf(1));
    expect(await names()).toEqual([fileOf('a', 'clip')]);
  });

  test('grows beside 500 others', async () => {
    const spool = await open();
    const clipIds = Array.from({ length: 500 }, (_, index) => `clip ${index}`);
    const growing = clipIds.flatMap((clipId) =>
      [1, 2].map((second) => spool.grow(underWay(clipId, second), (second - 1) * 1_000, audioOf(second))),
    );
    await Promise.all(growing);
    const next = await open();
    expect(await next.list()).toHaveLength(500);
    expect(await read(next, 'clip 250')).toEqual(spoken(2));
  });

  describe('after a crash', () => {
    test('is not doubled when the clip was written too', async () => {
      const first = await open();
      await speak(first, 2);
      await copyFile(join(folder, fileOf('a', 'growing')), join(folder, 'copy'));
      await first.put(underWay('a', 3), audioOf(9));
      await copyFile(join(folder, 'copy'), join(folder, fileOf('a', 'growing')));
      await rm(join(folder, 'copy'));
      const spool = await open();
      expect(await read(spool, 'a')).toEqual(Buffer.from(audioOf(9)));
      expect(await names()).toEqual([fileOf('a', 'clip')]);
    });

    test('holds what had been divided off only once', async () => {
      const first = await open();
      await speak(first, 15);
      await speak(first, 3, 'b', { part: 1, startedAtMs: START_MS + 12_400 });
      const spool = await open();
      expect(await spool.list()).toMatchObject([{ clip: { durationMs: 13_000 } }, { clip: { part: 1 } }]);
      expect(await read(spool, 'a')).toEqual(spoken(13));
      expect(await read(spool, 'b')).toEqual(spoken(3));
    });

    test.each([
      ['cut short in its last second', (whole: Buffer) => whole.subarray(0, whole.length - 1), 2],
      ['cut short in a description', (whole: Buffer) => whole.subarray(0, whole.length - 1_200), 2],
      ['zeroes at its end', (whole: Buffer) => whole.fill(0, whole.length - 1_100), 2],
      ['followed by something else', (whole: Buffer) => Buffer.concat([whole, Buffer.from('x\ny')]), 3],
    ])('is used up to the last whole second when its file is %s', async (_, spoil, seconds) => {
      await speak(await open(), 3);
      const path = join(folder, fileOf('a', 'growing'));
      await writeFile(path, spoil(await readFile(path)));
      const spool = await open();
      expect(await spool.list()).toEqual([underWay('a', seconds)]);
      expect((await read(spool, 'a')).length).toBe(seconds * 1_000);
    });

    test.each([
      ['empty', 0],
      ['cut short in its first second', 900],
    ])('is set aside when its file is %s', async (_, bytes) => {
      await speak(await open(), 3);
      await truncate(join(folder, fileOf('a', 'growing')), bytes);
      expect(await (await open()).list()).toEqual([]);
      expect(await names()).toEqual([fileOf('a', 'broken')]);
    });

    test('is set aside when its file bears the name of another clip', async () => {
      await speak(await open(), 3);
      await copyFile(join(folder, fileOf('a', 'growing')), join(folder, fileOf('b', 'growing')));
      expect(await (await open()).list()).toHaveLength(1);
      expect(await names()).toEqual([fileOf('a', 'clip'), fileOf('b', 'broken')].toSorted());
    });
  });
});
