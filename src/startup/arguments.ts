import { parseArgs } from 'node:util';

/** What the process was started for. */
export type StartArguments =
  | { readonly kind: 'run' }
  /** Check the configuration and what it names, then exit. */
  | { readonly kind: 'check' }
  /** Copy the database at `from` into the one at DATABASE_URL, then exit. */
  | { readonly kind: 'migrate'; readonly from: string }
  /** One line for operators; it repeats nothing of a value, which may hold a password. */
  | { readonly kind: 'invalid'; readonly line: string };

const EXPECTED = 'expected nothing, --check, or --migrate-from with sqlite:PATH or postgres://USER@HOST/DATABASE';

/** Parses the arguments after the program's name. */
export function parseArguments(args: readonly string[]): StartArguments {
  const read = readOptions(args);
  if (read === undefined) return { kind: 'invalid', line: `unknown or incomplete arguments: ${EXPECTED}` };
  const { check = false, 'migrate-from': from } = read;
  if (check && from !== undefined) {
    return { kind: 'invalid', line: 'use either --check or --migrate-from, not both' };
  }
  if (check) return { kind: 'check' };
  if (from === undefined) return { kind: 'run' };
  if (!/^sqlite:.|^postgres(ql)?:\/\/./.test(from)) {
    return { kind: 'invalid', line: '--migrate-from is neither sqlite:PATH nor postgres://USER@HOST/DATABASE' };
  }
  return { kind: 'migrate', from };
}

function readOptions(args: readonly string[]) {
  try {
    const options = { check: { type: 'boolean' }, 'migrate-from': { type: 'string' } } as const;
    return parseArgs({ args: [...args], options }).values;
  } catch {
    return undefined;
  }
}
