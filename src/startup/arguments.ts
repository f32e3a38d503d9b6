import { parseArgs } from 'node:util';

/** What the process was started for. */
export type StartArguments =
  | { readonly kind: 'run' }
  /** Print `USAGE`, then exit. */
  | { readonly kind: 'help' }
  /** Check the configuration and what it names, then exit. */
  | { readonly kind: 'check' }
  /** Copy the database at `from` into the one at DATABASE_URL, then exit. */
  | { readonly kind: 'migrate'; readonly from: string }
  /** One line for operators; it repeats nothing of a value, which may hold a password. */
  | { readonly kind: 'invalid'; readonly line: string };

const EXPECTED =
  'expected nothing, --help, --check, or --migrate-from with sqlite:PATH or postgres://USER@HOST/DATABASE';

/** What `--help` prints. */
export const USAGE = `Mynah, a Discord bot that speaks, captions and transcribes

npm start                                  run the bot; the environment configures it, see docs/configuration.md
npm start -- --check                       check the configuration and what it names, then exit with 0 or 1
npm start -- --migrate-from sqlite:PATH    copy that database, or postgres://USER@HOST/DATABASE, into DATABASE_URL
npm run backup, npm run restore            see docs/backup.md
`;

/** Parses the arguments after the program's name. */
export function parseArguments(args: readonly string[]): StartArguments {
  const read = readOptions(args);
  if (read === undefined) return { kind: 'invalid', line: `unknown or incomplete arguments: ${EXPECTED}` };
  const { help = false, check = false, 'migrate-from': from } = read;
  if (help) return { kind: 'help' };
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
    const options = {
      help: { type: 'boolean', short: 'h' },
      check: { type: 'boolean' },
      'migrate-from': { type: 'string' },
    } as const;
    return parseArgs({ args: [...args], options }).values;
  } catch {
    return undefined;
  }
}
