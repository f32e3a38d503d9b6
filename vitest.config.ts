import { defineConfig } from 'vitest/config';
import { ClosingLine } from './test/support/closing-line.ts';
import { COMPILE_CACHE } from './test/support/compile-cache.ts';
import { DurationTable } from './test/support/duration-table.ts';
import { LongestFirst } from './test/support/longest-first.ts';
import { findNeeds } from './test/support/needs.ts';
import { PromiseCheck } from './test/support/promise-check.ts';

/** Tests whose assertions depend on a processor that is free when they need it: they run after all others. */
const PACING = '{test,packages}/**/*.pacing.test.ts';

/**
 * Files side by side that mostly wait, for speech at its own pace above all: more than there are processors, and so few that
 * a bot that starts leaves the others the time to answer within Discord's 3 s.
 */
const WAITING_WORKERS = 5;

/** Files in Chromium side by side: each keeps a processor busy, and they run after those that wait. */
const BROWSER_WORKERS = 2;

/** They wait for speech at its own pace, so that two of them leave the processors free most of the time. */
const PACING_WORKERS = 2;

/** How long `expect.poll` waits: vitest's own second is short on a busy machine. */
const PATIENT = { poll: { timeout: 10_000 } };

const needs = findNeeds();

/** Of every project. */
const COMMON = { runner: './test/support/needs-runner.ts', env: { NODE_COMPILE_CACHE: COMPILE_CACHE } };

// `isolate: false`: tests keep nothing between files, and one process for many files saves most of their start.
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // The closing line stays last.
    reporters: ['default', new DurationTable(), new PromiseCheck(needs), new ClosingLine(needs)],
    globalSetup: ['test/support/needs-setup.ts', 'test/support/spoken-setup.ts'],
    tags: [...needs].map(([name, { kind }]) => ({ name, ...(kind === 'missing' && { skip: true }) })),
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts', 'packages/*/test/unit/**/*.test.ts'],
          setupFiles: ['test/support/fuzz-setup.ts'],
          ...COMMON,
          testTimeout: 5_000,
          isolate: false,
          maxWorkers: '100%',
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts', 'packages/*/{test/integration,example}/**/*.test.ts'],
          exclude: [PACING],
          isolate: false,
          globalSetup: ['test/support/postgres-setup.ts'],
          ...COMMON,
          testTimeout: 60_000,
          expect: PATIENT,
          maxWorkers: WAITING_WORKERS,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          exclude: [PACING],
          isolate: false,
          ...COMMON,
          testTimeout: 120_000,
          expect: PATIENT,
          hookTimeout: 60_000,
          maxWorkers: WAITING_WORKERS,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'pages',
          include: ['test/pages/**/*.test.ts'],
          exclude: [PACING],
          ...COMMON,
          testTimeout: 60_000,
          expect: PATIENT,
          hookTimeout: 60_000,
          maxWorkers: BROWSER_WORKERS,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'pacing',
          include: [PACING],
          ...COMMON,
          testTimeout: 60_000,
          expect: PATIENT,
          hookTimeout: 60_000,
          maxWorkers: PACING_WORKERS,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
