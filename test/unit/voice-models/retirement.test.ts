import { expect, test } from 'vitest';
import { retirementOf } from '../../../src/voice-models/retirement.ts';

const NOW_MS = Date.UTC(2027, 0, 1);
const FUTURE = '2027-02-01T00:00:00Z';
const PAST = '2026-12-01T00:00:00Z';
const FUTURE_MS = Date.parse(FUTURE);

test.each([
  ['retiring', FUTURE, { atMs: FUTURE_MS }],
  ['retiring', undefined, { atMs: undefined }],
  ['retiring', PAST, { atMs: undefined }],
  ['leaving', FUTURE, { atMs: FUTURE_MS }],
  ['leaving', PAST, undefined],
  [undefined, FUTURE, { atMs: FUTURE_MS }],
  [undefined, PAST, undefined],
  ['released', FUTURE, undefined],
  ['released', undefined, undefined],
])('a voice whose release is %s, with the date %s, is removed so: %j', (state, date, expected) => {
  expect(retirementOf({ pvc_release_state: state, pvc_retire_effective_at: date }, NOW_MS)).toEqual(expected);
});
