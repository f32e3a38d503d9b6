import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createEveryMetric } from '../unit/web/metrics/every-metric.ts';

const FOLDER = fileURLToPath(new URL('../../deploy/prometheus/', import.meta.url));
const DASHBOARD = new URL('../../deploy/grafana/mynah-dashboard.json', import.meta.url);

/** Runs Prometheus' own checker. */
function promtool(args: readonly string[], input = ''): SpawnSyncReturns<string> {
  return spawnSync('promtool', args, { cwd: FOLDER, input, encoding: 'utf8', timeout: 30_000 });
}

describe('by Prometheus’ own checker', { tags: ['promtool'] }, () => {
  it('the metrics are valid and named by its conventions', async () => {
    const { body } = await createEveryMetric().text();
    const { status, stdout, stderr } = promtool(['check', 'metrics'], body);
    expect(stdout + stderr).toBe('');
    expect(status).toBe(0);
  });

  it('the configuration and the alert rules are valid', () => {
    const { status, stdout } = promtool(['check', 'config', '--lint=all', '--lint-fatal', 'prometheus.yml']);
    expect(stdout).toContain('SUCCESS: 21 rules found');
    expect(status).toBe(0);
  });

  it('the alerts fire when they must, and only then', () => {
    const { status, stdout, stderr } = promtool(['test', 'rules', 'alerts.test.yml']);
    expect(stdout + stderr).toContain('SUCCESS');
    expect(status).toBe(0);
  });

  it('every query of the dashboard is valid', () => {
    const { panels } = JSON.parse(readFileSync(DASHBOARD, 'utf8')) as {
      panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[];
    };
    const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    // Grafana fills in the variables.
    const rules = queries.map((query, index) => ({
      record: `panel:query_${index}`,
      expr: query.replaceAll('$__rate_interval', '1m').replaceAll('$job', 'mynah').replaceAll('$instance', '.*'),
    }));
    const folder = mkdtempSync(join(tmpdir(), 'mynah-dashboard-'));
    try {
      // YAML reads JSON.
      writeFileSync(join(folder, 'rules.yml'), JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
      const { status, stdout, stderr } = promtool(['check', 'rules', join(folder, 'rules.yml')]);
      expect(stdout + stderr).toContain(`SUCCESS: ${queries.length} rules found`);
      expect(status).toBe(0);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
