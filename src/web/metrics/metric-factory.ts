import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { LABEL_VALUES, type LabelName, type LabelValue } from './labels.ts';

/** The values of a metric's labels. */
export type Labels<Name extends LabelName> = { readonly [Each in Name]: LabelValue<Each> };

/** The name, help text and, if any, the labels of a metric. */
export interface Description<Name extends LabelName = never> {
  /** In the base unit, with a suffix for it; `_total` for counters. */
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly Name[];
}

/** A metric that `/metrics` reads when it is asked. */
type Read<Value> = () => Value | undefined;

/**
 * Creates metrics of one registry. Labels have only the values in `LABEL_VALUES`, and counters and histograms have all of
 * them from the start, so that the first failure is an increase.
 */
export class MetricFactory {
  readonly registry: Registry;

  constructor(registry: Registry) {
    this.registry = registry;
  }

  /** A gauge that is read when it is asked for; it is left out while that is `undefined`. */
  gauge(description: Description, read: Read<number>): void {
    new Gauge({
      ...this.#parts(description),
      collect() {
        this.reset();
        const value = read();
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  }

  /** A gauge with a label. Values that are left out of what is read are left out of the metric. */
  gauges<Name extends LabelName>(
    description: Description<Name> & { readonly labels: readonly [Name] },
    read: Read<Partial<Record<LabelValue<Name>, number>>>,
  ): void {
    const [label] = description.labels;
    new Gauge({
      ...this.#parts(description),
      collect() {
        this.reset();
        for (const [value, number] of Object.entries(read() ?? {})) this.set({ [label]: value }, Number(number));
      },
    });
  }

  /** A counter whose total is kept elsewhere. */
  total(description: Description, read: Read<number>): void {
    new Counter({
      ...this.#parts(description),
      collect() {
        this.reset();
        this.inc(read() ?? 0);
      },
    });
  }

  /** A counter with a label, whose totals are kept elsewhere. */
  totals<Name extends LabelName>(
    description: Description<Name> & { readonly labels: readonly [Name] },
    read: () => Readonly<Record<LabelValue<Name>, number>>,
  ): void {
    const [label] = description.labels;
    new Counter<string>({
      ...this.#parts(description),
      collect() {
        this.reset();
        for (const [value, total] of Object.entries(read())) this.inc({ [label]: value }, Number(total));
      },
    });
  }

  /** A counter. Returns the function that counts one. */
  counter<Name extends LabelName>(description: Description<Name>): (labels: Labels<Name>) => void {
    const counter = new Counter<string>(this.#parts(description));
    for (const labels of combinations(description.labels ?? [])) counter.inc(labels, 0);
    return (labels) => counter.inc(labels);
  }

  /** A histogram. Returns the function that adds one value, in the metric's unit. */
  histogram<Name extends LabelName = never>(
    description: Description<Name>,
    buckets: readonly number[],
  ): (value: number, labels: Labels<Name>) => void {
    const histogram = new Histogram<string>({ ...this.#parts(description), buckets: [...buckets] });
    for (const labels of combinations(description.labels ?? [])) histogram.zero(labels);
    return (value, labels) => histogram.observe(labels, value);
  }

  #parts({ name, help, labels = [] }: Description<LabelName>) {
    return { name, help, labelNames: [...labels], registers: [this.registry] };
  }
}

/** All combinations of the labels' values; one without labels if there are none. */
function combinations(names: readonly LabelName[]): readonly Record<string, string>[] {
  return names.reduce<readonly Record<string, string>[]>(
    (sets, name) => sets.flatMap((set) => LABEL_VALUES[name].map((value) => ({ ...set, [name]: value }))),
    [{}],
  );
}
