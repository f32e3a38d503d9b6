import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { REQUEST_KINDS, REQUEST_OUTCOMES } from '../../src/speech/request-observer.ts';
import { LABEL_VALUES } from '../../src/web/metrics/labels.ts';
import { createEveryMetric } from './web/metrics/every-metric.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const PAGE = read('docs/monitoring.md');

interface Metric {
  readonly name: string;
  readonly type: string;
  readonly labels: readonly string[];
}

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: Readonly<Record<string, string>>;
}

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly h: number; readonly w: number; readonly x: number; readonly y: number };
  readonly datasource?: unknown;
  readonly targets?: readonly { readonly refId: string; readonly expr: string; readonly datasource: unknown }[];
}

interface Dashboard {
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string; readonly type: string }[] };
  readonly annotations: { readonly list: readonly { readonly expr?: string }[] };
}

const RULES = (parse(read('deploy/prometheus/alerts.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  ({ rules }) => rules,
);
const DASHBOARD = JSON.parse(read('deploy/grafana/mynah-dashboard.json')) as Dashboard;
const QUERIES = DASHBOARD.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

/** The metrics of a running bot. */
async function metrics(): Promise<readonly Metric[]> {
  const { body } = await createEveryMetric().text();
  return [...body.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type = '']) => {
    const samples = body.split('\n').filter((line) => new RegExp(`^${name}(_bucket)?[ {]`).test(line));
    const labels = samples.flatMap((line) => [...line.matchAll(/(\w+)="/g)].map(([, label = '']) => label));
    return { name, type, labels: [...new Set(labels)].filter((label) => label !== 'le') };
  });
}

/** Cells of the rows of all tables whose first cell is code, without code marks. */
function rows(page: string): readonly (readonly string[])[] {
  const lines = page.split('\n').filter((line) => line.startsWith('| `'));
  return lines.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.replaceAll('`', '').trim()),
  );
}

/** Names of metrics in a query. */
function namesIn(query: string): readonly string[] {
  const names = query.match(/\b(mynah|process|nodejs)_\w+/g) ?? [];
  return names.map((name) => name.replace(/_(bucket|count)$/, ''));
}

describe('the page about monitoring', () => {
  it('has a row for every metric with its type and labels, and for nothing else', async () => {
    const documented = rows(PAGE)
      .filter(([name = '']) => name.startsWith('mynah_'))
      .map(([name, type, labels = '']) => ({ name, type, labels: labels.split(', ').filter(Boolean).toSorted() }));
    const existing = (await metrics())
      .filter(({ name }) => name.startsWith('mynah_'))
      .map((metric) => ({ ...metric, labels: metric.labels.toSorted() }));
    const byName = (one: { name?: string | undefined }, other: { name?: string | undefined }) =>
      (one.name ?? '').localeCompare(other.name ?? '');
    expect(documented.toSorted(byName), 'docs/monitoring.md').toEqual(existing.toSorted(byName));
  });

  it('names every metric of the runtime, and no other', async () => {
    const named = PAGE.match(/`(process|nodejs)_\w+`/g)?.map((name) => name.replaceAll('`', ''));
    const existing = (await metrics()).map(({ name }) => name).filter((name) => !name.startsWith('mynah_'));
    expect(new Set(named), 'docs/monitoring.md').toEqual(new Set(existing));
  });

  it('has a row for every outcome of requests', () => {
    const [, table = ''] = PAGE.split('`outcome` is:');
    const documented = rows(table.split('The process:')[0] ?? '').map(([outcome]) => outcome);
    expect(documented, 'docs/monitoring.md').toEqual(LABEL_VALUES.outcome);
  });

  it('has a row for every alert with its severity, and for nothing else', () => {
    const documented = rows(PAGE)
      .filter(([name = '']) => name.startsWith('Mynah'))
      .map(([name, , severity]) => [name, severity]);
    expect(documented, 'docs/monitoring.md').toEqual(RULES.map(({ alert, labels }) => [alert, labels.severity]));
  });
});

test('requests to the speech service have the kinds and outcomes that the labels declare', () => {
  expect(LABEL_VALUES.kind).toEqual(REQUEST_KINDS);
  expect(LABEL_VALUES.outcome).toEqual(REQUEST_OUTCOMES);
});

describe('the alert rules', () => {
  it.each(RULES)('$alert says what to do, and reads metrics that exist', async ({ expr, annotations }) => {
    expect(Object.keys(annotations).toSorted()).toEqual(['description', 'runbook', 'summary']);
    expect(annotations['description']?.length).toBeGreaterThan(60);
    const existing = (await metrics()).map(({ name }) => name);
    for (const name of namesIn(expr)) expect(existing).toContain(name);
  });

  it('have a test each that sees them fire', () => {
    const tests = read('deploy/prometheus/alerts.test.yml');
    for (const { alert } of RULES) expect(tests, 'deploy/prometheus/alerts.test.yml').toContain(`alertname="${alert}"`);
  });
});

describe('the dashboard', () => {
  it('shows every metric of Mynah, and reads none that does not exist', async () => {
    const existing = (await metrics()).map(({ name }) => name);
    const read = new Set([...QUERIES.flatMap(namesIn)]);
    expect([...read].filter((name) => !existing.includes(name))).toEqual([]);
    expect(existing.filter((name) => name.startsWith('mynah_') && !read.has(name))).toEqual(
      // Their seconds are shown, and the share of the account that answers.
      ['mynah_playback_holes_total'],
    );
  });

  it('filters every query by job and process, and takes its data source from a variable', () => {
    for (const panel of DASHBOARD.panels.filter(({ type }) => type !== 'row')) {
      expect(panel.datasource).toEqual({ type: 'prometheus', uid: `\${datasource}` });
      for (const { expr, datasource } of panel.targets ?? []) {
        expect(datasource).toEqual(panel.datasource);
        const selectors = expr.match(/\b(mynah|process|nodejs)_\w+(\{[^}]*\})?/g) ?? [];
        for (const selector of selectors) expect(selector).toContain('{job="$job", instance=~"$instance"');
      }
    }
    expect(DASHBOARD.templating.list.map(({ name }) => name)).toEqual(['datasource', 'job', 'instance']);
  });

  it('has panels that do not overlap, each with an id and queries of its own', () => {
    const { panels } = DASHBOARD;
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    for (const { gridPos } of panels) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
    for (const { targets = [] } of panels) expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length);
  });
});
