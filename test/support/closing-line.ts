import type { Reporter, SerializedError, TestModule } from 'vitest/node';
import { type FoundNeeds, skippedWithout } from './needs.ts';

/**
 * Ends the run with the reasons of skipped tests, a line for each thing that is missing, and with one plain line of counts
 * for simple tools: `12 passed, 0 failed, 1 skipped`.
 */
export class ClosingLine implements Reporter {
  readonly #needs: FoundNeeds;

  constructor(needs: FoundNeeds) {
    this.#needs = needs;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const count = { passed: 0, failed: unhandledErrors.length, skipped: 0, pending: 0 };
    const notes: string[] = [];
    const tags: string[] = [];
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const result = test.result();
        count[result.state] += 1;
        if (result.state !== 'skipped') continue;
        if (result.note) notes.push(`skipped: ${test.fullName}: ${result.note}`);
        tags.push(...test.tags);
      }
      if (module.state() === 'failed' && module.errors().length > 0) count.failed += 1;
    }
    const lines = [...notes, ...skippedWithout(this.#needs, tags)];
    lines.push(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
    process.stdout.write(`\n${lines.join('\n')}\n`);
  }
}
