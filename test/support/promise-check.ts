import type { Reporter, TestModule, Vitest } from 'vitest/node';
import type { FoundNeeds } from './needs.ts';
import { findMarks, type PromiseMarks } from './promise-marks.ts';

/** A test that named promises, after its run. */
export interface ShownTest {
  readonly promises: readonly string[];
  readonly state: 'passed' | 'failed' | 'skipped' | 'pending';
  /** Whether it was left out because a program is missing here. */
  readonly isWithoutProgram: boolean;
}

/** What a run says of the promises, as ids. */
export interface PromiseVerdict {
  /** Without a passing test. */
  readonly broken: readonly string[];
  /** All their tests need programs that are missing here. */
  readonly unshown: readonly string[];
}

/** Judges the promises all of whose marked files ran. */
export function judgePromises(
  marks: PromiseMarks,
  files: ReadonlySet<string>,
  tests: readonly ShownTest[],
): PromiseVerdict {
  const judged = [...marks].filter(([, all]) => all.every(({ file }) => files.has(file))).map(([id]) => id);
  const broken: string[] = [];
  const unshown: string[] = [];
  for (const id of judged) {
    const shown = tests.filter(({ promises }) => promises.includes(id));
    if (shown.some(({ state }) => state === 'passed')) continue;
    const isExcused = shown.length > 0 && shown.every((test) => test.state === 'skipped' && test.isWithoutProgram);
    (isExcused ? unshown : broken).push(id);
  }
  return { broken, unshown };
}

/** Ends a run with an error when a promise has no passing test. Runs of some files judge the promises of these alone. */
export class PromiseCheck implements Reporter {
  readonly #missing: ReadonlySet<string>;
  #vitest: Vitest | undefined;

  constructor(needs: FoundNeeds) {
    this.#missing = new Set([...needs].filter(([, { kind }]) => kind === 'missing').map(([need]) => need));
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    // Tests that a name pattern left out are skipped, too.
    if (this.#vitest?.config.testNamePattern !== undefined) return;
    const files = new Set(modules.map(({ relativeModuleId }) => relativeModuleId));
    const tests = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => ({
        promises: test.meta().promises ?? [],
        state: test.result().state,
        isWithoutProgram: test.tags.some((tag) => this.#missing.has(tag)),
      })),
    );
    const { broken, unshown } = judgePromises(findMarks(), files, tests);
    if (unshown.length > 0) {
      process.stdout.write(`\npromises whose tests need programs that are missing here: ${unshown.join(', ')}\n`);
    }
    if (broken.length === 0) return;
    process.stdout.write(`\npromises without a passing test: ${broken.join(', ')} (test/support/promises.ts)\n`);
    process.exitCode = 1;
  }
}
