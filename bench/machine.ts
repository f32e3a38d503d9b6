import { cpus, loadavg } from 'node:os';

/** One line about the machine and its current load: figures of a busy machine are less reliable. */
export function machineLine(): string {
  const [model] = cpus();
  const load = loadavg().map((value) => value.toFixed(1));
  return `${cpus().length} cores, ${model?.model.trim()}, Node ${process.versions.node}; load ${load.join(' ')}`;
}
