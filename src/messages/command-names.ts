import { bold, inlineCode } from '@discordjs/formatters';

/** How a language names what people type and choose, by the canonical English names. Discord shows these names. */
interface NamesTopic {
  /** Commands and subcommands, by their full name such as `captions start`: the last word of it. */
  readonly commands: Readonly<Record<string, string>>;
  /** Options; one name stands for the same in every command. */
  readonly options: Readonly<Record<string, string>>;
  /** Entries of the menu that messages have. */
  readonly menus: Readonly<Record<string, string>>;
}

/** Writes names as a language's readers see them in their own Discord. */
export interface NameFormat<Names extends NamesTopic> {
  /** `/captions start` in code font; with an option that is to be filled in: `/help command:`. */
  readonly command: (path: keyof Names['commands'], option?: keyof Names['options']) => string;
  /** The name of an option in code font, with what is chosen in it if that matters: `scope: Public`. */
  readonly option: (name: keyof Names['options'], value?: string) => string;
  /** The name of an entry of messages' menu, in bold. */
  readonly menu: (name: keyof Names['menus']) => string;
}

/** Makes the format of a language's names. */
export function createNameFormat<Names extends NamesTopic>({ commands, options, menus }: Names): NameFormat<Names> {
  return {
    command: (path, option) => {
      const filledIn = option === undefined ? '' : ` ${options[String(option)] ?? ''}:`;
      return inlineCode(`/${localizedPath(commands, String(path))}${filledIn}`);
    },
    option: (name, value) => {
      const shown = options[String(name)] ?? '';
      return inlineCode(value === undefined ? shown : `${shown}: ${value}`);
    },
    menu: (name) => bold(menus[String(name)] ?? ''),
  };
}

/** A command's full name as the language has it: that of each of its words. A word without a name stays as it is. */
export function localizedPath(commands: NamesTopic['commands'], path: string): string {
  const words = path.split(' ');
  return words.map((word, index) => commands[words.slice(0, index + 1).join(' ')] ?? word).join(' ');
}
