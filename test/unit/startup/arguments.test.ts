import { describe, expect, it } from 'vitest';
import { parseArguments } from '../../../src/startup/arguments.ts';

describe('the arguments of the process', () => {
  it.each([
    [[], { kind: 'run' }],
    [['--check'], { kind: 'check' }],
    [['--help'], { kind: 'help' }],
    [['--check', '-h'], { kind: 'help' }],
    [['--migrate-from', 'sqlite:data/mynah.sqlite'], { kind: 'migrate', from: 'sqlite:data/mynah.sqlite' }],
    [['--migrate-from=postgres://ada@db/mynah'], { kind: 'migrate', from: 'postgres://ada@db/mynah' }],
    [['--migrate-from', 'postgresql://db/mynah'], { kind: 'migrate', from: 'postgresql://db/mynah' }],
  ] as const)('%j say what to do', (args, expected) => {
    expect(parseArguments(args)).toEqual(expected);
  });

  it.each([
    [['--verbose']],
    [['check']],
    [['--check=yes']],
    [['--migrate-from']],
    [['--migrate-from', 'sqlite:']],
    [['--migrate-from', 'mysql://ada:hunter2@db/mynah']],
    [['--migrate-to', 'postgres://ada:hunter2@db/mynah']],
    [['--check', '--migrate-from', 'postgres://ada:hunter2@db/mynah']],
    [['postgres://ada:hunter2@db/mynah']],
  ])('%j are refused with one line, which has no password', (args) => {
    const parsed = parseArguments(args);
    expect(parsed.kind).toBe('invalid');
    const line = parsed.kind === 'invalid' ? parsed.line : '';
    expect(line).toMatch(/--check.*--migrate-from|--migrate-from is neither/);
    expect(line).not.toMatch(/hunter2|\n/);
  });
});
