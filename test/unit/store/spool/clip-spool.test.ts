import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ClipSpool, SpooledClip } from '../../../../src/captions/captions-ports.ts';
import { createLogger, type Logger } from '../../../../src/log/log.ts';
import { openClipSpool } from '../../../../src/store/spool/clip-spool.ts';

const ADA = '300000000000000001';
const BOB = '300000000000000002';
const START_MS = 1_760_000_000_000.25;

function clipOf(clipId: string, more: Partial<SpooledClip['clip']> = {}): SpooledClip {
  return {
    clip: {
      guildId: '200000000000000001',
      channelId: '400000000000000001',
      userId: ADA,
      clipId,
      utteranceId: `utterance of ${clipId}`,
      part: 0,
      startedAtMs: START_MS,
      durationMs: 2_340,
      voiceStartedAtMs: START_MS + 200,
      voiceEndedAtMs: START_MS + 2_100,
      lostPackets: 3,
      lastVoiceAtMs: 12_345.678,
      ...more,
    },
    sessionId: 'session',
    speaker: 'Ada "the bird"\nLovelace 😀',
    language: undefined,
  };
}

/** Bytes of every value, line ends among them. */
function audioOf(seed: number, length = 1_000): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => (index * 7 + seed) % 256);
}

const hashOf = (clipId: string) => createHash('sha256').update(clipId).digest('hex');

