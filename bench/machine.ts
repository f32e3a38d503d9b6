import { cpus, loadavg } from 'node:os';

/** One line on the machine and what else it does now: figures of a busy machine are worth less. */
export function machineLine(): string {
  const [model] = cpus();
  const load = loadavg().map((value) => value.toFixed(1));
  return `${cpus().length} cores, ${model?.model.trim()}, Node ${process.versions.node}; load ${load.join(' ')}`;
}
