import { readdirSync } from 'node:fs';
import { delimiter } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { declaredProgram, findNeeds, skippedWithout } from '../support/needs.ts';
import { recognizeSound } from '../support/recognition.ts';

const NOWHERE = { PATH: '/not/there', CHROMIUM_PATH: '/not/there/chromium' };
const ALL = { TEST_WITHOUT: 'all' };

describe('what tests need', () => {
  test('is missing where PATH does not have it, and the reason says how to install it', () => {
    const needs = findNeeds(NOWHERE);
    expect(needs.get('ffmpeg')).toEqual({ kind: 'missing', why: 'apt-get install ffmpeg' });
    expect(needs.get('chromium')).toMatchObject({ kind: 'missing', why: expect.stringContaining('CHROMIUM_PATH') });
  });

  test('must be there in CI, unless the run says what it goes without', () => {
    const inCi = { ...NOWHERE, CI: 'true' };
    expect(() => findNeeds(inCi)).toThrow(/this is missing: pocketsphinx \(apt-get .*\), ffmpeg \(/);
    expect(() => findNeeds({ ...inCi, TEST_WITHOUT: 'ffmpeg' })).toThrow(
      /missing: pocketsphinx \([^)]*\), chromium \(/,
    );
    expect([...findNeeds({ ...inCi, ...ALL }).values()].every(({ kind }) => kind === 'missing')).toBe(true);
  });

  test('counts as missing where the run says that it goes without', () => {
    const why = 'left out by TEST_WITHOUT';
    const needs = findNeeds({ PATH: process.env['PATH'], TEST_WITHOUT: 'ffmpeg, native-opus' });
    expect([needs.get('ffmpeg'), needs.get('native-opus')]).toEqual([
      { kind: 'missing', why },
      { kind: 'missing', why },
    ]);
    expect(() => findNeeds({ TEST_WITHOUT: 'ffmpg' })).toThrow('TEST_WITHOUT names ffmpg: expected all, pocketsphinx,');
  });

  test('is named in a line each, with how many tests were skipped for it and why', () => {
    const needs = findNeeds(NOWHERE);
    expect(skippedWithout(needs, ['ffmpeg', 'pocketsphinx', 'ffmpeg'])).toEqual([
      'skipped 1 test without pocketsphinx (apt-get install pocketsphinx pocketsphinx-en-us)',
      'skipped 2 tests without ffmpeg (apt-get install ffmpeg)',
    ]);
    expect(skippedWithout(findNeeds({ ...NOWHERE, ...ALL }), ['prlimit'])).toEqual([
      'skipped 1 test without prlimit (left out by TEST_WITHOUT)',
    ]);
  });
});

/** What this test finds in PATH. */
function reachable(): string[] {
  return (process.env['PATH'] ?? '').split(delimiter).flatMap((folder) => readdirSync(folder));
}

describe('PATH has', () => {
  test('only what every machine with Node has in a test without tags, whatever is installed', () => {
    expect(reachable().toSorted()).toEqual(['node', 'npm', 'sh']);
    expect(() => declaredProgram('ffmpeg', 'ffmpeg')).toThrow("This test needs the tag 'ffmpeg'");
  });

  test('no way to recognize speech in a test without its tag', async () => {
    await expect(recognizeSound(new Int16Array(480))).rejects.toThrow("This test needs the tag 'pocketsphinx'");
  });

  test('a program in a test with its tag', { tags: ['prlimit'] }, () => {
    expect(reachable()).toContain('prlimit');
  });

  test('it no longer in the next one', () => {
    expect(reachable()).not.toContain('prlimit');
  });

  describe('a program, for all tests that the tag is given to,', { tags: ['prlimit'] }, () => {
    let before: string[];
    beforeAll(() => {
      before = reachable();
    });
    afterAll(() => {
      expect(reachable()).toContain('prlimit');
    });

    test('and before them', () => {
      expect([before, reachable()]).toEqual([
        expect.arrayContaining(['prlimit']),
        expect.arrayContaining(['node', 'prlimit']),
      ]);
    });
  });
});