describe('a clip spool', () => {
  let parent: string;
  let folder: string;
  let logged: PassThrough;
  let log: Logger;
  const logLines = () => logged.read()?.toString() ?? '';

  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'mynah-spool-'));
    folder = join(parent, 'deep', 'clips');
    logged = new PassThrough();
    // A logger writes equal lines once.
    log = createLogger('info', [], logged);
  });

  afterEach(() => rm(parent, { recursive: true, force: true }));

  const open = (maxBytes?: number): Promise<ClipSpool> =>
    openClipSpool({ folder, log, ...(maxBytes !== undefined && { maxBytes }) });
  const by = (person: string) => (userId: string | undefined) => userId === undefined || userId === person;
  const ids = async (spool: ClipSpool) => (await spool.list()).map(({ clip }) => clip.clipId);
  /** Bytes of a file with `audioOf(…)` in it. */
  const fileBytes = async () => {
    const probe = await openClipSpool({ folder: join(parent, 'probe'), log });
    await probe.put(clipOf('x'), audioOf(0));
    return probe.bytes;
  };

  test('gives back, after a restart too, what was put in, bit for bit', async () => {
    const entry = { ...clipOf('a', { part: 2 }), language: 'de' };
    const spool = await open();
    expect(await spool.put(entry, audioOf(1))).toEqual([]);
    for (const each of [spool, await open()]) {
      expect(await each.list()).toEqual([entry]);
      expect(Buffer.compare((await each.read('a')) ?? new Uint8Array(), audioOf(1))).toBe(0);
      expect(each.bytes).toBe(spool.bytes);
    }
    expect(spool.bytes).toBeGreaterThan(1_000);
  });

  test('holds clips without audio', async () => {
    const spool = await open();
    await spool.put(clipOf('a'), new Uint8Array());
    expect((await (await open()).read('a'))?.byteLength).toBe(0);
  });

  test('keeps the audio out of the description of a clip that still carries it', async () => {
    const spool = await open();
    const whole = { ...clipOf('a').clip, audio: audioOf(1, 100_000) };
    await spool.put({ ...clipOf('a'), clip: whole }, audioOf(1));
    expect(spool.bytes).toBeLessThan(2_000);
    expect(await spool.list()).toEqual([clipOf('a')]);
  });

  test('takes the whole clip for voice in a file of an earlier version', async () => {
    await (await open()).put(clipOf('a'), audioOf(1));
    const [name = ''] = await readdir(folder);
    const content = await readFile(join(folder, name), 'latin1');
    const { voiceStartedAtMs: _from, voiceEndedAtMs: _to, ...earlier } = clipOf('a').clip;
    const [header = '{}', ...audio] = content.split('\n');
    const parsed = JSON.parse(header) as { entry: { clip: object } };
    const older = JSON.stringify({ ...parsed, entry: { ...parsed.entry, clip: earlier } });
    await writeFile(join(folder, name), [older, ...audio].join('\n'), 'latin1');
    const [entry] = await (await open()).list();
    expect(entry?.clip).toEqual({ ...earlier, voiceStartedAtMs: START_MS, voiceEndedAtMs: START_MS + 2_340 });
    expect(Buffer.from((await (await open()).read('a')) ?? [])).toEqual(Buffer.from(audioOf(1)));
  });

  test('lists those that began earliest first, whatever the order in which they came', async () => {
    const spool = await open();
    await spool.put(clipOf('c', { startedAtMs: START_MS + 2 }), audioOf(1));
    await spool.put(clipOf('b2', { part: 1 }), audioOf(1));
    await spool.put(clipOf('b1'), audioOf(1));
    await spool.put(clipOf('a', { startedAtMs: START_MS - 3_600_000 }), audioOf(1));
    expect(await ids(spool)).toEqual(['a', 'b1', 'b2', 'c']);
    expect(await ids(await open())).toEqual(['a', 'b1', 'b2', 'c']);
  });

  test('forgets a clip that is removed, once or twice', async () => {
    const spool = await open();
    await spool.put(clipOf('a'), audioOf(1));
    await spool.remove('a');
    await spool.remove('a');
    await spool.remove('never there');
    expect(await spool.list()).toEqual([]);
    expect(await spool.read('a')).toBeUndefined();
    expect(spool.bytes).toBe(0);
    expect(await readdir(folder)).toEqual([]);
  });

  test('puts the same clip in the place of the first', async () => {
    const spool = await open();
    await Promise.all([spool.put(clipOf('a'), audioOf(1)), spool.put(clipOf('a'), audioOf(2, 10))]);
    expect(await spool.list()).toHaveLength(1);
    expect(Buffer.from((await spool.read('a')) ?? [])).toEqual(Buffer.from(audioOf(2, 10)));
    expect(spool.bytes).toBe((await open()).bytes);
  });

  test('has files for the eyes of its user only, with names that say nothing', async () => {
    await mkdir(folder, { recursive: true, mode: 0o755 });
    const spool = await open();
    await spool.put(clipOf('../../Ada'), audioOf(1));
    const [name = ''] = await readdir(folder);
    expect(name).toMatch(/^[0-9a-f]{64}\.clip$/);
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect(await readdir(join(parent, 'deep'))).toEqual(['clips']);
  });

  test('drops those that began earliest at its bound, and gives them back', async () => {
    const spool = await open(3 * (await fileBytes()) + 10);
    await spool.put(clipOf('2', { startedAtMs: START_MS + 2 }), audioOf(2));
    await spool.put(clipOf('1', { startedAtMs: START_MS + 1 }), audioOf(1));
    await spool.put(clipOf('3', { startedAtMs: START_MS + 3 }), audioOf(3));
    expect(await spool.put(clipOf('4', { startedAtMs: START_MS + 4 }), audioOf(4))).toMatchObject([
      { clip: { clipId: '1' } },
    ]);
    expect(await spool.read('1')).toBeUndefined();
    expect(await ids(spool)).toEqual(['2', '3', '4']);
    expect(await ids(await open())).toEqual(['2', '3', '4']);
  });

  test('takes from the guild that holds most: the server that fills the spool loses its own oldest', {
    meta: { promises: ['spool-full-server-fills'] },
  }, async () => {
    const [busy, quiet] = ['200000000000000001', '200000000000000002'];
    const spool = await open(4 * (await fileBytes()) + 40);
    await spool.put(clipOf('q', { guildId: quiet }), audioOf(1));
    for (const number of [1, 2, 3]) {
      await spool.put(clipOf(`b${number}`, { guildId: busy, startedAtMs: START_MS + number }), audioOf(1));
    }
    const put = (clipId: string, guildId: string) =>
      spool.put(clipOf(clipId, { guildId, startedAtMs: START_MS + 10 }), audioOf(1));
    expect(await put('b4', busy)).toMatchObject([{ clip: { clipId: 'b1' } }]);
    expect(await put('r', quiet)).toMatchObject([{ clip: { clipId: 'b2' } }]);
    // Both hold as much now: whose clip has just come pays for it.
    expect(await put('s', quiet)).toMatchObject([{ clip: { clipId: 'q' } }]);
    expect(await ids(await open())).toEqual(['b3', 'b4', 'r', 's']);
  });

  test('does not drop the newest at its bound when the clock was set back', async () => {
    const spool = await open(2 * (await fileBytes()) + 10);
    await spool.put(clipOf('1'), audioOf(1));
    await spool.put(clipOf('2', { startedAtMs: START_MS + 1 }), audioOf(2));
    const dropped = await spool.put(clipOf('3', { startedAtMs: START_MS - 3_600_000 }), audioOf(3));
    expect(dropped).toEqual([clipOf('1')]);
    expect(await ids(spool)).toEqual(['3', '2']);
  });

  test('gives back a clip that is larger than its bound, and keeps the others', async () => {
    const spool = await open(2 * (await fileBytes()));
    await spool.put(clipOf('1'), audioOf(1));
    expect(await spool.put(clipOf('2'), audioOf(2, 100_000))).toEqual([clipOf('2')]);
    expect(await ids(spool)).toEqual(['1']);
  });

  test('stays within a bound that was made smaller from the next clip on', async () => {
    const first = await open();
    for (const id of ['1', '2', '3', '4']) await first.put(clipOf(id), audioOf(1));
    const spool = await open(2 * (await fileBytes()) + 10);
    expect(await spool.list()).toHaveLength(4);
    expect(await spool.put(clipOf('5', { startedAtMs: START_MS + 1 }), audioOf(1))).toHaveLength(3);
    expect(await spool.list()).toHaveLength(2);
  });

  test('takes many at once', async () => {
    const spool = await open();
    const names = Array.from({ length: 100 }, (_, index) => `clip ${index}`);
    await Promise.all(names.map((name, index) => spool.put(clipOf(name), audioOf(index))));
    const again = await open();
    expect((await ids(again)).toSorted()).toEqual(names.toSorted());
    expect(again.bytes).toBe(spool.bytes);
  });

  describe('removes a person', () => {
    test('with clips that are only on their way to the disk', async () => {
      const spool = await open();
      await spool.put(clipOf('old'), audioOf(1));
      const arriving = [1, 2, 3].map((number) => spool.put(clipOf(`new ${number}`), audioOf(number)));
      const bobs = spool.put(clipOf('bob', { userId: BOB }), audioOf(1));
      expect(await spool.removeWhere(by(ADA))).toBe(4);
      await Promise.all([...arriving, bobs]);
      expect(await ids(spool)).toEqual(['bob']);
      expect(await ids(await open())).toEqual(['bob']);
      expect(await spool.removeWhere(by(ADA))).toBe(0);
    });

    test('and damaged files that are theirs, or may be, but nobody else’s', {
      meta: { promises: ['damaged-clips-bounded-kept'] },
    }, async () => {
      const first = await open();
      await first.put(clipOf('a'), audioOf(1));
      await first.put(clipOf('b', { userId: BOB }), audioOf(1));
      await first.put(clipOf('c', { userId: BOB }), audioOf(1));
      for (const name of await readdir(folder)) await truncate(join(folder, name), 500);
      const [unreadable = ''] = (await readdir(folder)).filter((name) => name.startsWith(hashOf('c')));
      await writeFile(join(folder, unreadable), Buffer.alloc(500));
      const spool = await open();
      const left = async () => (await readdir(folder)).toSorted();
      expect(await left()).toEqual(['a', 'b', 'c'].map((id) => `${hashOf(id)}.broken`).toSorted());
      expect(await spool.removeWhere((userId) => userId === ADA)).toBe(0);
      expect(await left()).toEqual(['b', 'c'].map((id) => `${hashOf(id)}.broken`).toSorted());
      await spool.removeWhere(by(ADA));
      expect(await left()).toEqual([`${hashOf('b')}.broken`]);
    });

    test('only as far as asked: what they said later stays', async () => {
      const spool = await open();
      await spool.put(clipOf('a'), audioOf(1));
      await spool.put(clipOf('b', { startedAtMs: START_MS + 2 }), audioOf(1));
      expect(await spool.removeWhere((userId, startedAtMs) => userId === ADA && startedAtMs <= START_MS + 1)).toBe(1);
      expect(await ids(await open())).toEqual(['b']);
    });
  });

  describe('keeps damaged files for inspection', () => {
    const putDamaged = async (count: number, bytes: number) => {
      await mkdir(folder, { recursive: true });
      const names = Array.from({ length: count }, (_, index) => `${String(index).padStart(64, '0')}.clip`);
      for (const [index, name] of names.entries()) {
        await writeFile(join(folder, name), Buffer.alloc(bytes));
        await utimes(join(folder, name), index + 1, index + 1);
      }
    };

    test('for a limited time, by when they were written', {
      meta: { promises: ['damaged-clips-bounded-kept'] },
    }, async () => {
      await putDamaged(3, 10);
      const spool = await open();
      await spool.removeDamaged(2_500);
      expect(await readdir(folder)).toEqual([`${'2'.padStart(64, '0')}.broken`]);
    });

    test.each([
      ['number', 110, 1, 100],
      ['size', 5, 5 * 1024 * 1024, 3],
    ])('within bounds of %s, the newest of them', async (_, count, bytes, kept) => {
      await putDamaged(count, bytes);
      await open();
      const names = Array.from({ length: kept }, (_unused, index) => count - 1 - index);
      const expected = names.map((index) => `${String(index).padStart(64, '0')}.broken`);
      expect((await readdir(folder)).toSorted()).toEqual(expected.toSorted());
    });
  });

  describe('takes over what a process of earlier versions left', () => {
    test.each(['all', 'shards-0', 'shards-0-1'])(
      'in the folder %s, whatever SHARDS says now',
      { meta: { promises: ['changing-shards-orphans-nothing'] } },
      async (name) => {
        const old = await openClipSpool({ folder: join(folder, name), log });
        await old.put(clipOf('a'), audioOf(1));
        const spool = await open();
        expect(await ids(spool)).toEqual(['a']);
        expect(Buffer.from((await spool.read('a')) ?? [])).toEqual(Buffer.from(audioOf(1)));
        expect(await readdir(folder)).toEqual([`${hashOf('a')}.clip`]);
      },
    );

    test('but leaves a folder alone that holds something else', async () => {
      await mkdir(join(folder, 'all'), { recursive: true });
      await mkdir(join(folder, 'mine'), { recursive: true });
      await writeFile(join(folder, 'all', 'notes.txt'), 'mine');
      await open();
      expect(await readdir(join(folder, 'all'))).toEqual(['notes.txt']);
      expect((await readdir(folder)).toSorted()).toEqual(['all', 'mine']);
    });
  });

  describe('after a crash', () => {
    test('removes what was not finished', async () => {
      const first = await open();
      await first.put(clipOf('a'), audioOf(1));
      const [name = ''] = await readdir(folder);
      const whole = await readFile(join(folder, name));
      await writeFile(join(folder, `${'0'.repeat(64)}.unfinished`), whole.subarray(0, 300));
      const spool = await open();
      expect(await readdir(folder)).toEqual([name]);
      expect(await ids(spool)).toEqual(['a']);
    });

    test.each([
      ['cut short', (whole: Buffer) => whole.subarray(0, whole.length - 1)],
      ['too long', (whole: Buffer) => Buffer.concat([whole, Buffer.from('x')])],
      ['empty', () => Buffer.alloc(0)],
      ['zeroes', (whole: Buffer) => Buffer.alloc(whole.length)],
      ['without a description', () => Buffer.from('null\n')],
      ['of a description that lacks something', () => Buffer.from('{"audioBytes":0,"entry":{}}\n')],
    ])('sets aside a file that is %s, and keeps the others', async (_, spoil) => {
      const first = await open();
      await first.put(clipOf('a'), audioOf(1));
      const [name = ''] = await readdir(folder);
      await first.put(clipOf('b'), audioOf(2));
      await writeFile(join(folder, name), spoil(await readFile(join(folder, name))));

      const spool = await open();
      expect(await ids(spool)).toEqual(['b']);
      expect(await spool.read('a')).toBeUndefined();
      expect((await readdir(folder)).filter((each) => each.endsWith('.broken'))).toHaveLength(1);
      expect(logLines()).toContain('set aside');
      await spool.put(clipOf('a'), audioOf(1));
      expect(await ids(await open())).toEqual(['a', 'b']);
    });

    test('sets aside a whole file that bears the name of another clip', async () => {
      const first = await open();
      await first.put(clipOf('a'), audioOf(1));
      const [name = ''] = await readdir(folder);
      await writeFile(join(folder, `${'f'.repeat(64)}.clip`), await readFile(join(folder, name)));
      expect(await ids(await open())).toEqual(['a']);
      expect((await readdir(folder)).toSorted()).toEqual([name, `${'f'.repeat(64)}.broken`].toSorted());
    });

    test('leaves alone what is not its own, and says that it is there', async () => {
      await mkdir(join(folder, `${'a'.repeat(64)}.clip`), { recursive: true });
      await writeFile(join(folder, 'notes.txt'), 'mine');
      await writeFile(join(folder, 'short.clip'), 'mine');
      const spool = await open();
      expect(await spool.list()).toEqual([]);
      expect(await readdir(folder)).toHaveLength(3);
      expect(logLines()).toContain('"foreign":2');
    });
  });

  test('finds that a file was spoilt while it waited, and lists it no more', async () => {
    const spool = await open();
    await spool.put(clipOf('a'), audioOf(1));
    await spool.put(clipOf('b'), audioOf(2));
    const [name = ''] = await readdir(folder);
    await truncate(join(folder, name), 600);
    const read = await Promise.all([spool.read('a'), spool.read('b')]);
    expect(read.filter((audio) => audio === undefined)).toHaveLength(1);
    expect(await spool.list()).toHaveLength(1);
  });

  test('refuses a clip that could not be read again', async () => {
    const spool = await open();
    const refused = spool.put(clipOf('a', { startedAtMs: Number.NaN }), audioOf(1));
    await expect(refused).rejects.toMatchObject({ code: 'SPOOL_REFUSED', retryable: false });
    expect(await readdir(folder)).toEqual([]);
  });

  test('says that trying again can help when the disk does not do its part', async () => {
    const spool = await open();
    await rm(folder, { recursive: true });
    const [put, removed] = await Promise.allSettled([spool.put(clipOf('a'), audioOf(1)), spool.remove('a')]);
    expect(put).toMatchObject({ status: 'rejected', reason: { code: 'SPOOL_FAILED', retryable: true } });
    expect(removed.status).toBe('fulfilled');
    await mkdir(folder);
    await spool.put(clipOf('a'), audioOf(1));
    expect(await ids(spool)).toEqual(['a']);
  });

  test('cannot be opened at the path of a file', async () => {
    await writeFile(join(parent, 'deep'), '');
    const message = expect.stringMatching(/^cannot use the folder .*clips \(E\w+\): check DATA_DIR/);
    await expect(open()).rejects.toMatchObject({ code: 'SPOOL_FAILED', message });
  });

  test('logs nothing of who spoke', async () => {
    const spool = await open();
    await spool.put(clipOf('a'), audioOf(1));
    const [name = ''] = await readdir(folder);
    await truncate(join(folder, name), 500);
    await open();
    expect(logLines()).not.toMatch(/Ada|Lovelace|3000000/);
  });
});
