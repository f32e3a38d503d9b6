import type { Reporter, TestModule } from 'vitest/node';

const SLOWEST_TESTS = 10;

/** What one project's test files took. */
interface ProjectDuration {
  files: number;
  tests: number;
  /** From the start of the project's first file to the end of its last one. */
  startedAtMs: number;
  endedAtMs: number;
  /** Sum over all tests, without imports and hooks of whole files. */
  testsMs: number;
}

/** Prints how long each project took and which ten tests were slowest. Must precede the closing line. */
export class DurationTable implements Reporter {
  readonly #startedAtMs = new Map<TestModule, number>();
  readonly #projects = new Map<string, ProjectDuration>();

  onTestModuleStart(module: TestModule): void {
    this.#startedAtMs.set(module, Date.now());
  }

  onTestModuleEnd(module: TestModule): void {
    const now = Date.now();
    const { name } = module.project;
    const startedAtMs = this.#startedAtMs.get(module) ?? now;
    const project = this.#projects.get(name) ?? { files: 0, tests: 0, startedAtMs, endedAtMs: now, testsMs: 0 };
    const durationsMs = [...module.children.allTests()].map((test) => test.diagnostic()?.duration ?? 0);
    project.files += 1;
    project.tests += durationsMs.length;
    project.startedAtMs = Math.min(project.startedAtMs, startedAtMs);
    project.endedAtMs = now;
    project.testsMs += durationsMs.reduce((sum, durationMs) => sum + durationMs, 0);
    this.#projects.set(name, project);
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const projects = [...this.#projects].map(([name, { files, tests, startedAtMs, endedAtMs, testsMs }]) => [
      ...[name, String(files), String(tests), seconds(endedAtMs - startedAtMs), seconds(testsMs)],
    ]);
    const slowest = modules
      .flatMap((module) => [...module.children.allTests()].map((test) => ({ module, test })))
      .map(({ module, test }) => ({ module, name: test.fullName, durationMs: test.diagnostic()?.duration ?? 0 }))
      .sort((a, b) => b.durationMs - a.durationMs)
      .slice(0, SLOWEST_TESTS)
      .map(({ module, name, durationMs }) => `${seconds(durationMs).padStart(8)}  ${module.relativeModuleId}: ${name}`);
    const table = [['project', 'files', 'tests', 'seconds', 'in tests'], ...projects].map(tableRow);
    process.stdout.write(`\n${[...table, '', 'slowest tests, in seconds', ...slowest].join('\n')}\n`);
    this.#projects.clear();
    this.#startedAtMs.clear();
  }
}

function tableRow([name = '', ...numbers]: readonly string[]): string {
  return name.padEnd(16) + numbers.map((text) => text.padStart(10)).join('');
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1);
}
