import { readFileSync } from 'node:fs';

/** The names of all variables that the configuration reads, and of those that Node and OpenTelemetry read themselves. */
export function isVariable(name: string): boolean {
  const source = readFileSync(new URL('../../src/config.ts', import.meta.url), 'utf8');
  const known = [...source.matchAll(/^ +([A-Z][A-Z_]+):/gm)].map(([, variable]) => variable);
  return known.includes(name) || name === 'NODE_ENV' || name === 'NODE_EXTRA_CA_CERTS' || name.startsWith('OTEL_');
}
