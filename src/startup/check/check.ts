import { stripVTControlCharacters } from 'node:util';
import { type Config, type ConfigResult, unknownNames, withoutSecrets } from '../../config.ts';
import { createLogger, MIN_SECRET_LENGTH } from '../../log/log.ts';
import { secretsOf } from '../voice-thread-data.ts';
import { type Check, type Finding, failed, ok, runChecks, skipped, warning } from './checks.ts';
import { discordChecks } from './discord-checks.ts';
import { httpChecks, NODE_CHECK } from './machine-checks.ts';
import { proxyChecks } from './proxy-checks.ts';
import { speechChecks } from './speech-checks.ts';
import { diskChecks, storageChecks } from './storage-checks.ts';
import { voiceChecks } from './voice-checks.ts';

/** The list is promised within 15 s, the start of the process included. */
const TIMEOUT_MS = 12_000;

/** Everything that is checked after the configuration, for the line that says what a wrong one leaves unchecked. */
const REST = 'proxy, Discord, speech service, voice, database, disk and HTTP';

/**
 * Checks everything that a start needs, prints one line for each check with `print`, in a fixed order, and resolves with
 * the exit code: 1 if one failed. It changes nothing that lasts, connects to no gateway, takes no lock, and works beside a
 * running Mynah. No line has a secret.
 */
export async function check(read: ConfigResult, print: (line: string) => void): Promise<0 | 1> {
  if (read.kind === 'invalid') return checkInvalid(read.lines, print);
  const { config } = read;
  await using parts = new AsyncDisposableStack();
  const log = createLogger('silent');
  const checks: Check[] = [
    { name: 'configuration', purpose: 'what you set', run: () => checkNames(config) },
    NODE_CHECK,
    ...proxyChecks(config),
    ...discordChecks(config),
    ...speechChecks(config, parts, log),
    ...voiceChecks(config),
    ...diskChecks(config),
    ...storageChecks(config),
    ...httpChecks(config),
  ];
  const secrets = secretsOf(config);
  const counts = new Map<Finding['status'], number>();
  for (const { check: one, finding } of runChecks(checks, TIMEOUT_MS)) {
    const found = await finding;
    counts.set(found.status, (counts.get(found.status) ?? 0) + 1);
    print(withoutAny(secrets, lineOf(one, found)));
  }
  print(summaryOf(counts));
  return counts.has('failed') ? 1 : 0;
}

/** One line: the status, what is checked and what for, what was found, what to do. Names of others can't control a terminal. */
export function lineOf({ name, purpose }: Pick<Check, 'name' | 'purpose'>, finding: Finding): string {
  const advice = 'advice' in finding ? ` -> ${finding.advice}` : '';
  const line = `${finding.status.padEnd(8)}${name} (${purpose}): ${finding.found}${advice}`;
  return stripVTControlCharacters(line).replaceAll(/\p{Cc}|\p{Cf}/gu, ' ');
}

function summaryOf(counts: ReadonlyMap<Finding['status'], number>): string {
  const of = (status: Finding['status']): number => counts.get(status) ?? 0;
  return `${of('ok')} ok, ${of('warning')} to look at, ${of('failed')} failed, ${of('skipped')} skipped`;
}

async function checkInvalid(lines: readonly string[], print: (line: string) => void): Promise<1> {
  const advice = 'see docs/configuration.md';
  for (const line of lines) print(lineOf({ name: 'configuration', purpose: 'what you set' }, failed(line, advice)));
  const [node] = runChecks([NODE_CHECK], TIMEOUT_MS);
  const found = (await node?.finding) ?? ok('');
  print(lineOf(NODE_CHECK, found));
  print(lineOf({ name: REST, purpose: 'what it needs' }, skipped('configuration')));
  return 1;
}

function checkNames(config: Config): Finding {
  const unknown = unknownNames();
  if (unknown.length === 0) return ok(describe(config));
  const found = `${describe(config)}; not one of its variables, so without effect: ${unknown.join(', ')}`;
  return warning(found, 'correct the name: docs/configuration.md');
}

function describe({ speech, databaseUrl, dataDir }: Config): string {
  const database = databaseUrl.startsWith('sqlite:') ? 'SQLite' : 'PostgreSQL';
  return `complete; ${withoutSecrets(speech.apiUrl) ?? 'speech service'}, ${database}, data in ${dataDir}`;
}

function withoutAny(secrets: readonly string[], line: string): string {
  const masked = secrets.filter(({ length }) => length >= MIN_SECRET_LENGTH);
  return masked.reduce((text, secret) => text.replaceAll(secret, '[redacted]'), line);
}
