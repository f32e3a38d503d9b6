/**
 * How property-based tests choose their inputs: the same ones in every run, so that a failure is the change's own. With
 * FUZZ_RUNS they try that many new ones each; whatever fails is fixed and becomes a file in `test/corpus` or a test.
 */
import fc from 'fast-check';

const runs = Number(process.env['FUZZ_RUNS'] ?? 0);
fc.configureGlobal(runs > 0 ? { numRuns: runs } : { seed: 1 });
