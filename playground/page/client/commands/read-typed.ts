import { type OfferedCommand, type OfferedOption, OPTION } from './offered-commands.ts';

/** A typed or pasted line that names a whole command, with the texts of its options by their canonical names. */
export interface TypedCommand {
  readonly command: OfferedCommand;
  readonly texts: Readonly<Record<string, string>>;
}

/** What may be an option's name and a colon: `voice:slt`, but no time, address or word before a colon and a space. */
const MARK = /(?:^|\s)([\p{L}][\p{L}\p{N}_-]*):(?!\s|\/\/|$)/gu;

/**
 * Reads a line such as `/say hello there voice:slt`, with shown or canonical names. Words before the first `name:` belong to
 * the first option that takes text. `undefined` while no command is complete, and if something would be lost.
 */
export function readTyped(line: string, commands: readonly OfferedCommand[]): TypedCommand | undefined {
  const typed = line.replace(/^\//u, '');
  const longestFirst = commands.toSorted((a, b) => b.path.length - a.path.length);
  for (const command of longestFirst) {
    for (const path of [command.shownPath, command.path]) {
      const rest = afterPath(typed, path);
      if (rest === undefined) continue;
      const texts = readOptions(command.options, rest);
      if (texts !== undefined) return { command, texts };
    }
  }
  return undefined;
}

/** What follows a path and white space. */
function afterPath(typed: string, path: string): string | undefined {
  const start = typed.slice(0, path.length);
  const rest = typed.slice(path.length);
  return start.toLowerCase() === path.toLowerCase() && /^\s/u.test(rest) ? rest.trimStart() : undefined;
}

function readOptions(options: readonly OfferedOption[], rest: string): Record<string, string> | undefined {
  const marks = [...rest.matchAll(MARK)].flatMap((match) => {
    const option = optionCalled(options, match[1] ?? '');
    return option === undefined ? [] : [{ option, start: match.index, end: match.index + match[0].length }];
  });
  const texts: Record<string, string> = {};
  const before = rest.slice(0, marks[0]?.start).trim();
  const first = options.find(({ type }) => type !== OPTION.attachment);
  if (before !== '') {
    if (first === undefined) return undefined;
    texts[first.name] = before;
  }
  for (const [index, { option, end }] of marks.entries()) {
    const text = rest.slice(end, marks[index + 1]?.start).trim();
    if (option.type === OPTION.attachment || option.name in texts) return undefined;
    texts[option.name] = text;
  }
  return texts;
}

/** The option whose name and a colon end the text, as while somebody types `voice:`, and the text before it. */
export function endsWithOption(
  text: string,
  options: readonly OfferedOption[],
): { readonly option: OfferedOption; readonly before: string } | undefined {
  const match = /(?:^|\s)([\p{L}][\p{L}\p{N}_-]*):$/u.exec(text);
  const option = match === null ? undefined : optionCalled(options, match[1] ?? '');
  return match === null || option === undefined ? undefined : { option, before: text.slice(0, match.index) };
}

/** Whether a text is an option's own name and a colon, as somebody types who begins it in its field. */
export function isNameOf(option: OfferedOption, text: string): boolean {
  const match = /^([\p{L}][\p{L}\p{N}_-]*):$/u.exec(text);
  return match !== null && optionCalled([option], match[1] ?? '') !== undefined;
}

function optionCalled(options: readonly OfferedOption[], name: string): OfferedOption | undefined {
  return options.find((option) => option.name === name || option.shownName === name);
}
