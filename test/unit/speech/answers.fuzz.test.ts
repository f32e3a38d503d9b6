import {
  creditSchema,
  liveEventSchema,
  oneVoiceModelSchema,
  transcriptSchema,
  voiceModelPageSchema,
  voiceModelSchema,
} from '@mynah/speech-wire/wire';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundTranscript } from '../../../src/speech/asr/transcript-bounds.ts';
import { readErrorBody } from '../../../src/speech/http/error-body.ts';
import { faultOf } from '../../../src/speech/wire-fault.ts';
import { fuzzRuns } from '../../support/fuzz-runs.ts';

/** No schema holds it, so a fault that contains it quotes the answer. */
const SAID = 'Xylophone42';
const anything = fc.oneof(
  fc.constantFrom<unknown>(SAID, [SAID], { [SAID]: SAID }, { [SAID]: 1 }, null, -1, 1e300, '', [[SAID]]),
  fc.jsonValue({ maxDepth: 3 }),
);
/** An object with these fields, each with some value or left out. */
const withFields = (...names: readonly string[]) =>
  fc.record(Object.fromEntries(names.map((name) => [name, anything])), { requiredKeys: [] });

const quality = fc.record({
  created_at: fc.constant('2026-11-20T12:00:00Z'),
  updated_at: fc.constant('2026-11-20T12:00:00Z'),
  audios: fc.array(withFields('filename', 'duration_ms', 'quality'), { maxLength: 3 }),
});
const voiceModel = fc
  .tuple(
    withFields(...Object.keys(voiceModelSchema.shape)),
    fc.option(quality, { nil: undefined }),
    fc.array(withFields('title', 'text', 'task_id', 'audio'), { maxLength: 3 }),
  )
  .map(([fields, measured, samples]) => ({ ...fields, samples, ...(measured && { quality: measured }) }));
const transcript = fc
  .tuple(withFields('text', 'duration', 'language'), fc.array(withFields('text', 'start', 'end')))
  .map(([fields, segments]) => ({ segments, ...fields }));

test.each([
  ['a transcript', transcriptSchema, transcript],
  ['a voice model', voiceModelSchema, voiceModel],
  ['one voice model', oneVoiceModelSchema('trained'), voiceModel],
  ['a page of voice models', voiceModelPageSchema, fc.record({ total: anything, items: fc.array(voiceModel) })],
  ['a credit', creditSchema, withFields('credit')],
  ['a live event', liveEventSchema, withFields('event', 'audio', 'reason', 'message', 'error')],
] as const)('the fault of %s quotes nothing of it, and a valid one stays valid', (_name, schema, answers) => {
  fc.assert(
    fc.property(fc.oneof(answers, anything), (answer) => {
      const read = schema.safeParse(answer);
      if (read.success) expect(schema.safeParse(read.data).success).toBe(true);
      else expect(faultOf(read.error)).not.toContain(SAID);
    }),
  );
});

test('a transcript of any length is cut to what can be said in its time', {
  meta: { promises: ['transcript-cut-said-time'] },
}, () => {
  const lengths = fc.nat(10_000);
  fc.assert(
    fc.property(
      lengths,
      fc.array(lengths, { maxLength: 2_000 }),
      fc.nat(60_000),
      (length, segmentLengths, durationMs) => {
        const segments = segmentLengths.map((each) => ({ text: 'a'.repeat(each), start: 0, end: 1 }));
        const bounded = boundTranscript({ text: 'a'.repeat(length), duration: 1e9, segments }, durationMs);
        const maxLength = Math.max(500, Math.ceil(durationMs / 1_000) * 100);
        expect(bounded.text.length).toBe(Math.min(length, maxLength));
        const said = bounded.segments.reduce((sum, { text }) => sum + text.length, 0);
        expect(said).toBeLessThanOrEqual(maxLength);
      },
    ),
    { numRuns: fuzzRuns(30) },
  );
});

test('a transcript is never cut within a character', () => {
  const said = '😀'.repeat(1_000);
  const bounded = boundTranscript(
    { text: `a${said}`, duration: 1, segments: [{ text: said, start: 0, end: 1 }] },
    1_000,
  );
  expect(bounded.text).toBe(`a${'😀'.repeat(249)}`);
  expect(bounded.segments[0]?.text).toBe('😀'.repeat(250));
});

test('the message of any error body has one line of at most 300 characters and no markup', () => {
  const body = fc.oneof(
    fc.string({ unit: 'binary' }),
    anything.map((value) => JSON.stringify(value)),
  );
  fc.assert(
    fc.property(body, (text) => {
      const { message = '-', code = '-', requestId = '-' } = readErrorBody(text);
      expect(message.length).toBeLessThanOrEqual(300);
      expect(message).not.toMatch(/[\p{Cc}]|<[a-z/!?]/iu);
      for (const name of [code, requestId]) expect(name).toMatch(/^[!-_a-~]{1,100}$/);
    }),
  );
});
