import type { Reporter, TestModule } from 'vitest/node';

/**
 * Ends the run with the reasons of skipped tests and one plain line of counts for simple tools:
 * `12 passed, 0 failed, 1 skipped`.
 */
export class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    const lines: string[] = [];
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const result = test.result();
        count[result.state] += 1;
        if (result.state === 'skipped' && result.note) lines.push(`skipped: ${test.fullName}: ${result.note}`);
      }
      if (module.state() === 'failed' && module.errors().length > 0) count.failed += 1;
    }
    lines.push(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
    process.stdout.write(`\n${lines.join('\n')}\n`);
  }
}
