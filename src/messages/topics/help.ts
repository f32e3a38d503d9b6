import { bold, inlineCode } from '@discordjs/formatters';
import type { Language } from '../language.ts';
import type { Texts } from '../text-types.ts';

interface WithSay {
  readonly say: string;
}

/** English: `/help`. */
export function helpMessages(catalogue: Texts['help'], { format, names: { command } }: Language) {
  const { parts, ...own } = catalogue;

  const ONE_COMMAND = parts.oneCommand({ command: command('help', 'command') });
  return {
    ...own,
    /** Above the list, by place; `say` is the command, ready to be clicked. */
    introduction: {
      ...catalogue.introduction,
      guild: ({ say }: WithSay): string => catalogue.introduction.guild({ say, oneCommand: ONE_COMMAND }),
      elsewhere: ({ say }: WithSay): string => catalogue.introduction.elsewhere({ say, oneCommand: ONE_COMMAND }),
    },
    /** Names of commands that share a line. */
    names: ({ names }: { readonly names: readonly string[] }): string => format.list(names),
    /** Where an entry of a message's menu is found. */
    menuPath: ({ name }: { readonly name: string }): string => bold(catalogue.menuPath({ name })),
    option: ({ name, description }: { readonly name: string; readonly description: string }): string =>
      catalogue.option({ name: inlineCode(name), description }),
    requiredOption: ({ name, description }: { readonly name: string; readonly description: string }): string =>
      catalogue.requiredOption({ name: inlineCode(name), description }),
    /** What an option does that takes one of several values. */
    withChoices: ({
      description,
      choices,
    }: {
      readonly description: string;
      readonly choices: readonly string[];
    }): string =>
      catalogue.withChoices({ description, choices: format.alternatives(choices.map((choice) => inlineCode(choice))) }),
  };
}
