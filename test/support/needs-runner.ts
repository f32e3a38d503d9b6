import { delimiter, join } from 'node:path';
import {
  inject,
  type RunnerTask,
  type RunnerTestCase,
  type RunnerTestSuite,
  TestRunner,
  type TestRunnerConfig,
} from 'vitest';
import { EVERYWHERE } from './needs-setup.ts';

/** Vitest's runner, under which tests and the processes that they start find in PATH only what their tags declare. */
// biome-ignore lint/style/noDefaultExport: Vitest takes a runner by its default export.
export default class NeedsRunner extends TestRunner {
  /** Suites and tests under way. */
  readonly #running = new Set<RunnerTask>();

  constructor(config: TestRunnerConfig) {
    super(config);
    // Before any file is loaded.
    this.#setPath();
  }

  override async onBeforeRunSuite(suite: RunnerTestSuite): Promise<void> {
    await super.onBeforeRunSuite(suite);
    // Vitest reports the end of no other one.
    if ((suite.mode === 'run' || suite.mode === 'queued') && suite.result?.state !== 'fail') this.#begin(suite);
  }

  override async onAfterRunSuite(suite: RunnerTestSuite): Promise<void> {
    this.#end(suite);
    await super.onAfterRunSuite(suite);
  }

  override onBeforeTryTask(test: RunnerTestCase, options: { readonly retry: number; readonly repeats: number }): void {
    this.#begin(test);
    super.onBeforeTryTask(test, options);
  }

  override async onAfterRetryTask(
    test: RunnerTestCase,
    options: { readonly retry: number; readonly repeats: number },
  ): Promise<void> {
    this.#end(test);
    await super.onAfterRetryTask(test, options);
  }

  #begin(task: RunnerTask): void {
    this.#running.add(task);
    this.#setPath();
  }

  #end(task: RunnerTask): void {
    this.#running.delete(task);
    this.#setPath();
  }

  #setPath(): void {
    const { folder } = inject('programs');
    if (folder === undefined) return;
    const declared = [...this.#running].flatMap(({ tags = [] }) => tags);
    const folders = [...new Set([...declared, EVERYWHERE])].map((name) => join(folder, name));
    process.env['PATH'] = folders.join(delimiter);
  }
}
