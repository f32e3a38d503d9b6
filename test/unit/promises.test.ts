import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { judgePromises } from '../support/promise-check.ts';
import { findMarks, promisesPage } from '../support/promise-marks.ts';
import { PROMISES } from '../support/promises.ts';

const marks = findMarks();

describe('the promises', () => {
  it('are each named by a test', () => {
    const ids = Object.values(PROMISES).flatMap((promises) => Object.keys(promises));
    expect(ids.length).toBeGreaterThan(150);
    const unmarked = ids.filter((id) => !marks.has(id));
    expect(unmarked, 'name each in `meta: { promises: […] }` of a test').toEqual([]);
  });

  it('stand in docs/promises.md as `npm run promises` writes them', () => {
    expect(readFileSync(new URL('../../docs/promises.md', import.meta.url), 'utf8')).toBe(promisesPage(marks));
  });
});

describe('a run', () => {
  const file = 'test/unit/a.test.ts';
  const marked = new Map([['kept', [{ title: 'a', file }]]]);
  const test = { promises: ['kept'], state: 'passed', isWithoutProgram: false } as const;

  it('keeps a promise that has a passing test', () => {
    const tests = [test, { ...test, state: 'skipped' } as const];
    expect(judgePromises(marked, new Set([file]), tests)).toEqual({ broken: [], unshown: [] });
  });

  it.each(['failed', 'skipped', 'pending'] as const)('breaks a promise whose only test is %s', (state) => {
    expect(judgePromises(marked, new Set([file]), [{ ...test, state }]).broken).toEqual(['kept']);
  });

  it('breaks a promise whose marked test did not run', () => {
    expect(judgePromises(marked, new Set([file]), []).broken).toEqual(['kept']);
  });

  it('does not judge a promise whose test needs a program that is missing, but names it', () => {
    const tests = [{ ...test, state: 'skipped', isWithoutProgram: true } as const];
    expect(judgePromises(marked, new Set([file]), tests)).toEqual({ broken: [], unshown: ['kept'] });
  });

  it('judges only promises whose files were all in it', () => {
    expect(judgePromises(marked, new Set(), [])).toEqual({ broken: [], unshown: [] });
  });
});
