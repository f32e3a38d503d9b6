import { parseArgs } from 'node:util';

export const USAGE = `Usage: npm run playground              a page and a terminal to try the bot
       npm run playground -- --no-open the same, without opening the page in a browser
       npm run playground -- --keep    continue from the last visit with --keep
       npm run playground -- --forget  delete what --keep has kept
       npm run playground -- tour      a scripted tour; exits 0 if everything works
       npm run playground -- speech    the local speech service alone
       npm run playground -- --help    this text`;

/** What to run. */
export type PlaygroundArguments =
  | { readonly what: 'terminal'; readonly keep: boolean; readonly opensBrowser: boolean }
  | { readonly what: 'forget' | 'help' | 'tour' }
  /** `rest`: arguments of its own. */
  | { readonly what: 'speech'; readonly rest: readonly string[] };

/** Reads the arguments; `undefined` for unknown ones and for those that exclude each other. */
export function readArguments(argv: readonly string[]): PlaygroundArguments | undefined {
  const [first, ...rest] = argv;
  if (first === 'speech') return { what: 'speech', rest };
  if (first === 'tour' && rest.length === 0) return { what: 'tour' };
  if (first === 'tour') return readFlags(rest)?.help === true ? { what: 'help' } : undefined;
  const values = readFlags(argv);
  if (values === undefined || (values.keep && values.forget)) return undefined;
  if (values.help) return { what: 'help' };
  if (values.forget) return { what: 'forget' };
  return { what: 'terminal', keep: values.keep, opensBrowser: !values['no-open'] };
}

function readFlags(
  argv: readonly string[],
): Readonly<Record<'help' | 'keep' | 'forget' | 'no-open', boolean>> | undefined {
  try {
    const flag = { type: 'boolean', default: false } as const;
    const options = { help: { ...flag, short: 'h' }, keep: flag, forget: flag, 'no-open': flag } as const;
    return parseArgs({ args: [...argv], options }).values;
  } catch {
    return undefined;
  }
}
